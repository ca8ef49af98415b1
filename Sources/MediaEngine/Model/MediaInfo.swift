public import CoreMedia
import Foundation
package import HLS
public import VideoFrames

/// The contents of a media item, according to its container.
public struct MediaInfo: Sendable {
    /// FFmpeg's short name of the container: "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", …
    public var container: String
    /// Indefinite for live streams and if unknown.
    public var duration: CMTime
    /// The container's time of the first sample. It is already subtracted from the times of `PlaybackSession`, which start at 0.
    public var startTime: CMTime
    public var bitsPerSecond: Int64?
    public var byteCount: Int64?
    public var isSeekable: Bool
    public var isLive: Bool
    public var tracks: [TrackInfo]
    public var chapters: [ChapterInfo]
    public var metadata: [MetadataEntry]
    /// Cover images as encoded bytes (JPEG, PNG), in the container's order.
    public var covers: [Cover]
    /// The metadata items with their key spaces, types and languages; nil for containers of which only `metadata` is known.
    public var tags: [ContainerTag]?
    /// The pictures of chapters, by time.
    public var chapterPictures: [ChapterPicture] = []
    /// The errors in metadata and chapters, one sentence each.
    public var findings: [String] = []
    /// The editions of a Matroska file, in its order; empty for other media.
    package var editions: [MediaEdition] = []
    /// The chapters that start at or after the end of the media, which `chapters` does not contain.
    package var lateChapters: [ChapterInfo] = []
    /// The chapters of a stream, which are loaded after opening; `chapters` contains those of files.
    public var deferredChapters: DeferredChapters?
    /// The variants of a stream as its multivariant playlist declares them, in the playlist's order; empty for other media.
    package var variants: [VariantStream] = []
    /// The URL to which the variants' URLs are relative.
    package var variantsURL: URL?
    /// The localized names of a stream's tracks, by title.
    public var localizedNames: DeferredNames?

    public struct Cover: Sendable {
        public var mimeType: String
        public var data: Data
        public init(mimeType: String, data: Data) {
            self.mimeType = mimeType
            self.data = data
        }
    }

    public init(
        container: String, duration: CMTime, startTime: CMTime, bitsPerSecond: Int64?, byteCount: Int64?,
        isSeekable: Bool, isLive: Bool, tracks: [TrackInfo], chapters: [ChapterInfo], metadata: [MetadataEntry],
        covers: [Cover]
    ) {
        self.container = container
        self.duration = duration
        self.startTime = startTime
        self.bitsPerSecond = bitsPerSecond
        self.byteCount = byteCount
        self.isSeekable = isSeekable
        self.isLive = isLive
        self.tracks = tracks
        self.chapters = chapters
        self.metadata = metadata
        self.covers = covers
    }
}

/// A key and value in the container's spelling.
public struct MetadataEntry: Sendable, Hashable {
    public var key: String
    public var value: String
    /// The BCP 47 language tag, if the key contains a language.
    public var language: String?
    public init(key: String, value: String, language: String? = nil) {
        self.key = key
        self.value = value
        self.language = language
    }
}

public struct ChapterInfo: Sendable, Hashable {
    public var range: CMTimeRange
    public var title: String?
    /// The BCP 47 language tag; nil if the container does not state it.
    public var language: String?
    /// The number of the chapter, shared by its titles in all languages; nil if each title is a chapter of its own.
    public var number: Int?
    /// The depth of a nested chapter; 0 for the others.
    public var level: Int

    public init(range: CMTimeRange, title: String?, language: String? = nil, number: Int? = nil, level: Int = 0) {
        self.range = range
        self.title = title
        self.language = language
        self.number = number
        self.level = level
    }
}

/// A picture that is displayed for a chapter.
public struct ChapterPicture: Sendable, Hashable {
    public var range: CMTimeRange
    public var content: PictureContent

    public init(range: CMTimeRange, content: PictureContent) {
        self.range = range
        self.content = content
    }
}

public struct TrackInfo: Sendable {
    public enum Kind: String, Sendable, Hashable { case video, audio, subtitle, data }

    /// The index among the container's streams, by which `PlaybackSession` selects tracks.
    public var index: Int
    /// The container's number of the track (ISO track ID, Matroska track number), unique in the file.
    public var trackID: Int32
    public var kind: Kind
    /// FFmpeg's name: "h264", "hevc", "av1", "aac", "mov_text", …
    public var codec: String
    public var profile: String?
    /// The entry of CODECS (RFC 6381): "avc1.64001f", "mp4a.40.2"; nil if the headers do not determine it.
    public var codecParameter: String?
    /// The level as the codec counts it: 31 for H.264 level 3.1, 93 for HEVC level 3.1; nil if unknown.
    public var level: Int?
    /// The four-character code of the sample entry; 0 if the container has none.
    public var fourCharCode: UInt32
    /// The BCP 47 language tag; nil if unknown.
    public var language: String?
    public var title: String?
    public var duration: CMTime
    public var startTime: CMTime
    public var timescale: Int32
    public var bitsPerSecond: Int64?
    /// Whether a decoder for the track is available.
    public var isDecodable: Bool

    public var isDefault = false
    public var isForced = false
    public var isHearingImpaired = false
    public var isVisualImpaired = false
    public var isOriginal = false
    public var isDub = false
    public var isCommentary = false
    /// Further media characteristics of the track: `public.easy-to-read`, …
    public var characteristics: [String] = []

    /// The closed caption channel in video frames; nil for other kinds of tracks.
    public var closedCaptions: ClosedCaptionChannel?

    public var video: VideoTrackInfo?
    public var audio: AudioTrackInfo?
    /// The tracks of a composition that are mixed in this one; nil for tracks of other media.
    public var mixed: MixedTracks?
    public var metadata: [MetadataEntry] = []
    /// The references of MP4 and QuickTime files to other tracks; empty for other media.
    public var references: [TrackAssociation] = []

    /// Whether the captions of the track are pictures.
    var hasPictureCaptions: Bool {
        ["hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle", "xsub"].contains(codec)
    }

    /// The codec's name for display: FFmpeg's, or the four-character code if FFmpeg has none.
    var codecDisplayName: String {
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: fourCharCode >> (8 * $0)) }
        guard codec == "none", letters.allSatisfy({ (0x21..<0x7F).contains($0) }) else { return codec }
        return "\u{201C}\(String(decoding: letters, as: UTF8.self))\u{201D}"
    }

    public init(
        index: Int, trackID: Int32, kind: Kind, codec: String, profile: String? = nil, fourCharCode: UInt32 = 0,
        language: String? = nil, title: String? = nil, duration: CMTime = .indefinite, startTime: CMTime = .zero,
        timescale: Int32 = 1, bitsPerSecond: Int64? = nil, isDecodable: Bool = true
    ) {
        self.index = index
        self.trackID = trackID
        self.kind = kind
        self.codec = codec
        self.profile = profile
        self.fourCharCode = fourCharCode
        self.language = language
        self.title = title
        self.duration = duration
        self.startTime = startTime
        self.timescale = timescale
        self.bitsPerSecond = bitsPerSecond
        self.isDecodable = isDecodable
    }
}

extension TrackInfo {
    /// Creates a track for closed captions in video frames. They describe speech and other sounds, for the deaf and hard of hearing.
    init(closedCaptions channel: ClosedCaptionChannel, index: Int, duration: CMTime) {
        self.init(
            index: index, trackID: Int32(clamping: index + 1), kind: .subtitle, codec: channel.codec,
            title: channel.instreamID, duration: duration, timescale: 90_000)
        closedCaptions = channel
        isHearingImpaired = true
    }
}

public struct VideoTrackInfo: Sendable, Hashable {
    public enum FieldOrder: String, Sendable { case progressive, topFirst, bottomFirst, unknown }
    public enum Transfer: String, Sendable { case sdr, pq, hlg }

    /// The coded size in pixels.
    public var width: Int
    public var height: Int
    /// The crop rectangle of the container, applied before scaling and rotation; nil if there is none.
    public var crop: CropInsets?
    /// The width of a pixel divided by its height.
    public var sampleAspectRatio: Double
    /// The clockwise rotation for display in degrees: 0, 90, 180 or 270.
    public var rotation: Int
    public var isMirrored: Bool
    /// The display size in square pixels, after pixel aspect ratio, crop and rotation.
    public var displayWidth: Int
    public var displayHeight: Int
    /// Frames per second; 0 if unknown.
    public var frameRate: Double
    public var fieldOrder: FieldOrder
    public var bitsPerComponent: Int
    public var hasAlpha: Bool
    /// FFmpeg's names; nil if not declared: "bt709", "bt2020nc", …
    public var matrix: String?
    public var primaries: String?
    public var transfer: String?
    public var transferKind: Transfer
    public var isFullRange: Bool
    public var hasReordering: Bool
    /// The number of frames by which decoding precedes display: the depth of B-frames. 0 without reordering.
    public var reorderedFrames = 0
    /// FFmpeg's name of the pixel format: "yuv420p", "yuv420p10le"; nil if unknown.
    public var pixelFormat: String?
    /// The mastering display and light level that the container declares; nil if it declares none.
    public var hdrMetadata: HDRMetadata?

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
        self.sampleAspectRatio = 1
        self.rotation = 0
        self.isMirrored = false
        self.displayWidth = width
        self.displayHeight = height
        self.frameRate = 0
        self.fieldOrder = .unknown
        self.bitsPerComponent = 8
        self.hasAlpha = false
        self.transferKind = .sdr
        self.isFullRange = false
        self.hasReordering = false
    }
}

public struct AudioTrackInfo: Sendable, Hashable {
    public var sampleRate: Int
    public var channels: Int
    /// FFmpeg's name of the layout: "stereo", "5.1(side)", …
    public var channelLayout: String
    public var bitsPerSample: Int
    /// The number of samples that the encoder inserted before the first one; 0 if the container does not state it.
    public var encoderDelay = 0

    public init(sampleRate: Int, channels: Int, channelLayout: String, bitsPerSample: Int = 0) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.channelLayout = channelLayout
        self.bitsPerSample = bitsPerSample
    }
}
