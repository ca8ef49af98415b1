import CoreMedia
import Foundation
import Testing

@Suite("Functions over format descriptions (issue 18)")
struct CMFormatDescriptionFunctionTests {
    @Test("the audio layout is read through a pointer; video has none")
    func streamBasicDescription() throws {
        let audio = try CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: 44_100, mFormatID: kAudioFormatMPEG4AAC, mFramesPerPacket: 1024, mChannelsPerFrame: 2))
        let pointer = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(audio))
        #expect(pointer.pointee.mSampleRate == 44_100 && pointer.pointee.mChannelsPerFrame == 2)
        #expect(pointer.pointee.mFramesPerPacket == 1024 && pointer.pointee.mFormatID == kAudioFormatMPEG4AAC)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(audio) == pointer)
        let video = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(video) == nil)
    }

    @Test("descriptions are created with a codec and a size, and not with extensions or a negative size")
    func create() {
        var video: CMVideoFormatDescription?
        #expect(
            CMVideoFormatDescriptionCreate(
                allocator: kCFAllocatorDefault, codecType: kCMVideoCodecType_HEVC, width: 3840, height: 2160,
                extensions: nil, formatDescriptionOut: &video) == 0)
        #expect(video?.mediaType == .video && video?.mediaSubType == .hevc)
        #expect(video?.dimensions.width == 3840 && video?.dimensions.height == 2160)
        #expect(
            CMVideoFormatDescriptionCreate(
                allocator: nil, codecType: kCMVideoCodecType_HEVC, width: -1, height: 2160, extensions: nil,
                formatDescriptionOut: &video) == kCMFormatDescriptionError_InvalidParameter)
        #expect(video == nil)
        var text: CMFormatDescription?
        #expect(
            CMFormatDescriptionCreate(
                allocator: nil, mediaType: kCMMediaType_Text, mediaSubType: 0x7478_3367,
                extensions: [:] as NSDictionary, formatDescriptionOut: &text) == 0)
        #expect(text?.mediaType == .text && text?.mediaSubType == .mobile3GPP)
        #expect(
            CMFormatDescriptionCreate(
                allocator: nil, mediaType: kCMMediaType_Text, mediaSubType: 0x7478_3367,
                extensions: ["key": "value"] as NSDictionary, formatDescriptionOut: &text)
                == kCMFormatDescriptionError_InvalidParameter)
        #expect(text == nil)
    }
}
