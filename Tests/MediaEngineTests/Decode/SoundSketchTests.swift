import CFFmpeg
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// The excerpt of a segment's audio that tools compare.
struct SoundSketchTests {
    /// Returns a WAVE file of one channel of 32-bit floating point.
    private func wave(_ samples: [Float], rate: UInt32) -> Data {
        var bytes = Data()
        func add(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes += Data("RIFF".utf8)
        add(UInt32(36 + samples.count * 4))
        bytes += Data("WAVEfmt ".utf8)
        add(UInt32(16))
        add(UInt16(3))
        add(UInt16(1))
        add(rate)
        add(rate * 4)
        add(UInt16(4))
        add(UInt16(32))
        bytes += Data("data".utf8)
        add(UInt32(samples.count * 4))
        for sample in samples { add(sample.bitPattern) }
        return bytes
    }

    private func sketch(_ samples: [Float], rate: UInt32 = 8_000, startingAt start: Int64 = 0) async throws
        -> SoundSketch.Result?
    {
        let file = try await StreamMaker.shared.file(named: "sound.wav", bytes: wave(samples, rate: rate))
        let demuxer = try Demuxer.open(MediaLocator(url: file))
        let sketch = SoundSketch()
        while let packet = try demuxer.read() {
            let time = Nanoseconds(ticks: packet.raw.pointee.pts, base: packet.format.timeBase) ?? 0
            sketch.add(packet, track: 0, time: start &+ time)
        }
        return sketch.finish()
    }

    private let tone = (0..<8_000).map { Float(sin(Double($0) * 0.2)) * 0.5 }

    @Test("a second of audio has twenty windows with its level")
    func levels() async throws {
        let found = try #require(try await sketch(tone))
        #expect(found.firstWindow == 0 && found.levels.count == 20 && found.crossings.allSatisfy { $0 > 10 })
    }

    @Test(
        "bad input: samples that are no number or infinite are silence", arguments: [Float.nan, .infinity, -.infinity])
    func unusableSamples(_ value: Float) async throws {
        let found = try #require(try await sketch(tone.prefix(4_000) + [Float](repeating: value, count: 4_000)))
        #expect(found.levels.count == 20 && found.levels.last == 0)
    }

    @Test("bad input: times at the ends of their range", arguments: [Int64.max, Int64.min + 1])
    func extremeTimes(_ start: Int64) async throws {
        _ = try await sketch(tone, startingAt: start)
    }
}
