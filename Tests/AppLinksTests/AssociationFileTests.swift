import Foundation
import MediaTesting
import Testing

@testable import AppLinks

struct AssociationFileTests {
    private static let app = "ABCDE12345.com.example.service"

    /// Whether a file with these components assigns a URL to the app.
    private func matches(_ components: String, _ url: String, more: String = "") throws -> Bool {
        let json = """
            {"applinks": {\(more) "details": [
              {"appIDs": ["\(Self.app)"], "components": [\(components)]}]}}
            """
        let file = try AssociationFile(json: Data(json.utf8))
        return file.verdict(for: try #require(URL(string: url)), isApp: { $0 == Self.app }) == .match
    }

    @Test(
        "R211: components of an association file take paths, queries and fragments in and out, in order",
        arguments: [
            (#"{"/": "/play/*"}"#, "https://a.b/play/1", true), (#"{"/": "/play/*"}"#, "https://a.b/open/1", false),
            (#"{"/": "/play/*"}"#, "https://a.b/play/1/2", true), (#"{"/": "/play/?*"}"#, "https://a.b/play/", false),
            (#"{"/": "/a?c"}"#, "https://a.b/abc", true), (#"{"/": "/a?c"}"#, "https://a.b/ac", false),
            (#"{"/": "/"}"#, "https://a.b", true), (#"{"/": "*"}"#, "https://a.b/x?y#z", true),
            ("{}", "https://a.b/x", true),
            (##"{"#": "no_app", "exclude": true}, {"/": "/*"}"##, "https://a.b/x#no_app", false),
            (##"{"#": "no_app", "exclude": true}, {"/": "/*"}"##, "https://a.b/x#app", true),
            (#"{"/": "/*"}, {"/": "/x", "exclude": true}"#, "https://a.b/x", true),
            (#"{"/": "/help/*", "?": {"n": "????"}}"#, "https://a.b/help/?n=1234&x=1", true),
            (#"{"/": "/help/*", "?": {"n": "????"}}"#, "https://a.b/help/?n=123", false),
            (#"{"/": "/help/*", "?": {"n": "?*"}}"#, "https://a.b/help/", false),
            (#"{"/": "/help/*", "?": {"n": "*"}}"#, "https://a.b/help/", true),
            (#"{"?": {"n": "1"}}"#, "https://a.b/?n=1&n=2", false), (#"{"?": "a=*"}"#, "https://a.b/?a=1&b=2", true),
            (#"{"?": "a=*"}"#, "https://a.b/?b=1", false),
            (#"{"/": "/Play"}"#, "https://a.b/play", false),
            (#"{"/": "/Play", "caseSensitive": false}"#, "https://a.b/pLAY", true),
            (#"{"/": "/a%20b"}"#, "https://a.b/a%20b", true), (#"{"/": "/a b"}"#, "https://a.b/a%20b", false),
            (#"{"/": "/a b", "percentEncoded": false}"#, "https://a.b/a%20b", true),
            (#"{"/": "/ä", "percentEncoded": false}"#, "https://a.b/%C3%A4", true),
            (#"{"/": "/?", "percentEncoded": false}"#, "https://a.b/%C3%A4", true),
            (#"{"/": "/$(digit)$(alpha)"}"#, "https://a.b/1x", true),
            (#"{"/": "/$(digit)$(alpha)"}"#, "https://a.b/x1", false),
            (#"{"/": "/$(lang)-$(region)/*"}"#, "https://a.b/en-US/x", true),
            (#"{"/": "/$(food)/*"}"#, "https://a.b/rice/x", true),
            (#"{"/": "/$(food)/*"}"#, "https://a.b/ramen-noodles/x", true),
            (#"{"/": "/$(food)/*"}"#, "https://a.b/soup/x", false),
            (#"{"/": "/$(none)/*"}"#, "https://a.b/x/y", false),
        ])
    func components(components: String, url: String, isMatch: Bool) throws {
        let variables = #""substitutionVariables": {"food": ["rice", "ramen*"]},"#
        #expect(try matches(components, url, more: variables) == isMatch, "\(components) \(url)")
    }

    @Test("R211: defaults of the file and of an entry hold for components that say nothing else")
    func defaults() throws {
        let defaults = #""defaults": {"caseSensitive": false},"#
        #expect(try matches(#"{"/": "/Play"}"#, "https://a.b/play", more: defaults))
        #expect(try !matches(#"{"/": "/Play", "caseSensitive": true}"#, "https://a.b/play", more: defaults))
    }

    @Test("R211: the older forms, paths and a table by app, are read; the first path that matches decides")
    func paths() throws {
        for details in [
            #"[{"appID": "ABCDE12345.com.example.service", "paths": ["NOT /play/old/*", "/play/*"]}]"#,
            #"{"ABCDE12345.com.example.service": {"paths": ["NOT /play/old/*", "/play/*"]}}"#,
        ] {
            let file = try AssociationFile(json: Data("{\"applinks\": {\"apps\": [], \"details\": \(details)}}".utf8))
            func verdict(_ url: String) throws -> AssociationFile.Verdict {
                file.verdict(for: try #require(URL(string: url)), isApp: { $0 == Self.app })
            }
            #expect(try verdict("https://a.b/play/1") == .match)
            #expect(try verdict("https://a.b/play/old/1") == .other)
            #expect(try verdict("https://a.b/") == .other)
            #expect(
                file.verdict(for: try #require(URL(string: "https://a.b/play/1")), isApp: { _ in false }) == .otherApp)
        }
    }

    @Test(
        "a file that is not JSON, has no links or conditions of a wrong type is rejected",
        arguments: [
            ("", AssociationError.Reason.notJSON), ("<html>", .notJSON), ("[]", .notJSON), ("{}", .noLinks),
            (#"{"applinks": []}"#, .noLinks), (#"{"applinks": {}}"#, .noLinks),
            (#"{"applinks": {"details": 1}}"#, .noLinks),
            (#"{"applinks": {"details": [{"appID": "a", "components": [{"/": 1}]}]}}"#, .component),
            (#"{"applinks": {"details": [{"appID": "a", "components": [{"?": 1}]}]}}"#, .component),
            (#"{"applinks": {"details": [{"appID": "a", "components": [{"?": {"a": 1}}]}]}}"#, .component),
            (##"{"applinks": {"details": [{"appID": "a", "components": [{"#": null}]}]}}"##, .component),
        ])
    func rejected(json: String, reason: AssociationError.Reason) {
        let error = #expect(throws: AssociationError.self) { try AssociationFile(json: Data(json.utf8)) }
        #expect(error?.reason == reason, "\(json)")
    }

    @Test("a file beyond the limit of its size, its components or a pattern is rejected")
    func limits() {
        func reason(_ json: String) -> AssociationError.Reason? {
            do {
                _ = try AssociationFile(json: Data(json.utf8))
                return nil
            } catch { return error.reason }
        }
        func file(_ components: String) -> String {
            "{\"applinks\": {\"details\": [{\"appID\": \"a\", \"components\": [\(components)]}]}}"
        }
        #expect(reason(file("{\"/\": \"\(String(repeating: "a", count: 2_048))\"}")) == nil)
        #expect(reason(file("{\"/\": \"\(String(repeating: "a", count: 2_049))\"}")) == .tooLarge)
        #expect(reason(file(Array(repeating: "{}", count: 5_001).joined(separator: ","))) == .tooLarge)
        #expect(reason(file("") + String(repeating: " ", count: 128 << 10)) == .tooLarge)
    }

    @Test("patterns that would take too many steps stop, and the link is not the app's")
    func complexity() throws {
        let values = Array(repeating: "\"*a*b\"", count: 200).joined(separator: ",")
        let component = "{\"/\": \"" + String(repeating: "$(v)", count: 200) + "x\"}"
        let json = """
            {"applinks": {"substitutionVariables": {"v": [\(values)]}, "details": [
              {"appID": "a", "components": [\(component)]}]}}
            """
        let file = try AssociationFile(json: Data(json.utf8))
        let url = try #require(URL(string: "https://a.b/" + String(repeating: "ab", count: 1_000)))
        #expect(file.verdict(for: url, isApp: { _ in true }) == .tooComplex)
    }
}
