import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// The devices of a player, which consume samples in real time and record them in the order in which they are rendered.
final class AudioRecorder: Sendable {
    private struct State {
        var samples: [Float] = []
        var outputs: [NullOutput] = []
        var formats: [AudioFormat] = []
        var stopCount = 0
    }
    private let state = Mutex(State())

    /// All samples of all devices, interleaved.
    var samples: [Float] { state.withLock { $0.samples } }
    var frames: Int { samples.count / 2 }
    var formats: [AudioFormat] { state.withLock { $0.formats } }
    /// Whether every device has stopped; a stopped device takes no more samples.
    var hasStopped: Bool { state.withLock { $0.stopCount >= $0.formats.count } }

    func channel(_ index: Int) -> [Float] {
        let all = samples
        return stride(from: index, to: all.count, by: 2).map { all[$0] }
    }

    func makeOutput() -> any AudioOutput { Output(recorder: self) }

    private final class Output: AudioOutput {
        private let recorder: AudioRecorder
        private let device = NullOutput(clock: SystemHostClock())

        init(recorder: AudioRecorder) { self.recorder = recorder }

        var deviceName: String { "recorder" }

        func start(
            format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
        ) throws(MediaError) {
            recorder.state.withLock { $0.formats.append(format) }
            try device.start(
                format: format,
                render: { [recorder] buffer, frames in
                    let count = render(buffer, frames)
                    recorder.state.withLock { $0.samples += buffer.prefix(count * format.channels) }
                    return count
                }, events: events)
        }

        func setPaused(_ paused: Bool) { device.setPaused(paused) }
        func flush() { device.flush() }
        func wake() { device.wake() }
        func position() -> AudioPosition { device.position() }

        func stop() {
            device.stop()
            recorder.state.withLock { $0.stopCount += 1 }
        }
    }
}

/// A stereo signal of 16-bit samples: tones whose frequencies rise, so that every part differs from every other.
struct TestSignal: Sendable {
    static let sampleRate = 48_000
    var samples: [Int16]

    init(frames: Int) {
        samples = []
        samples.reserveCapacity(2 * frames)
        for frame in 0..<frames {
            let time = Double(frame) / Double(Self.sampleRate)
            let left = 0.4 * sin(2 * .pi * (300 + 400 * time) * time) + 0.1 * sin(2 * .pi * 1_700 * time)
            let right = 0.4 * sin(2 * .pi * (500 + 300 * time) * time)
            samples += [Int16(left * 32_000), Int16(right * 32_000)]
        }
    }

    var frames: Int { samples.count / 2 }
    var floats: [Float] { samples.map { Float($0) / 32_768 } }

    func part(_ range: Range<Int>) -> TestSignal {
        var part = self
        part.samples = Array(samples[(2 * range.lowerBound)..<(2 * range.upperBound)])
        return part
    }

    /// The bytes of a WAV file.
    var wave: Data {
        var data = Data()
        func append(_ value: UInt32, _ bytes: Int) {
            for byte in 0..<bytes { data.append(UInt8(value >> (8 * byte) & 255)) }
        }
        let size = UInt32(samples.count * 2)
        data += Data("RIFF".utf8)
        append(36 + size, 4)
        data += Data("WAVEfmt ".utf8)
        append(16, 4)
        append(1, 2)
        append(2, 2)
        append(UInt32(Self.sampleRate), 4)
        append(UInt32(Self.sampleRate) * 4, 4)
        append(4, 2)
        append(16, 2)
        data += Data("data".utf8)
        append(size, 4)
        for sample in samples { append(UInt32(UInt16(bitPattern: sample)), 2) }
        return data
    }

    /// Writes the signal as `name` in a folder; files other than WAV are encoded by ffmpeg.
    func write(_ name: String, in folder: URL, _ arguments: [String] = []) async throws -> URL {
        let url = folder.appendingPathComponent(name)
        let source = url.pathExtension == "wav" ? url : url.appendingPathExtension("source.wav")
        try wave.write(to: source)
        guard source != url else { return url }
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        let outcome = try await ExternalCommand.run(
            ffmpeg, ["-v", "error", "-y", "-i", source.path] + arguments + [url.path])
        try #require(outcome.status == 0, "\(outcome.standardError)")
        return url
    }
}
