/// Something in a feed that is not as the description has it. Lives no longer than the call that was given its node.
package struct SchemaMistake {
    package enum Kind {
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

    package let kind: Kind
    /// Where it is said to be; where something is missing, what it is missing in.
    package let node: FeedNode
    /// The number of the node's description, or of that around it where it has none.
    package let element: Int
    /// The number of the slot or attribute that it is about.
    package var subject = 0
    /// How many, or which attribute of the node.
    package var place = 0
    /// The description of another element that it has to do with.
    package var other = 0
    /// The positions of both are known to be Apple's.
    package var isOrderKnown = false

    /// Whether an XSD finds it as well.
    package var isOfXSD: Bool {
        switch kind {
        case .digitForBoolean, .digitForBooleanAttribute, .noOffset, .unlisted, .unlistedAttribute, .brokenListPart,
            .brokenListPartAttribute, .hollow:
            false
        default: true
        }
    }
}
