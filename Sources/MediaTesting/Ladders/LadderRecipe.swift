public import Foundation

/// The description of an HLS ladder. Equal recipes give the same bytes; encodes are cached (`StreamMaker`).
///
/// Each frame carries a `FrameMark` with its variant's index and its own number (`FrameMark.variant(of:)`, `FrameMark.frame(of:)`), so that
/// a dump of frames shows whether two variants were joined at the right frame. Each second of audio has its own pitch.
///
///     let ladder = try await Ladder.make(.standard)
public struct LadderRecipe: Sendable, Hashable {
    /// In the multivariant playlist's order.
    public var variants: [Variant]
    public var audio: [Audio] = [Audio(language: "en", name: "English"), Audio(language: "de", name: "Deutsch")]
    public var subtitles: [Subtitles] = [Subtitles(language: "en", name: "English")]
    /// The closed captions in the video.
    public var closedCaptions: [ClosedCaptions] = []
    public var captionDeclaration = CaptionDeclaration.none
    /// One ID3 tag per segment (`emsg`, PES packets, or before packed audio), a second after its start: TXXX with the description "second".
    public var hasTimedMetadata = false
    public var container = Container.fragmented
    public var audioForm = AudioForm.fragmented
    public var addressing = Addressing.files
    public var encryption = Encryption.none
    /// With sample encryption: the number of segments per key; nil: one key for all.
    public var segmentsPerSampleKey: Int?

    /// The duration of one programme. For live ladders a multiple of 8, so that it is a whole number of AAC frames.
    public var seconds = 24
    public var segmentSeconds = 4
    /// The interval of key frames; divides `segmentSeconds`.
    public var keyFrameSeconds = 2
    /// Fragments per segment, of equal lengths; parts in a low-latency playlist.
    public var partsPerSegment = 4
    /// Whether fragments have frames presented before their decode times and no edit list (CMAF's other form; ffmpeg up to 5.1 displays
    /// them late by the reordering delay).
    public var hasNegativeCompositionOffsets = false
    /// The number of programmes of `seconds` each, joined with EXT-X-DISCONTINUITY. Each is encoded separately, and its timestamps restart.
    public var programs = 1
    /// The timestamp of each programme's first frame and sample, at 90 kHz. Near 2^33 it wraps during playback.
    public var firstStamp = 900_000
    /// The date of the first frame; nil: no dates (VOD).
    public var date: Date? = Date(timeIntervalSince1970: 1_767_225_600)

    /// Numbers of segments that have EXT-X-GAP and do not exist.
    public var gaps: Set<Int> = []
    public var hasBitrateTags = false
    /// Whether the rates of variants count the largest separate audio rendition also beside muxed audio (RFC 8216bis section 4.4.6.2).
    public var declaresMeasuredRates = false
    public var hasIFrames = true
    /// Whether there are thumbnail sheets in Roku's form (EXT-X-IMAGE-STREAM-INF).
    public var hasTiles = false
    public var start: Start?
    /// Titles of chapters of equal duration; served as JSON under `com.apple.hls.chapters`.
    public var chapters: [String] = []
    /// Further session data: identifier to value.
    public var sessionData: [String: String] = [:]
    public var hasSessionKey = false
    /// Further copies of all variants, under path prefixes "b", "c", …: redundant variants, or with steering the pathways "B", "C" in
    /// addition to "A".
    public var redundantCopies = 0
    public var hasSteering = false
    /// Whether folder and file names in the playlists use variables of EXT-X-DEFINE.
    public var usesVariables = false
    /// The token that requests need in the query as `token=VALUE`, else the response is 403; playlists pass it on with
    /// EXT-X-DEFINE:QUERYPARAM. Letters and digits.
    public var token: String?
    public var interstitials: [Interstitial] = []
    /// The variant number in the frame marks of the first variant.
    public var firstMark = 0
    /// Whether each programme's audio is a sweep (`AudioRecipe.Sound.sweep`, with the language's index as its track) instead of a scale.
    public var hasSweeps = false

    public init(variants: [Variant] = Variant.standard) { self.variants = variants }

    public struct Variant: Sendable, Hashable {
        /// H.264, HEVC or AV1.
        public var codec: VideoRecipe.Codec
        public var width: Int
        public var height: Int
        public var framesPerSecond: Int
        /// Bits per second of video alone.
        public var bitsPerSecond: Int

        public init(
            _ width: Int, _ height: Int, bitsPerSecond: Int, codec: VideoRecipe.Codec = .h264, framesPerSecond: Int = 24
        ) {
            self.width = width
            self.height = height
            self.bitsPerSecond = bitsPerSecond
            self.codec = codec
            self.framesPerSecond = framesPerSecond
        }

        /// Five small variants, 0.15 to 1.6 Mb/s, encoded in seconds.
        public static let standard = [
            Variant(384, 216, bitsPerSecond: 300_000), Variant(256, 144, bitsPerSecond: 150_000),
            Variant(512, 288, bitsPerSecond: 500_000), Variant(640, 360, bitsPerSecond: 900_000),
            Variant(960, 540, bitsPerSecond: 1_600_000),
        ]

        /// Five variants as streaming services have them, up to 1080 lines and 6 Mb/s, starting with the middle one; encoded in a minute.
        public static let broadcast = [
            Variant(960, 540, bitsPerSecond: 2_000_000), Variant(416, 234, bitsPerSecond: 145_000),
            Variant(640, 360, bitsPerSecond: 730_000), Variant(1280, 720, bitsPerSecond: 3_000_000),
            Variant(1920, 1080, bitsPerSecond: 6_000_000),
        ]
    }

    public struct Audio: Sendable, Hashable {
        /// BCP 47.
        public var language: String
        public var name: String
        public var channels: Int

        public init(language: String, name: String, channels: Int = 2) {
            self.language = language
            self.name = name
            self.channels = channels
        }
    }

    public struct Subtitles: Sendable, Hashable {
        public var language: String
        public var name: String
        public var isForced: Bool

        public init(language: String, name: String, isForced: Bool = false) {
            self.language = language
            self.name = name
            self.isForced = isForced
        }
    }

    /// Closed captions in H.264 and HEVC video (`ClosedCaptionScript.regular`).
    public struct ClosedCaptions: Sendable, Hashable {
        /// "CC1", "SERVICE2".
        public var instreamID: String
        public var language: String
        public var name: String

        public init(_ instreamID: String, language: String, name: String) {
            self.instreamID = instreamID
            self.language = language
            self.name = name
        }
    }

    /// What the variants declare about closed captions.
    public enum CaptionDeclaration: Sendable, Hashable {
        /// CLOSED-CAPTIONS=NONE, whatever the video carries.
        case none
        /// A group of renditions for the captions.
        case group
        /// No CLOSED-CAPTIONS attribute.
        case missing
    }

    public enum Container: Sendable, Hashable, CaseIterable { case fragmented, transportStream }

    public enum AudioForm: Sendable, Hashable, CaseIterable {
        case fragmented, transportStream
        /// AAC frames after an ID3 timestamp.
        case packed
        /// The first language is muxed into the variants' segments; the others are fragmented or transport streams like the variants.
        case muxed
    }

    public enum Addressing: Sendable, Hashable {
        case files
        /// All segments of a rendition are in one resource.
        case byteRanges
    }

    public enum Encryption: Sendable, Hashable {
        case none
        /// Whole segments. A new key every `segmentsPerKey` segments; without explicit vectors the sequence number is the vector.
        case aes128(segmentsPerKey: Int, hasExplicitVectors: Bool)
        /// `cbcs` in fragmented files, Apple's sample encryption in transport streams and packed audio.
        case sampleAES
    }

    public struct Start: Sendable, Hashable {
        /// Seconds from the start; negative: from the end.
        public var offset: Double
        public var isPrecise: Bool

        public init(offset: Double, isPrecise: Bool = false) {
            self.offset = offset
            self.isPrecise = isPrecise
        }
    }
}

extension LadderRecipe {
    /// H.264 in five sizes, two separate audio languages and subtitles, fragmented MP4, 24 s in segments of 4 s.
    public static let standard = LadderRecipe()

    /// The same as transport streams with muxed audio.
    public static let transportStream = LadderRecipe().with {
        $0.container = .transportStream
        $0.audioForm = .muxed
    }

    /// Returns the standard ladder in another codec, at two thirds of its rates.
    public static func codec(_ codec: VideoRecipe.Codec) -> LadderRecipe { standard.with { $0.encode(as: codec) } }

    /// Changes the variants' codec and, where it is more efficient than H.264, their rates.
    public mutating func encode(as codec: VideoRecipe.Codec) {
        for index in variants.indices where variants[index].codec != codec {
            variants[index].codec = codec
            if codec != .h264 { variants[index].bitsPerSecond = variants[index].bitsPerSecond * 2 / 3 }
        }
    }

    /// Two small variants and 16 seconds: for tests of playlists and servers.
    public static let small = LadderRecipe(variants: [
        Variant(256, 144, bitsPerSecond: 150_000), Variant(384, 216, bitsPerSecond: 300_000),
    ]).with { $0.seconds = 16 }

    /// Returns the ladder changed by a closure.
    public func with(_ change: (inout LadderRecipe) -> Void) -> LadderRecipe {
        var copy = self
        change(&copy)
        return copy
    }

    /// Why the ladder cannot be created; nil where the recipe is valid.
    package var problem: String? {
        if let segmentsPerSampleKey, segmentsPerSampleKey < 1 { return "segmentsPerSampleKey must be at least 1" }
        if variants.isEmpty && audio.isEmpty { return "a ladder needs a variant or audio" }
        if seconds < 1 || segmentSeconds < 1 || programs < 1 || partsPerSegment < 1 {
            return "seconds, segmentSeconds, programs and partsPerSegment must be at least 1"
        }
        if seconds % segmentSeconds != 0 {
            return "\(seconds) s is not a multiple of the segment duration of \(segmentSeconds) s"
        }
        if keyFrameSeconds < 1 || segmentSeconds % keyFrameSeconds != 0 {
            return
                "a key frame interval of \(keyFrameSeconds) s does not divide the segment duration of \(segmentSeconds) s"
        }
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: programs)
        if overflows || whole > Self.maximumSeconds { return "a ladder has at most \(Self.maximumSeconds) s" }
        if variants.count > 100 || audio.count > 50 || subtitles.count > 50 { return "there are too many renditions" }
        if container == .transportStream, variants.contains(where: { $0.codec == .av1 }) {
            return "AV1 cannot be carried in transport streams"
        }
        if container == .transportStream, encryption == .sampleAES, variants.contains(where: { $0.codec == .hevc }) {
            return "HEVC in a transport stream has no SAMPLE-AES form"
        }
        if !closedCaptions.isEmpty, variants.contains(where: { $0.codec == .av1 }) {
            return "captions in AV1 are not supported"
        }
        if audioForm == .muxed, audio.isEmpty { return "muxed audio needs an audio rendition" }
        if variants.contains(where: { ![.h264, .hevc, .av1].contains($0.codec) }) {
            return "the codec of variants must be H.264, HEVC or AV1"
        }
        if let token, token.isEmpty || !token.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            return "a token consists of letters and digits"
        }
        if case .aes128(let count, _) = encryption, count < 1 { return "segmentsPerKey must be at least 1" }
        return nil
    }

    static let maximumSeconds = 3600

    /// The query of URLs in playlists.
    var tokenQuery: String { token == nil ? "" : "?token={$token}" }

    var segmentsPerProgram: Int { seconds / segmentSeconds }
    var segmentCount: Int { segmentsPerProgram * programs }

    /// Returns the video of variant `index` in one programme.
    func video(_ index: Int, program: Int) -> ClipRecipe {
        let variant = variants[index]
        var video = VideoRecipe(
            codec: variant.codec, width: variant.width, height: variant.height, framesPerSecond: variant.framesPerSecond
        )
        video.bitsPerSecond = variant.bitsPerSecond
        video.keyFrameInterval = variant.framesPerSecond * keyFrameSeconds
        video.markOffset = FrameMark.number(
            variant: firstMark + index, frame: program * seconds * variant.framesPerSecond)
        return ClipRecipe(seconds: Double(seconds), video: video)
    }

    /// Returns the audio of one language; its pitches are 400 Hz above those of the previous language.
    func sound(_ index: Int, program: Int) -> ClipRecipe {
        let pitch = 440 + 400 * index + 20 * program
        let sound = hasSweeps ? AudioRecipe.Sound.sweep(track: index) : .scale(hertz: pitch)
        return ClipRecipe(
            seconds: Double(seconds), audio: [AudioRecipe(sound: sound, channels: audio[index].channels)])
    }
}

extension FrameMark {
    /// Returns the mark's number for a frame of a ladder's variant: variants up to 255, frames up to 65535.
    public static func number(variant: Int, frame: Int) -> Int { (variant & 0xff) << 16 | frame & 0xffff }
    /// Returns the variant's index in `LadderRecipe.variants`.
    public static func variant(of number: Int) -> Int { number >> 16 & 0xff }
    /// Returns the frame's number since the ladder's start, counted across programmes.
    public static func frame(of number: Int) -> Int { number & 0xffff }
}
