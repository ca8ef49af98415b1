/// Why a feed could not be read, or not to its end.
package struct ReadingProblem: Sendable {
    package enum Kind: Sendable {
        case notWellFormed
        case documentType
        /// The document element is none of a feed.
        case root
        case encoding
        case limit
        case input
        case changedWhileRead
    }

    package var kind: Kind
    package var message: String
    package var remedy: String
    package var position: SourcePosition
    /// Nothing behind it was read.
    package var isFatal = true
}
