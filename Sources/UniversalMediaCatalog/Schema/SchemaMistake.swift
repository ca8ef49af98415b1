/// A deviation of a feed from its description. It is valid only during the call that received its node.
package struct SchemaMistake {
    package enum Kind {
        case unknownElement
        /// Items in a position where items are not allowed.
        case unexpectedItems
        /// The attribute with index `place` of the node is unknown.
        case unknownAttribute
        /// The element is before or after `other`, but belongs on the other side of it.
        case misplacedBefore, misplacedBehind
        /// The element occurs `place` times.
        case repeated
        /// No element of a required slot is present.
        case missing
        case missingAttribute
        case value, attributeValue
        /// A required value is empty.
        case empty, emptyAttribute
        /// Text where only elements are allowed.
        case text
        // Deviations that an XSD cannot express.
        case digitForBoolean, digitForBooleanAttribute
        case noOffset
        case unlisted, unlistedAttribute
        case brokenListPart, brokenListPartAttribute
        /// Neither text nor elements in an element that allows both.
        case noContent
    }

    package let kind: Kind
    /// The deviating node; for a missing element, the node that should contain it.
    package let node: FeedNode
    /// The index of the node's description, or of its parent's if it has none.
    package let element: Int
    /// The index of the affected slot or attribute.
    package var subject = 0
    /// The number of occurrences, or the index of the node's attribute.
    package var place = 0
    /// The index of the other element's description.
    package var other = 0
    /// Whether the positions of both elements are known to be Apple's.
    package var isOrderKnown = false

    /// Whether an XSD validator finds it too.
    package var isOfXSD: Bool {
        switch kind {
        case .digitForBoolean, .digitForBooleanAttribute, .noOffset, .unlisted, .unlistedAttribute, .brokenListPart,
            .brokenListPartAttribute, .noContent:
            false
        default: true
        }
    }
}
