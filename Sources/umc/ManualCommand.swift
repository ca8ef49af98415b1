import ArgumentParser
import Foundation
import CatalogReports
import UniversalMediaCatalog

/// `umc manual`: the manual page, made from what the commands say of themselves.
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

/// A command as the parser describes it, which is the same that it prints help from.
struct CommandDescription: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String

            /// As it is written on the command line.
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
    /// Asks the parser, which has one public way to be asked: the command line.
    static func described() throws -> CommandDescription {
        struct Whole: Decodable { var command: CommandDescription }
        var text = ""
        do { _ = try parseAsRoot(["--experimental-dump-help"]) } catch { text = fullMessage(for: error) }
        return try JSONDecoder().decode(Whole.self, from: Data(text.utf8)).command
    }
}
