import Foundation
import MediaTesting
import Testing

@Suite("avplayer inspect of playlists", .enabled(if: Program.url != nil))
struct PlaylistInspectTests {
    private func inspect(_ text: String, named name: String) async throws -> (ExternalCommand.Outcome, [String: Any]) {
        let file = try await StreamMaker.shared.file(named: name, bytes: Data(text.utf8))
        let outcome = try await Program.run("inspect", "--json", file.path)
        let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
        return (outcome, try #require(object))
    }

    @Test("inspecting a WebVTT file prints its cues and faults; a file without WEBVTT ends with 1")
    func captions() async throws {
        let (outcome, object) = try await inspect(
            "WEBVTT\n\nREGION\nid:r\n\na\n00:01.000 --> 00:02.500 region:r\n<i>x</i>\n", named: "inspect.vtt")
        #expect(outcome.status == 0, "\(outcome.standardError)")
        #expect(object["kind"] as? String == "webvtt" && (object["regions"] as? [Any])?.count == 1)
        let cue = try #require((object["cues"] as? [[String: Any]])?.first)
        #expect(cue["id"] as? String == "a" && cue["end"] as? Double == 2.5 && cue["text"] as? String == "<i>x</i>")
        for (name, text) in [("broken.vtt", "WEBVT\n\n00:01.000 --> 00:02.000\nx\n"), ("empty.vtt", "")] {
            let (broken, report) = try await inspect(text, named: name)
            #expect(broken.status == 1, "\(broken.standardError)")
            #expect((report["cues"] as? [Any])?.isEmpty == true && (report["faults"] as? [Any])?.count == 1)
        }
    }

    @Test("a media file that is cut off ends with 1 where --fail-on is error or lower, else with 0")
    func cutOff() async throws {
        let bytes = try Data(contentsOf: try await StreamMaker.shared.clip(ClipRecipe.flashAndBeep(seconds: 2)))
        let file = try await StreamMaker.shared.file(named: "inspect-cut.mp4", bytes: bytes.prefix(bytes.count / 2))
        for (options, code) in [([], Int32(0)), (["--fail-on", "error"], 1), (["--fail-on", "fatal"], 0)] {
            let outcome = try await ExternalCommand.run(
                try #require(Program.url), ["inspect", file.path] + options, environment: Program.environment,
                timeout: 60)
            #expect(outcome.status == code, "\(options) \(outcome.standardError)")
            #expect(outcome.standardOutput.contains("cut off"), "\(outcome.standardOutput)")
        }
    }

    @Test("inspecting a media playlist gives every documented key; what the playlist lacks is absent")
    func media() async throws {
        let (outcome, object) = try await inspect(
            """
            #EXTM3U
            #EXT-X-VERSION:10
            #EXT-X-TARGETDURATION:4
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-DISCONTINUITY-SEQUENCE:2
            #EXT-X-PLAYLIST-TYPE:EVENT
            #EXT-X-DEFINE:NAME="dir",VALUE="video"
            #EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,HOLD-BACK=12,CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=2
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x000102030405060708090A0B0C0D0E0F
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="700@10"
            #EXT-X-PROGRAM-DATE-TIME:2026-11-21T13:00:00.500+01:00
            #EXT-X-DATERANGE:ID="d",CLASS="c",START-DATE="2026-11-21T12:00:01Z",DURATION=2.5,X-A="b",X-N=4
            #EXTINF:4.004,Title
            #EXT-X-BYTERANGE:100@50
            {$dir}/a.mp4
            #EXT-X-DISCONTINUITY
            #EXT-X-GAP
            #EXT-X-BITRATE:900
            #EXT-X-PART:DURATION=1,URI="b1.mp4",INDEPENDENT=YES
            #EXTINF:4,
            b.mp4
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="c1.mp4"
            #EXT-X-RENDITION-REPORT:URI="x.m3u8",LAST-MSN=8,LAST-PART=0
            """, named: "inspect-media.m3u8")
        #expect(outcome.status == 0, "\(outcome.standardError)")
        #expect(object["kind"] as? String == "media")
        #expect(object["version"] as? Int == 10)
        #expect(object["variables"] as? [String: String] == ["dir": "video"])
        #expect(object["targetDuration"] as? Double == 4)
        #expect(object["mediaSequence"] as? Int == 7)
        #expect(object["discontinuitySequence"] as? Int == 2)
        #expect(object["playlistType"] as? String == "EVENT")
        #expect(object["endList"] as? Bool == false)
        #expect(object["iFramesOnly"] as? Bool == false)
        #expect(object["skip"] == nil)
        #expect(object["variants"] == nil)
        #expect((object["faults"] as? [Any])?.isEmpty == true, "\(outcome.standardOutput)")
        let segments = try #require(object["segments"] as? [[String: Any]])
        #expect(
            Set(segments[0].keys) == [
                "uri", "duration", "title", "byteRange", "programDateTime", "key", "map",
            ])
        #expect(segments[0]["uri"] as? String == "video/a.mp4")
        #expect(segments[0]["duration"] as? Double == 4.004)
        #expect(segments[0]["byteRange"] as? [String: Int] == ["length": 100, "offset": 50])
        #expect(segments[0]["programDateTime"] as? String == "2026-11-21T12:00:00.500Z")
        #expect(
            segments[0]["key"] as? [String: String] == [
                "method": "AES-128", "uri": "key", "iv": "0x000102030405060708090A0B0C0D0E0F",
            ])
        #expect(
            (segments[0]["map"] as? [String: Any])?["byteRange"] as? [String: Int] == ["length": 700, "offset": 10])
        #expect(
            Set(segments[1].keys) == ["uri", "duration", "discontinuity", "gap", "key", "map", "parts", "bitrate"])
        #expect(segments[1]["gap"] as? Bool == true)
        #expect(segments[1]["bitrate"] as? Int == 900)
        let part = try #require((segments[1]["parts"] as? [[String: Any]])?.first)
        #expect(part["independent"] as? Bool == true)
        let range = try #require((object["dateRanges"] as? [[String: Any]])?.first)
        #expect(range["class"] as? String == "c")
        #expect((range["attributes"] as? [String: Any])?["X-N"] as? Double == 4)
        #expect((object["serverControl"] as? [String: Any])?["canSkipUntil"] as? Double == 24)
        #expect(((object["preloadHints"] as? [[String: Any]])?.first)?["type"] as? String == "PART")
        #expect(((object["renditionReports"] as? [[String: Any]])?.first)?["lastMsn"] as? Int == 8)
    }

    @Test("inspecting a multivariant playlist gives every documented key")
    func multivariant() async throws {
        let (outcome, object) = try await inspect(
            """
            #EXTM3U
            #EXT-X-VERSION:8
            #EXT-X-START:TIME-OFFSET=-6,PRECISE=YES
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="English",INSTREAM-ID="CC1"
            #EXT-X-SESSION-DATA:DATA-ID="t",VALUE="x",LANGUAGE="en"
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"
            #EXT-X-CONTENT-STEERING:SERVER-URI="s.json",PATHWAY-ID="."
            #EXT-X-STREAM-INF:BANDWIDTH=2000,AVERAGE-BANDWIDTH=1500,SCORE=1.5,CODECS="avc1.64001f,mp4a.40.2",\
            RESOLUTION=1280x720,FRAME-RATE=25,VIDEO-RANGE=SDR,HDCP-LEVEL=NONE,AUDIO="a",CLOSED-CAPTIONS="c"
            v.m3u8
            #EXT-X-STREAM-INF:RESOLUTION=1x1
            dropped.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI="i.m3u8"
            """, named: "inspect-multivariant.m3u8")
        #expect(outcome.status == 0, "\(outcome.standardError)")
        #expect(object["kind"] as? String == "multivariant")
        #expect(object["segments"] == nil)
        let variant = try #require((object["variants"] as? [[String: Any]])?.first)
        #expect(
            Set(variant.keys) == [
                "uri", "bandwidth", "averageBandwidth", "score", "codecs", "resolution", "frameRate", "videoRange",
                "hdcpLevel", "audio", "closedCaptions",
            ])
        #expect(variant["resolution"] as? [String: Int] == ["width": 1_280, "height": 720])
        #expect((object["variants"] as? [Any])?.count == 1)
        #expect((object["iFrameVariants"] as? [[String: Any]])?.first?["bandwidth"] as? Int == 100)
        let renditions = try #require(object["renditions"] as? [[String: Any]])
        #expect(Set(renditions[0].keys) == ["type", "groupId", "name", "language", "default", "channels", "uri"])
        #expect(renditions[1]["instreamId"] as? String == "CC1")
        #expect(
            (object["sessionData"] as? [[String: String]])?.first == ["dataId": "t", "value": "x", "language": "en"])
        #expect((object["sessionKeys"] as? [[String: String]])?.first == ["method": "AES-128", "uri": "k"])
        #expect(object["contentSteering"] as? [String: String] == ["serverUri": "s.json", "pathwayId": "."])
        #expect((object["start"] as? [String: Any])?["timeOffset"] as? Double == -6)
        let fault = try #require((object["faults"] as? [[String: Any]])?.first)
        #expect(Set(fault.keys) == ["line", "rule", "level", "message"])
        #expect(fault["line"] as? Int == 11)
        #expect(fault["rule"] as? String == "hls.stream-inf.bandwidth")
        #expect(fault["level"] as? String == "error")
    }

    @Test("an unusable playlist exits with 1, with its faults as JSON and one line as text")
    func unusable() async throws {
        let (outcome, object) = try await inspect("#EXTM3U\n#EXTINF:4,\na.ts\n", named: "inspect-bad.m3u8")
        #expect(outcome.status == 1)
        #expect(object["kind"] == nil)
        #expect((object["faults"] as? [[String: Any]])?.first?["rule"] as? String == "hls.targetduration.missing")
        #expect(outcome.standardError.contains("EXT-X-TARGETDURATION"))
        #expect(outcome.standardError.split(separator: "\n").count == 1)
        let (empty, _) = try await inspect("#EXTM3U\n", named: "inspect-neither.m3u8")
        #expect(empty.status == 1)
        // A file is recognized as a playlist by its content, not by its name.
        let (page, faults) = try await inspect("<html></html>", named: "inspect-page.m3u8")
        #expect(page.status == 1)
        #expect((faults["faults"] as? [[String: Any]])?.first?["rule"] as? String == "hls.header.missing")
        let (unnamed, list) = try await inspect("#EXTM3U\n#EXT-X-TARGETDURATION:4\n", named: "inspect-noname.txt")
        #expect(unnamed.status == 0)
        #expect(list["kind"] as? String == "media")
    }

    @Test("an empty playlist is unusable; text from the playlist is printed unchanged")
    func writing() async throws {
        let (none, faults) = try await inspect("", named: "inspect-empty.m3u8")
        #expect(none.status == 1)
        #expect((faults["faults"] as? [[String: Any]])?.first?["rule"] as? String == "hls.header.missing")
        let (_, object) = try await inspect(
            """
            #EXTM3U
            #EXT-X-START:TIME-OFFSET=3
            #EXT-X-SESSION-DATA:DATA-ID="a",URI="a.json"
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="identity",KEYFORMATVERSIONS="1"
            #EXT-X-STREAM-INF:BANDWIDTH=9,CODECS="avc1.77.30, mp4a.40.2"
            v.m3u8
            """, named: "inspect-written.m3u8")
        #expect(object["start"] as? [String: Double] == ["timeOffset": 3])
        #expect((object["sessionData"] as? [[String: String]])?.first == ["dataId": "a", "uri": "a.json"])
        #expect(
            (object["sessionKeys"] as? [[String: String]])?.first == [
                "method": "SAMPLE-AES", "uri": "skd://a", "keyFormat": "identity", "keyFormatVersions": "1",
            ])
        #expect((object["variants"] as? [[String: Any]])?.first?["codecs"] as? String == "avc1.77.30, mp4a.40.2")
    }

    @Test("a report is written into a pipe or through a symbolic link, and replaces neither")
    func devices() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("devices-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let playlist = folder.appendingPathComponent("main.m3u8")
        try Data("#EXTM3U\n".utf8).write(to: playlist)
        let target = folder.appendingPathComponent("target.txt")
        try Data().write(to: target)
        let link = folder.appendingPathComponent("link.txt").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target.path)
        _ = try await Program.run("inspect", "--deep", playlist.path, "--output", link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target.path)
        #expect(try String(contentsOf: target, encoding: .utf8).contains("main.m3u8"))
        let pipe = folder.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        _ = try await Program.run("inspect", "--deep", playlist.path, "--output", pipe)
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, bytes.count) > 0)
    }

    @Test("terminal control characters in a playlist are printed escaped")
    func terminal() async throws {
        let text =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9\na\u{1B}[31m\u{9B}1m\u{7}\u{7F}.m3u8\n#EXT-X-STREAM-INF:SCORE=\u{1B}x\nv\n"
        let file = try await StreamMaker.shared.file(named: "inspect-steers.m3u8", bytes: Data(text.utf8))
        let outcome = try await Program.run("inspect", file.path)
        #expect(outcome.standardOutput.contains("a\\u{1B}[31m\\u{9B}1m\\u{7}\\u{7F}.m3u8"), "\(outcome.standardOutput)")
        let all = outcome.standardOutput + outcome.standardError
        #expect(!all.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    }

    @Test("a playlist is requested from a server as in playback: with gzip, and without a range [hls.md 1: gzip]")
    func overNetwork() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let outcome = try await Program.run("inspect", "--json", origin.url("/main.m3u8").absoluteString)
        #expect(outcome.status == 0, "\(outcome.standardError)")
        #expect(outcome.standardOutput.contains("\"multivariant\""))
        let records = origin.records
        #expect(records.map(\.path) == ["/main.m3u8"])
        #expect(records.first?.request.headers["accept-encoding"]?.contains("gzip") == true)
        #expect(records.first?.request.headers["range"] == nil)
        let missing = try await Program.run("inspect", origin.url("/nothing.m3u8").absoluteString)
        #expect(missing.status == 3, "\(missing.standardError)")
        #expect(missing.standardError.contains("has no resource at this URL"), "\(missing.standardError)")
    }
}
