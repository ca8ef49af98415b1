/// A part of a caption file that cannot be read, or is not as the format demands it.
package struct CaptionFault: Sendable, Hashable {
    /// The number of the line, from 1; nil: unknown.
    package var line: Int?
    package var message: String

    /// The number of faults of a file that are reported.
    static let maximumCount = 1_000

    package init(line: Int? = nil, message: String) {
        self.line = line
        self.message = message
    }
}
