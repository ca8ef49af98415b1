import CFFmpeg
import CoreMedia
import Foundation
import HLS
import MediaTesting
import Testing

@testable import MediaEngine

/// Captions embedded in video, from a container to timed captions (`spec/hls.md` sections 4 and 5).
@Suite(.enabled(if: StreamMaker.isAvailable), .timeLimit(.minutes(5)))
struct ClosedCaptionPlaybackTests {
    private static let small = LadderRecipe.small.with {
        $0.subtitles = []
        $0.closedCaptions = [
            .init("CC1", language: "en", name: "English"), .init("CC3", language: "es", name: "Español"),
            .init("SERVICE2", language: "fr", name: "Français"),
        ]
        $0.captionDeclaration = .group
    }

    /// Returns the captions of all packets of a reader, requested as a session does.
    private func captions(_ reader: any MediaReader, _ track: TrackInfo, from time: Nanoseconds = 0) throws
        -> [TimedText]
    {
        let channel = try #require(track.closedCaptions)
        reader.discardAll(except: [0, 1])
        var follower = ClosedCaptionFollower(
            channel, track: track.index, isInVideo: true, from: time)
        var texts: [TimedText] = []
        while let packet = try reader.read() {
            guard packet.trackIndex == 0 else { continue }
            follower.take(packet)
            // Long before any caption is due: only captions with a known end.
            texts += follower.due(at: -1_000 * .second)
        }
        follower.finish()
        return texts + follower.due(at: -1_000 * .second)
    }

    private func expectRegular(_ texts: [TimedText], _ channel: String, seconds: Int = 16) {
        let starts = Array(stride(from: 1, to: seconds - 2, by: 4))
        #expect(texts.map(\.text) == starts.map { "\(channel) at \($0)" })
        for (text, start) in zip(texts, starts) {
            #expect(abs(text.range.start.seconds - Double(start)) < 0.05, "\(text)")
            #expect(abs(text.range.end.seconds - Double(start + 2)) < 0.05, "\(text)")
        }
    }

    @Test(
        "hls.md section 5: CTA-608 and 708 captions have the times of their frames, in every container and codec [hls.md 5: CEA-608/708]",
        arguments: [
            small, small.with { $0.encode(as: .hevc) },
            small.with { ($0.container, $0.audioForm) = (.transportStream, .muxed) },
            small.with { ($0.container, $0.audioForm, $0.encryption) = (.transportStream, .muxed, .sampleAES) },
            small.with { $0.hasNegativeCompositionOffsets = true },
        ])
    func places(_ recipe: LadderRecipe) async throws {
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        for channel in ["CC1", "CC3", "SERVICE2"] {
            let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
            let track = try #require(
                reader.info.tracks.first { $0.closedCaptions == ClosedCaptionChannel(instreamID: channel) })
            expectRegular(try captions(reader, track), channel)
        }
    }

    @Test("hls.md section 4: CLOSED-CAPTIONS renditions are options with their names and languages")
    func declared() async throws {
        let origin = try Origin(try await Ladder.make(Self.small))
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let tracks = reader.info.tracks.filter { $0.kind == .subtitle }
        #expect(tracks.map(\.title) == ["English", "Español", "Français"])
        #expect(tracks.map(\.language) == ["en", "es", "fr"])
        #expect(tracks.map(\.codec) == ["eia_608", "eia_608", "cea_708"])
        #expect(tracks.allSatisfy { $0.isHearingImpaired })
        #expect(reader.stream?.captions(of: tracks[0].index, from: 0, through: .second) == nil)
    }

    @Test(
        "hls.md section 4: CLOSED-CAPTIONS=NONE disables captions; without the attribute, captions found in the video are offered [hls.md 4: CLOSED-CAPTIONS=NONE, hls.md 4: captions found]"
    )
    func undeclared() async throws {
        for (declaration, expected) in [
            (LadderRecipe.CaptionDeclaration.none, []),
            (.missing, [ClosedCaptionChannel.line21(1), .line21(3), .service(2)]),
        ] {
            let origin = try Origin(try await Ladder.make(Self.small.with { $0.captionDeclaration = declaration }))
            defer { origin.stop() }
            let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
            #expect(reader.info.tracks.compactMap(\.closedCaptions) == expected)
        }
    }

    @Test("captions of a file are found in its first frames")
    func file() async throws {
        let origin = try Origin(
            try await Ladder.make(
                Self.small.with { ($0.addressing, $0.firstStamp) = (.byteRanges, 0) }))
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/v0/media.m4s")))
        #expect(reader.info.tracks.compactMap(\.closedCaptions).contains(.line21(1)))
        let track = try #require(reader.info.tracks.first { $0.closedCaptions == .line21(1) })
        expectRegular(try captions(reader, track), "CC1")
    }

    @Test("a session sends the selected captions, including those active at a seek target, and none of another channel")
    func session() async throws {
        let origin = try Origin(try await Ladder.make(Self.small))
        defer { origin.stop() }
        let probe = SessionProbe(origin.url("/main.m3u8"))
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        guard case .ready(let info)? = await probe.event({ if case .ready = $0 { true } else { false } }) else {
            Issue.record("the stream did not open")
            return
        }
        let track = try #require(info.tracks.first { $0.closedCaptions == .line21(3) })
        probe.session.select(.subtitle, trackIndex: track.index)
        // Seek into the caption that is displayed from nine to eleven seconds.
        #expect(await probe.seek(10).finished)
        let reported = await probe.event {
            if case .timedText(let text) = $0 { text.text == "CC3 at 9" } else { false }
        }
        guard case .timedText(let text)? = reported else {
            Issue.record("the caption that is active at the seek target was not sent")
            return
        }
        #expect(abs(text.range.start.seconds - 9) < 0.05)
        #expect(text.trackIndex == track.index)
        probe.session.setRate(2)
        #expect(await probe.ended())
        let texts = probe.events.compactMap { event in if case .timedText(let text) = event { text.text } else { nil } }
        #expect(texts.contains("CC3 at 13"))
        #expect(texts.allSatisfy { $0.hasPrefix("CC3") })
    }

    @Test("a variant switch neither loses nor repeats captions")
    func variantChange() async throws {
        let origin = try Origin(try await Ladder.make(Self.small.with { $0.seconds = 32 }))
        defer { origin.stop() }
        let reader = try StreamingReader.open(MediaLocator(url: origin.url("/main.m3u8")))
        let track = try #require(reader.info.tracks.first { $0.closedCaptions == .line21(1) })
        var follower = ClosedCaptionFollower(
            .line21(1), track: track.index, isInVideo: true, from: 0)
        var texts: [TimedText] = []
        var widths: [Int32] = []
        var limits = 0
        while let packet = try reader.read() {
            guard packet.trackIndex == 0 else { continue }
            follower.take(packet)
            texts += follower.due(at: -1_000 * .second)
            let width = packet.format.parameters.pointee.width
            if width != widths.last { widths.append(width) }
            // In the middle of displayed captions, and of others that are being loaded.
            if packet.time > Nanoseconds(limits * 8) * .second {
                limits += 1
                var preferences = StreamingPreferences()
                preferences.environment.preferredPeakBitRate = limits % 2 == 0 ? 1 : nil
                reader.prefer(preferences)
            }
        }
        #expect(widths.count > 1, "\(widths)")
        follower.finish()
        texts += follower.due(at: -1_000 * .second)
        expectRegular(texts, "CC1", seconds: 32)
    }
}
