import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import HLS
@testable import MediaEngine

/// Variants that cannot be decoded, or not in real time (hls.md sections 3 and 10), in a whole session on a fake clock.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct DecodingFailureTests {
    private static let recipe = LadderRecipe.small

    /// Corrupts the frames of a variant after the first segment, with valid lengths.
    private static func damaged(_ path: String, _ bytes: [UInt8], _ prefix: String) -> [UInt8] {
        guard path.hasPrefix(prefix), path.hasSuffix(".m4s"), !path.hasSuffix("/0.m4s") else { return bytes }
        var bytes = bytes
        for unit in Self.units(in: bytes) { for index in unit.dropFirst() { bytes[index] = 0xff } }
        return bytes
    }

    /// Returns the NAL units of all frames of a fragmented segment, without their lengths.
    private static func units(in bytes: [UInt8]) -> [Range<Int>] {
        var boxes = BoxReader(bytes)
        var units: [Range<Int>] = []
        while let box = boxes.next() {
            guard box.type == "mdat" else { continue }
            var at = box.content.lowerBound
            while let size = bytes.number(at: at, count: 4, before: box.content.upperBound), size > 0 {
                units.append(at + 4..<min(at + 4 + size, box.content.upperBound))
                at += 4 + size
            }
        }
        return units
    }

    private final class Shown: Sendable {
        private let marks = Mutex<[(variant: Int, frame: Int)]>([])
        var all: [(variant: Int, frame: Int)] { marks.withLock { $0 } }
        func add(_ mark: Int) {
            marks.withLock { $0.append((FrameMark.variant(of: mark), FrameMark.frame(of: mark))) }
        }
    }

    private func play(_ content: some OriginContent) async throws -> (Shown, SessionProbe, Origin, FakeHostClock) {
        let origin = try Origin(content)
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) { $0.hostClock = clock }
        let shown = Shown()
        probe.session.video.setChangeHandler(for: ObjectIdentifier(probe)) { [weak probe] in
            if let mark = probe?.mark { shown.add(mark) }
        }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        return (shown, probe, origin, clock)
    }

    private func variants(_ probe: SessionProbe) -> [StreamVariant] {
        probe.events.compactMap { if case .variant(let variant) = $0 { variant } else { nil } }
    }

    @Test(
        "hls.md section 10: media that cannot be decoded in one variant is displayed from another, without a frozen frame"
    )
    func damagedVariant() async throws {
        let content = EditedContent(try await Ladder.make(Self.recipe)) { Self.damaged($0, $1, "/v1/") }
        let (shown, probe, origin, clock) = try await play(content)
        defer {
            probe.session.close()
            origin.stop()
        }
        try await probe.playOn(clock)
        #expect(await probe.ended())
        #expect(origin.records.contains { $0.path == "/v1/1.m4s" }, "the damaged variant was tried")
        let frames = shown.all.map(\.frame)
        #expect(frames == frames.sorted())
        // The first frame may have been displayed before it was observed.
        #expect(Set(frames).union([0]).count == Self.recipe.seconds * 24)
        #expect(
            probe.streamFaults.map(\.comment).contains { $0.contains("another variant") },
            "\(probe.streamFaults.map(\.comment))")
        #expect(variants(probe).contains { $0.reason == "decoder" && $0.index == 0 })
        #expect(!probe.warnings.contains { $0.code == .decodingFailed }, "\(probe.warnings)")
    }

    /// Replaces the sample entry's codec with an unknown one.
    private static func unknown(_ path: String, _ bytes: [UInt8], _ prefixes: [String]) -> [UInt8] {
        guard prefixes.contains(where: path.hasPrefix), path.hasSuffix(".mp4") else { return bytes }
        var bytes = bytes
        for at in bytes.indices.dropLast(4) where bytes[at..<at + 4].elementsEqual("avc1".utf8) {
            bytes.replaceSubrange(at..<at + 4, with: Array("zz01".utf8))
        }
        return bytes
    }

    @Test(
        "hls.md section 10: a variant without a decoder is excluded permanently", arguments: ["/v0/", "/v1/"])
    func unknownCodec(_ variant: String) async throws {
        let content = EditedContent(try await Ladder.make(Self.recipe)) { Self.unknown($0, $1, [variant]) }
        let (shown, probe, origin, clock) = try await play(content)
        defer {
            probe.session.close()
            origin.stop()
        }
        try await probe.playOn(clock)
        #expect(await probe.ended())
        #expect(
            origin.records.contains { $0.path == "\(variant)0.m4s" || $0.path == "\(variant)1.m4s" }, "it was tried")
        #expect(origin.records.filter { $0.path.hasPrefix(variant) && $0.path.hasSuffix(".m4s") }.count == 1)
        #expect(Set(shown.all.map(\.frame)).union([0]).count == Self.recipe.seconds * 24)
        #expect(
            probe.streamFaults.map(\.comment).contains { $0.contains("zz01") && $0.contains("another variant") },
            "\(probe.streamFaults.map(\.comment))")
    }

    @Test(
        "hls.md section 10: when the first variant is damaged from its first frame on, the stream starts in another one"
    )
    func damagedFirstVariant() async throws {
        let ladder = try await Ladder.make(Self.recipe)
        let content = EditedContent(ladder) { path, bytes in
            path == "/v0/0.m4s" ? Self.damaged("/v0/0-.m4s", bytes, "/v0/") : Self.damaged(path, bytes, "/v0/")
        }
        let (shown, probe, origin, clock) = try await play(content)
        defer {
            probe.session.close()
            origin.stop()
        }
        try await probe.playOn(clock)
        #expect(await probe.ended())
        #expect(origin.records.contains { $0.path == "/v0/0.m4s" }, "the damaged variant was tried")
        #expect(shown.all.allSatisfy { $0.variant == 1 })
        #expect(Set(shown.all.map(\.frame)).union([0]).count == Self.recipe.seconds * 24)
        #expect(
            probe.streamFaults.map(\.comment).contains { $0.contains("another variant") },
            "\(probe.streamFaults.map(\.comment))")
    }

    @Test(
        "hls.md sections 3 and 10: when no variant of one codec is decodable, whatever CODECS declares, variants of another codec are played"
    )
    func otherCodec() async throws {
        let recipe = Self.recipe.with {
            $0.variants.append(LadderRecipe.Variant(256, 144, bitsPerSecond: 150_000, codec: .hevc))
        }
        let content = EditedContent(try await Ladder.make(recipe)) { Self.unknown($0, $1, ["/v0/", "/v1/"]) }
        let (shown, probe, origin, clock) = try await play(content)
        defer {
            probe.session.close()
            origin.stop()
        }
        try await probe.playOn(clock)
        #expect(await probe.ended())
        #expect(shown.all.allSatisfy { $0.variant == 2 })
        #expect(Set(shown.all.map(\.frame)).union([0]).count == recipe.seconds * 24)
        let reported = probe.streamFaults.map(\.comment).filter { $0.contains("zz01") }
        #expect(reported.count == 2, "\(reported)")
    }

    @Test(
        "section 10: when every variant is damaged, playback continues with errors, without additional requests"
    )
    func damagedEverywhere() async throws {
        let content = EditedContent(try await Ladder.make(Self.recipe)) { Self.damaged($0, $1, "/v") }
        let (_, probe, origin, clock) = try await play(content)
        defer {
            probe.session.close()
            origin.stop()
        }
        let core = probe.session.core
        try await probe.playOn(clock) { core.read { $0.video.frames.isEmpty && $0.cache.isAtEnd } }
        let media = origin.records.filter { $0.path.hasSuffix(".m4s") && $0.path.hasPrefix("/v") }.map(\.path)
        #expect(Dictionary(grouping: media) { $0 }.values.allSatisfy { $0.count <= 3 }, "\(media)")
        #expect(media.contains { $0.hasSuffix("/3.m4s") })
    }

    @Test("hls.md section 3: a variant whose frames are decoded too late is replaced by a lighter one")
    func overload() async throws {
        let (_, probe, origin, clock) = try await play(try await Ladder.make(Self.recipe))
        defer {
            probe.session.close()
            origin.stop()
        }
        let core = probe.session.core
        // Advance time in steps that are too large for the decoder.
        _ = await eventually(within: .seconds(120), every: .milliseconds(1)) {
            // Reading stays ahead of the steps: a stall would not count as slow decoding.
            let isReady = core.read { machine in
                machine.video.frames.count >= 2 && !machine.hasVideoJob
                    && (machine.cache.isAtEnd || (machine.bufferedRange?.end ?? 0) > machine.time &+ 2 * .second)
            }
            if isReady { clock.advance(by: 500_000_000) }
            return variants(probe).contains { $0.reason == "decoder" } || core.read { $0.isEnded }
        }
        #expect(variants(probe).contains { $0.reason == "decoder" && $0.index == 0 })
        #expect(
            probe.streamFaults.map(\.comment).contains { $0.contains("longer to decode") },
            "\(probe.streamFaults.map(\.comment))")
        // Playback continues at its position in the lighter variant.
        try await probe.playOn(clock) { probe.mark.map { FrameMark.variant(of: $0) == 0 } ?? false }
        #expect(probe.mark.map { FrameMark.variant(of: $0) } == 0)
    }
}
