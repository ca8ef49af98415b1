import Foundation

/// Reads lines from standard input on a thread of its own and passes them to the main actor.
final class ControlReader: Sendable {
    /// Maximum length of a line in bytes; longer lines are answered with an error.
    private static let longestLine = 1 << 20

    /// - Parameter handler: called with each line, and with nil at the end of the input.
    init(handler: @escaping @MainActor @Sendable (String?) -> Void) {
        let thread = Thread {
            while let line = readLine(strippingNewline: true) {
                if let command = Self.command(in: line) { onMain { handler(command) } }
            }
            onMain { handler(nil) }
        }
        thread.name = "commands"
        thread.start()
    }

    /// Returns the text to parse, which is no command where the line is too long; nil for blank lines.
    static func command(in line: String) -> String? {
        guard line.utf8.count <= longestLine else { return "a line that is too long" }
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }
}
