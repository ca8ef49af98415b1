import Foundation
import MediaTesting
import ReportText
import Testing

@testable import avplayer

struct JSONTextTests {
    @Test("JSON output keeps the order of values and escapes control characters")
    func writing() {
        let value = JSONText.object([
            ("b", .text("a\"b\\c\n\u{1}é")), ("a", .list([.integer(1), .null, .boolean(true)])), ("n", .number(1.5)),
        ])
        #expect(value.description == #"{"b":"a\"b\\c\n\u0001é","a":[1,null,true],"n":1.5}"#)
        #expect(JSONText(Double.nan) == .null)
        #expect(JSONText(Double.infinity) == .null)
        #expect(JSONText.number(3).description == "3")
    }

    @Test("the written text is valid JSON for other parsers")
    func isJSON() throws {
        let text = JSONText.object([("x", .text("\u{7f}\t\"")), ("y", .number(-0.000_001))]).description
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["x"] as? String == "\u{7f}\t\"")
        #expect(object["y"] as? Double == -0.000_001)
    }
}

struct ControlCommandTests {
    private func action(_ line: String) throws -> ControlCommand.Action { try ControlCommand(line).action }

    @Test("each command is parsed")
    func commands() throws {
        #expect(try action(#"{"id":1,"command":"play"}"#) == .play)
        #expect(try action(#"{"id":1,"command":"seek","to":12.5}"#) == .seek(to: 12.5, before: nil, after: nil))
        #expect(
            try action(#"{"id":1,"command":"seek","to":1,"before":0,"after":0.5}"#)
                == .seek(to: 1, before: 0, after: 0.5))
        #expect(try action(#"{"id":1,"command":"rate","value":2}"#) == .rate(2))
        #expect(try action(#"{"id":1,"command":"step","count":-3}"#) == .step(-3))
        #expect(
            try action(#"{"id":1,"command":"select","group":"audible","option":"de"}"#)
                == .select(group: "audible", option: .language("de")))
        #expect(
            try action(#"{"id":1,"command":"select","group":"legible","option":null}"#)
                == .select(group: "legible", option: .nothing))
        #expect(
            try action(#"{"id":1,"command":"select","group":"legible","option":1}"#)
                == .select(group: "legible", option: .index(1)))
        #expect(try action(#"{"id":1,"command":"screenshot","file":"a.png"}"#) == .screenshot(file: "a.png"))
    }

    @Test(
        "an invalid command is reported with its own id and does not end the program",
        arguments: [
            "", "nonsense", "[]", #"{"id":7}"#, #"{"id":7,"command":"dance"}"#, #"{"id":7,"command":"seek"}"#,
            #"{"id":7,"command":"seek","to":"x"}"#, #"{"id":7,"command":"select","group":"smell"}"#,
            #"{"id":7,"command":"step","count":1e300}"#, #"{"id":7,"command":"step","count":1.5}"#,
            #"{"id":7,"command":"step","count":0}"#, #"{"id":7,"command":"seek","to":true}"#,
            #"{"id":7,"command":"seek","to":1,"before":-1}"#, #"{"id":7,"command":"seek","to":1,"after":"x"}"#,
            #"{"id":7,"command":"rate","value":1e30}"#, #"{"id":7,"command":"rate","value":false}"#,
            #"{"id":7,"command":"select","group":"legible"}"#,
            #"{"id":7,"command":"select","group":"legible","option":0.5}"#,
            #"{"id":7,"command":"screenshot","file":""}"#,
            #"{"id":7,"command":"select","group":"audible","option":-9223372036854775808}"#,
            #"{"id":7,"command":"screenshot","file":"a\u0000b"}"#,
        ])
    func faults(line: String) {
        let fault = #expect(throws: ControlCommand.Fault.self) { try ControlCommand(line) }
        #expect(fault?.id == (line.contains("7") ? .number(7) : .null))
        #expect(fault?.message.isEmpty == false)
    }
}

/// The identifiers of commands, and the form of answers.
struct ControlAnswerTests {
    @Test("a line of more than 1 MB is answered with an error, and blank lines are not")
    func longLine() throws {
        let end = String(repeating: " ", count: 1 << 20)
        let line = try #require(ControlReader.command(in: #"{"id":1,"command":"quit"}"# + end))
        let fault = #expect(throws: ControlCommand.Fault.self) { try ControlCommand(line) }
        #expect(fault?.message.contains("1 MB") == true)
        #expect(ControlReader.command(in: " \t") == nil)
        let short = #"{"id":1,"command":"quit"} "#
        #expect(ControlReader.command(in: short) == short)
    }

    @Test(
        "an identifier is returned unchanged, also above 2^53",
        arguments: ["9007199254740993", "-4", "1.5", "\"a\"", "null"])
    func identifiers(_ id: String) throws {
        #expect(try ControlCommand("{\"id\":\(id),\"command\":\"play\"}").id.description == id)
    }

    @Test("an answer has one member `error`, also where the command asked for the error of the item")
    func oneError() {
        let plain = EventPrinter.members(id: .integer(1), error: "no", [("state", .text("paused"))])
        #expect(JSONText.object(plain).description == #"{"id":1,"ok":false,"error":"no","state":"paused"}"#)
        let status = EventPrinter.members(id: .integer(1), error: nil, [("error", .text("of the item"))])
        #expect(JSONText.object(status).description == #"{"id":1,"ok":true,"error":"of the item"}"#)
    }
}

struct MediaURLTests {
    @Test("paths and URLs are distinguished")
    func addresses() {
        #expect(MediaURL.url(for: "https://example.org/a.mp4")?.scheme == "https")
        #expect(MediaURL.url(for: "/a b/c.mp4")?.path == "/a b/c.mp4")
        #expect(MediaURL.url(for: "c#1?.mp4")?.lastPathComponent == "c#1?.mp4")
        #expect(MediaURL.url(for: "file:///a.mp4")?.path == "/a.mp4")
        #expect(MediaURL.url(for: "") == nil)
    }
}

struct PlaybackFailureTests {
    private func error(_ domain: String, _ code: Int, under: NSError? = nil) -> NSError {
        NSError(
            domain: domain, code: code,
            userInfo: [NSLocalizedDescriptionKey: "\(domain) \(code)"].merging(
                under.map { [NSUnderlyingErrorKey: $0] } ?? [:]
            ) {
                $1
            })
    }

    @Test("the exit code states whether any media could be read")
    func exitCodes() {
        let missing = error(NSURLErrorDomain, -1100, under: error("OpenAVKit.MediaError", 2000))
        #expect(PlaybackFailure(missing).exit(hasReceivedMedia: false) == .nothingRead)
        let nonsense = error("AVFoundationErrorDomain", -11828, under: error("OpenAVKit.MediaError", 3000))
        #expect(PlaybackFailure(nonsense).exit(hasReceivedMedia: false) == .playbackFailed)
        let lost = error("AVFoundationErrorDomain", -11819, under: error("OpenAVKit.MediaError", 2008))
        #expect(PlaybackFailure(lost).exit(hasReceivedMedia: true) == .playbackFailed)
        #expect(max(PlayerExit.playbackFailed, .nothingRead) == .nothingRead)
    }

    @Test("a failure names its URL where that differs from the requested one")
    func address() throws {
        let part = try #require(URL(string: "http://example.com/a.ts"))
        let failure = PlaybackFailure(
            NSError(
                domain: "A", code: 1,
                userInfo: [NSURLErrorFailingURLErrorKey: part, NSLocalizedFailureReasonErrorKey: "Gone."]))
        #expect(failure.line(about: "http://example.com/a.ts") == "Gone.")
        #expect(failure.line(about: "http://example.com/main.m3u8") == "Gone. The URL is http://example.com/a.ts")
        #expect(failure.fields.contains { $0.0 == "url" })
    }

    @Test("causes are listed in order, and an error without a cause has a message")
    func chain() {
        let failure = PlaybackFailure(error("A", 1, under: error("OpenAVKit.MediaError", 2, under: error("C", 3))))
        #expect(failure.chain.map(\.domain) == ["A", "OpenAVKit.MediaError", "C"])
        #expect(failure.line(about: "film") == "A 1")
        #expect(!PlaybackFailure(nil).line(about: "film").isEmpty)
    }
}
