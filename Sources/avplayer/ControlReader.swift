import Foundation

/// Reads lines from standard input on a thread of its own and passes them to the main actor.
final class ControlReader: Sendable {
    /// Maximum length of a line in bytes; longer lines are ignored.
    private static let longestLine = 1 << 20

    /// - Parameter handler: called with each line, and with nil at the end of the input.
    init(handler: @escaping @MainActor @Sendable (String?) -> Void) {
        let thread = Thread {
            while let line = readLine(strippingNewline: true) {
                guard line.utf8.count <= Self.longestLine else { continue }
                if !line.allSatisfy(\.isWhitespace) { onMain { handler(line) } }
            }
            onMain { handler(nil) }
        }
        thread.name = "commands"
        thread.start()
    }
}
