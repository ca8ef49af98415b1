public import CoreFoundationNames

/// One of the formats that an audio track can be decoded as.
public struct AudioFormatListItem: Sendable {
    public var mASBD: AudioStreamBasicDescription
    public var mChannelLayoutTag: AudioChannelLayoutTag

    public init() { self.init(mASBD: .init(), mChannelLayoutTag: 0) }

    public init(mASBD: AudioStreamBasicDescription, mChannelLayoutTag: AudioChannelLayoutTag) {
        self.mASBD = mASBD
        self.mChannelLayoutTag = mChannelLayoutTag
    }
}

/// Returns the places of the channels, valid as long as `desc`; nil where they are not known.
/// - Parameter sizeOut: receives the size of the layout in bytes; 0 without a layout.
@discardableResult
public func CMAudioFormatDescriptionGetChannelLayout(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
    sizeOut?.pointee = desc.channelLayout?.size ?? 0
    return desc.channelLayout?.pointer
}

/// Returns the formats of an audio track, valid as long as `desc`; nil unless the media is audio.
///
/// Apple: codecs in layers, such as HE-AAC, have several. Here: the decoder decodes all layers, and the list has one entry.
/// - Parameter sizeOut: receives the size of the list in bytes.
@discardableResult
public func CMAudioFormatDescriptionGetFormatList(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
    sizeOut?.pointee = desc.formatList == nil ? 0 : MemoryLayout<AudioFormatListItem>.stride
    return desc.formatList
}

/// Returns the format of the list with the most of the audio, valid as long as `desc`; nil unless the media is audio.
@discardableResult
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    desc.formatList
}

/// Returns the format of the list that most decoders can decode, valid as long as `desc`; nil unless the media is audio.
@discardableResult
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? {
    desc.formatList
}

/// Returns the data of the codec with which the description was created, valid as long as `desc`; nil where there are none.
/// - Parameter sizeOut: receives the size in bytes.
@discardableResult
public func CMAudioFormatDescriptionGetMagicCookie(
    _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
    sizeOut?.pointee = desc.magicCookie?.bytes.count ?? 0
    return desc.magicCookie?.bytes.baseAddress
}

/// Creates a description of audio.
/// - Parameters:
///   - layout: copied; nil where the places of the channels are not known.
///   - layoutSize: of `layout`, in bytes.
///   - magicCookie: copied; data of the codec. The decoders here read those of the file.
///   - extensions: any dictionary of property list values.
/// - Returns: 0, or `kCMFormatDescriptionError_InvalidParameter` for a layout that ends early.
@discardableResult
public func CMAudioFormatDescriptionCreate(
    allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
    layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
    extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = nil
    var stored: StoredChannelLayout?
    if let layout, layoutSize > 0 {
        stored = StoredChannelLayout(bytes: UnsafeRawBufferPointer(start: layout, count: layoutSize))
        guard stored != nil else { return kCMFormatDescriptionError_InvalidParameter }
    }
    let cookie = magicCookie.flatMap {
        magicCookieSize > 0 ? StoredBytes(UnsafeRawBufferPointer(start: $0, count: magicCookieSize)) : nil
    }
    formatDescriptionOut.pointee = CMFormatDescription(
        mediaType: .audio, mediaSubType: CMFormatDescription.MediaSubType(rawValue: asbd.pointee.mFormatID),
        dimensions: CMVideoDimensions(), audioStreamBasicDescription: asbd.pointee, channelLayout: stored,
        magicCookie: cookie, audioExtensions: extensions)
    return noErr
}
