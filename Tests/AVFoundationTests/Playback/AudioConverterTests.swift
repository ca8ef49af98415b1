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
}
