import CoreMedia
import Foundation
import HLS
import MediaTesting
import Testing

@testable import MediaEngine

/// Subtitles of a stream, from an origin on loopback to captions (`spec/hls.md` sections 4 and 5).
@Suite(.enabled(if: StreamMaker.isAvailable))
struct SubtitleFeedTests {
    /// Waits for captions as a session does: requests them repeatedly, whenever some were loaded.
    private final class Follower: Sendable {
        let reader: any MediaReader
        let news: AsyncStream<Void>

        init(_ url: URL) throws {
            reader = try MediaOpening.open(MediaLocator(url: url))
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            news = stream
            reader.stream?.observeCaptions { continuation.yield() }
        }

        var subtitles: [TrackInfo] { reader.info.tracks.filter { $0.kind == .subtitle } }

        /// Returns the captions between two times, once there are this many.
        func captions(_ track: Int, from start: Int64, through end: Int64, count: Int) async -> [TimedText] {
            var iterator = news.makeAsyncIterator()
            while true {
                let texts = reader.stream?.captions(of: track, from: start * .second, through: end * .second) ?? []
                if texts.count >= count { return texts }
                await iterator.next()
            }
        }
    }

    private func isClose(_ time: CMTime, _ seconds: Double) -> Bool { abs(time.seconds - seconds) < 0.05 }

    @Test(
        "hls.md section 5: cues have the times of their frames, each once, with any clock and container [hls.md 5: repeated cues]",
        .timeLimit(.minutes(3)),
        arguments: [
            LadderRecipe.small, LadderRecipe.transportStream.with { $0.seconds = 16 },
            // Timestamps that wrap around during playback.
            LadderRecipe.transportStream.with { ($0.seconds, $0.firstStamp) = (16, (1 << 33) - 5 * 90_000) },
            // Two programs, each with its own clock.
            LadderRecipe.small.with { ($0.seconds, $0.programs) = (8, 2) },
        ])
    func places(_ recipe: LadderRecipe) async throws {
        let ladder = try await Ladder.make(recipe)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let follower = try Follower(origin.url("/main.m3u8"))
        let track = try #require(follower.subtitles.first)
        #expect((track.language, track.title, track.codec) == ("en", "English", "webvtt"))
        // The clock offsets are known for media that was read.
        while try follower.reader.read() != nil {}
        // A cue for every second second, and one across every other segment boundary.
        let length = recipe.seconds * recipe.programs
        let joints = recipe.programs * ((recipe.seconds - recipe.segmentSeconds) / (2 * recipe.segmentSeconds) + 1)
        let texts = await follower.captions(track.index, from: 0, through: Int64(length), count: length / 2 + joints)
        #expect(texts.count == length / 2 + joints)
        let plain = texts.filter { !$0.text.contains("over") }
        for (number, text) in plain.enumerated() {
            #expect(isClose(text.range.start, Double(number) * 2 + 0.5), "\(text)")
            #expect(isClose(text.range.end, Double(number) * 2 + 1.75), "\(text)")
        }
        let over = try #require(texts.first { $0.text == "en over 4" })
        #expect(isClose(over.range.start, 3.25))
        // Its settings: line:10% align:start.
        var beginsInMiddle = TextPlacement(line: 0.1, lineAnchor: .start, position: 0.5, alignment: .start)
        (beginsInMiddle.size, beginsInMiddle.textAlignment) = (1, .start)
        #expect(over.placement == beginsInMiddle)
        #expect(plain.allSatisfy { $0.placement == nil })
    }

    @Test(
        "hls.md section 4: nothing is requested before captions are followed; then the segment at the play head is first [hls.md 4: switching subtitles]",
        .timeLimit(.minutes(3)))
    func fromThePlayHeadOn() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let follower = try Follower(origin.url("/main.m3u8"))
        #expect(!origin.records.contains { $0.path.hasPrefix("/s0/") })
        let track = try #require(follower.subtitles.first)
        let texts = await follower.captions(track.index, from: 10, through: 11, count: 1)
        #expect(texts.map(\.text) == ["en 10"])
        _ = await follower.captions(track.index, from: 13, through: 15, count: 1)
        let asked = origin.records.map(\.path).filter { $0.hasSuffix(".vtt") }
        #expect(asked.first == "/s0/2.vtt")
        // A backward seek loads the missing captions.
        _ = await follower.captions(track.index, from: 0, through: 1, count: 1)
        #expect(origin.records.map(\.path).contains("/s0/0.vtt"))
    }

    @Test(
        "hls.md section 4: another language, or none, stops the requests of the previous one", .timeLimit(.minutes(3)))
    func changes() async throws {
        let ladder = try await Ladder.make(
            .small.with { $0.subtitles.append(.init(language: "de", name: "Deutsch", isForced: true)) })
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let follower = try Follower(origin.url("/main.m3u8"))
        #expect(follower.subtitles.map(\.isForced) == [false, true])
        let tracks = follower.subtitles.map(\.index)
        _ = await follower.captions(tracks[0], from: 0, through: 1, count: 1)
        let forced = await follower.captions(tracks[1], from: 0, through: 12, count: 2)
        #expect(forced.map(\.text) == ["de 0", "de 10"])
        #expect(forced.allSatisfy { $0.trackIndex == tracks[1] })
        follower.reader.discardAll(except: [0, 1])
        #expect(follower.reader.stream?.captions(of: 1, from: 0, through: .second) == nil)
    }

    @Test(
        "hls.md section 5: IMSC in fragmented MP4 has the times of its frames, once, with its regions [hls.md 5: IMSC1]",
        .timeLimit(.minutes(3)))
    func documents() async throws {
        let playlist = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:8
            #EXT-X-MAP:URI="text.mp4"
            #EXTINF:8,
            0.m4s
            #EXTINF:8,
            1.m4s
            #EXT-X-ENDLIST

            """
        let maker = TextFragments()
        func document(_ paragraphs: String) -> [UInt8] {
            Array(
                """
                <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en"><head><layout>
                <region xml:id="top" tts:origin="10% 10%" tts:extent="80% 20%" tts:textAlign="center"/></layout></head>
                <body><div>\(paragraphs)</div></body></tt>
                """.utf8)
        }
        // The ladder's timestamps start at ten seconds. The second caption spans the boundary, in both documents.
        let both = "<p begin=\"17s\" end=\"19s\">Two</p>"
        let content = LayeredContent(
            try await Ladder.make(.small),
            replacing: [
                "/s0/index.m3u8": .resource(
                    OriginResource(text: playlist, contentType: "application/vnd.apple.mpegurl")),
                "/s0/text.mp4": .resource(OriginResource(maker.header("stpp"), contentType: "video/mp4")),
                "/s0/0.m4s": .resource(
                    OriginResource(
                        maker.fragment(
                            at: 10_000,
                            [(8_000, document("<p region=\"top\" begin=\"11s\" end=\"12s\">One</p>" + both))]),
                        contentType: "video/mp4")),
                "/s0/1.m4s": .resource(
                    OriginResource(
                        maker.fragment(at: 18_000, [(8_000, document(both + "<p begin=\"20s\">Three</p>"))]),
                        contentType: "video/mp4")),
            ])
        let origin = try Origin(content)
        defer { origin.stop() }
        let follower = try Follower(origin.url("/main.m3u8"))
        let track = try #require(follower.subtitles.first)
        let texts = await follower.captions(track.index, from: 0, through: 16, count: 3)
        #expect(texts.map(\.text) == ["One", "Two", "Three"])
        #expect(zip(texts.map(\.range.start), [1.0, 7, 10]).allSatisfy(isClose))
        #expect(zip(texts.map(\.range.end), [2.0, 9, 16]).allSatisfy(isClose))
        var top = TextPlacement(line: 0.1, lineAnchor: .start)
        top.size = 0.8
        top.flowsDown = true
        #expect(texts[0].placement == top)
    }

    @Test(
        "hls.md section 5: WebVTT in fragmented MP4 has the times of its frames [hls.md 5: wvtt]",
        .timeLimit(.minutes(3)))
    func fragments() async throws {
        let playlist = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:16
            #EXT-X-MAP:URI="text.mp4"
            #EXTINF:16,
            text.m4s
            #EXT-X-ENDLIST

            """
        let maker = TextFragments()
        // The ladder's timestamps start at ten seconds.
        let segment = maker.fragment(at: 10_000, [(2_000, maker.cue("One")), (3_000, maker.cue("Two"))])
        let content = LayeredContent(
            try await Ladder.make(.small),
            replacing: [
                "/s0/index.m3u8": .resource(
                    OriginResource(text: playlist, contentType: "application/vnd.apple.mpegurl")),
                "/s0/text.mp4": .resource(OriginResource(maker.header(), contentType: "video/mp4")),
                "/s0/text.m4s": .resource(OriginResource(segment, contentType: "video/mp4")),
            ])
        let origin = try Origin(content)
        defer { origin.stop() }
        let follower = try Follower(origin.url("/main.m3u8"))
        let track = try #require(follower.subtitles.first)
        let texts = await follower.captions(track.index, from: 0, through: 5, count: 2)
        #expect(texts.map(\.text) == ["One", "Two"])
        #expect(isClose(texts[0].range.start, 0) && isClose(texts[1].range.start, 2) && isClose(texts[1].range.end, 5))
    }

    @Test(
        "hls.md section 10: a missing subtitle segment affects only its captions [hls.md 10: 404 of a subtitle segment]",
        .timeLimit(.minutes(3)))
    func lostSegment() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        origin.inject(.status(404), for: .path("/s0/1.vtt"))
        let follower = try Follower(origin.url("/main.m3u8"))
        let track = try #require(follower.subtitles.first)
        let texts = await follower.captions(track.index, from: 5, through: 9, count: 1)
        #expect(texts.map(\.text) == ["en 8"])
        var count = 0
        while try follower.reader.read() != nil { count += 1 }
        #expect(count > 400)
    }
}
