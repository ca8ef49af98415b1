import ArgumentParser
import Foundation
import CatalogReports
import UniversalMediaCatalog

/// `umc manual`: prints the manual page, generated from the descriptions of the commands.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Prints the manual page of umc, for man.",
        discussion: """
            Examples:
              umc manual | man -l -
              umc manual > /usr/local/share/man/man1/umc.1
            """)

    func run() throws {
        let page = try ManualPage(UMCCommand.described())
        try FeedCommand.writing(nil) { $0.write(page.roff) }
    }
}

/// The parser's description of a command, from which it also prints help.
struct CommandDescription: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String

            /// The spelling on the command line.
            var spelling: String { kind == "long" ? "--\(name)" : "-\(name)" }
        }

        var kind: String
        var abstract: String?
        var names: [Name]?
        var valueName: String?
        var defaultValue: String?
        var allValues: [String]?
        var sectionTitle: String?
        var isOptional: Bool
        var isRepeating: Bool
        var shouldDisplay: Bool
    }

    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [CommandDescription]?
    var shouldDisplay: Bool
}

extension UMCCommand {
    /// Reads the parser's description, which is public only as a command-line option.
    static func described() throws -> CommandDescription {
        struct Whole: Decodable { var command: CommandDescription }
        var text = ""
        do { _ = try parseAsRoot(["--experimental-dump-help"]) } catch { text = fullMessage(for: error) }
        return try JSONDecoder().decode(Whole.self, from: Data(text.utf8)).command
    }
}
