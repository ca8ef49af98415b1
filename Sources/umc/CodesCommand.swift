import ArgumentParser
import Foundation
import CatalogReports
import UniversalMediaCatalog

/// `umc codes LIST`: prints the codes that feeds accept.
struct CodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Prints the codes that elements and attributes accept.",
        discussion: """
            Lists: \(CodeList.all.map(\.name).joined(separator: ", ")).

            Examples:
              umc codes genres
              umc codes ratings --json
            """)

    @Argument(
        help: "The name of a list; without one, the lists are listed.",
        completion: .list(CodeList.all.map(\.name)))
    var list: String?
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard let list, CodeList.named(list) == nil else { return }
        let names = CodeList.all.map(\.name)
        let hint =
            Spelling.nearest(to: list, among: names).map { "did you mean \($0)?" }
            ?? "the lists are \(names.joined(separator: ", "))."
        throw ValidationError("There is no list '\(list.prefix(60))'; \(hint)")
    }

    func run() throws {
        try FeedCommand.writing(nil, isText: !json) { output in
            if let list, let found = CodeList.named(list) { return output.write(json ? found.json : found.text) }
            if json { return output.write("[" + CodeList.all.map(\.json).joined(separator: ",") + "]\n") }
            for list in CodeList.all {
                output.write(
                    "\(list.name)\(String(repeating: " ", count: max(1, 18 - list.name.count)))\(list.title)\n")
            }
        }
    }
}
