/// The description of a test clip. Equal recipes give the same file, which is created once and cached.
///
/// Start with a preset (`ClipRecipe.marked(frames:)`, `.flashAndBeep(seconds:)`, `.audioOnly(seconds:)`, …) and change the properties under
/// test.
public struct ClipRecipe: Sendable, Hashable {
    public enum Container: String, Sendable, Hashable, CaseIterable {
        case mp4, mov, mkv, webm, ts, avi, m4a, mp3, flac, ogg, wav, adts
    }

    public var container: Container = .mp4
    /// nil: a clip without video.
    public var video: VideoRecipe?
    /// In the file's order.
    public var audio: [AudioRecipe] = []
    public var subtitles: [SubtitleRecipe] = []
    public var chapters: [ChapterRecipe] = []
    /// Duration of the clip.
    public var seconds: Double
    /// Tags as ffmpeg names them: "title", "artist", "comment", …
    public var metadata: [String: String] = [:]
    /// Whether a JPEG cover of 320x320 pixels, orange, is attached.
    public var hasCover = false
    /// Whether the moov box is at the start (MP4 and MOV).
    public var hasIndexFirst = true
    /// Whether an MP4 is written in fragments.
    public var isFragmented = false
    /// Corruption of the finished file.
    public var damage: Damage = .none

    public init(seconds: Double, video: VideoRecipe? = nil, audio: [AudioRecipe] = []) {
        self.seconds = seconds
        self.video = video
        self.audio = audio
    }

    /// How a finished clip is corrupted.
    public enum Damage: Sendable, Hashable {
        case none
        /// Only the first `fraction` (0 to 1) of the bytes is kept.
        case cut(fraction: Double)
        /// `count` bytes, chosen by `seed`, get other values; the first `sparing` bytes are not changed.
        case noise(count: Int, seed: UInt64, sparing: Int)
    }
}

/// The video of a clip.
public struct VideoRecipe: Sendable, Hashable {
    public enum Codec: String, Sendable, Hashable, CaseIterable {
        case h264, hevc, av1, vp9, vp8, mpeg2, mpeg4, prores, mjpeg
    }

    public enum Picture: Sendable, Hashable {
        /// A moving test pattern.
        case testPattern
        /// One colour, components 0 to 255.
        case solid(red: UInt8, green: UInt8, blue: UInt8)
        /// One colour that covers what lies behind to the part `alpha`, 0 to 1, in a clip with `hasAlpha`.
        case translucent(red: UInt8, green: UInt8, blue: UInt8, alpha: Double)
        /// Eight vertical bars: white, yellow, cyan, green, magenta, red, blue, black, at full saturation.
        case bars
        /// White for the first 80 ms of each second, else black.
        case flashes
    }

    public enum Matrix: String, Sendable, Hashable { case bt601, bt709, bt2020 }
    public enum Transfer: String, Sendable, Hashable { case sdr, pq, hlg }

    public var codec: Codec = .h264
    /// Coded size in pixels, even numbers.
    public var width = 320
    public var height = 180
    public var framesPerSecond = 24
    public var picture: Picture = .testPattern
    /// Whether each frame carries its number (see `FrameMark`).
    public var isMarked = true
    /// The number on frame n is `markOffset` + n x `markStep`.
    public var markOffset = 0
    public var markStep = 1
    /// Mean bits per second, at most a fifth more in any second (H.264, HEVC, AV1); nil: constant quality.
    public var bitsPerSecond: Int?
    /// The number of columns and rows of frames in one thumbnail sheet, each frame `width` by `height`; the frame rate is that of the
    /// frames.
    public var tiles: PixelSize?
    /// Frames from one key frame to the next.
    public var keyFrameInterval = 48
    public var bFrames = 2
    /// Whether B-frames are references of others.
    public var hasPyramid = false
    public var hasOpenGOP = false
    public var bitsPerComponent = 8
    public var hasAlpha = false
    /// nil: untagged, which players interpret as BT.601 below 720 lines and as BT.709 from there.
    public var matrix: Matrix?
    public var isFullRange = false
    public var transfer: Transfer = .sdr
    /// Width of a sample to its height; (1, 1) is square.
    public var sampleAspect: Ratio = Ratio(1, 1)
    /// The clockwise rotation in degrees that a player has to apply: 0, 90, 180, 270.
    public var rotation = 0
    public var isInterlaced = false
    /// Black bars above and below the picture, within the height; even numbers of rows.
    public var letterbox = 0
    /// Whether every third frame is dropped, so that frames last one or two periods. The numbers on the other frames do not change.
    public var hasVariableFrameRate = false
    /// The size of the second half of the clip (H.264 in an MPEG transport stream only).
    public var sizeFromMiddle: PixelSize?

    public init(codec: Codec = .h264, width: Int = 320, height: Int = 180, framesPerSecond: Int = 24) {
        self.codec = codec
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
    }

    public struct Ratio: Sendable, Hashable {
        public var numerator: Int
        public var denominator: Int
        public init(_ numerator: Int, _ denominator: Int) {
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    public struct PixelSize: Sendable, Hashable {
        public var width: Int
        public var height: Int
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }
}

/// One audio track of a clip.
public struct AudioRecipe: Sendable, Hashable {
    public enum Codec: String, Sendable, Hashable, CaseIterable { case aac, mp3, opus, flac, ac3, pcm }
    public enum Sound: Sendable, Hashable {
        case silence
        /// A sine at `hertz` in every channel, at a quarter of full scale.
        case tone(hertz: Int)
        /// A different sine in each channel: 300, 400, 500 … Hz in the layout's order.
        case toneInEachChannel
        /// 1000 Hz for the first 80 ms of each second, else silence.
        case beeps
        /// A sine whose pitch rises by 50 Hz each second for eight seconds and then restarts at `hertz`, so that seconds are audibly
        /// different.
        case scale(hertz: Int)
        /// A sine whose pitch rises steadily: a few milliseconds of it determine the time and the track (`SweepReading`). Up to 24 s.
        case sweep(track: Int)
    }

    public var codec: Codec
    public var sound: Sound
    /// 1, 2 or 6 (5.1).
    public var channels: Int
    public var sampleRate: Int
    /// BCP 47 or ISO 639-2, as the container takes it: "eng", "deu".
    public var language: String?
    public var title: String?
    /// ffmpeg's names: "default", "dub", "original", "comment", "visual_impaired", …
    public var dispositions: [String] = []
    /// Seconds from the clip's start to the first sample.
    public var delay = 0.0

    public init(
        codec: Codec = .aac, sound: Sound = .tone(hertz: 440), channels: Int = 2, sampleRate: Int = 48000,
        language: String? = nil, title: String? = nil, dispositions: [String] = []
    ) {
        self.codec = codec
        self.sound = sound
        self.channels = channels
        self.sampleRate = sampleRate
        self.language = language
        self.title = title
        self.dispositions = dispositions
    }
}

/// One track of captions or subtitles.
public struct SubtitleRecipe: Sendable, Hashable {
    public struct Cue: Sendable, Hashable {
        /// Seconds from the clip's start.
        public var from: Double
        public var to: Double
        public var text: String
        public init(from: Double, to: Double, text: String) {
            self.from = from
            self.to = to
            self.text = text
        }
    }

    public var cues: [Cue]
    public var language: String?
    public var title: String?
    public var dispositions: [String] = []

    public init(cues: [Cue], language: String? = nil, title: String? = nil, dispositions: [String] = []) {
        self.cues = cues
        self.language = language
        self.title = title
        self.dispositions = dispositions
    }
}

/// One chapter: from `from` to the next one's start or the clip's end, in seconds.
public struct ChapterRecipe: Sendable, Hashable {
    public var from: Double
    public var title: String
    public init(from: Double, title: String) {
        self.from = from
        self.title = title
    }
}
