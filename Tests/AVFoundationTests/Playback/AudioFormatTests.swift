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

    @Test("settings give the format whose settings they are", arguments: [true, false])
    func settings(_ isInterleaved: Bool) throws {
        for common in [AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32] {
            let format = try #require(
                AVAudioFormat(commonFormat: common, sampleRate: 44_100, channels: 2, interleaved: isInterleaved))
            #expect(AVAudioFormat(settings: format.settings) == format)
        }
        let short = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 22_050, AVNumberOfChannelsKey: 1,
            ]))
        #expect(short.commonFormat == .pcmFormatInt16 && short.sampleRate == 22_050 && short.channelCount == 1)
        let compressed = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 2,
            ]))
        #expect(compressed.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC)
        #expect(AVAudioFormat(settings: [AVFormatIDKey: kAudioFormatLinearPCM]) == nil)
    }

    @Test("a layout of six channels makes a format that two channels' initializers refuse")
    func layout() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        #expect(layout.channelCount == 6 && layout.layoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        #expect(format.channelCount == 6 && format.isStandard && format.channelLayout == layout)
        let again = try #require(AVAudioFormat(settings: format.settings))
        #expect(again == format && again.channelLayout == layout)
        #expect(AVAudioFormat(streamDescription: format.streamDescription) != format)
        let stereo = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo)
        #expect(AVAudioFormat(streamDescription: format.streamDescription, channelLayout: stereo) == nil)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelBitmap) == nil)
    }

    @Test("a layout of stereo equals a format of two channels without a layout")
    func stereo() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        #expect(
            AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
                == AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
    }
}
