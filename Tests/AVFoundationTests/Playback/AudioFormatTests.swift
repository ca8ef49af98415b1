import AVFoundation
import CoreMedia
import Testing

/// `AVAudioFormat`.
struct AudioFormatTests {
    @Test("the standard format has 32-bit floating point, each channel for itself")
    func standard() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
        #expect(format.isStandard && !format.isInterleaved && format.commonFormat == .pcmFormatFloat32)
        #expect(format.streamDescription.pointee.mBytesPerFrame == 4)
        #expect(format.settings[AVLinearPCMIsNonInterleaved] as? Bool == true)
        #expect(format.description == "2 ch, 44100 Hz, Float32, deinterleaved")
    }

    @Test(
        "a common format survives its stream description",
        arguments: [AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32],
        [true, false])
    func common(_ common: AVAudioCommonFormat, isInterleaved: Bool) throws {
        let format = try #require(
            AVAudioFormat(commonFormat: common, sampleRate: 48_000, channels: 2, interleaved: isInterleaved))
        #expect(format.commonFormat == common && format.isInterleaved == isInterleaved)
        let again = try #require(AVAudioFormat(streamDescription: format.streamDescription))
        #expect(again == format && again.hash == format.hash)
        #expect(again != AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1))
    }

    @Test("impossible formats are nil")
    func impossible() {
        #expect(AVAudioFormat(standardFormatWithSampleRate: 0, channels: 1) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 0) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 3) == nil)
        #expect(
            AVAudioFormat(commonFormat: .otherFormat, sampleRate: 48_000, channels: 1, interleaved: true) == nil)
        var description = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mBytesPerFrame: 1, mChannelsPerFrame: 2,
            mBitsPerChannel: 16)
        #expect(AVAudioFormat(streamDescription: &description) == nil)
    }

    @Test("a format of compressed audio has its codec and no bit depth")
    func compressed() throws {
        var description = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatMPEG4AAC, mChannelsPerFrame: 6)
        let format = try #require(AVAudioFormat(streamDescription: &description))
        #expect(format.commonFormat == .otherFormat && format.channelCount == 6)
        #expect(format.settings[AVFormatIDKey] as? UInt32 == kAudioFormatMPEG4AAC)
        #expect(format.settings[AVLinearPCMBitDepthKey] == nil)
        #expect(format.description == "6 ch, 48000 Hz, aac ")
    }
}
