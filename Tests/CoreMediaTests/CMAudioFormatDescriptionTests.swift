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

    @Test("descriptions with different layouts or cookies differ")
    func equality() throws {
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_AAC_5_1
        let description = try #require(describe(&layout, cookie: [1, 2]).description)
        #expect(describe(&layout, cookie: [1, 2]).description == description)
        #expect(describe(&layout, cookie: [1, 3]).description != description)
        #expect(describe(&layout).description != description)
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_WAVE_5_1_A
        #expect(describe(&layout, cookie: [1, 2]).description != description)
    }

    @Test("a layout of several descriptions is copied with all of them; one byte less is an error")
    func descriptions() throws {
        let header = MemoryLayout<AudioChannelLayout>.size - MemoryLayout<AudioChannelDescription>.size
        let size = header + 3 * MemoryLayout<AudioChannelDescription>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let layout = memory.assumingMemoryBound(to: AudioChannelLayout.self)
        layout.pointee.mNumberChannelDescriptions = 3
        memory.storeBytes(
            of: kAudioChannelLabel_LFEScreen, toByteOffset: size - MemoryLayout<AudioChannelDescription>.stride,
            as: AudioChannelLabel.self)
        #expect(describe(layout, size: size - 1).status == kCMFormatDescriptionError_InvalidParameter)
        let description = try #require(describe(layout, size: size).description)
        var copied = 0
        let copy = try #require(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &copied))
        #expect(copied == size)
        #expect(memcmp(copy, memory, size) == 0)
    }

    @Test("a format list has the size of its entry, and audio descriptions keep their extensions")
    func listAndExtensions() throws {
        var asbd = AudioStreamBasicDescription(mSampleRate: 48_000, mFormatID: kAudioFormatAC3, mChannelsPerFrame: 2)
        var made: CMAudioFormatDescription?
        CMAudioFormatDescriptionCreate(
            allocator: nil, asbd: &asbd, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
            extensions: ["FormatName": "name"] as CFDictionary, formatDescriptionOut: &made)
        let description = try #require(made)
        var size = 0
        CMAudioFormatDescriptionGetFormatList(description, sizeOut: &size)
        #expect(size == MemoryLayout<AudioFormatListItem>.stride)
        #expect(CMFormatDescriptionGetExtension(description, extensionKey: "FormatName") as? String == "name")
    }

    @Test("a list of no buffers has room for the one of the structure")
    func bufferLists() {
        #expect(AudioBufferList.sizeInBytes(maximumBuffers: 0) == MemoryLayout<AudioBufferList>.size)
        #expect(
            AudioBufferList.sizeInBytes(maximumBuffers: 3)
                == MemoryLayout<AudioBufferList>.size + 2 * MemoryLayout<AudioBuffer>.stride)
    }
}
