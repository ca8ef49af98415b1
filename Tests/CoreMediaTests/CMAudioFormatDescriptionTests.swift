import CoreMedia
import Foundation
import Testing

/// Layouts and formats of audio descriptions.
struct CMAudioFormatDescriptionTests {
    private func describe(
        _ layout: UnsafePointer<AudioChannelLayout>?, size: Int = MemoryLayout<AudioChannelLayout>.size,
        cookie: [UInt8] = []
    ) -> (status: OSStatus, description: CMAudioFormatDescription?) {
        var asbd = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatMPEGD_USAC, mChannelsPerFrame: 6)
        var description: CMAudioFormatDescription?
        let status = CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &asbd, layoutSize: size, layout: layout, magicCookieSize: cookie.count,
            magicCookie: cookie, extensions: nil, formatDescriptionOut: &description)
        return (status, description)
    }

    @Test("a description returns a copy of the layout, the format and the cookie it was created with")
    func layout() throws {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_AAC_5_1
        let description = try #require(describe(&layout, cookie: [1, 2, 3]).description)
        var size = 0
        let copy = try #require(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size))
        #expect(copy.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_D)
        #expect(AudioChannelLayoutTag_GetNumberOfChannels(copy.pointee.mChannelLayoutTag) == 6)
        #expect(size == MemoryLayout<AudioChannelLayout>.size)
        let cookie = try #require(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: &size))
        #expect(Array(UnsafeRawBufferPointer(start: cookie, count: size)) == [1, 2, 3])
        for item in [
            CMAudioFormatDescriptionGetRichestDecodableFormat(description),
            CMAudioFormatDescriptionGetMostCompatibleFormat(description),
            CMAudioFormatDescriptionGetFormatList(description, sizeOut: nil),
        ] {
            #expect(item?.pointee.mASBD.mFormatID == kAudioFormatMPEGD_USAC)
            #expect(item?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_AAC_5_1)
        }
    }

    @Test("a description without a layout has none, and a format with an unknown one")
    func none() throws {
        let description = try #require(describe(nil).description)
        #expect(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: nil) == nil)
        #expect(CMAudioFormatDescriptionGetMagicCookie(description, sizeOut: nil) == nil)
        let item = try #require(CMAudioFormatDescriptionGetRichestDecodableFormat(description))
        #expect(item.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Unknown | 6)
        let video = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
        #expect(CMAudioFormatDescriptionGetMostCompatibleFormat(video) == nil)
    }

    @Test("a layout that ends before its descriptions gives an error")
    func short() {
        var layout = AudioChannelLayout()
        layout.mNumberChannelDescriptions = 3
        let outcome = describe(&layout)
        #expect(outcome.status == kCMFormatDescriptionError_InvalidParameter && outcome.description == nil)
    }
}
