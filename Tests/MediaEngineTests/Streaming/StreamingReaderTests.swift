import CoreMedia
import Foundation
import HLS
import MediaTesting
import Testing

@testable import MediaEngine

/// HTTP Live Streaming, from an origin on loopback to packets and frames (`spec/hls.md` sections 2, 5, 10 to 12).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads)
struct StreamingReaderTests {
    struct Packets {
        var video: [Packet] = []
        var audio: [Packet] = []
    }

    private static func readAll(_ reader: any MediaReader) throws -> Packets {
        var packets = Packets()
        while let packet = try reader.read() {
            if packet.trackIndex == StreamTracks.video {
                packets.video.append(packet)
            } else {
                packets.audio.append(packet)
            }
        }
        return packets
    }

    /// Checks that every frame occurs once and in order, and audio without a gap.
    private static func check(_ packets: Packets, seconds: Int, framesPerSecond: Int) {
        let frame = Int64(1_000_000_000 / framesPerSecond)
        #expect(packets.video.count == seconds * framesPerSecond)
        for (one, next) in zip(packets.video, packets.video.dropFirst()) {
            let step = next.decodeTime - one.decodeTime
            #expect(abs(step - frame) < frame / 4, "\(one.decodeTime) to \(next.decodeTime)")
        }
        #expect(abs(packets.video.first?.time ?? .max) < frame)
        for (one, next) in zip(packets.audio, packets.audio.dropFirst()) {
            let step = next.time - one.time
            #expect(step > 0 && step < 60_000_000, "\(one.time) to \(next.time)")
            // Seams are cut by duration.
            #expect(abs(one.duration - step) < 5_000_000, "\(one.time) lasts \(one.duration)")
        }
        #expect((packets.audio.last?.time ?? 0) > Int64(seconds - 1) * 1_000_000_000)
    }

    @Test(
        "spec section 3: every container delivers every frame once and audio without a gap [hls.md 4: without URI, hls.md 5: fragments, hls.md 5: transport streams]",
        arguments: [
            LadderRecipe.small, LadderRecipe.transportStream,
            LadderRecipe.transportStream.with { $0.audioForm = .muxed },
            LadderRecipe.small.with { $0.audioForm = .packed },
            LadderRecipe.small.with { $0.addressing = .byteRanges },
            LadderRecipe.transportStream.with { $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: false) },
        ])
    func read_wholeStream(_ recipe: LadderRecipe) async throws {
        let ladder = try await Ladder.make(recipe)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        #expect(reader.info.duration.seconds == Double(recipe.seconds))
        Self.check(
            try Self.readAll(reader), seconds: recipe.seconds, framesPerSecond: recipe.variants[0].framesPerSecond)
    }

    @Test(
        "when the audio that is muxed into the variant is selected once more after the first packet, no segment is requested again",
        arguments: [LadderRecipe.Container.transportStream, .fragmented])
    func select_muxedAudio_requestsNothingAgain(_ container: LadderRecipe.Container) async throws {
        let recipe = LadderRecipe.small.with {
            ($0.container, $0.audioForm) = (container, .muxed)
            $0.variants = [$0.variants[0]]
            $0.audio = [.init(language: "en", name: "English")]
        }
        let ladder = try await Ladder.make(recipe)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let first = try #require(try reader.read())
        // A session selects its tracks when the media is open; its reader thread may have read packets before.
        reader.discardAll(except: Set(reader.info.tracks.filter { $0.kind != .subtitle }.map(\.index)))
        var packets = try Self.readAll(reader)
        if first.trackIndex == StreamTracks.video {
            packets.video.insert(first, at: 0)
        } else {
            packets.audio.insert(first, at: 0)
        }
        Self.check(packets, seconds: recipe.seconds, framesPerSecond: recipe.variants[0].framesPerSecond)
        let counts = Dictionary(grouping: origin.records, by: \.request.path).mapValues(\.count)
        #expect(counts["/v0/index.m3u8"] == 1 && counts.values.allSatisfy { $0 == 1 }, "\(counts)")
    }

    @Test(
        "hls.md section 12: a start takes three sequential responses and seven requests, and requests nothing unselected [hls.md 12: chain of three, hls.md 12: no probing, hls.md 4: selected renditions only]"
    )
    func open_costsThreeResponses() async throws {
        let ladder = try await Ladder.make(.standard)
        // Parallel requests overlap only if responses take time.
        let origin = try Origin(ladder) { $0.latency = 0.05 }
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let records = origin.records
        #expect(records.count <= 7, "\(records.map(\.path))")
        #expect(origin.depth <= 3, "\(records.map { ($0.path, $0.depth) })")
        #expect(reader.info.tracks.filter { $0.kind == .audio }.map(\.language) == ["en", "de"])
        #expect(Set(records.map { String($0.path.split(separator: "/")[0]) }).count <= 3, "\(records.map(\.path))")
    }

    @Test(
        "hls.md section 10: a segment that is missing in one variant is played from another [hls.md 10: 404 of a segment]"
    )
    func read_lostSegment_otherVariant() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let top = LadderRecipe.small.variants.count - 1
        for variant in 0...top where variant != 0 {
            origin.inject(.status(404), for: .suffix("/v\(variant)/1.m4s"))
        }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        Self.check(
            try Self.readAll(reader), seconds: LadderRecipe.small.seconds,
            framesPerSecond: LadderRecipe.small.variants[0].framesPerSecond)
    }

    /// Returns variants with an audio group each: English is another rendition in each group.
    private static func twoGroups(_ ladder: Ladder) -> LayeredContent {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="lo",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="a0/index.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="hi",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="a1/index.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.64000c,mp4a.40.2",RESOLUTION=256x144,AUDIO="lo"
            v0/index.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=600000,CODECS="avc1.64000c,mp4a.40.2",RESOLUTION=384x216,AUDIO="hi"
            v1/index.m3u8

            """
        return LayeredContent(
            ladder,
            replacing: [
                "/main.m3u8": .resource(OriginResource(text: text, contentType: "application/vnd.apple.mpegurl"))
            ])
    }

    @Test(
        "hls.md section 4: the audio follows the variant into its group, without a gap or a repeated packet [hls.md 4: switching audio]"
    )
    func read_variantWithOtherGroup_audioFollows() async throws {
        let recipe = LadderRecipe.small
        let origin = try Origin(Self.twoGroups(try await Ladder.make(recipe)))
        defer { origin.stop() }
        // A segment is missing in each variant, so that playback switches there and back.
        origin.inject(.status(404), for: .suffix("/v0/1.m4s"))
        origin.inject(.status(404), for: .suffix("/v1/2.m4s"))
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        #expect(reader.info.tracks.filter { $0.kind == .audio }.map(\.index) == [StreamTracks.firstAudio])
        let reported = ReportLog()
        reader.stream?.observeEvents { event in
            if case .fault(let fault) = event {
                reported.append("\(fault.status) \(fault.url?.lastPathComponent ?? "")")
            }
        }
        Self.check(
            try Self.readAll(reader), seconds: recipe.seconds, framesPerSecond: recipe.variants[0].framesPerSecond)
        let sounds = Set(origin.records.map(\.path).filter { $0.hasSuffix(".m4s") }.map { String($0.dropLast(4)) })
        #expect(sounds.contains { $0.hasPrefix("/a0/") } && sounds.contains { $0.hasPrefix("/a1/") }, "\(sounds)")
        #expect(reported.all.contains { $0.hasPrefix("404 ") }, "\(reported.all)")
    }

    @Test("spec section 3: a limit set by the app during playback applies from the next segment on")
    func prefer_lowerPeak_lowerVariant() async throws {
        let recipe = LadderRecipe.small
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        var preferences = StreamingPreferences()
        preferences.environment.preferredPeakBitRate = 1
        let reader = try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), preferences: preferences)
        Self.check(
            try Self.readAll(reader), seconds: recipe.seconds, framesPerSecond: recipe.variants[0].framesPerSecond)
        #expect(!origin.records.contains { $0.path.hasPrefix("/v1/") }, "\(origin.records.map(\.path))")
    }

    @Test(
        "bad input: a stream whose playlist is a web page is a descriptive error [hls.md 10: garbage as multivariant playlist]"
    )
    func open_webPage_isAnError() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        origin.inject(.status(404), for: .path("/main.m3u8"))
        let failure = #expect(throws: MediaError.self) {
            _ = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        }
        #expect(failure?.httpStatus == 404)
    }
}
