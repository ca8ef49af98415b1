public import CoreMedia
import Foundation

/// What is in a piece of media, as its container says.
public struct MediaInfo: Sendable {
    /// FFmpeg's short name of the container: "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", …
    public var container: String
    /// Indefinite for live and unknown.
    public var duration: CMTime
    /// Media time of the first sample; `PlaybackSession` shows times from 0, this is already subtracted.
    public var startTime: CMTime
    public var bitsPerSecond: Int64?
    public var byteCount: Int64?
    public var isSeekable: Bool
    public var isLive: Bool
    public var tracks: [TrackInfo]
    public var chapters: [ChapterInfo]
    public var metadata: [MetadataEntry]
    /// Cover pictures as encoded bytes (JPEG, PNG), in the container's order.
    public var covers: [Cover]
    /// Chapters that are still on their way, of streams; `chapters` has those of files.
    public var lateChapters: LateChapters?
    /// Names of the tracks in several languages, by their titles; of streams.
    public var localizedNames: LateNames?

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

/// One key and value as the container spells them.
public struct MetadataEntry: Sendable, Hashable {
    public var key: String
    public var value: String
    /// BCP 47, where the key carries one.
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
    /// BCP 47, nil where the container does not say.
    public var language: String?
    public init(range: CMTimeRange, title: String?, language: String? = nil) {
        self.range = range
        self.title = title
        self.language = language
    }
}

public struct TrackInfo: Sendable {
    public enum Kind: String, Sendable, Hashable { case video, audio, subtitle, data }

    /// Position among the container's streams; what `PlaybackSession` selects by.
    public var index: Int
    /// The container's own number (ISO track ID, Matroska track number), unique in the file.
    public var trackID: Int32
    public var kind: Kind
    /// FFmpeg's name: "h264", "hevc", "av1", "aac", "mov_text", …
    public var codec: String
    public var profile: String?
    /// The sample entry's four characters, 0 where the container has none.
    public var fourCharCode: UInt32
    /// BCP 47 tag; nil where unknown.
    public var language: String?
    public var title: String?
    public var duration: CMTime
    public var startTime: CMTime
    public var timescale: Int32
    public var bitsPerSecond: Int64?
    /// Whether this build can decode it.
    public var isDecodable: Bool

    public var isDefault = false
    public var isForced = false
    public var isHearingImpaired = false
    public var isVisualImpaired = false
    public var isOriginal = false
    public var isDub = false
    public var isCommentary = false
    /// What else the stream says about it, as identifiers: `public.easy-to-read`, …
    public var characteristics: [String] = []

    /// Which of the captions that pictures carry it is; nil for tracks of other kinds.
    public var closedCaptions: ClosedCaptionChannel?

    public var video: VideoTrackInfo?
    public var audio: AudioTrackInfo?
    public var metadata: [MetadataEntry] = []

    /// The codec's name, or what the container calls it where FFmpeg knows none.
    var codecForPeople: String {
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
    /// Captions that pictures carry. They tell what is spoken and what else is heard: they were made for those who hear nothing.
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

    /// Coded size in pixels.
    public var width: Int
    public var height: Int
    /// What the container leaves out at the edges, before the picture is stretched and turned; nil: nothing.
    public var crop: PictureCrop?
    /// Width of a sample over its height.
    public var sampleAspectRatio: Double
    /// Clockwise degrees by which the picture is turned for showing: 0, 90, 180 or 270.
    public var rotation: Int
    public var isMirrored: Bool
    /// Size for showing, in square pixels, after sample aspect, crop and rotation.
    public var displayWidth: Int
    public var displayHeight: Int
    /// Frames a second; 0 where unknown.
    public var frameRate: Double
    public var fieldOrder: FieldOrder
    public var bitsPerComponent: Int
    public var hasAlpha: Bool
    /// FFmpeg's names, nil where the stream does not say: "bt709", "bt2020nc", …
    public var matrix: String?
    public var primaries: String?
    public var transfer: String?
    public var transferKind: Transfer
    public var isFullRange: Bool
    public var hasReordering: Bool

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
    /// FFmpeg's name: "stereo", "5.1(side)", …
    public var channelLayout: String
    public var bitsPerSample: Int

    public init(sampleRate: Int, channels: Int, channelLayout: String, bitsPerSample: Int = 0) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.channelLayout = channelLayout
        self.bitsPerSample = bitsPerSample
    }
}
