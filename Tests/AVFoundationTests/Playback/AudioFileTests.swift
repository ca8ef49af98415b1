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
        for position in [20_000, start, start + 1495] {
            file.framePosition = Int64(position)
            #expect(file.framePosition == Int64(position))
            try file.read(into: buffer, frameCount: 1500)
            #expect(buffer.frameLength == 1500)
            let channels = try #require(buffer.floatChannelData)
            #expect((0..<1500).allSatisfy { channels[0][$0] == expected[2 * (position + $0)] })
        }
        file.framePosition = Int64(Self.frames) + 5
        #expect(file.framePosition == Int64(Self.frames))
        file.framePosition = -5
        #expect(file.framePosition == 0)
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
        #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 0)
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

    @Test("a copy of a buffer has the samples of all channels")
    func copyOfChannels() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 3))
        buffer.frameLength = 3
        buffer.floatChannelData?[1][2] = 0.25
        let copy = try #require(buffer.copy() as? AVAudioPCMBuffer)
        #expect(copy.floatChannelData?[1][2] == 0.25)
    }

    @Test("a buffer is nil without memory for each channel, and beyond the size of a list; it has the smallest length")
    func bufferShapes() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 8)
        memory.initialize(repeating: 0, count: 8)
        defer { memory.deallocate() }
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        defer { free(list.unsafeMutablePointer) }
        list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: memory)
        #expect(AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: list.unsafePointer) == nil)
        list[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 12, mData: memory + 4)
        #expect(AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: list.unsafePointer)?.frameLength == 3)
        list.count = 1
        #expect(AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: list.unsafePointer) == nil)
        #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: .max) == nil)
    }

    /// Settings of linear PCM.
    private func settings(_ channels: Int = 1, bits: Int = 16, isFloat: Bool = false) -> [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: channels,
            AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat,
        ]
    }

    /// Writes samples of one channel, and returns the bytes of the file.
    private func written(_ name: String, _ settings: [String: Any], _ samples: [Float]) throws -> [UInt8] {
        let url = folder.appendingPathComponent(name)
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let buffer = try buffer(file, samples.count)
        buffer.frameLength = buffer.frameCapacity
        for (index, sample) in samples.enumerated() { buffer.floatChannelData?[0][index] = sample }
        try file.write(from: buffer)
        return Array(try Data(contentsOf: url))
    }

    @Test("a written WAV file has its format in the header; samples of 8 bits are unsigned, an odd count is padded")
    func waveBytes() throws {
        let bytes = try written("bytes.wav", settings(bits: 8), [-1, 0, 1])
        let format: [UInt8] = [1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]
        #expect(Array(bytes[..<8]) == Array("RIFF".utf8) + [40, 0, 0, 0])
        #expect(Array(bytes[8..<20]) == Array("WAVEfmt ".utf8) + [16, 0, 0, 0])
        #expect(Array(bytes[20..<36]) == format)
        #expect(Array(bytes[36...]) == Array("data".utf8) + [3, 0, 0, 0, 0, 128, 255, 0])
        let file = try AVAudioFile(forReading: folder.appendingPathComponent("bytes.wav"))
        #expect(file.length == 3)
    }

    @Test("samples beyond full scale are limited, and those that are no number are silent")
    func limits() throws {
        let bytes = try written("limits.wav", settings(), [2, -2, .nan, 1])
        #expect(bytes.suffix(8) == [0xff, 0x7f, 0, 0x80, 0, 0, 0xff, 0x7f])
    }

    @Test(
        "the samples of a CAF file have the byte order of the settings, and its header says so",
        arguments: [true, false])
    func cafOrder(isBigEndian: Bool) throws {
        var settings = settings()
        settings[AVLinearPCMIsBigEndianKey] = isBigEndian
        let bytes = try written("order-\(isBigEndian).caf", settings, [0.5])
        #expect(bytes.suffix(2) == (isBigEndian ? [0x40, 0] : [0, 0x40]))
        // The lowest byte of the flags, behind the name of the format.
        #expect(bytes[35] == (isBigEndian ? 0 : 2))
    }

    @Test("64-bit floating point is written and read", arguments: ["wav", "aiff", "caf"])
    func doubles(_ type: String) throws {
        _ = try written("double.\(type)", settings(bits: 64, isFloat: true), [0.1, -0.75])
        let file = try AVAudioFile(
            forReading: folder.appendingPathComponent("double.\(type)"), commonFormat: .pcmFormatFloat64,
            interleaved: false)
        let buffer = try buffer(file, 2)
        try file.read(into: buffer)
        let samples = try #require(UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)[0].mData)
        #expect(samples.load(as: Double.self) == Double(Float(0.1)))
        #expect(samples.load(fromByteOffset: 8, as: Double.self) == -0.75)
    }

    @Test(
        "buffers of each common format are written with their values",
        arguments: [AVAudioCommonFormat.pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32], [true, false])
    func sources(_ common: AVAudioCommonFormat, isInterleaved: Bool) throws {
        let url = folder.appendingPathComponent("source-\(common)-\(isInterleaved).wav")
        let file = try AVAudioFile(
            forWriting: url, settings: settings(2), commonFormat: common, interleaved: isInterleaved)
        let buffer = try buffer(file, 2)
        buffer.frameLength = 2
        let planes = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        func store(_ value: Double, channel: Int, frame: Int) throws {
            let memory = try #require(planes[isInterleaved ? 0 : channel].mData)
            let index = isInterleaved ? 2 * frame + channel : frame
            switch common {
            case .pcmFormatInt16: memory.storeBytes(of: Int16(value * 32_768), toByteOffset: 2 * index, as: Int16.self)
            case .pcmFormatInt32:
                memory.storeBytes(of: Int32(value * 2_147_483_648), toByteOffset: 4 * index, as: Int32.self)
            default: memory.storeBytes(of: value, toByteOffset: 8 * index, as: Double.self)
            }
        }
        let values = [[0.5, -0.25], [-1, 0.125]]
        for frame in 0...1 {
            for channel in 0...1 { try store(values[frame][channel], channel: channel, frame: frame) }
        }
        try file.write(from: buffer)
        let read = try AVAudioFile(forReading: url)
        let back = try self.buffer(read, 2)
        try read.read(into: back)
        for frame in 0...1 {
            for channel in 0...1 { #expect(back.floatChannelData?[channel][frame] == Float(values[frame][channel])) }
        }
    }

    @Test("a file of six channels is processed with their places, and one without places with channels in order")
    func places() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        let file = try AVAudioFile(
            forWriting: folder.appendingPathComponent("places.caf"), settings: format.settings)
        #expect(file.processingFormat.channelLayout == layout)
        var settings = format.settings
        settings[AVChannelLayoutKey] = nil
        let other = try AVAudioFile(forWriting: folder.appendingPathComponent("order.caf"), settings: settings)
        #expect(other.processingFormat.channelLayout?.layoutTag == kAudioChannelLayoutTag_DiscreteInOrder | 6)
    }

    @Test(
        "the decoded channels of a file have the tag of their places",
        arguments: [
            ("5.1", kAudioChannelLayoutTag_WAVE_5_1_B), ("5.1(side)", kAudioChannelLayoutTag_WAVE_5_1_A),
            ("7.1", kAudioChannelLayoutTag_WAVE_7_1), ("quad", kAudioChannelLayoutTag_WAVE_4_0_B),
        ])
    func decodedPlaces(_ name: String, tag: AudioChannelLayoutTag) async throws {
        let url = try await TestSignal(frames: 100)
            .write(
                "places.flac", in: folder,
                ["-filter:a", "pan=\(name)|c0=c0|c1=c1|c2=c0|c3=c1", "-c:a", "flac"])
        #expect(try AVAudioFile(forReading: url).processingFormat.channelLayout?.layoutTag == tag)
    }

    @Test("the processing format is required of buffers: samples, rate, channels and interleaving")
    func formatsOfBuffers() throws {
        let file = try AVAudioFile(forWriting: folder.appendingPathComponent("format.wav"), settings: settings(2))
        for (common, isInterleaved) in [(AVAudioCommonFormat.pcmFormatFloat32, true), (.pcmFormatInt16, false)] {
            let format = try #require(
                AVAudioFormat(commonFormat: common, sampleRate: 8000, channels: 2, interleaved: isInterleaved))
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1))
            #expect(code { try file.write(from: buffer) } == 1_718_449_215)
        }
        var fast = settings()
        fast[AVSampleRateKey] = 1e9
        #expect(
            code { _ = try AVAudioFile(forWriting: folder.appendingPathComponent("fast.wav"), settings: fast) }
                == 1_718_449_215)
    }
}
