import Foundation
import MediaEngine
import MediaTesting
import Testing

@Suite(.enabled(if: Probe.isAvailable, "the ffmpeg command is not installed"))
struct LiveLadderTests {
    private let clock = FakeHostClock(now: 0)

    private func live(
        _ recipe: LadderRecipe = .small, _ change: (inout LiveLadder.Settings) -> Void
    ) async throws -> LiveLadder {
        try LiveLadder(try await Ladder.make(recipe), clock: clock) {
            $0.date = Date(timeIntervalSince1970: 1_767_225_600)
            change(&$0)
        }
    }

    private func reply(_ live: LiveLadder, _ path: String, _ query: String? = nil) -> OriginReply {
        live.reply(to: OriginRequest(path: path, query: query), now: clock.now)
    }

    private func text(_ live: LiveLadder, _ path: String, _ query: String? = nil) throws -> String {
        guard case .resource(let resource) = reply(live, path, query) else {
            throw StreamMakerError(message: "no playlist at \(path)?\(query ?? ""): \(reply(live, path, query))")
        }
        return String(decoding: resource.bytes, as: UTF8.self)
    }

    private func advance(seconds: Double) { clock.advance(by: Int64(seconds * 1e9)) }

    @Test("a sliding window follows the clock, and so do its dates")
    func sliding() async throws {
        let live = try await live {
            $0.window = .sliding(3)
            $0.secondsBefore = 20
        }
        advance(seconds: 3.9)
        #expect(
            try text(live, "/v0/index.m3u8") == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:2
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:08.000Z
                #EXT-X-MAP:URI="init-0.mp4"
                #EXTINF:4,
                2.m4s
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:12.000Z
                #EXTINF:4,
                3.m4s
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:16.000Z
                #EXTINF:4,
                4.m4s

                """)
        advance(seconds: 0.1)
        let later = try text(live, "/v0/index.m3u8")
        #expect(later.contains("#EXT-X-MEDIA-SEQUENCE:3\n") && later.hasSuffix("#EXTINF:4,\n5.m4s\n"))
        #expect(try text(live, "/s0/index.m3u8").hasSuffix("#EXTINF:4,\n5.vtt\n"))
        #expect(try text(live, "/v0/iframes.m3u8").contains("5.m4s"))
        // Segments that left the playlist are served for as long as the playlist lasts, and future ones are not.
        for (file, isThere) in [("5.m4s", true), ("6.m4s", false), ("0.m4s", true), ("5.vtt", true), ("6.vtt", false)] {
            if case .resource = reply(live, (file.hasSuffix("vtt") ? "/s0/" : "/v0/") + file) {
                #expect(isThere, "\(file)")
            } else {
                #expect(!isThere, "\(file)")
            }
        }
        advance(seconds: 4)
        guard case .status(404, _) = reply(live, "/v0/0.m4s") else {
            Issue.record("segment 0 is still served after two windows")
            return
        }
    }

    @Test("the I-frame playlist of a live transport stream is numbered by its entries")
    func keyFrames() async throws {
        let live = try await live(
            .small.with {
                $0.container = .transportStream
                $0.audioForm = .muxed
            }
        ) {
            $0.window = .sliding(3)
            $0.secondsBefore = 20
        }
        let lines = try text(live, "/v0/iframes.m3u8").split(separator: "\n")
        let number = lines.first { $0.hasPrefix("#EXT-X-MEDIA-SEQUENCE:") }.flatMap { Int($0.dropFirst(22)) }
        let first = try #require(lines.first { $0.hasSuffix(".ts") }.flatMap { Int($0.dropLast(3)) })
        let entries = lines.count { $0.hasSuffix(".ts") }
        #expect(entries == 3 && first > 0 && number == first, "\(lines)")
    }

    @Test("laps continue without gaps in timestamps, frames and samples")
    func laps() async throws {
        let live = try await live { $0.secondsBefore = 60 }
        func bytes(_ path: String) throws -> [UInt8] {
            guard case .resource(let resource) = reply(live, path) else {
                throw StreamMakerError(message: "nothing at \(path)")
            }
            return resource.bytes
        }
        // 16 s per lap: segment 11 ends the third lap.
        let video = try Probe.Scratch(
            try bytes("/v0/init-0.mp4") + bytes("/v0/11.m4s") + bytes("/v0/12.m4s"), "mp4")
        let times = try await Probe.show(video.url.path, ["-show_packets"]).compactMap {
            $0["pts_time"].flatMap(Double.init)
        }.sorted()
        #expect(times.first == 54 && times.count == 192)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 24) < 0.001 })
        let sound = try Probe.Scratch(
            try bytes("/a0/init-0.mp4") + bytes("/a0/11.m4s") + bytes("/a0/12.m4s"), "mp4")
        let samples = try await Probe.show(sound.url.path, ["-show_packets"]).compactMap {
            $0["pts_time"].flatMap(Double.init)
        }
        #expect(samples.count == 375 && abs((samples.first ?? 0) - 54) < 0.022)
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($1 - $0 - 1024.0 / 48000) < 0.000_01 })
        #expect(try text(live, "/s0/12.vtt").contains("X-TIMESTAMP-MAP=MPEGTS:5220000,LOCAL:00:00:00.000"))
    }

    @Test("programmes are joined with discontinuities, which are counted when they leave the playlist")
    func discontinuities() async throws {
        let recipe = LadderRecipe.small.with {
            $0.seconds = 8
            $0.programs = 2
        }
        let live = try await live(recipe) {
            $0.window = .sliding(3)
            $0.secondsBefore = 24
        }
        #expect(
            try text(live, "/v0/index.m3u8").replacing(/#EXT-X-PROGRAM.+\n/, with: "") == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:4
                #EXT-X-MEDIA-SEQUENCE:3
                #EXT-X-DISCONTINUITY-SEQUENCE:1
                #EXT-X-MAP:URI="init-1.mp4"
                #EXTINF:4,
                3.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-MAP:URI="init-0.mp4"
                #EXTINF:4,
                4.m4s
                #EXTINF:4,
                5.m4s

                """)
    }

    @Test("an event playlist keeps all segments and ends")
    func event() async throws {
        let live = try await live {
            $0.window = .event
            $0.secondsBefore = 8
            $0.endsAfter = 3
        }
        let early = try text(live, "/a1/index.m3u8")
        #expect(early.contains("#EXT-X-PLAYLIST-TYPE:EVENT") && !early.contains("ENDLIST"))
        advance(seconds: 400)
        let late = try text(live, "/a1/index.m3u8")
        #expect(late.contains("\n0.m4s\n") && late.hasSuffix("2.m4s\n#EXT-X-ENDLIST\n"))
    }

    private let lowLatency = LadderRecipe.small.with { $0.audio.removeLast() }

    @Test("low latency: parts, hint, reports and server control are written")
    func parts() async throws {
        let live = try await live(lowLatency) {
            $0.window = .sliding(4)
            $0.secondsBefore = 18.5
            $0.isLowLatency = true
        }
        #expect(
            try text(live, "/v0/index.m3u8").replacing(/#EXT-X-PROGRAM.+\n/, with: "") == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:4
                #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.066
                #EXT-X-PART-INF:PART-TARGET=1.022
                #EXT-X-MAP:URI="init-0.mp4"
                #EXTINF:4,
                0.m4s
                #EXT-X-PART:DURATION=1,URI="1.0.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="1.1.m4s"
                #EXT-X-PART:DURATION=1,URI="1.2.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="1.3.m4s"
                #EXTINF:4,
                1.m4s
                #EXT-X-PART:DURATION=1,URI="2.0.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="2.1.m4s"
                #EXT-X-PART:DURATION=1,URI="2.2.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="2.3.m4s"
                #EXTINF:4,
                2.m4s
                #EXT-X-PART:DURATION=1,URI="3.0.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="3.1.m4s"
                #EXT-X-PART:DURATION=1,URI="3.2.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="3.3.m4s"
                #EXTINF:4,
                3.m4s
                #EXT-X-PART:DURATION=1,URI="4.0.m4s",INDEPENDENT=YES
                #EXT-X-PART:DURATION=1,URI="4.1.m4s"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="4.2.m4s"
                #EXT-X-RENDITION-REPORT:URI="../v1/index.m3u8",LAST-MSN=4,LAST-PART=1
                #EXT-X-RENDITION-REPORT:URI="../a0/index.m3u8",LAST-MSN=4,LAST-PART=1

                """)
        // The parts of a segment add up to the segment.
        func bytes(_ path: String) throws -> [UInt8] {
            guard case .resource(let resource) = reply(live, path) else {
                throw StreamMakerError(message: "nothing at \(path)")
            }
            return resource.bytes
        }
        for name in ["v0", "a0"] {
            let joined = try (0..<4).flatMap { try bytes("/\(name)/3.\($0).m4s") }
            #expect(try joined == bytes("/\(name)/3.m4s"))
        }
    }

    @Test("blocking reloads and the hinted part wait until they are available; invalid requests are rejected")
    func blocking() async throws {
        let live = try await live(lowLatency) {
            $0.secondsBefore = 18.5
            $0.isLowLatency = true
        }
        func moment(_ path: String, _ query: String? = nil) -> Double? {
            guard case .later(let moment) = reply(live, path, query) else { return nil }
            return Double(moment) / 1e9
        }
        func status(_ path: String, _ query: String? = nil) -> Int? {
            guard case .status(let status, _) = reply(live, path, query) else { return nil }
            return status
        }
        // 18.5 s are available: segment 4 has two parts.
        #expect(moment("/v0/index.m3u8", "_HLS_msn=4&_HLS_part=2") == 0.5)
        #expect(moment("/v0/index.m3u8", "_HLS_msn=4") == 1.5)
        #expect(moment("/v0/index.m3u8", "_HLS_msn=4&_HLS_part=4") == 2.5)
        #expect(moment("/v0/index.m3u8", "_HLS_msn=5&_HLS_part=0") == 2.5)
        #expect(moment("/s0/index.m3u8", "_HLS_msn=4&_HLS_part=0") == 1.5)
        #expect(moment("/v0/4.2.m4s") == 0.5)
        #expect(moment("/v0/index.m3u8", "_HLS_msn=4&_HLS_part=1") == nil)
        for query in [
            "_HLS_msn=6", "_HLS_msn=5&_HLS_part=1", "_HLS_part=1", "_HLS_msn=x", "_HLS_msn=-1",
            "_HLS_msn=99999999999999999999",
        ] {
            #expect(status("/v0/index.m3u8", query) == 400, "\(query)")
        }
        for path in ["/v0/4.3.m4s", "/v0/4.m4s", "/v0/9223372036854775807.3.m4s", "/v0/4.4.m4s", "/v9/index.m3u8"] {
            #expect(status(path) == 404, "\(path)")
        }
    }

    @Test("the server answers a blocked reload when the part is available")
    func blockedAnswer() async throws {
        let live = try await live(lowLatency) {
            $0.secondsBefore = 18.5
            $0.isLowLatency = true
        }
        let origin = try Origin(live, clock: clock)
        let answer = Task {
            await beside {
                let client = PlainClient(origin)
                return [
                    client.get("/v0/index.m3u8?_HLS_msn=4&_HLS_part=2").text,
                    client.get("/v0/4.3.m4s").headers["content-type"] ?? "",
                ]
            }
        }
        while clock.pendingDeadlines.isEmpty { await Task.yield() }
        #expect(clock.pendingDeadlines == [500_000_000])
        advance(seconds: 0.5)
        while clock.pendingDeadlines.isEmpty { await Task.yield() }
        #expect(clock.pendingDeadlines == [1_500_000_000])
        advance(seconds: 1)
        let answers = await answer.value
        #expect(answers[0].contains("URI=\"4.2.m4s\",INDEPENDENT=YES\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"4.3.m4s\""))
        #expect(answers[1] == "video/mp4")
        #expect(origin.records.map(\.began) == [500_000_000, 1_500_000_000])
    }

    @Test("delta updates skip old segments, and name the removed date ranges")
    func skips() async throws {
        let recipe = lowLatency.with {
            $0.interstitials = [3, 9, 21, 50].map { .init(id: "at-\(Int($0))", at: $0) }
        }
        let live = try await live(recipe) {
            $0.window = .sliding(10)
            $0.secondsBefore = 60
            $0.canSkipDateRanges = true
        }
        let whole = try text(live, "/v0/index.m3u8")
        #expect(whole.contains("#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES"))
        #expect(whole.contains("EXT-X-MEDIA-SEQUENCE:5\n") && whole.contains("at-21") && whole.contains("at-50"))
        let delta = try text(live, "/v0/index.m3u8", "_HLS_skip=YES")
        #expect(delta.contains("#EXT-X-MEDIA-SEQUENCE:5\n") && delta.contains("#EXT-X-SKIP:SKIPPED-SEGMENTS=4\n"))
        #expect(!delta.contains("8.m4s") && delta.contains("\n9.m4s") && !delta.contains("EXT-X-MAP"))
        #expect(delta.contains("at-21"))
        let ranges = try text(live, "/v0/index.m3u8", "_HLS_skip=v2")
        #expect(ranges.contains("#EXT-X-SKIP:SKIPPED-SEGMENTS=4,RECENTLY-REMOVED-DATERANGES=\"at-3\tat-9\"\n"))
        #expect(!ranges.contains("\"at-21\"") && ranges.contains("\"at-50\""))
    }

    @Test("plain responses from a simulated cache are old and have an Age header")
    func age() async throws {
        let live = try await live(lowLatency) {
            $0.secondsBefore = 18.5
            $0.isLowLatency = true
            $0.cacheAge = 3
        }
        guard case .resource(let plain) = reply(live, "/v0/index.m3u8") else {
            Issue.record("no playlist")
            return
        }
        #expect(plain.headers["Age"] == "3")
        #expect(String(decoding: plain.bytes, as: UTF8.self).contains("URI=\"3.3.m4s\"\n"))
        guard case .resource(let asked) = reply(live, "/v0/index.m3u8", "_HLS_msn=4&_HLS_part=1") else {
            Issue.record("no playlist")
            return
        }
        #expect(asked.headers["Age"] == nil)
    }

    @Test(
        "each live fault changes the playlist: stale, behind, shrinking, reset, contradicting, jumping, empty, garbage")
    func faults() async throws {
        let live = try await live { $0.secondsBefore = 40 }
        let path = "/v0/index.m3u8"
        let before = try text(live, path)
        func wrong(_ fault: LiveFault) throws -> String {
            live.clearFaults()
            live.inject(fault, for: .prefix("/v0/"))
            return try text(live, path)
        }
        #expect(try wrong(.shrinking(segments: 2)).hasSuffix("7.m4s\n"))
        #expect(try wrong(.sequenceReset(by: 3)) == before.replacing("SEQUENCE:4", with: "SEQUENCE:1"))
        #expect(try wrong(.contradicting) != text(live, path))
        #expect(try wrong(.dateJump(seconds: 100)).contains("00:01:56.000Z"))
        #expect(try wrong(.targetDuration(9)).contains("TARGETDURATION:9"))
        #expect(try !wrong(.empty).contains("EXTINF"))
        #expect(try wrong(.garbage).contains("<html>"))
        #expect(try wrong(.behind(segments: 1)) == before)
        #expect(try text(live, path).hasSuffix("8.m4s\n"))
        #expect(try wrong(.stale) == before)
        advance(seconds: 30)
        #expect(try text(live, path) == before)
        #expect(try text(live, "/v1/index.m3u8").hasSuffix("16.m4s\n"))
    }

    @Test("a ladder that cannot be served live throws an error")
    func refusals() async throws {
        let ranges = try await Ladder.make(.small.with { $0.addressing = .byteRanges })
        #expect(throws: StreamMakerError.self) { try LiveLadder(ranges, clock: clock) }
        let stream = try await Ladder.make(.small.with { $0.container = .transportStream })
        #expect(throws: StreamMakerError.self) { try LiveLadder(stream, clock: clock) { $0.isLowLatency = true } }
    }
}
