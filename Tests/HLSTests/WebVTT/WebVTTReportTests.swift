import Foundation
import Testing

@testable import HLS

@Suite("Report of a WebVTT file")
struct WebVTTReportTests {
    private func report(_ text: String, _ form: WebVTTReport.Form) -> (text: String, isUsable: Bool) {
        var report = WebVTTReport(form)
        var output: [UInt8] = []
        for byte in text.utf8 {
            [byte].withUnsafeBufferPointer { report.append($0) }
            output += report.takeOutput()
        }
        report.finish()
        output += report.takeOutput()
        return (String(decoding: output, as: UTF8.self), report.isUsable)
    }

    private func json(_ text: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(report(text, .json).text.utf8))
        return try #require(object as? [String: Any])
    }

    @Test("the JSON has all that the file says, and nothing that is a default")
    func json() throws {
        let object = try json(
            """
            WEBVTT
            X-TIMESTAMP-MAP=LOCAL:00:00:01.000,MPEGTS:900000

            STYLE
            ::cue { color: red }

            REGION
            id:r width:40% scroll:up

            REGION

             an "id" 
            00:00:01.001 --> 100:00:02.500 vertical:lr line:50%,end position:10%,line-right size:50.5% align:left
            <v.a Mary>x</v>&lt;<00:00:02.000>\u{85}\u{1}

            00:02.000 --> 00:01.000 line:-2 region:r foo

            """)
        #expect(object["kind"] as? String == "webvtt")
        #expect(object["styles"] as? [String] == ["::cue { color: red }"])
        let map = try #require(object["timestampMap"] as? [String: Any])
        #expect(map["local"] as? Double == 1 && map["mpegts"] as? Int == 900_000)
        let regions = try #require(object["regions"] as? [[String: Any]])
        #expect(regions.count == 1 && regions[0]["id"] as? String == "r" && regions[0]["width"] as? Double == 40)
        #expect(regions[0]["lines"] as? Int == 3 && regions[0]["scroll"] as? String == "up")
        #expect(regions[0]["regionAnchor"] as? [String: Double] == ["x": 0, "y": 100])
        let cues = try #require(object["cues"] as? [[String: Any]])
        try #require(cues.count == 2)
        #expect(cues[0]["id"] as? String == " an \"id\" ")
        #expect(cues[0]["start"] as? Double == 1.001 && cues[0]["end"] as? Double == 360_002.5)
        #expect(cues[0]["text"] as? String == "<v.a Mary>x</v>&lt;<00:00:02.000>\u{85}\u{1}")
        let settings = try #require(cues[0]["settings"] as? [String: Any])
        #expect(settings["vertical"] as? String == "lr" && settings["line"] as? Double == 50)
        #expect(settings["snapToLines"] as? Bool == false && settings["lineAlign"] as? String == "end")
        #expect(settings["position"] as? Double == 10 && settings["positionAlign"] as? String == "line-right")
        #expect(settings["size"] as? Double == 50.5 && settings["align"] as? String == "left")
        let nodes = try #require(cues[0]["nodes"] as? [[String: Any]])
        #expect(
            nodes.map { Set($0.keys) } == [
                ["tag", "classes", "annotation", "children"], ["text"], ["timestamp"], ["text"],
            ])
        #expect(nodes[2]["timestamp"] as? Double == 2)
        // The region follows the line, so it is in force.
        let second = try #require(cues[1]["settings"] as? [String: Any])
        #expect(second.count == 2 && second["line"] as? Double == -2 && second["region"] as? String == "r")
        #expect(Set(cues[1].keys) == ["start", "end", "settings"])
        let faults = try #require(object["faults"] as? [[String: Any]])
        #expect(faults.map { $0["rule"] as? String } == ["webvtt.order", "webvtt.setting"])
        #expect(faults.allSatisfy { Set($0.keys) == ["line", "rule", "level", "message"] })
    }

    @Test(
        "a file without WEBVTT is not usable, and its report has the fault and no cues", arguments: ["", "WEBVT", "x"])
    func unusable(first: String) throws {
        let text = first + "\n\n00:00.000 --> 00:01.000\nx"
        let object = try json(first.isEmpty ? "" : text)
        #expect((object["cues"] as? [Any])?.isEmpty == true)
        #expect((object["faults"] as? [Any])?.count == 1)
        #expect(!report(text, .json).isUsable)
        #expect(try (json("WEBVTT")["faults"] as? [Any])?.isEmpty == true)
        #expect(report("\u{feff}WEBVTT", .text).isUsable)
    }

    @Test("the text has one line for each fact, without control characters")
    func text() {
        let text = report(
            "WEBVTT\n\nREGION\nid:r\n\n00:01.000 --> 00:02.500\n<b>a\u{1b}</b>\nb\n", .text
        ).text
        #expect(
            text == """
                  captions      WebVTT
                  region        r: 100.0 % wide, 3 lines
                  cue           0:00:01.000 – 0:00:02.500  a  b
                  cues          1

                """)
    }
}
