extension ClipRecipe {
    /// A silent clip in which each frame carries its number, for tests of which frame is displayed.
    public static func marked(
        frames: Int, codec: VideoRecipe.Codec = .h264, width: Int = 320, height: Int = 180, framesPerSecond: Int = 24,
        keyFrameInterval: Int = 48, bFrames: Int = 2, hasPyramid: Bool = false, hasOpenGOP: Bool = false
    ) -> ClipRecipe {
        var video = VideoRecipe(codec: codec, width: width, height: height, framesPerSecond: framesPerSecond)
        video.keyFrameInterval = keyFrameInterval
        video.bFrames = bFrames
        video.hasPyramid = hasPyramid
        video.hasOpenGOP = hasOpenGOP
        var recipe = ClipRecipe(seconds: Double(frames) / Double(max(framesPerSecond, 1)), video: video)
        recipe.container = codec.usualContainer
        return recipe
    }

    /// Marked video with a stereo tone: the default media file of most tests.
    public static func markedWithTone(seconds: Double = 4, width: Int = 320, height: Int = 180) -> ClipRecipe {
        ClipRecipe(seconds: seconds, video: VideoRecipe(width: width, height: height), audio: [AudioRecipe()])
    }

    /// White frames and a 1000 Hz tone for the first 80 ms of each second: for measuring A/V synchronization.
    public static func flashAndBeep(seconds: Double = 10, width: Int = 640, height: Int = 360) -> ClipRecipe {
        var video = VideoRecipe(width: width, height: height, framesPerSecond: 25)
        video.picture = .flashes
        video.isMarked = false
        return ClipRecipe(seconds: seconds, video: video, audio: [AudioRecipe(sound: .beeps)])
    }

    /// A single-colour clip, with the colour tags to interpret it.
    public static func solid(
        red: UInt8, green: UInt8, blue: UInt8, seconds: Double = 0.5, matrix: VideoRecipe.Matrix? = .bt709,
        isFullRange: Bool = false
    ) -> ClipRecipe {
        var video = VideoRecipe(width: 64, height: 64)
        video.picture = .solid(red: red, green: green, blue: blue)
        video.isMarked = false
        video.matrix = matrix
        video.isFullRange = isFullRange
        return ClipRecipe(seconds: seconds, video: video)
    }

    /// Audio with a cover image and tags.
    public static func audioOnly(seconds: Double = 2, container: Container = .m4a) -> ClipRecipe {
        let codec: AudioRecipe.Codec =
            switch container {
            case .mp3: .mp3
            case .flac: .flac
            case .ogg: .opus
            case .wav: .pcm
            default: .aac
            }
        var recipe = ClipRecipe(seconds: seconds, audio: [AudioRecipe(codec: codec)])
        recipe.container = container
        recipe.hasCover = [.m4a, .mp3, .flac, .mp4].contains(container)
        recipe.metadata = ["title": "A tone", "artist": "The oscillator", "album": "Test signals"]
        return recipe
    }

    /// Two audio languages, captions in two languages, three chapters, a cover and tags.
    public static func rich(seconds: Double = 6, container: Container = .mp4) -> ClipRecipe {
        var recipe = ClipRecipe(
            seconds: seconds, video: VideoRecipe(),
            audio: [
                AudioRecipe(sound: .tone(hertz: 440), language: "eng", title: "English", dispositions: ["default"]),
                AudioRecipe(sound: .tone(hertz: 660), language: "deu", title: "Deutsch"),
            ])
        recipe.container = container
        let third = seconds / 3
        recipe.subtitles = [
            SubtitleRecipe(
                cues: (0..<3).map {
                    .init(from: Double($0) * third, to: (Double($0) + 0.8) * third, text: "Line \($0 + 1)")
                },
                language: "eng", title: "English"),
            SubtitleRecipe(
                cues: (0..<3).map {
                    .init(from: Double($0) * third, to: (Double($0) + 0.8) * third, text: "Zeile \($0 + 1)")
                },
                language: "deu", title: "Deutsch"),
        ]
        recipe.chapters = [
            ChapterRecipe(from: 0, title: "Opening"), ChapterRecipe(from: third, title: "Middle"),
            ChapterRecipe(from: 2 * third, title: "End"),
        ]
        recipe.metadata = ["title": "A rich clip", "artist": "The stream maker", "comment": "Made for tests"]
        recipe.hasCover = container == .mp4
        return recipe
    }

    /// Returns the clip truncated to its first part, like an incomplete download.
    public func cut(to fraction: Double) -> ClipRecipe {
        var copy = self
        copy.damage = .cut(fraction: fraction)
        return copy
    }

    /// Returns the clip with bytes changed at random, the same ones for the same seed.
    public func corrupted(bytes count: Int = 64, seed: UInt64 = 1, sparing: Int = 0) -> ClipRecipe {
        var copy = self
        copy.damage = .noise(count: count, seed: seed, sparing: sparing)
        return copy
    }

    /// Returns the clip changed by a closure.
    public func with(_ change: (inout ClipRecipe) -> Void) -> ClipRecipe {
        var copy = self
        change(&copy)
        return copy
    }
}

extension VideoRecipe.Codec {
    /// The most common container of the codec.
    public var usualContainer: ClipRecipe.Container {
        switch self {
        case .h264, .hevc, .av1, .mpeg4: .mp4
        case .vp8, .vp9: .webm
        case .prores: .mov
        case .mpeg2: .ts
        case .mjpeg: .mkv
        }
    }
}
