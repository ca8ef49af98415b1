import CoreMedia
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

@Suite("Timed metadata (spec/hls.md section 5)")
struct TimedMetadataTests {
    private final class MetadataLog: Sendable {
        private let state = Mutex<[TimedMetadata]>([])
        var all: [TimedMetadata] { state.withLock { $0 } }

        init(_ reader: any MediaReader) {
            reader.stream?.observeEvents { [weak self] event in
                if case .timedMetadata(let metadata) = event { self?.add(metadata) }
            }
        }

        private func add(_ metadata: TimedMetadata) { state.withLock { $0.append(metadata) } }
    }

    private static let recipe = LadderRecipe.small.with { ($0.subtitles, $0.hasTimedMetadata) = ([], true) }

    @Test(
        "ID3 in fragments, transport streams and packed audio is reported once at its time, even if video and audio carry it [hls.md 5: timed ID3, hls.md 5: emsg]",
        .enabled(if: StreamMaker.isAvailable), .timeLimit(.minutes(3)),
        arguments: [
            recipe, recipe.with { ($0.container, $0.audioForm) = (.transportStream, .muxed) },
            // Timestamps that wrap around during playback.
            recipe.with {
                ($0.container, $0.audioForm, $0.firstStamp) = (.transportStream, .muxed, (1 << 33) - 5 * 90_000)
            },
            recipe.with { ($0.seconds, $0.programs) = (8, 2) },
        ])
    func places(_ recipe: LadderRecipe) async throws {
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let reported = MetadataLog(reader)
        while try reader.read() != nil {}
        let tags = reported.all.filter { if case .id3 = $0.content { true } else { false } }
        let starts = tags.map { $0.range.start.seconds.rounded() }
        #expect(starts == [1, 5, 9, 13])
        for (number, tag) in tags.enumerated() {
            #expect(abs(tag.range.start.seconds - Double(1 + 4 * number)) < 0.05)
            let second = (1 + 4 * number) % recipe.seconds
            #expect(tag.content == .id3([ID3Frame(name: "TXXX", value: .text("\(second)"), info: "second")]))
        }
        guard recipe.container == .fragmented else { return }
        #expect(tags.allSatisfy { $0.range.duration.seconds == 0.5 })
        let others = reported.all.filter { if case .message = $0.content { true } else { false } }
        #expect(others.map { $0.range.start.seconds.rounded() } == [2, 6, 10, 14])
        let second = Array("2".utf8)
        #expect(others.first?.content == .message(scheme: "urn:openavkit:second", value: "value", data: second))
    }

    @Test(
        "ID3 before packed audio is reported at the time of its segment", .enabled(if: StreamMaker.isAvailable),
        .timeLimit(.minutes(3)))
    func packedAudio() async throws {
        let recipe = Self.recipe.with { ($0.container, $0.audioForm) = (.transportStream, .packed) }
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/a0/index.m3u8")))
        let reported = MetadataLog(reader)
        while try reader.read() != nil {}
        #expect(reported.all.map { ($0.range.start.seconds).rounded() } == [0, 4, 8, 12])
    }

    @Test(
        "ID3 in a transport stream file is reported by its session", .enabled(if: StreamMaker.isAvailable),
        .timeLimit(.minutes(3)))
    func file() async throws {
        let recipe = Self.recipe.with {
            ($0.container, $0.audioForm, $0.addressing) = (.transportStream, .muxed, .byteRanges)
        }
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        let probe = SessionProbe(origin.url("/v0/media.ts"))
        defer { probe.session.close() }
        let reported = await probe.event { if case .timedMetadata = $0 { true } else { false } }
        guard case .timedMetadata(let metadata)? = reported else {
            Issue.record("no ID3 tag was reported")
            return
        }
        #expect(abs(metadata.range.start.seconds - 1) < 0.1)
        #expect(metadata.content == .id3([ID3Frame(name: "TXXX", value: .text("1"), info: "second")]))
    }

    @Test(
        "metadata repeated within the rounding tolerance is reported once; other content or times are reported separately"
    )
    func reported_once() {
        var reported = ReportedMetadata()
        func metadata(_ milliseconds: Int64, _ text: String) -> TimedMetadata {
            TimedMetadata(
                range: CMTimeRange(start: CMTime(value: milliseconds, timescale: 1000), duration: .zero),
                content: .id3([ID3Frame(name: "TIT2", value: .text(text))]))
        }
        let offered = [metadata(1_000, "a"), metadata(1_001, "a"), metadata(1_001, "b"), metadata(2_000, "a")]
        let isNew = offered.map { reported.insert($0) }
        #expect(isNew == [true, false, true, true])
    }

    // MARK: - ID3

    private func tag(_ frames: [(String, [UInt8])], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        func size(_ value: Int, _ bits: Int) -> [UInt8] {
            (0..<4).reversed().map { UInt8(value >> ($0 * bits) & (1 << bits - 1)) }
        }
        let body = frames.flatMap { Array($0.0.utf8) + size($0.1.count, version == 4 ? 7 : 8) + [0, 0] + $0.1 }
        return Array("ID3".utf8) + [version, 0, flags] + size(body.count, 7) + body
    }

    @Test("frames of every kind are parsed: texts in four encodings, owners, descriptions, languages, pictures")
    func frames() {
        let bytes = tag([
            ("TIT2", [0] + [0x63, 0x61, 0x66, 0xe9]), ("TIT3", [1, 0xff, 0xfe, 0x41, 0, 0x42, 0]),
            ("TALB", [2, 0, 0x43]), ("TPE1", [3] + Array("ä".utf8) + [0]),
            ("TXXX", [1, 0xfe, 0xff, 0, 0x6b, 0, 0, 0xfe, 0xff, 0, 0x76]), ("PRIV", Array("me".utf8) + [0, 1, 2]),
            ("COMM", [3] + Array("engsayhello".utf8)), ("WXXX", [3] + Array("d\0http://x".utf8)),
            ("APIC", [0] + Array("image/png\0".utf8) + [3] + Array("cover\0".utf8) + [9, 8]),
            ("GEOB", [0] + Array("text/plain\0f\0what\0x".utf8)), ("MCDI", [7]),
        ])
        let frames = ID3Frame.frames(in: bytes[...])
        #expect(
            frames == [
                ID3Frame(name: "TIT2", value: .text("café")), ID3Frame(name: "TIT3", value: .text("AB")),
                ID3Frame(name: "TALB", value: .text("C")), ID3Frame(name: "TPE1", value: .text("ä")),
                ID3Frame(name: "TXXX", value: .text("v"), info: "k"),
                ID3Frame(name: "PRIV", value: .data([1, 2]), info: "me"),
                ID3Frame(name: "COMM", value: .text(""), info: "sayhello", language: "eng"),
                ID3Frame(name: "WXXX", value: .text("http://x"), info: "d"),
                ID3Frame(name: "APIC", value: .data([9, 8]), info: "cover", mimeType: "image/png"),
                ID3Frame(name: "GEOB", value: .data([0x78]), info: "what", mimeType: "text/plain"),
                ID3Frame(name: "MCDI", value: .data([7])),
            ])
        let old = ID3Frame.frames(in: tag([("TIT2", [0, 0x61])], version: 3)[...])
        #expect(old == [ID3Frame(name: "TIT2", value: .text("a"))])
        // Private frames of the transport are not metadata.
        let stamp = (
            "PRIV", Array("com.apple.streaming.transportStreamTimestamp".utf8) + [UInt8](repeating: 0, count: 9)
        )
        #expect(ID3Frame.frames(in: tag([stamp])[...]).isEmpty)
    }

    @Test("damaged tags and messages yield the part before the damage, or nothing")
    func fuzz() {
        var random = SeededRandom(seed: 3)
        let good = tag([
            ("TXXX", [3] + Array("key\0value".utf8)), ("APIC", [0] + Array("image/png\0".utf8) + [3, 0, 1, 2, 3]),
            ("COMM", [1, 0x65, 0x6e, 0x67, 0xff, 0xfe, 0x41, 0, 0, 0]),
        ])
        let maker = TextFragments()
        let message = maker.box(
            "emsg", [1, 0, 0, 0], maker.word(1000), maker.word(0), maker.word(5000), maker.word(10), maker.word(1),
            Array("https://aomedia.org/emsg/ID3\0\0".utf8), good)
        #expect(EventMessage.messages(in: message).map(\.time) == [.stamp(5 * .second)])
        for _ in 0..<1_000 {
            for original in [good, message] {
                var bytes = original
                for _ in 0..<Int.random(in: 1...5, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
                #expect(ID3Frame.frames(in: bytes[...]).count <= 8)
                #expect(EventMessage.messages(in: bytes).count <= 1)
            }
        }
    }
}
