import AVFoundation
import Foundation
import Testing

/// Files that `AVAudioFile` encodes.
struct EncodedAudioFileTests {
    private static let frames = 24_123

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("encoded-audio-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private static func settings(_ codec: AudioFormatID, _ more: [String: Any] = [:]) -> [String: Any] {
        more.merging([AVFormatIDKey: codec, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]) { $1 }
    }

    /// Writes a tone that fades in, in buffers of unequal lengths.
    private func write(_ name: String, _ settings: [String: Any]) throws -> (url: URL, file: AVAudioFile) {
        let url = folder.appendingPathComponent(name)
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 5000))
        let channels = try #require(buffer.floatChannelData)
        var start = 0
        while start < Self.frames {
            let count = min(start == 0 ? 700 : 5000, Self.frames - start)
            for frame in 0..<count {
                channels[0][frame] = Self.sample(start + frame)
                channels[1][frame] = -Self.sample(start + frame) / 2
            }
            buffer.frameLength = AVAudioFrameCount(count)
            try file.write(from: buffer)
            start += count
        }
        return (url, file)
    }

    private static func sample(_ frame: Int) -> Float {
        sin(Float(frame) * 2 * .pi * 440 / 48_000) * 0.5 * min(1, Float(frame) / 2000)
    }

    @Test(
        "an encoded file has the length of what was written, and its samples but for the loss of the codec",
        arguments: [
            ("tone.m4a", kAudioFormatMPEG4AAC, Float(0.01)), ("tone.mp4", kAudioFormatMPEG4AAC, 0.01),
            ("lossless.m4a", kAudioFormatAppleLossless, 0.000_04), ("tone.flac", kAudioFormatFLAC, 0.000_04),
        ])
    func encoded(_ name: String, codec: AudioFormatID, loss: Float) throws {
        let (url, file) = try write(name, Self.settings(codec))
        #expect(file.length == Int64(Self.frames) && file.framePosition == Int64(Self.frames))
        #expect(file.fileFormat.settings[AVFormatIDKey] as? AudioFormatID == codec)
        #expect(file.isOpen)
        file.close()
        #expect(!file.isOpen)
        #expect(file.length == Int64(Self.frames))

        let read = try AVAudioFile(forReading: url)
        #expect(read.length == Int64(Self.frames))
        #expect(read.fileFormat.settings[AVFormatIDKey] as? AudioFormatID == codec)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: read.processingFormat, frameCapacity: AVAudioFrameCount(Self.frames)))
        try read.read(into: buffer)
        let channels = try #require(buffer.floatChannelData)
        // The mean of the differences: a shift by one sample would be larger.
        let error = (1000..<(Self.frames - 2000)).reduce(Float(0)) {
            $0 + max(abs(channels[0][$1] - Self.sample($1)), abs(channels[1][$1] + Self.sample($1) / 2))
        }
        #expect(error / Float(Self.frames - 3000) < loss)
    }

    @Test("a file that is not closed is complete when its object is released")
    func released() throws {
        let url = try write("released.m4a", Self.settings(kAudioFormatMPEG4AAC)).url
        #expect(try AVAudioFile(forReading: url).length == Int64(Self.frames))
    }

    @Test("an AAC stream with headers is written under the extension aac")
    func stream() throws {
        let (url, file) = try write("tone.aac", Self.settings(kAudioFormatMPEG4AAC))
        file.close()
        let bytes = try Data(contentsOf: url)
        #expect(bytes.prefix(2) == Data([0xFF, 0xF1]))
        #expect(try AVAudioFile(forReading: url).length >= Int64(Self.frames))
    }

    @Test("bit rates, quality and bit depth of the settings have an effect on the file")
    func settings() throws {
        func size(_ name: String, _ codec: AudioFormatID, _ more: [String: Any]) throws -> Int {
            let (url, file) = try write(name, Self.settings(codec, more))
            file.close()
            return try Data(contentsOf: url).count
        }
        let aac = kAudioFormatMPEG4AAC
        let low = try size("low.m4a", aac, [AVEncoderBitRateKey: 32_000])
        let each = try size("each.m4a", aac, [AVEncoderBitRatePerChannelKey: 96_000])
        let high = try size("high.m4a", aac, [AVEncoderBitRateKey: 256_000])
        #expect(low < each && each < high)
        let minimum = try size("minimum.m4a", aac, [AVEncoderAudioQualityKey: AVAudioQuality.min.rawValue])
        let maximum = try size("maximum.m4a", aac, [AVEncoderAudioQualityKey: AVAudioQuality.max.rawValue])
        #expect(minimum < maximum)
        let coarse = try size("16.flac", kAudioFormatFLAC, [AVEncoderBitDepthHintKey: 16])
        let fine = try size("24.flac", kAudioFormatFLAC, [AVEncoderBitDepthHintKey: 24])
        #expect(coarse < fine)
    }

    @Test("settings that a file type does not hold, or that cannot be encoded, throw 'fmt?', and a closed file 'wht?'")
    func errors() throws {
        let rejected: [(String, [String: Any])] = [
            ("a.flac", Self.settings(kAudioFormatMPEG4AAC)), ("a.aac", Self.settings(kAudioFormatAppleLossless)),
            ("a.m4a", Self.settings(kAudioFormatLinearPCM)),
            ("a.m4a", Self.settings(kAudioFormatMPEG4AAC).merging([AVSampleRateKey: 47_999]) { $1 }),
            ("a.m4a", Self.settings(kAudioFormatMPEG4AAC).merging([AVNumberOfChannelsKey: 40]) { $1 }),
        ]
        for (name, settings) in rejected {
            let url = folder.appendingPathComponent(name)
            #expect(code { _ = try AVAudioFile(forWriting: url, settings: settings) } == 1_718_449_215)
            #expect(!FileManager.default.fileExists(atPath: url.path))
        }
        let missing = folder.appendingPathComponent("none/a.m4a")
        #expect(
            code { _ = try AVAudioFile(forWriting: missing, settings: Self.settings(kAudioFormatMPEG4AAC)) }
                == 2_003_334_207)
        let file = try write("closed.m4a", Self.settings(kAudioFormatMPEG4AAC)).file
        file.close()
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 10))
        buffer.frameLength = 10
        #expect(code { try file.write(from: buffer) } == 2_003_334_207)
        #expect(code { try file.read(into: buffer) } == 2_003_334_207)
    }

    private func code(_ body: () throws -> Void) -> Int? {
        do { try body() } catch {
            #expect((error as NSError).domain == "com.apple.coreaudio.avfaudio")
            return (error as NSError).code
        }
        return nil
    }
}
