import ArgumentParser
import Foundation
import MediaTesting

/// `up-next`: prints what is added to the viewer's Up Next list, in place of the TV app.
@main
struct UpNextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up-next",
        abstract: "Receives what is added to Up Next on the session bus, and prints one JSON object a line.",
        discussion: """
            A stand-in for the TV app, for developers: run it beside an app, say 'avplayer ask "add this to my Up Next"', and see the \
            identifiers that arrive. It ends with Ctrl-C.
            """)

    /// A line of the output.
    private struct Line: Encodable {
        var contentIdentifier: String
        var appIdentifier: String
        var title: String
    }

    func run() async throws {
        let receiver = try await UpNextReceiver.onSessionBus { entry in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let line = Line(
                contentIdentifier: entry.contentIdentifier, appIdentifier: entry.appIdentifier, title: entry.title)
            guard let data = try? encoder.encode(line) else { return }
            try? FileHandle.standardOutput.write(contentsOf: data + Data("\n".utf8))
        }
        try? FileHandle.standardError.write(contentsOf: Data("up-next: waiting on the session bus\n".utf8))
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        withExtendedLifetime(receiver) {}
    }
}
