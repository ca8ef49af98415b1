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

    @Test("descriptions are created with a codec and a size, and not with a negative size")
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
    }

    @Test("extensions are stored; those of pixels and the aperture determine the size of the presentation")
    func extensions() throws {
        var made: CMVideoFormatDescription?
        let aperture: [CFString: Any] = [
            kCMFormatDescriptionKey_CleanApertureWidth: 704, kCMFormatDescriptionKey_CleanApertureHeight: 568,
            kCMFormatDescriptionKey_CleanApertureHorizontalOffset: 4,
            kCMFormatDescriptionKey_CleanApertureVerticalOffset: -2,
        ]
        let ratio = [
            kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: 12,
            kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: 11,
        ]
        let extensions: [CFString: Any] = [
            kCMFormatDescriptionExtension_CleanAperture: aperture,
            kCMFormatDescriptionExtension_PixelAspectRatio: ratio, "FormatName" as CFString: "name",
        ]
        #expect(
            CMVideoFormatDescriptionCreate(
                allocator: nil, codecType: kCMVideoCodecType_H264, width: 720, height: 576,
                extensions: extensions as CFDictionary, formatDescriptionOut: &made) == noErr)
        let description = try #require(made)
        #expect(
            description.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 12, y: 2, width: 704, height: 568))
        #expect(description.presentationDimensions() == CGSize(width: 768, height: 568))
        #expect(CMFormatDescriptionGetExtension(description, extensionKey: "FormatName") as? String == "name")
        #expect((CMFormatDescriptionGetExtensions(description) as? [String: Any])?.count == 3)
        let plain = try CMFormatDescription(videoCodecType: .h264, width: 720, height: 576)
        #expect(plain != description && CMFormatDescriptionGetExtensions(plain) == nil)
    }

    @Test("the description of a track with pixels that are not square has the extension")
    func extensionsOfTracks() {
        let track = CMFormatDescription(
            mediaType: .video, mediaSubType: .h264, dimensions: CMVideoDimensions(width: 720, height: 576),
            sampleAspectRatio: 64.0 / 45, aperture: CGRect(x: 8, y: 0, width: 704, height: 576))
        let ratio = CMFormatDescriptionGetExtension(
            track, extensionKey: kCMFormatDescriptionExtension_PixelAspectRatio)
        #expect(ratio as? [String: Int] == ["HorizontalSpacing": 64, "VerticalSpacing": 45])
        var copy: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreate(
            allocator: nil, codecType: kCMVideoCodecType_H264, width: 720, height: 576,
            extensions: CMFormatDescriptionGetExtensions(track), formatDescriptionOut: &copy)
        #expect(copy?.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 8, y: 0, width: 704, height: 576))
    }

    private func describe(_ extensions: [CFString: Any]) throws -> CMVideoFormatDescription {
        var made: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreate(
            allocator: nil, codecType: kCMVideoCodecType_H264, width: 720, height: 576,
            extensions: extensions as CFDictionary, formatDescriptionOut: &made)
        return try #require(made)
    }

    @Test("an aperture beyond the frame ends at its edges; a track's aperture below the center has a positive offset")
    func apertures() throws {
        let large = [
            kCMFormatDescriptionKey_CleanApertureWidth: 720, kCMFormatDescriptionKey_CleanApertureHeight: 576,
            kCMFormatDescriptionKey_CleanApertureVerticalOffset: 76,
        ]
        let description = try describe([kCMFormatDescriptionExtension_CleanAperture: large])
        #expect(description.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 0, y: 76, width: 720, height: 500))
        let track = CMFormatDescription(
            mediaType: .video, mediaSubType: .h264, dimensions: CMVideoDimensions(width: 720, height: 576),
            aperture: CGRect(x: 0, y: 16, width: 720, height: 560))
        let aperture = CMFormatDescriptionGetExtension(
            track, extensionKey: kCMFormatDescriptionExtension_CleanAperture)
        #expect((aperture as? [String: Double])?["VerticalOffset"] == 8)
    }

    @Test(
        "extensions with impossible numbers have no effect", arguments: [Double.infinity, .nan, 0, -1, 1e9])
    func impossible(_ number: Double) throws {
        let ratio = [
            kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: 2,
            kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: number,
        ]
        let description = try describe([kCMFormatDescriptionExtension_PixelAspectRatio: ratio])
        #expect(description.presentationDimensions() == CGSize(width: 720, height: 576))
    }

    @Test("descriptions with different extensions differ")
    func equality() throws {
        let name = "FormatName" as CFString
        #expect(try describe([name: "a"]) == describe([name: "a"]))
        #expect(try describe([name: "a"]) != describe([name: "b"]))
        #expect(try describe([name: "a"]) != describe([:]))
    }
}
