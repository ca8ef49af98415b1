import CFFmpeg
import Foundation
import Testing

@testable import MediaEngine

/// Planar float frames generated from a function of time, pushed like a decoder's output.
private struct Signal {
    var sampleRate = 48_000
    var layout = "stereo"
    var startTime = 0.0
    /// The sample of a channel at seconds after the start.
    var value: (_ channel: Int, _ time: Double) -> Float

    func push(seconds: Double, into converter: AudioConverter, roundsToMilliseconds: Bool = false) throws {
        let total = Int(seconds * Double(sampleRate))
        var done = 0
        while done < total {
            let count = min(1024, total - done)
            var frame = av_frame_alloc()
            defer { av_frame_free(&frame) }
            let raw = try #require(frame)
            raw.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
            raw.pointee.sample_rate = Int32(sampleRate)
            raw.pointee.nb_samples = Int32(count)
            #expect(av_channel_layout_from_string(&raw.pointee.ch_layout, layout) == 0)
            #expect(av_frame_get_buffer(raw, 0) == 0)
            for channel in 0..<Int(raw.pointee.ch_layout.nb_channels) {
                let plane = try #require(raw.pointee.extended_data[channel])
                plane.withMemoryRebound(to: Float.self, capacity: count) { samples in
                    for index in 0..<count {
                        samples[index] = value(channel, Double(done + index) / Double(sampleRate))
                    }
                }
            }
            var time = startTime + Double(done) / Double(sampleRate)
            if roundsToMilliseconds { time = (time * 1000).rounded() / 1000 }
            try converter.push(frame: raw, mediaTime: time)
            done += count
        }
    }
}

private struct Pulled {
    var samples: [Float] = []
    /// The first frame and the media time of every section.
    var pieces: [(frame: Int, mediaTime: Double)] = []
    var channels = 2

    func channel(_ index: Int) -> [Float] { stride(from: index, to: samples.count, by: channels).map { samples[$0] } }
    var frames: Int { samples.count / channels }

    func mediaTime(at frame: Int, sampleRate: Int, rate: Double) -> Double {
        let piece = pieces.last { $0.frame <= frame } ?? (0, .nan)
        return piece.mediaTime + Double(frame - piece.frame) / Double(sampleRate) * rate
    }

    /// Returns the media time of every frame.
    func mediaTimes(sampleRate: Int, rate: Double) -> [Double] {
        var times: [Double] = []
        times.reserveCapacity(frames)
        for (index, piece) in pieces.enumerated() {
            let end = index + 1 < pieces.count ? pieces[index + 1].frame : frames
            for frame in piece.frame..<max(piece.frame, end) {
                times.append(piece.mediaTime + Double(frame - piece.frame) / Double(sampleRate) * rate)
            }
        }
        return times
    }
}

extension AudioConverter {
    fileprivate func pullAll(piece: Int = 700) -> Pulled {
        var result = Pulled()
        result.channels = output.channels
        var buffer = [Float](repeating: 0, count: piece * output.channels)
        while true {
            let got = buffer.withUnsafeMutableBufferPointer { pull(into: $0, frames: piece) }
            if got.frames == 0 { return result }
            result.pieces.append((result.frames, got.mediaTime))
            result.samples += buffer[..<(got.frames * output.channels)]
        }
    }
}

private func sine(_ frequency: Double, level: Double = 0.5) -> (Int, Double) -> Float {
    { _, time in Float(level * sin(2 * .pi * frequency * time)) }
}

private func level(_ samples: some Collection<Float>) -> Double {
    (samples.reduce(0) { $0 + Double($1 * $1) } / Double(max(1, samples.count)) * 2).squareRoot()
}

/// Returns the pitch in hertz, from the upward zero crossings.
private func pitch(_ samples: [Float], sampleRate: Int) -> Double {
    var crossings: [Double] = []
    for index in 1..<samples.count where samples[index - 1] < 0 && samples[index] >= 0 {
        let part = Double(-samples[index - 1] / (samples[index] - samples[index - 1]))
        crossings.append(Double(index - 1) + part)
    }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
    return Double(crossings.count - 1) / (last - first) * Double(sampleRate)
}

@Suite struct AudioConverterTests {
    let stereo = AudioFormat(sampleRate: 48_000, channels: 2)

    @Test("stereo at the output's rate is passed through unchanged, sample for sample")
    func passThrough() throws {
        let converter = AudioConverter(output: stereo)
        let signal = Signal(startTime: 5, value: { Float($0 == 0 ? sin($1 * 3000) : cos($1 * 1000)) })
        try signal.push(seconds: 0.2, into: converter)
        converter.drain()
        let pulled = converter.pullAll()
        #expect(pulled.frames == 9600)
        for frame in stride(from: 0, to: 9600, by: 97) {
            #expect(abs(pulled.samples[2 * frame] - signal.value(0, Double(frame) / 48_000)) < 1e-6)
            #expect(abs(pulled.samples[2 * frame + 1] - signal.value(1, Double(frame) / 48_000)) < 1e-6)
        }
        for piece in pulled.pieces { #expect(abs(piece.mediaTime - 5 - Double(piece.frame) / 48_000) < 1e-9) }
    }

    @Test(
        "5.1 and 7.1 are downmixed to stereo by BS.775: center and surrounds at -3 dB, no LFE, normalized",
        arguments: [
            ("5.1", 0, 1.0, 0.0), ("5.1", 1, 0.0, 1.0), ("5.1", 2, 0.5.squareRoot(), 0.5.squareRoot()),
            ("5.1", 3, 0.0, 0.0),
            ("5.1", 4, 0.5.squareRoot(), 0.0), ("5.1(side)", 5, 0.0, 0.5.squareRoot()),
            ("7.1", 6, 0.5.squareRoot(), 0.0), ("7.1", 3, 0.0, 0.0), ("quad", 2, 0.5.squareRoot(), 0.0),
        ])
    func downmix(layout: String, channel: Int, left: Double, right: Double) throws {
        let converter = AudioConverter(output: stereo)
        let signal = Signal(layout: layout, value: { $0 == channel ? Float(0.5 * sin(2 * .pi * 1000 * $1)) : 0 })
        try signal.push(seconds: 0.1, into: converter)
        converter.drain()
        let pulled = converter.pullAll()
        let sum = ["5.1": 1 + 2.0.squareRoot(), "5.1(side)": 1 + 2.0.squareRoot(), "quad": 1 + 0.5.squareRoot()]
        let scale = sum[layout] ?? (1 + 3 * 0.5.squareRoot())
        #expect(abs(level(pulled.channel(0)) - 0.5 * left / scale) < 0.002)
        #expect(abs(level(pulled.channel(1)) - 0.5 * right / scale) < 0.002)
    }

    @Test("full scale on all channels of 5.1 does not clip")
    func loudDownmix() throws {
        let converter = AudioConverter(output: stereo)
        try Signal(layout: "5.1", value: { _, _ in 1 }).push(seconds: 0.1, into: converter)
        converter.drain()
        #expect(converter.pullAll().samples.allSatisfy { abs($0) <= 1.0001 })
    }

    @Test("mono is played on both channels at full level")
    func mono() throws {
        let converter = AudioConverter(output: stereo)
        try Signal(layout: "mono", value: sine(440)).push(seconds: 0.1, into: converter)
        converter.drain()
        let pulled = converter.pullAll()
        #expect(abs(level(pulled.channel(0)[..<4364]) - 0.5) < 0.01)
        #expect(pulled.channel(0) == pulled.channel(1))
    }

    @Test(
        "R-sync: a click keeps its media time at all rates",
        arguments: [8_000, 22_050, 44_100, 48_000, 96_000])
    func clickAfterResampling(sampleRate: Int) throws {
        let converter = AudioConverter(output: stereo)
        let click = Signal(sampleRate: sampleRate, startTime: 10, value: { abs($1 - 0.5) < 0.002 ? 0.9 : 0 })
        try click.push(seconds: 1, into: converter, roundsToMilliseconds: true)
        converter.drain()
        let pulled = converter.pullAll()
        #expect(abs(pulled.frames - 48_000) <= 2)
        let loud = pulled.channel(0).indices.filter { abs(pulled.samples[2 * $0]) > 0.45 }
        let middle = (try #require(loud.first) + (try #require(loud.last))) / 2
        #expect(abs(pulled.mediaTime(at: middle, sampleRate: 48_000, rate: 1) - 10.5) < 0.001)
    }

    @Test(
        "rates 0.25 to 4 preserve pitch and level", arguments: [0.25, 1.0 / 3, 0.5, 0.8, 1.25, 1.5, 2, 3, 4])
    func pitchIsKept(rate: Double) throws {
        let converter = AudioConverter(output: stereo)
        converter.setRate(rate, keepsPitch: true)
        try Signal(value: sine(440)).push(seconds: 2, into: converter)
        converter.drain()
        let pulled = converter.pullAll()
        #expect(abs(Double(pulled.frames) - 96_000 / rate) < 3)
        let middle = Array(pulled.channel(0)[4_800..<(pulled.frames - 4_800)])
        #expect(abs(pitch(middle, sampleRate: 48_000) - 440) < 3)
        #expect(abs(level(middle) - 0.5) < 0.02)
    }

    @Test("varispeed changes the pitch with the rate", arguments: [0.5, 2.0])
    func varispeed(rate: Double) throws {
        let converter = AudioConverter(output: stereo)
        converter.setRate(rate, keepsPitch: false)
        try Signal(value: sine(440)).push(seconds: 1, into: converter)
        converter.drain()
        let pulled = converter.pullAll()
        #expect(abs(Double(pulled.frames) - 48_000 / rate) < 3)
        #expect(abs(pitch(pulled.channel(0), sampleRate: 48_000) - 440 * rate) < 2)
    }

    @Test(
        "R-sync: media time has no drift at any rate, and deviates by at most the stretcher's search range",
        arguments: [(0.5, true), (0.75, true), (1.5, true), (2.0, true), (0.5, false), (1.5, false), (2.0, false)])
    func mediaTimeAtRates(rate: Double, keepsPitch: Bool) throws {
        let converter = AudioConverter(output: stereo)
        converter.setRate(rate, keepsPitch: keepsPitch)
        // A tone that restarts each half second.
        let signal = Signal(
            startTime: 3,
            value: { Float($1.truncatingRemainder(dividingBy: 0.5) < 0.25 ? 0 : 0.8 * sin(2 * .pi * 1000 * $1)) })
        try signal.push(seconds: 6, into: converter)
        converter.drain()
        let pulled = converter.pullAll(piece: 511)
        let samples = pulled.channel(0)
        let times = pulled.mediaTimes(sampleRate: 48_000, rate: rate)
        var differences: [Double] = []
        for onset in 1...10 {
            let expected = 3.25 + Double(onset) * 0.5
            let near = samples.indices.lazy.filter { abs(times[$0] - expected) < 0.1 }
            let first = try #require(near.first { abs(samples[$0]) > 0.2 })
            differences.append(times[first] - expected)
        }
        let mean = differences.reduce(0, +) / Double(differences.count)
        let bound = keepsPitch ? 0.012 : 0.001
        #expect(differences.allSatisfy { abs($0) < bound }, "\(differences)")
        #expect(abs(mean) < (keepsPitch ? 0.006 : 0.001), "\(mean)")
        let end = pulled.mediaTime(at: pulled.frames, sampleRate: 48_000, rate: rate)
        #expect(abs(end - 9) < 0.001)
    }

    @Test("a gap in the timestamps is a gap in the media times, and no stretched segment spans it")
    func gap() throws {
        let converter = AudioConverter(output: stereo)
        try Signal(value: sine(440)).push(seconds: 0.1, into: converter)
        try Signal(startTime: 7, value: sine(440)).push(seconds: 0.1, into: converter)
        converter.drain()
        let pulled = converter.pullAll(piece: 100_000)
        #expect(pulled.pieces.count == 2)
        #expect(pulled.pieces.map(\.frame) == [0, 4800])
        #expect(abs(pulled.pieces[1].mediaTime - 7) < 1e-9)
    }

    @Test("reset discards pushed frames and keeps the rate")
    func reset() throws {
        let converter = AudioConverter(output: stereo)
        converter.setRate(2, keepsPitch: true)
        try Signal(value: sine(440)).push(seconds: 0.5, into: converter)
        converter.reset()
        #expect(converter.bufferedFrames == 0)
        try Signal(startTime: 20, value: sine(440)).push(seconds: 1, into: converter)
        converter.drain()
        let pulled = converter.pullAll()
        #expect(abs(pulled.frames - 24_000) < 3)
        #expect(abs(try #require(pulled.pieces.first).mediaTime - 20) < 0.013)
    }

    @Test("a change of sample rate and layout in mid-stream loses no samples")
    func formatChange() throws {
        let converter = AudioConverter(output: stereo)
        try Signal(sampleRate: 44_100, value: sine(440)).push(seconds: 0.5, into: converter)
        try Signal(sampleRate: 32_000, layout: "5.1", startTime: 0.5, value: sine(440)).push(
            seconds: 0.5, into: converter)
        converter.drain()
        #expect(abs(converter.pullAll().frames - 48_000) < 8)
    }

    @Test("bad input: a frame with an impossible sample rate is an error")
    func impossibleRate() throws {
        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        let raw = try #require(frame)
        raw.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        raw.pointee.nb_samples = 10
        av_channel_layout_default(&raw.pointee.ch_layout, 2)
        #expect(throws: MediaError.self) { try AudioConverter(output: stereo).push(frame: raw, mediaTime: 0) }
    }
}
