import AVFoundation
import Foundation
import Testing

/// `AVAudioConverter`.
struct AudioConverterTests {
    private func format(
        _ rate: Double, _ channels: AVAudioChannelCount, _ common: AVAudioCommonFormat = .pcmFormatFloat32,
        isInterleaved: Bool = false
    ) throws -> AVAudioFormat {
        try #require(
            AVAudioFormat(commonFormat: common, sampleRate: rate, channels: channels, interleaved: isInterleaved))
    }

    private func sine(_ format: AVAudioFormat, frames: Int) throws -> AVAudioPCMBuffer {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frames)))
        buffer.frameLength = buffer.frameCapacity
        let channels = try #require(buffer.floatChannelData)
        for frame in 0..<frames {
            let value = Float(0.5 * sin(2 * .pi * 440 * Double(frame) / format.sampleRate))
            for channel in 0..<Int(format.channelCount) { channels[channel][frame] = value }
        }
        return buffer
    }

    @Test("samples and channels of one rate are converted at once; one channel is copied to two")
    func samples() throws {
        let input = try sine(try format(48_000, 1), frames: 480)
        let to = try format(48_000, 2, .pcmFormatInt16, isInterleaved: true)
        let converter = try #require(AVAudioConverter(from: input.format, to: to))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 480))
        try converter.convert(to: output, from: input)
        #expect(output.frameLength == 480)
        let (floats, integers) = (try #require(input.floatChannelData), try #require(output.int16ChannelData))
        for frame in 0..<480 {
            #expect(abs(Float(integers[0][2 * frame]) / 32_768 - floats[0][frame]) < 0.000_05)
            #expect(integers[1][2 * frame] == integers[0][2 * frame])
        }
        let short = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 479))
        #expect(throws: (any Error).self) { try converter.convert(to: short, from: input) }
    }

    @Test("another rate gives the same sine, in parts, and the end of the stream")
    func rate() throws {
        let input = try sine(try format(48_000, 2), frames: 48_000)
        let to = try format(44_100, 2)
        let converter = try #require(AVAudioConverter(from: input.format, to: to))
        let direct = try sine(to, frames: 44_200)
        let expected = try #require(direct.floatChannelData)
        let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 1000))
        var (total, isGiven, status) = (0, false, AVAudioConverterOutputStatus.haveData)
        while status == .haveData, total < 50_000 {
            status = converter.convert(to: output, error: nil) { _, status in
                status.pointee = isGiven ? .endOfStream : .haveData
                isGiven = true
                return input
            }
            let channels = try #require(output.floatChannelData)
            for frame in 0..<Int(output.frameLength) where (100..<44_000).contains(total + frame) {
                #expect(abs(channels[1][frame] - expected[1][total + frame]) < 0.001)
            }
            total += Int(output.frameLength)
        }
        withExtendedLifetime(direct) {}
        #expect(status == .endOfStream)
        #expect(abs(total - 44_100) <= 2)
        #expect(throws: (any Error).self) { try converter.convert(to: output, from: input) }
    }

    @Test("without input a conversion runs dry, and compressed formats have no converter")
    func dry() throws {
        let to = try format(8000, 1)
        let converter = try #require(AVAudioConverter(from: try format(48_000, 2), to: to))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 10))
        let status = converter.convert(to: output, error: nil) { _, status in
            status.pointee = .noDataNow
            return nil
        }
        #expect(status == .inputRanDry && output.frameLength == 0)
        var error: NSError?
        let other = try #require(AVAudioPCMBuffer(pcmFormat: try format(48_000, 2), frameCapacity: 10))
        #expect(converter.convert(to: other, error: &error) { _, _ in nil } == .error)
        #expect(error?.code == 1_718_449_215)
        var aac = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatMPEG4AAC, mChannelsPerFrame: 2)
        let compressed = try #require(AVAudioFormat(streamDescription: &aac))
        #expect(AVAudioConverter(from: compressed, to: to) == nil)
    }

    @Test("two channels give the left one, or both mixed with downmix", arguments: [false, true])
    func downmix(_ mixes: Bool) throws {
        let input = try sine(try format(48_000, 2), frames: 480)
        let to = try format(48_000, 1)
        for frame in 0..<480 { input.floatChannelData?[0][frame] = 0 }
        let converter = try #require(AVAudioConverter(from: input.format, to: to))
        converter.downmix = mixes
        let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 480))
        try converter.convert(to: output, from: input)
        let samples = try #require(output.floatChannelData)
        #expect((0..<480).contains { abs(samples[0][$0]) > 0.1 } == mixes)
    }

    @Test("frames without room are in the next output, and the block is asked for the missing ones")
    func parts() throws {
        let input = try sine(try format(48_000, 1), frames: 30)
        let converter = try #require(AVAudioConverter(from: input.format, to: input.format))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: 20))
        var wanted: [AVAudioPacketCount] = []
        func convert(_ given: AVAudioPCMBuffer?) -> AVAudioConverterOutputStatus {
            converter.convert(to: output, error: nil) { count, status in
                wanted.append(count)
                status.pointee = given == nil ? .noDataNow : .haveData
                return given
            }
        }
        #expect(convert(input) == .haveData && output.frameLength == 20)
        #expect(convert(nil) == .inputRanDry && output.frameLength == 10)
        #expect(wanted == [20, 10])
        let samples = try #require(output.floatChannelData)
        let expected = try #require(input.floatChannelData)
        #expect((0..<10).allSatisfy { samples[0][$0] == expected[0][20 + $0] })
    }

    @Test("the count that the block receives is that of frames at the rate of the input")
    func wantedFrames() throws {
        let converter = try #require(AVAudioConverter(from: try format(48_000, 1), to: try format(24_000, 1)))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 100))
        var wanted: AVAudioPacketCount = 0
        _ = converter.convert(to: output, error: nil) { count, status in
            (wanted, status.pointee) = (count, .noDataNow)
            return nil
        }
        #expect(wanted == 200)
    }

    @Test("an empty input buffer runs dry, and a converter that is reset after the end converts again")
    func resetting() throws {
        let input = try sine(try format(48_000, 1), frames: 10)
        let converter = try #require(AVAudioConverter(from: input.format, to: input.format))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: 10))
        let empty = try #require(AVAudioPCMBuffer(pcmFormat: input.format, frameCapacity: 10))
        var calls = 0
        func convert(_ given: AVAudioPCMBuffer?) -> AVAudioConverterOutputStatus {
            converter.convert(to: output, error: nil) { _, status in
                calls += 1
                status.pointee = given == nil || calls > 3 ? .endOfStream : .haveData
                return given
            }
        }
        #expect(convert(empty) == .inputRanDry && calls == 1)
        #expect(convert(nil) == .endOfStream)
        calls = 0
        #expect(convert(input) == .endOfStream && calls == 0)
        converter.reset()
        #expect(convert(input) == .haveData && output.frameLength == 10)
    }

    @Test("a conversion at once requires buffers of the converter's formats")
    func formats() throws {
        let input = try sine(try format(48_000, 1), frames: 10)
        let converter = try #require(AVAudioConverter(from: try format(48_000, 2), to: try format(48_000, 1)))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 10))
        #expect(throws: (any Error).self) { try converter.convert(to: output, from: input) }
    }

    // MARK: Other layouts

    /// A format of numbered channels.
    private func numbered(
        _ channels: AudioChannelLayoutTag, _ common: AVAudioCommonFormat, isInterleaved: Bool, rate: Double = 48_000
    ) throws -> AVAudioFormat {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | channels))
        return AVAudioFormat(
            commonFormat: common, sampleRate: rate, interleaved: isInterleaved, channelLayout: layout)
    }

    /// A buffer of 32-bit floats in which each channel has a constant value: 0.1, 0.2 and so on.
    private func steps(_ format: AVAudioFormat, frames: Int = 8) throws -> AVAudioPCMBuffer {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frames)))
        buffer.frameLength = buffer.frameCapacity
        let (data, count) = (try #require(buffer.floatChannelData), Int(format.channelCount))
        for channel in 0..<count {
            for frame in 0..<frames {
                if format.isInterleaved {
                    data[0][frame * count + channel] = Float(channel + 1) / 10
                } else {
                    data[channel][frame] = Float(channel + 1) / 10
                }
            }
        }
        return buffer
    }

    @Test(
        "without mixing, each channel is that of its number, or silent; one channel is copied to two",
        arguments: [
            (3, 5, [0.1, 0.2, 0.3, 0, 0]), (5, 3, [0.1, 0.2, 0.3]), (1, 4, [0.1, 0.1, 0, 0]), (7, 1, [0.1]),
            (6, 6, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]), (1, 1, [0.1]), (64, 2, [0.1, 0.2]),
        ] as [(AudioChannelLayoutTag, AudioChannelLayoutTag, [Double])], [false, true])
    func numbers(
        _ counts: (from: AudioChannelLayoutTag, to: AudioChannelLayoutTag, expected: [Double]), isInterleaved: Bool
    ) throws {
        let input = try steps(try numbered(counts.from, .pcmFormatFloat32, isInterleaved: isInterleaved))
        let to = try numbered(counts.to, .pcmFormatInt32, isInterleaved: !isInterleaved)
        let converter = try #require(AVAudioConverter(from: input.format, to: to))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 8))
        try converter.convert(to: output, from: input)
        #expect(output.frameLength == 8)
        let data = try #require(output.int32ChannelData)
        for (channel, expected) in counts.expected.enumerated() {
            let value = to.isInterleaved ? data[0][7 * counts.expected.count + channel] : data[channel][7]
            #expect(abs(Double(value) / 0x8000_0000 - expected) < 0.000_01, "channel \(channel)")
        }
    }

    @Test("64-bit samples keep values that 32 bits do not, and integers are limited at full scale")
    func samplesOfOtherSizes() throws {
        let from = try format(48_000, 1, .pcmFormatFloat64)
        let input = try #require(AVAudioPCMBuffer(pcmFormat: from, frameCapacity: 3))
        input.frameLength = 3
        let list = UnsafeMutableAudioBufferListPointer(input.mutableAudioBufferList)
        let samples = try #require(list[0].mData?.assumingMemoryBound(to: Double.self))
        (samples[0], samples[1], samples[2]) = (1e-12, 1.5, -1.5)
        let same = try #require(
            AVAudioConverter(from: from, to: try format(48_000, 1, .pcmFormatFloat64, isInterleaved: true)))
        let copy = try #require(AVAudioPCMBuffer(pcmFormat: same.outputFormat, frameCapacity: 3))
        try same.convert(to: copy, from: input)
        let copied = UnsafeMutableAudioBufferListPointer(copy.mutableAudioBufferList)
        #expect(copied[0].mData?.assumingMemoryBound(to: Double.self)[0] == 1e-12)
        let integers = try #require(AVAudioConverter(from: from, to: try format(48_000, 1, .pcmFormatInt16)))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: integers.outputFormat, frameCapacity: 3))
        try integers.convert(to: output, from: input)
        let limited = try #require(output.int16ChannelData)
        #expect(limited[0][1] == .max && limited[0][2] == .min)
    }

    @Test("more than 64 channels and rates beyond 768 kHz have no converter")
    func limits() throws {
        let stereo = try format(48_000, 2)
        #expect(AVAudioConverter(from: try numbered(65, .pcmFormatFloat32, isInterleaved: false), to: stereo) == nil)
        #expect(AVAudioConverter(from: stereo, to: try numbered(65, .pcmFormatFloat32, isInterleaved: false)) == nil)
        for rate in [999.0, 768_001] {
            let other = try numbered(2, .pcmFormatFloat32, isInterleaved: false, rate: rate)
            #expect(
                AVAudioConverter(from: stereo, to: other) == nil && AVAudioConverter(from: other, to: stereo) == nil)
        }
        let edge = try numbered(2, .pcmFormatFloat32, isInterleaved: false, rate: 768_000)
        #expect(AVAudioConverter(from: stereo, to: edge) != nil)
    }

    @Test("an input buffer of another format is an error of the conversion with a block")
    func otherInput() throws {
        let converter = try #require(AVAudioConverter(from: try format(48_000, 2), to: try format(48_000, 1)))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: converter.outputFormat, frameCapacity: 10))
        let other = try sine(try format(44_100, 2), frames: 10)
        var error: NSError?
        let status = converter.convert(to: output, error: &error) { _, status in
            status.pointee = .haveData
            return other
        }
        #expect(status == .error && error?.code == 1_718_449_215 && output.frameLength == 0)
    }

    @Test("interleaved channels at another rate keep their values and places")
    func interleavedRate() throws {
        let input = try steps(try numbered(3, .pcmFormatFloat32, isInterleaved: true), frames: 4800)
        let to = try numbered(3, .pcmFormatFloat32, isInterleaved: true, rate: 32_000)
        let converter = try #require(AVAudioConverter(from: input.format, to: to))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 4000))
        var isGiven = false
        let status = converter.convert(to: output, error: nil) { _, status in
            status.pointee = isGiven ? .endOfStream : .haveData
            isGiven = true
            return input
        }
        #expect(status == .haveData && abs(Int(output.frameLength) - 3200) <= 2)
        let data = try #require(output.floatChannelData)
        for channel in 0..<3 { #expect(abs(data[0][1600 * 3 + channel] - Float(channel + 1) / 10) < 0.001) }
    }

    @Test("several inputs follow each other in an interleaved output")
    func interleavedParts() throws {
        let input = try steps(try numbered(3, .pcmFormatFloat32, isInterleaved: false), frames: 4)
        let to = try numbered(3, .pcmFormatFloat32, isInterleaved: true)
        let converter = try #require(AVAudioConverter(from: input.format, to: to))
        let output = try #require(AVAudioPCMBuffer(pcmFormat: to, frameCapacity: 10))
        let status = converter.convert(to: output, error: nil) { _, status in
            status.pointee = .haveData
            return input
        }
        #expect(status == .haveData && output.frameLength == 10)
        let data = try #require(output.floatChannelData)
        #expect((0..<30).allSatisfy { abs(data[0][$0] - Float($0 % 3 + 1) / 10) < 0.000_01 })
    }
}
