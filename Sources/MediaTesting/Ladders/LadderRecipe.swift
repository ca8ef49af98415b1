public import Foundation

/// What an HLS ladder is to hold. Equal recipes give the same bytes; the encodes are made once and kept (`StreamMaker`).
///
/// Each frame carries `FrameMark` with its variant's index and its own number (`FrameMark.variant(of:)`, `FrameMark.frame(of:)`), so that
/// a dump of pictures shows whether two variants were joined frame by frame. Each second of sound has a pitch of its own.
///
///     let ladder = try await Ladder.make(.standard)
public struct LadderRecipe: Sendable, Hashable {
    /// In the multivariant playlist's order.
    public var variants: [Variant]
    public var audio: [Audio] = [Audio(language: "en", name: "English"), Audio(language: "de", name: "Deutsch")]
    public var subtitles: [Subtitles] = [Subtitles(language: "en", name: "English")]
    /// What the pictures carry.
    public var closedCaptions: [ClosedCaptions] = []
    public var captionDeclaration = CaptionDeclaration.none
    /// One ID3 tag a segment (`emsg`, PES packets, or in front of packed audio), a second after its start: TXXX, described as "second".
    public var hasTimedMetadata = false
    public var container = Container.fragmented
    public var audioForm = AudioForm.fragmented
    public var addressing = Addressing.files
    public var encryption = Encryption.none
    /// With sample encryption: a new key each so many segments; nil: one for all.
    public var segmentsPerSampleKey: Int?

    /// Length of one programme. A multiple of 8 where laps of it follow each other (live): so many AAC frames fit without a rest.
    public var seconds = 24
    public var segmentSeconds = 4
    /// Key frames are so far apart; divides `segmentSeconds`.
    public var keyFrameSeconds = 2
    /// Fragments of a segment, of equal lengths; parts in a low-latency playlist.
    public var partsPerSegment = 4
    /// Whether fragments have pictures presented before their decode times and no edit list (CMAF's other form; ffmpeg up to 5.1 shows it late by
    /// the reordering delay).
    public var hasNegativeCompositionOffsets = false
    /// Programmes of `seconds` each, joined with EXT-X-DISCONTINUITY. Each is an encode of its own, and its time stamps begin again.
    public var programs = 1
    /// The stamp of each programme's first picture and sample, at 90 kHz. Near 2^33 it wraps during play.
    public var firstStamp = 900_000
    /// The date of the first picture; nil: no dates (VOD).
    public var date: Date? = Date(timeIntervalSince1970: 1_767_225_600)

    /// Numbers of segments that are announced as missing, and are.
    public var gaps: Set<Int> = []
    public var hasBitrateTags = false
    public var hasIFrames = true
    /// Image tiles in the form that Roku's players know (EXT-X-IMAGE-STREAM-INF).
    public var hasTiles = false
    public var start: Start?
    /// Titles of equal chapters; served as JSON under `com.apple.hls.chapters`.
    public var chapters: [String] = []
    /// Further session data: id to value.
    public var sessionData: [String: String] = [:]
    public var hasSessionKey = false
    /// Further copies of all variants, under path prefixes "b", "c", …: redundant variants, or pathways "B", "C" beside "A" with steering.
    public var redundantCopies = 0
    public var hasSteering = false
    /// Folder and file names in the playlists come from EXT-X-DEFINE.
    public var usesVariables = false
    /// Requests need the query `token=VALUE`, else they get 403; playlists hand it on with EXT-X-DEFINE:QUERYPARAM. Letters and digits.
    public var token: String?
    public var interstitials: [Interstitial] = []
    /// The number that marks carry for the first variant.
    public var firstMark = 0
    /// Whether each programme's audio is a sweep (`AudioRecipe.Sound.sweep`, the language's index is its track) instead of a scale.
    public var hasSweeps = false

    public init(variants: [Variant] = Variant.standard) { self.variants = variants }

    public struct Variant: Sendable, Hashable {
        /// H.264, HEVC or AV1.
        public var codec: VideoRecipe.Codec
        public var width: Int
        public var height: Int
        public var framesPerSecond: Int
        /// Of the picture alone.
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

        /// Five small pictures, 0.15 to 1.6 Mb/s: made in seconds.
        public static let standard = [
            Variant(384, 216, bitsPerSecond: 300_000), Variant(256, 144, bitsPerSecond: 150_000),
            Variant(512, 288, bitsPerSecond: 500_000), Variant(640, 360, bitsPerSecond: 900_000),
            Variant(960, 540, bitsPerSecond: 1_600_000),
        ]

        /// Five pictures as services have them, up to 1080 lines and 6 Mb/s, the middle one first: made in a minute.
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

    /// Captions beside the pictures, in H.264 and HEVC (`ClosedCaptionScript.regular`).
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

    /// What variants say of the captions in their pictures.
    public enum CaptionDeclaration: Sendable, Hashable {
        /// CLOSED-CAPTIONS=NONE, whatever they carry.
        case none
        /// A group that names them.
        case group
        /// Nothing.
        case missing
    }

    public enum Container: Sendable, Hashable, CaseIterable { case fragmented, transportStream }

    public enum AudioForm: Sendable, Hashable, CaseIterable {
        case fragmented, transportStream
        /// Bare AAC frames behind an ID3 time stamp.
        case packed
        /// The first language stands in the variants' own segments; the others are fragmented or transport streams as the variants are.
        case muxed
    }

    public enum Addressing: Sendable, Hashable {
        case files
        /// All segments of a rendition lie in one resource.
        case byteRanges
    }

    public enum Encryption: Sendable, Hashable {
        case none
        /// Whole segments. A new key each `segmentsPerKey`; without explicit vectors the sequence number is the vector.
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
    /// H.264 in five sizes, two audio languages and subtitles apart, fragmented MP4, 24 s in segments of 4 s.
    public static let standard = LadderRecipe()

    /// The same as transport streams with sound in the variants.
    public static let transportStream = LadderRecipe().with {
        $0.container = .transportStream
        $0.audioForm = .muxed
    }

    /// The standard ladder in another codec, at two thirds of its rates.
    public static func codec(_ codec: VideoRecipe.Codec) -> LadderRecipe { standard.with { $0.encode(as: codec) } }

    /// Changes the variants' codec and, where it is a better one, their rates.
    public mutating func encode(as codec: VideoRecipe.Codec) {
        for index in variants.indices where variants[index].codec != codec {
            variants[index].codec = codec
            if codec != .h264 { variants[index].bitsPerSecond = variants[index].bitsPerSecond * 2 / 3 }
        }
    }

    /// Two small variants and 16 seconds: for tests that ask about playlists and servers more than about pictures.
    public static let small = LadderRecipe(variants: [
        Variant(256, 144, bitsPerSecond: 150_000), Variant(384, 216, bitsPerSecond: 300_000),
    ]).with { $0.seconds = 16 }

    /// The same ladder changed by a closure.
    public func with(_ change: (inout LadderRecipe) -> Void) -> LadderRecipe {
        var copy = self
        change(&copy)
        return copy
    }

    /// What cannot be made, in words; nil where all is well.
    var problem: String? {
        if let segmentsPerSampleKey, segmentsPerSampleKey < 1 { return "a key is for one segment at the least" }
        if variants.isEmpty && audio.isEmpty { return "a ladder needs a variant or sound" }
        if seconds < 1 || segmentSeconds < 1 || programs < 1 || partsPerSegment < 1 {
            return "lengths and counts begin at 1"
        }
        if seconds % segmentSeconds != 0 {
            return "\(seconds) s are no whole number of segments of \(segmentSeconds) s"
        }
        if keyFrameSeconds < 1 || segmentSeconds % keyFrameSeconds != 0 {
            return "key frames every \(keyFrameSeconds) s do not begin each segment of \(segmentSeconds) s"
        }
        if seconds * programs > Self.maximumSeconds { return "more than \(Self.maximumSeconds) s are no test ladder" }
        if variants.count > 100 || audio.count > 50 || subtitles.count > 50 { return "there are too many renditions" }
        if container == .transportStream, variants.contains(where: { $0.codec == .av1 }) {
            return "AV1 does not go into transport streams"
        }
        if container == .transportStream, encryption == .sampleAES, variants.contains(where: { $0.codec == .hevc }) {
            return "HEVC in a transport stream has no SAMPLE-AES form"
        }
        if !closedCaptions.isEmpty, variants.contains(where: { $0.codec == .av1 }) {
            return "AV1 carries no captions here"
        }
        if audioForm == .muxed, audio.isEmpty { return "there is no sound to put into the variants" }
        if variants.contains(where: { ![.h264, .hevc, .av1].contains($0.codec) }) {
            return "variants are H.264, HEVC or AV1"
        }
        if let token, token.isEmpty || !token.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            return "a token has letters and digits alone"
        }
        if case .aes128(let count, _) = encryption, count < 1 { return "a key must last for a segment at least" }
        return nil
    }

    static let maximumSeconds = 3600

    /// What the addresses in playlists end with.
    var tokenQuery: String { token == nil ? "" : "?token={$token}" }

    var segmentsPerProgram: Int { seconds / segmentSeconds }
    var segmentCount: Int { segmentsPerProgram * programs }

    /// The video of variant `index` in one programme.
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

    /// The sound of one language: pitches of each are 400 Hz above the last one's.
    func sound(_ index: Int, program: Int) -> ClipRecipe {
        let pitch = 440 + 400 * index + 20 * program
        let sound = hasSweeps ? AudioRecipe.Sound.sweep(track: index) : .scale(hertz: pitch)
        return ClipRecipe(
            seconds: Double(seconds), audio: [AudioRecipe(sound: sound, channels: audio[index].channels)])
    }
}

extension FrameMark {
    /// The number on frame `frame` of a ladder's variant: variants up to 255, frames up to 65535.
    public static func number(variant: Int, frame: Int) -> Int { (variant & 0xff) << 16 | frame & 0xffff }
    /// The variant's index in `LadderRecipe.variants`.
    public static func variant(of number: Int) -> Int { number >> 16 & 0xff }
    /// The frame's number since the ladder's start; it goes on over the joints of programmes.
    public static func frame(of number: Int) -> Int { number & 0xffff }
}
