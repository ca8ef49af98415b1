public import Foundation

/// A description of a track's samples: media type, codec, and the dimensions of video or the layout of audio.
///
/// Immutable and thread-safe.
public final class CMFormatDescription: NSObject, Sendable {
    /// The kind of media.
    public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: CMMediaType
        public init(rawValue: CMMediaType) { self.rawValue = rawValue }

        public static let video = MediaType(rawValue: kCMMediaType_Video)
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
        public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)
        public static let text = MediaType(rawValue: kCMMediaType_Text)
        public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)
        public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)
        public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)
        public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)

        public var description: String { fourCharCodeString(rawValue) }
    }

    /// The codec or format, as four characters.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible,
        ExpressibleByIntegerLiteral, ExpressibleByStringLiteral
    {
        public let rawValue: FourCharCode
        public init(rawValue: FourCharCode) { self.rawValue = rawValue }
        public init(integerLiteral value: FourCharCode) { rawValue = value }
        /// Creates a code from four characters of one byte each.
        public init(string: String) { rawValue = fourCharCode(string) }
        public init(stringLiteral value: String) { rawValue = fourCharCode(value) }

        public var description: String { fourCharCodeString(rawValue) }

        public static let h264 = MediaSubType(rawValue: kCMVideoCodecType_H264)
        public static let hevc = MediaSubType(rawValue: kCMVideoCodecType_HEVC)
        public static let hevcWithAlpha = MediaSubType(rawValue: kCMVideoCodecType_HEVCWithAlpha)
        public static let av1 = MediaSubType(rawValue: kCMVideoCodecType_AV1)
        public static let vp9 = MediaSubType(rawValue: kCMVideoCodecType_VP9)
        public static let mpeg4Video = MediaSubType(rawValue: kCMVideoCodecType_MPEG4Video)
        public static let mpeg2Video = MediaSubType(rawValue: kCMVideoCodecType_MPEG2Video)
        public static let mpeg1Video = MediaSubType(rawValue: kCMVideoCodecType_MPEG1Video)
        public static let jpeg = MediaSubType(rawValue: kCMVideoCodecType_JPEG)
        public static let mpeg4AAC = MediaSubType(string: "aac ")
        public static let mpeg4AAC_HE = MediaSubType(string: "aach")
        public static let mpeg4AAC_HE_V2 = MediaSubType(string: "aacp")
        public static let mpegLayer3 = MediaSubType(string: ".mp3")
        public static let ac3 = MediaSubType(string: "ac-3")
        public static let enhancedAC3 = MediaSubType(string: "ec-3")
        public static let flac = MediaSubType(string: "flac")
        public static let opus = MediaSubType(string: "opus")
        public static let linearPCM = MediaSubType(string: "lpcm")
        public static let webVTT = MediaSubType(string: "wvtt")
        public static let mobile3GPP = MediaSubType(string: "tx3g")
    }

    public let mediaType: MediaType
    public let mediaSubType: MediaSubType

    /// The coded size in pixels; zero unless the media is video.
    public let dimensions: CMVideoDimensions
    let sampleAspectRatio: Double
    let aperture: CGRect
    /// nil where there are none.
    let extensions: FormatExtensions?
    /// The layout of audio samples; nil unless the media is audio.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { storedAudio?.memory.pointee }
    private let storedAudio: StoredAudioDescription?
    /// The address of `audioStreamBasicDescription`, valid as long as this object.
    var audioPointer: UnsafePointer<AudioStreamBasicDescription>? { (storedAudio?.memory).map { UnsafePointer($0) } }

    /// The places of the audio channels; nil where they are not known.
    let channelLayout: StoredChannelLayout?
    /// Data of the codec; nil where there are none.
    let magicCookie: StoredBytes?
    /// The address of the audio formats of the media, with one entry; nil unless the media is audio.
    var formatList: UnsafePointer<AudioFormatListItem>? { (storedAudio?.list).map { UnsafePointer($0) } }

    /// Creates a description of media without dimensions: text, metadata.
    public convenience init(mediaType: MediaType, mediaSubType: MediaSubType) throws {
        self.init(mediaType: mediaType, mediaSubType: mediaSubType, dimensions: CMVideoDimensions())
    }

    /// Creates a description of video. Sizes are in pixels.
    public convenience init(videoCodecType: MediaSubType, width: Int, height: Int) throws {
        guard let width = Int32(exactly: width), let height = Int32(exactly: height), width >= 0, height >= 0 else {
            throw CMTimebase.error(kCMFormatDescriptionError_InvalidParameter, "The size must not be negative.")
        }
        self.init(
            mediaType: .video, mediaSubType: videoCodecType, dimensions: CMVideoDimensions(width: width, height: height)
        )
    }

    public convenience init(audioStreamBasicDescription: AudioStreamBasicDescription) throws {
        self.init(
            mediaType: .audio, mediaSubType: MediaSubType(rawValue: audioStreamBasicDescription.mFormatID),
            dimensions: CMVideoDimensions(), audioStreamBasicDescription: audioStreamBasicDescription)
    }

    /// - Parameters:
    ///   - sampleAspectRatio: width of a pixel over its height.
    ///   - aperture: the part of the coded frame to display, from its top left corner; empty means the whole frame.
    package convenience init(
        mediaType: MediaType, mediaSubType: MediaSubType, dimensions: CMVideoDimensions, sampleAspectRatio: Double = 1,
        aperture: CGRect = .zero, audioStreamBasicDescription: AudioStreamBasicDescription? = nil,
        channelLayout: StoredChannelLayout? = nil
    ) {
        self.init(
            mediaType: mediaType, mediaSubType: mediaSubType, dimensions: dimensions,
            sampleAspectRatio: sampleAspectRatio, aperture: aperture,
            audioStreamBasicDescription: audioStreamBasicDescription, channelLayout: channelLayout, magicCookie: nil,
            audioExtensions: nil)
    }

    /// - Parameter audioExtensions: nil: those of the shape of pixels and the aperture.
    init(
        mediaType: MediaType, mediaSubType: MediaSubType, dimensions: CMVideoDimensions, sampleAspectRatio: Double = 1,
        aperture: CGRect = .zero, audioStreamBasicDescription: AudioStreamBasicDescription?,
        channelLayout: StoredChannelLayout?, magicCookie: StoredBytes?, audioExtensions: CFDictionary?
    ) {
        extensions =
            FormatExtensions(audioExtensions)
            ?? FormatExtensions(sampleAspectRatio: sampleAspectRatio, aperture: aperture, dimensions: dimensions)
        self.channelLayout = channelLayout
        self.magicCookie = magicCookie
        self.mediaType = mediaType
        self.mediaSubType = mediaSubType
        self.dimensions = dimensions
        self.sampleAspectRatio = sampleAspectRatio.isFinite && sampleAspectRatio > 0 ? sampleAspectRatio : 1
        self.aperture = aperture
        storedAudio = audioStreamBasicDescription.map {
            StoredAudioDescription($0, layoutTag: channelLayout?.pointer.pointee.mChannelLayoutTag)
        }
        super.init()
    }

    /// - Parameter extensions: any dictionary of property list values. The shape of pixels and the clean aperture determine the size of
    ///   the presentation; the others are stored.
    package init(
        mediaType: MediaType, mediaSubType: MediaSubType, dimensions: CMVideoDimensions, extensions: CFDictionary?
    ) {
        self.mediaType = mediaType
        self.mediaSubType = mediaSubType
        self.dimensions = dimensions
        self.extensions = FormatExtensions(extensions)
        sampleAspectRatio = self.extensions?.sampleAspectRatio ?? 1
        aperture = self.extensions?.aperture(in: dimensions) ?? .zero
        storedAudio = nil
        channelLayout = nil
        magicCookie = nil
        super.init()
    }

    /// Returns the frame size in square pixels, optionally corrected by the pixel aspect ratio and cropped to the clean aperture.
    public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
        var size =
            useCleanAperture
            ? cleanAperture(originIsAtTopLeft: true).size
            : CGSize(width: Int(dimensions.width), height: Int(dimensions.height))
        if usePixelAspectRatio { size.width *= CGFloat(sampleAspectRatio) }
        return size
    }

    /// Returns the part of the coded frame to display, in pixels.
    public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
        let coded = CGSize(width: Int(dimensions.width), height: Int(dimensions.height))
        guard aperture.width > 0, aperture.height > 0 else { return CGRect(origin: .zero, size: coded) }
        var rectangle = aperture
        if !originIsAtTopLeft { rectangle.origin.y = coded.height - aperture.origin.y - aperture.height }
        return rectangle
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CMFormatDescription else { return false }
        return mediaType == other.mediaType && mediaSubType == other.mediaSubType && dimensions == other.dimensions
            && sampleAspectRatio == other.sampleAspectRatio && aperture == other.aperture
            && extensions?.dictionary == other.extensions?.dictionary
            && audioStreamBasicDescription?.numbers == other.audioStreamBasicDescription?.numbers
            && (channelLayout?.bytes).map(Array.init) == (other.channelLayout?.bytes).map(Array.init)
            && (magicCookie?.bytes).map(Array.init) == (other.magicCookie?.bytes).map(Array.init)
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(mediaType)
        hasher.combine(mediaSubType)
        hasher.combine(dimensions.width)
        hasher.combine(dimensions.height)
        return hasher.finalize()
    }

    public override var description: String {
        var parts = ["'\(mediaType)'", "'\(mediaSubType)'"]
        if mediaType == .video { parts.append("\(dimensions.width) x \(dimensions.height)") }
        if let audio = audioStreamBasicDescription {
            parts.append(
                "\(Int(clamping: Int64(audio.mSampleRate.isFinite ? min(max(audio.mSampleRate, 0), 1e9) : 0))) Hz, \(audio.mChannelsPerFrame) ch"
            )
        }
        return "CMFormatDescription(\(parts.joined(separator: ", ")))"
    }
}

/// A description at a fixed address, for clients that read it through a pointer.
///
/// `@unchecked`: the memory is written only by the initializer.
private final class StoredAudioDescription: @unchecked Sendable {
    let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
    let list = UnsafeMutablePointer<AudioFormatListItem>.allocate(capacity: 1)

    /// - Parameter layoutTag: nil: a tag without places.
    init(_ description: AudioStreamBasicDescription, layoutTag: AudioChannelLayoutTag?) {
        memory.initialize(to: description)
        list.initialize(
            to: AudioFormatListItem(
                mASBD: description,
                mChannelLayoutTag: layoutTag ?? kAudioChannelLayoutTag_Unknown | description.mChannelsPerFrame & 0xffff)
        )
    }

    deinit {
        memory.deallocate()
        list.deallocate()
    }
}

public typealias CMVideoFormatDescription = CMFormatDescription
public typealias CMAudioFormatDescription = CMFormatDescription
public typealias CMTextFormatDescription = CMFormatDescription
public typealias CMMetadataFormatDescription = CMFormatDescription

public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

/// A size in pixels.
public struct CMVideoDimensions: Sendable {
    public var width: Int32
    public var height: Int32

    public init() { self.init(width: 0, height: 0) }

    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}

// Apple's structure has no conformance, so that a client may declare its own. These operators are for this package only.
extension CMVideoDimensions {
    package static func == (a: CMVideoDimensions, b: CMVideoDimensions) -> Bool {
        a.width == b.width && a.height == b.height
    }
    package static func != (a: CMVideoDimensions, b: CMVideoDimensions) -> Bool { !(a == b) }
}

/// The layout of the samples of an audio stream. Fields that do not apply are 0.
public struct AudioStreamBasicDescription: Sendable {
    /// Frames per second.
    public var mSampleRate: Float64
    public var mFormatID: FourCharCode
    public var mFormatFlags: UInt32
    public var mBytesPerPacket: UInt32
    public var mFramesPerPacket: UInt32
    public var mBytesPerFrame: UInt32
    public var mChannelsPerFrame: UInt32
    public var mBitsPerChannel: UInt32
    public var mReserved: UInt32

    public init() { self.init(mSampleRate: 0, mFormatID: 0) }

    public init(
        mSampleRate: Float64, mFormatID: FourCharCode, mFormatFlags: UInt32 = 0, mBytesPerPacket: UInt32 = 0,
        mFramesPerPacket: UInt32 = 0, mBytesPerFrame: UInt32 = 0, mChannelsPerFrame: UInt32 = 0,
        mBitsPerChannel: UInt32 = 0, mReserved: UInt32 = 0
    ) {
        self.mSampleRate = mSampleRate
        self.mFormatID = mFormatID
        self.mFormatFlags = mFormatFlags
        self.mBytesPerPacket = mBytesPerPacket
        self.mFramesPerPacket = mFramesPerPacket
        self.mBytesPerFrame = mBytesPerFrame
        self.mChannelsPerFrame = mChannelsPerFrame
        self.mBitsPerChannel = mBitsPerChannel
        self.mReserved = mReserved
    }

    /// All fields, for comparisons: Apple's structure is not equatable.
    var numbers: [Float64] {
        [mSampleRate]
            + [
                mFormatID, mFormatFlags, mBytesPerPacket, mFramesPerPacket, mBytesPerFrame, mChannelsPerFrame,
                mBitsPerChannel, mReserved,
            ].map(Float64.init)
    }
}

@discardableResult
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType.rawValue }

@discardableResult
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType.rawValue
}

@discardableResult
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

@discardableResult
public func CMVideoFormatDescriptionGetPresentationDimensions(
    _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
    videoDesc.presentationDimensions(usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
}

@discardableResult
public func CMVideoFormatDescriptionGetCleanAperture(
    _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
    videoDesc.cleanAperture(originIsAtTopLeft: originIsAtTopLeft)
}

@discardableResult
public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
    formatDescription == otherFormatDescription
}

/// Returns the layout of the audio samples, which is valid as long as `desc`; nil unless the media is audio.
@discardableResult
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
    desc.audioPointer
}

/// Creates a description of video. Sizes are in pixels.
/// - Parameter extensions: `kCMFormatDescriptionExtension_…` and others.
/// - Returns: 0, or `kCMFormatDescriptionError_InvalidParameter` for a negative size.
@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = nil
    guard width >= 0, height >= 0 else { return kCMFormatDescriptionError_InvalidParameter }
    formatDescriptionOut.pointee = CMFormatDescription(
        mediaType: .video, mediaSubType: CMFormatDescription.MediaSubType(rawValue: codecType),
        dimensions: CMVideoDimensions(width: width, height: height), extensions: extensions)
    return noErr
}

/// Creates a description of media without dimensions; always returns 0.
/// - Parameter extensions: `kCMFormatDescriptionExtension_…` and others.
@discardableResult
public func CMFormatDescriptionCreate(
    allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(
        mediaType: CMFormatDescription.MediaType(rawValue: mediaType),
        mediaSubType: CMFormatDescription.MediaSubType(rawValue: mediaSubType), dimensions: CMVideoDimensions(),
        extensions: extensions)
    return noErr
}
