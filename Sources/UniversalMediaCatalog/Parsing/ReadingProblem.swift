/// A problem that prevented reading a feed, or a part of it.
package struct ReadingProblem: Sendable {
    package enum Kind: Sendable {
        case notWellFormed
        case documentType
        /// The document element is not that of a feed.
        case root
        case encoding
        case limit
        case input
        case changedWhileRead
        /// An element or an attribute outside the namespace of the document element.
        case namespace
    }

    package var kind: Kind
    package var message: String
    package var remedy: String
    package var position: SourcePosition
    /// Whether parsing stopped at the problem.
    package var isFatal = true
    /// Replaces the level of the problem's rule.
    package var level: Level?
}
