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

    @Test("settings without channels take those of the layout, and floating point without a depth has 32 bits")
    func defaults() throws {
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        var settings = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout).settings
        settings[AVNumberOfChannelsKey] = nil
        settings[AVLinearPCMBitDepthKey] = nil
        let format = try #require(AVAudioFormat(settings: settings))
        #expect(format.channelCount == 6 && format.isStandard && format.channelLayout == layout)
    }

    @Test("big-endian samples have no common format, and their settings say so")
    func bigEndian() throws {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            AVLinearPCMIsBigEndianKey: true,
        ]
        let format = try #require(AVAudioFormat(settings: settings))
        #expect(format.commonFormat == .otherFormat && format.isInterleaved)
        #expect(format.settings[AVLinearPCMIsBigEndianKey] as? Bool == true)
    }

    @Test("formats with different layouts differ; one channel equals the layout of mono")
    func layoutsDiffer() throws {
        func format(_ tag: AudioChannelLayoutTag) throws -> AVAudioFormat {
            AVAudioFormat(
                standardFormatWithSampleRate: 48_000, channelLayout: try #require(AVAudioChannelLayout(layoutTag: tag)))
        }
        #expect(try format(kAudioChannelLayoutTag_MPEG_5_1_A) != format(kAudioChannelLayoutTag_MPEG_5_1_B))
        #expect(
            try format(kAudioChannelLayoutTag_Mono)
                == AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
    }

    @Test("a format of a description of audio has its layout, and compressed audio is interleaved")
    func ofDescription() throws {
        var asbd = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatMPEG4AAC,
            mFormatFlags: kAudioFormatFlagIsNonInterleaved, mChannelsPerFrame: 6)
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_AAC_5_1
        var made: CMAudioFormatDescription?
        CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &asbd, layoutSize: MemoryLayout<AudioChannelLayout>.size, layout: &layout,
            magicCookieSize: 0, magicCookie: nil, extensions: nil, formatDescriptionOut: &made)
        let format = AVAudioFormat(cmAudioFormatDescription: try #require(made))
        #expect(format.channelLayout?.layoutTag == kAudioChannelLayoutTag_AAC_5_1 && format.isInterleaved)
    }

    @Test("a layout of bits or of descriptions has as many channels, and equals one with the same contents only")
    func countedLayouts() {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
        layout.mChannelBitmap = [.bit_Left, .bit_Right, .bit_LFEScreen]
        let bits = AVAudioChannelLayout(layout: &layout)
        #expect(bits.channelCount == 3)
        layout.mChannelBitmap = [.bit_Left, .bit_Right, .bit_Center]
        #expect(AVAudioChannelLayout(layout: &layout) != bits)
        let list = UnsafeMutableRawPointer.allocate(byteCount: 12 + 2 * 20, alignment: 4)
        defer { list.deallocate() }
        list.initializeMemory(as: UInt8.self, repeating: 0, count: 12 + 2 * 20)
        let described = list.assumingMemoryBound(to: AudioChannelLayout.self)
        described.pointee.mNumberChannelDescriptions = 2
        list.storeBytes(of: kAudioChannelLabel_Right, toByteOffset: 32, as: AudioChannelLabel.self)
        let channels = AVAudioChannelLayout(layout: described)
        #expect(channels.channelCount == 2)
        list.storeBytes(of: kAudioChannelLabel_Left, toByteOffset: 32, as: AudioChannelLabel.self)
        #expect(AVAudioChannelLayout(layout: described) != channels)
    }
}
