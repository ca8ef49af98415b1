import Foundation

/// Reads lines from standard input on a thread of its own and hands them to the main actor.
final class ControlReader: Sendable {
    /// Longer lines are no commands.
    private static let longestLine = 1 << 20

    /// - Parameter handler: gets each line, and nil when there will be no more.
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
