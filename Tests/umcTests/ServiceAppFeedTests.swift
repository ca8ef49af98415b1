import Foundation
import Testing

/// The feeds of Examples/ServiceApp.
struct ServiceAppFeedTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Examples/ServiceApp")
    private static let feeds = ["catalog.xml", "availability-us.xml", "manifest.xml"].map {
        folder.appending(path: "Feeds").appending(path: $0)
    }

    @Test("R147 R151 the feeds of the example app have no findings, with the tiers that the app registers")
    func feeds_haveNoFindings() throws {
        let account = try String(contentsOf: Self.folder.appending(path: "Account.swift"), encoding: .utf8)
        let tiers = try #require(account.firstMatch(of: /tiers = \[(.*)\]/)).output.1.split(separator: ",").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        }
        #expect(tiers == ["Movies", "Series"])
        let outcome = try Tool.run(
            ["validate"] + Self.feeds.map(\.path) + ["--now", "2026-11-24", "--fail-on", "info", "--no-progress"]
                + tiers.flatMap { ["--tier", $0] })
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("no findings"), "\(outcome.output)")
    }

    @Test("R156 the example app and its feeds have the same identifiers, letter case included")
    func identifiers_agree() throws {
        let pattern = /NL-[A-Za-z]+-[A-Za-z0-9-]+/
        func identifiers(_ file: URL) throws -> Set<String> {
            Set(try String(contentsOf: file, encoding: .utf8).matches(of: pattern).map { String($0.output) })
        }
        let app = try identifiers(Self.folder.appending(path: "Catalog.swift"))
        let catalog = try identifiers(Self.feeds[0])
        let availability = try identifiers(Self.feeds[1])
        #expect(app.count == 4)
        #expect(app.isSubset(of: catalog), "\(app.subtracting(catalog))")
        #expect(app.isSubset(of: availability), "\(app.subtracting(availability))")
        #expect(catalog == availability)
    }
}
