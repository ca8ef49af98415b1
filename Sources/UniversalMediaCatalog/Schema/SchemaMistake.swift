/// Something in a feed that is not as the description has it. Lives no longer than the call that was given its node.
struct SchemaMistake {
    enum Kind {
        case unknownElement
        /// Items where none may stand.
        case unexpectedItems
        /// Of the attribute at `place` among those of the node.
        case unknownAttribute
        /// It stands before or behind `other`, and belongs to the other side of it.
        case misplacedBefore, misplacedBehind
        /// There are `place` of it.
        case repeated
        /// Nothing of a slot is there.
        case missing
        case missingAttribute
        case value, attributeValue
        /// There is nothing, where something must be.
        case empty, emptyAttribute
        /// Text where only elements may stand.
        case text
        // What a schema cannot say.
        case digitForBoolean, digitForBooleanAttribute
        case noOffset
        case unlisted, unlistedAttribute
        case brokenListPart, brokenListPartAttribute
        /// Neither text nor elements, where both may be.
        case hollow
    }

    let kind: Kind
    /// Where it is said to be; where something is missing, what it is missing in.
    let node: FeedNode
    /// The number of the node's description, or of that around it where it has none.
    let element: Int
    /// The number of the slot or attribute that it is about.
    var subject = 0
    /// How many, or which attribute of the node.
    var place = 0
    /// The description of another element that it has to do with.
    var other = 0
    /// The positions of both are known to be Apple's.
    var isOrderKnown = false

    /// Whether an XSD finds it as well.
    var isOfXSD: Bool {
        switch kind {
        case .digitForBoolean, .digitForBooleanAttribute, .noOffset, .unlisted, .unlistedAttribute, .brokenListPart,
            .brokenListPartAttribute, .hollow:
            false
        default: true
        }
    }
}
