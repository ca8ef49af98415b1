import Foundation
import MediaTesting
import StreamRules
import Synchronization
import Testing

@testable import StreamInspection

/// Serves fixed texts and bytes.
private struct FixedStream: OriginContent {
    var texts: [String: String] = [:]
    var bytes: [String: [UInt8]] = [:]

    func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        if let text = texts[request.path] {
            return .resource(OriginResource(text: text, contentType: "application/vnd.apple.mpegurl"))
        }
        if let bytes = bytes[request.path] { return .resource(OriginResource(bytes, contentType: "video/mp2t")) }
        return .status(404)
    }
}

/// Random numbers that are the same in each run.
private struct Seeded {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(1, bound)
    }
}

@Suite("inspection of hostile streams")
struct HostileStreamTests {
    private func rules(_ findings: [StreamFinding]) -> Set<String> { Set(findings.map(\.rule)) }

    @Test("a playlist of 100,000 segments that are not there ends after fifty requests")
    func manySegments() throws {
        let lines = (0..<100_000).map { "#EXTINF:4,\n\($0).ts" }.joined(separator: "\n")
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(lines)\n#EXT-X-ENDLIST\n"
        let start = ContinuousClock.now
        let (facts, findings) = try Inspection.facts(FixedStream(texts: ["/main.m3u8": text]))
        #expect(facts.limits.contains { $0.contains("not requested") }, "\(facts.limits)")
        #expect(findings.first { $0.rule == "segment.missing" }.map { $0.count >= 50 && $0.count < 200 } == true)
        #expect(findings.contains { $0.level == .fatal })
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test("playlists that refer to each other are reported, and loaded once")
    func circle() throws {
        let entry = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"avc1.64001e\",RESOLUTION=2x2\n"
        let stream = FixedStream(texts: ["/main.m3u8": entry + "b.m3u8\n", "/b.m3u8": entry + "main.m3u8\n"])
        let (facts, findings) = try Inspection.facts(stream)
        #expect(rules(findings).contains("playlist.nested") && facts.playlists.count == 1)
    }

    @Test("a multivariant playlist with a thousand variants is looked at up to the limit")
    func manyVariants() throws {
        let entries = (0..<1_000).map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)\n\($0).m3u8\n" }.joined()
        let (facts, findings) = try Inspection.facts(FixedStream(texts: ["/main.m3u8": "#EXTM3U\n" + entries]))
        #expect(facts.playlists.count == InspectionOptions.mostPlaylists && !facts.limits.isEmpty)
        #expect(rules(findings).contains("playlist.missing"))
    }

    @Test("chapters at times and a steering manifest with a TTL beyond the range of integers are reported")
    func extremeNumbers() throws {
        let main = """
            #EXTM3U
            #EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json"
            #EXT-X-CONTENT-STEERING:SERVER-URI="steering.json",PATHWAY-ID="."
            #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64001e",RESOLUTION=2x2
            v.m3u8

            """
        let stream = FixedStream(texts: [
            "/main.m3u8": main, "/v.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n",
            "/chapters.json": #"[{"start-time": 1e300, "duration": 1}]"#,
            "/steering.json": #"{"VERSION": 1, "TTL": -1e300, "PATHWAY-PRIORITY": ["."]}"#,
        ])
        let messages = try Inspection.facts(stream).findings.map(\.message)
        #expect(messages.contains { $0.contains("Chapter 1 starts at 1000000000 s") }, "\(messages)")
        #expect(messages.contains { $0.contains("TTL is -1000000000") }, "\(messages)")
    }

    @Test(
        "times of samples at both ends of the range of integers are reported",
        arguments: [1 << 62, 1 << 63, UInt64.max, 90_000 * UInt64(9_223_372_036)])
    func extremeTimes(time: UInt64) async throws {
        let ladder = try await Ladder.make(.inspected)
        let edit = StreamEdit.bytes("/v0/*") { bytes in
            var places: [Int] = []
            SegmentEdits.visit(bytes, "tfdt") { places.append($0.lowerBound + 4) }
            for place in places { SegmentEdits.put(time, 8, at: place, in: &bytes) }
        }
        let other = StreamEdit.bytes("/a0/*") { bytes in
            var places: [Int] = []
            SegmentEdits.visit(bytes, "tfdt") { places.append($0.lowerBound + 4) }
            for place in places { SegmentEdits.put(~time, 8, at: place, in: &bytes) }
        }
        let found = try Inspection.findings(EditedStream(ladder, [edit, other]))
        #expect(found.contains { $0.level >= .warning }, "\(found.map(\.message))")
    }

    @Test("a redirect loop ends", arguments: ["/main.m3u8", "/v0/1.m4s"])
    func redirects(path: String) async throws {
        let ladder = try await Ladder.make(.inspected)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let found = try Inspection.findings(ladder, faults: [.init(.redirect(name), for: .path(path))])
        #expect(found.contains { $0.message.contains("redirect") && $0.level >= .error }, "\(found.map(\.message))")
    }

    @Test("hostile names are escaped in every format of the report")
    func names() throws {
        let bad = "\u{1b}[31m<script>alert(1)</script>\u{202e}"
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="\(bad)",LANGUAGE="\(bad)",URI="a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="\(bad)",AUDIO="a"
            \(bad).m3u8
            #EXT-X-ENDLST\(bad)

            """
        let (facts, findings) = try Inspection.facts(FixedStream(texts: ["/main.m3u8": text]))
        let report = StreamReport(facts, findings)
        for format in StreamReport.Format.allCases {
            let document = report.text(format)
            #expect(
                !document.contains("\u{1b}") && !document.contains("\u{202e}") || format == .json || format == .sarif,
                "\(format)")
            #expect(!document.contains("\u{1b}"), "\(format)")
            if format == .html { #expect(!document.contains("<script")) }
            if format == .json || format == .sarif {
                #expect((try? JSONSerialization.jsonObject(with: Data(document.utf8))) != nil, "\(format)")
            }
            if format == .junit || format == .html {
                #expect(!document.contains("<script>alert"), "\(format)")
            }
        }
    }

    @Test("random playlists never trap, and every report of them can be written")
    func fuzz() throws {
        var state: UInt64 = 42
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let words = [
            "#EXTM3U", "#EXTINF:4,", "#EXTINF:-1,", "#EXTINF:1e308,", "0.ts", "#EXT-X-ENDLIST",
            "#EXT-X-TARGETDURATION:4",
            "#EXT-X-TARGETDURATION:99999999999", "#EXT-X-STREAM-INF:BANDWIDTH=0",
            "#EXT-X-STREAM-INF:BANDWIDTH=9223372036854775807",
            "#EXT-X-MEDIA-SEQUENCE:18446744073709551615", "#EXT-X-BYTERANGE:9223372036854775807@9223372036854775807",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXT-X-MAP:URI=\"i\"",
            "#EXT-X-PROGRAM-DATE-TIME:9999-12-31T23:59:59Z",
            "#EXT-X-I-FRAMES-ONLY", "#EXT-X-DISCONTINUITY", "#EXT-X-GAP", "", "\u{0}",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\"",
            "#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-PART:DURATION=1,URI=\"p\"", "#EXT-X-BITRATE:4", "v.m3u8",
        ]
        for _ in 0..<3_000 {
            var text = next(10) > 0 ? "#EXTM3U\n" : ""
            for _ in 0..<next(30) { text += words[next(words.count)] + "\n" }
            let facts = StreamInspector.facts(of: Array(text.utf8), url: URL(fileURLWithPath: "/a.m3u8"))
            let report = StreamReport(facts, StreamLint().check(facts))
            for format in StreamReport.Format.allCases { #expect(!report.text(format).isEmpty) }
        }
    }

    @Test("mutated segments never trap the meters")
    func mutatedSegments() async throws {
        let ladder = try await Ladder.make(.inspected)
        var state: UInt64 = 7
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        guard case .resource(let resource) = ladder.reply(to: OriginRequest(path: "/v0/1.m4s"), now: 0) else {
            Issue.record("The ladder has no such segment.")
            return
        }
        for _ in 0..<2_000 {
            var mutated = [UInt8](resource.bytes.prefix(3_000))
            for _ in 0...next(8) { mutated[next(mutated.count)] = UInt8(next(256)) }
            if next(4) == 0 { mutated.removeLast(next(mutated.count)) }
            let scan = FragmentScan(mutated)
            #expect(scan.tracks.count <= 64)
            _ = FragmentScan.tracks(in: mutated)
            _ = TransportScan(mutated)
        }
    }

    @Test(
        "mutated files never trap the checks of the standards' statements",
        arguments: [
            (LadderRecipe.inspected, "/v0/1.m4s"), (.inspected, "/v0/init-0.mp4"), (.inspected, "/a0/init-0.mp4"),
            (.inspected, "/a0/1.m4s"), (.transportStream, "/v0/1.ts"),
        ])
    func mutatedStatements(recipe: LadderRecipe, path: String) async throws {
        let ladder = try await Ladder.make(recipe)
        guard case .resource(let resource) = ladder.reply(to: OriginRequest(path: path), now: 0) else {
            Issue.record("The ladder has no \(path).")
            return
        }
        let original = [UInt8](resource.bytes.prefix(6_000))
        let durations = [4, 0, -1, .infinity, .nan, 1e300]
        var numbers = Seeded(state: 11)
        for round in 0..<2_000 {
            var mutated = original
            for _ in 0...numbers.next(8) { mutated[numbers.next(mutated.count)] = UInt8(numbers.next(256)) }
            // Sizes, counts and times at the ends of their ranges.
            if numbers.next(3) == 0 {
                let place = numbers.next(mutated.count - 8)
                for index in place..<place + [1, 2, 4, 8][numbers.next(4)] {
                    mutated[index] = round % 2 == 0 ? 0xff : 0x7f
                }
            }
            if numbers.next(4) == 0 { mutated.removeLast(numbers.next(mutated.count)) }
            let start = [nil, 0, 1e300, -1e18][numbers.next(4)]
            let seconds = durations[numbers.next(durations.count)]
            let violations =
                FragmentStatements(
                    mutated, hasMap: true, unitLengths: [1: 4], vectorSizes: [1: 8], start: start
                ).violations + HeaderStatements.violations(mutated)
                + InitializationStatements(mutated, isEncrypted: round % 2 == 0).violations
                + TransportStatements(mutated, isEncrypted: round % 2 == 0, seconds: seconds).violations
                + PackedAudioStatements.violations(mutated)
            #expect(violations.allSatisfy { !$0.message.isEmpty })
            _ = PackedAudioStatements.objectType(mutated)
            if let index = SegmentIndex(mutated) { #expect(index.seconds >= 0) }
            _ = FragmentScan(mutated, initialization: mutated)
        }
    }

    @Test("an event message at the end of the range of integers is reported", arguments: [4.0, 0, -1e18, 1e300])
    func extremeEvent(start: Double) {
        let time: [UInt8] = [0x7f] + [UInt8](repeating: 0xff, count: 7)
        let content: [UInt8] =
            [1, 0, 0, 0, 0, 0, 0, 1] + time + [UInt8](repeating: 0, count: 8) + Array("urn:a\0\0".utf8)
        let box: [UInt8] = [0, 0, 0, UInt8(8 + content.count)] + Array("emsg".utf8) + content
        let found = FragmentStatements(box, hasMap: true, unitLengths: [:], start: start).violations
        #expect(found.contains { $0.message.contains("emsg box is for 1000000000000 s") }, "\(found.map(\.message))")
    }

    @Test("an interrupted inspection continues with the segments of its journal; a line that was cut off is ignored")
    func journal() async throws {
        let ladder = try await Ladder.make(.inspected)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let origin = try Origin(ladder)
        defer { origin.stop() }
        var options = InspectionOptions()
        options.journal = file
        let first = try StreamInspector(origin.url("/main.m3u8"), options: options).run()
        let count = origin.records(for: .suffix(".m4s")).count
        var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 10)
        // As after kill -9: half of the lines, and a half line.
        lines = Array(lines.prefix(lines.count / 2)) + [lines[lines.count / 2].prefix(30)]
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        let second = try StreamInspector(origin.url("/main.m3u8"), options: options).run()
        let repeated = origin.records(for: .suffix(".m4s")).count - count
        #expect(repeated > 0 && repeated < count, "\(repeated) of \(count)")
        #expect(second.playlists.map(\.segments).count == first.playlists.count)
        #expect(StreamLint().check(second).map(\.rule) == StreamLint().check(first).map(\.rule))
        // Another token, and other options, are named; URLs that differ only in their tokens look the same.
        try? FileManager.default.removeItem(at: file)
        _ = try StreamInspector(origin.url("/main.m3u8?token=old"), options: options).run()
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600, "a journal has whole URLs, and is readable for its owner only")
        #expect(try String(contentsOf: file, encoding: .utf8).contains("token=old"))
        func problem(_ query: String, decodes: Bool = false) -> String? {
            options.decodes = decodes
            let error = #expect(throws: JournalError.self) {
                try StreamInspector(origin.url("/main.m3u8\(query)"), options: options).run()
            }
            options.decodes = false
            return error?.message
        }
        #expect(problem("?token=new")?.contains("main.m3u8?token=*** with another token or password)") == true)
        #expect(problem("?token=old", decodes: true)?.contains("main.m3u8?token=*** without --decode)") == true)
        #expect(problem("")?.contains("(http://127.0.0.1:") == true && problem("")?.contains("old") == false)
        try "not a journal\n".write(to: file, atomically: true, encoding: .utf8)
        #expect(throws: JournalError.self) { try StreamInspector(origin.url("/main.m3u8"), options: options).run() }
    }
}
