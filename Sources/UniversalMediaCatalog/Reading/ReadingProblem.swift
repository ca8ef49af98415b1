/// Why a feed could not be read, or not to its end.
struct ReadingProblem: Sendable {
    enum Kind: Sendable {
        case notWellFormed
        case documentType
        /// The document element is none of a feed.
        case root
        case encoding
        case limit
        case input
        case changedWhileRead
    }

    var kind: Kind
    var message: String
    var remedy: String
    var position: SourcePosition
    /// Nothing behind it was read.
    var isFatal = true
}
