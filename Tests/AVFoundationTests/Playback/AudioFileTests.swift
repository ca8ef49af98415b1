import AVFoundation
import Foundation
import Testing

/// `AVAudioFile` and `AVAudioPCMBuffer`.
struct AudioFileTests {
    private static let frames = 24_000

    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("audio-file-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func buffer(_ file: AVAudioFile, _ frames: Int) throws -> AVAudioPCMBuffer {
        try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(frames)))
    }

    @Test("an audio file has the formats, the length and all samples of a WAV file, and reads 0 frames at its end")
    func wave() async throws {
        let signal = TestSignal(frames: Self.frames)
        let url = try await signal.write("tone.wav", in: folder)
        let file = try AVAudioFile(forReading: url)
        #expect(file.url == url)
        #expect(file.length == Int64(Self.frames))
        #expect(file.framePosition == 0)
        #expect(file.processingFormat == AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        #expect(file.fileFormat.commonFormat == .pcmFormatInt16 && file.fileFormat.isInterleaved)
        let buffer = try buffer(file, Self.frames + 100)
        try file.read(into: buffer)
        #expect(buffer.frameLength == AVAudioFrameCount(Self.frames))
        #expect(file.framePosition == Int64(Self.frames))
        let channels = try #require(buffer.floatChannelData)
        let expected = signal.floats
        #expect((0..<Self.frames).allSatisfy { channels[0][$0] == expected[2 * $0] })
        #expect((0..<Self.frames).allSatisfy { channels[1][$0] == expected[2 * $0 + 1] })
        try file.read(into: buffer)
        #expect(buffer.frameLength == 0)
    }

    @Test("a file that is read as interleaved 16-bit integers gives the integers of the file")
    func integers() async throws {
        let signal = TestSignal(frames: 1000)
        let url = try await signal.write("integers.wav", in: folder)
        let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt16, interleaved: true)
        let buffer = try buffer(file, 1000)
        try file.read(into: buffer)
        #expect(buffer.stride == 2 && buffer.floatChannelData == nil)
        let samples = try #require(buffer.int16ChannelData)
        #expect((0..<2000).allSatisfy { samples[0][$0] == signal.samples[$0] })
        #expect((0..<1000).allSatisfy { samples[1][2 * $0] == signal.samples[2 * $0 + 1] })
    }

    @Test(
        "parts of a file that are read after a change of framePosition are those of the whole file",
        arguments: [5, 12_345])
    func position(_ start: Int) async throws {
        let signal = TestSignal(frames: Self.frames)
        let expected = signal.floats
        let file = try AVAudioFile(forReading: try await signal.write("parts.wav", in: folder))
        let buffer = try buffer(file, 2000)
        for position in [20_000, start] {
            file.framePosition = Int64(position)
            #expect(file.framePosition == Int64(position))
            try file.read(into: buffer, frameCount: 1500)
            #expect(buffer.frameLength == 1500)
            let channels = try #require(buffer.floatChannelData)
            #expect((0..<1500).allSatisfy { channels[0][$0] == expected[2 * (position + $0)] })
        }
        file.framePosition = Int64(Self.frames) + 5
        #expect(file.framePosition == Int64(Self.frames))
    }

    @Test(
        "a compressed file has the length of the signal, without the encoder's delay",
        arguments: [("tone.flac", "flac"), ("tone.m4a", "aac"), ("lossless.m4a", "alac"), ("tone.mp3", "libmp3lame")])
    func compressed(_ name: String, codec: String) async throws {
        let signal = TestSignal(frames: Self.frames)
        let file = try AVAudioFile(
            forReading: try await signal.write(name, in: folder, ["-c:a", codec, "-b:a", "256k"]))
        #expect(file.length == Int64(Self.frames))
        let buffer = try buffer(file, Self.frames)
        try file.read(into: buffer)
        #expect(buffer.frameLength == AVAudioFrameCount(Self.frames))
        let channels = try #require(buffer.floatChannelData)
        let expected = signal.floats
        // The encoders of AAC and MP3 change samples; a shift by one sample would change them more.
        let error = (1000..<(Self.frames - 1000)).reduce(Float(0)) { $0 + abs(channels[0][$1] - expected[2 * $1]) }
        #expect(error / Float(Self.frames - 2000) < (["aac", "libmp3lame"].contains(codec) ? 0.01 : 0.000_01))
    }

    @Test(
        "a written file has the samples of its buffers, in the format of its settings",
        arguments: ["wav", "aiff", "aifc", "caf"], [16, 24, 32])
    func writing(_ type: String, bits: Int) throws {
        let url = folder.appendingPathComponent("written-\(bits).\(type)")
        let file = try AVAudioFile(
            forWriting: url,
            settings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
                AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: false,
            ])
        let buffer = try buffer(file, 441)
        let channels = try #require(buffer.floatChannelData)
        for frame in 0..<441 {
            channels[0][frame] = Float(frame - 220) / 256
            channels[1][frame] = -Float(frame) / 512
        }
        buffer.frameLength = 441
        try file.write(from: buffer)
        try file.write(from: buffer)
        #expect(file.length == 882 && file.framePosition == 882)

        let read = try AVAudioFile(forReading: url)
        #expect(read.length == 882)
        #expect(read.processingFormat == file.processingFormat)
        #expect(read.fileFormat.settings[AVLinearPCMBitDepthKey] as? Int == bits)
        let back = try self.buffer(read, 882)
        try read.read(into: back)
        let samples = try #require(back.floatChannelData)
        #expect((0..<882).allSatisfy { samples[0][$0] == channels[0][$0 % 441] })
        #expect((0..<882).allSatisfy { samples[1][$0] == channels[1][$0 % 441] })
    }

    @Test(
        "settings of a buffer's format write floating point, with more channels than two",
        arguments: ["wav", "aiff", "caf"])
    func floats(_ type: String) throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        let url = folder.appendingPathComponent("float.\(type)")
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 7))
        buffer.frameLength = 7
        for channel in 0..<6 { buffer.floatChannelData?[channel][6] = Float(channel) / 3 }
        try file.write(from: buffer)
        let read = try AVAudioFile(forReading: url)
        #expect(read.length == 7 && read.processingFormat.channelCount == 6)
        let back = try self.buffer(read, 7)
        try read.read(into: back)
        for channel in 0..<6 { #expect(back.floatChannelData?[channel][6] == Float(channel) / 3) }
    }

    @Test("files that cannot be read or written throw Apple's codes")
    func errors() throws {
        let text = folder.appendingPathComponent("text.wav")
        try Data("no audio".utf8).write(to: text)
        #expect(code { _ = try AVAudioFile(forReading: folder.appendingPathComponent("none.wav")) } == 2_003_334_207)
        #expect(code { _ = try AVAudioFile(forReading: text) } == 1_954_115_647)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
        ]
        #expect(
            code { _ = try AVAudioFile(forWriting: folder.appendingPathComponent("a.xyz"), settings: settings) }
                == 1_954_115_647)
        let wave = folder.appendingPathComponent("a.wav")
        #expect(
            code {
                _ = try AVAudioFile(
                    forWriting: wave,
                    settings: settings.merging([AVFormatIDKey: kAudioFormatMPEG4AAC]) { $1 })
            } == 1_718_449_215)
        let file = try AVAudioFile(forWriting: wave, settings: settings)
        let other = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: other, frameCapacity: 1))
        #expect(code { try file.write(from: buffer) } == 1_718_449_215)
    }

    private func code(_ body: () throws -> Void) -> Int? {
        do { try body() } catch {
            #expect((error as NSError).domain == "com.apple.coreaudio.avfaudio")
            return (error as NSError).code
        }
        return nil
    }

    @Test("a buffer's lists of memory have the size of its frames and of its capacity")
    func lists() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 100))
        #expect(buffer.format === format && buffer.frameCapacity == 100 && buffer.frameLength == 0)
        buffer.frameLength = 40
        #expect(buffer.audioBufferList.pointee.mNumberBuffers == 2)
        #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 160)
        let whole = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        #expect(whole.map(\.mDataByteSize) == [400, 400])
        let channels = try #require(buffer.floatChannelData)
        #expect(whole[1].mData == UnsafeMutableRawPointer(channels[1]))
        #expect((0..<100).allSatisfy { channels[1][$0] == 0 })
        buffer.frameLength = 200
        #expect(buffer.frameLength == 100)
    }

    @Test("a copy of a buffer has samples of its own")
    func copy() throws {
        let format = try #require(
            AVAudioFormat(commonFormat: .pcmFormatInt32, sampleRate: 8000, channels: 2, interleaved: true))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 2))
        buffer.frameLength = 2
        buffer.int32ChannelData?[1][2] = 7
        let copy = try #require(buffer.copy() as? AVAudioPCMBuffer)
        buffer.int32ChannelData?[1][2] = 8
        #expect(copy.int32ChannelData?[0][3] == 7 && copy.frameLength == 2 && copy.frameCapacity == 2)
    }

    @Test("a buffer over a client's memory reads it without copying, and releases it once")
    func noCopy() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4)
        memory.initialize(repeating: 0.5, count: 4)
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: memory)
        var releases = 0
        do {
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: list.unsafePointer) { _ in
                    memory.deallocate()
                    releases += 1
                })
            #expect(buffer.frameLength == 4 && buffer.floatChannelData?[0][3] == 0.5)
            #expect(releases == 0)
        }
        #expect(releases == 1)
        free(list.unsafeMutablePointer)
    }
}
