/// What is known about a media file, in the terms of the rules. A value that is nil is unknown, and the rules about it do not apply.
package struct AssetFacts: Sendable {
    package struct Video: Sendable {
        /// The number of the track in the container.
        package var track = 0
        package var codec = ""
        package var profile: String?
        /// The displayed size in pixels.
        package var width = 0
        package var height = 0
        package var framesPerSecond: Double?
        package var bitsPerSecond: Int64?
        /// The pixels of black bars in the frames: left, top, right, bottom; nil without bars.
        package var bars: [Int]?
        /// Whether the first frame is black; nil if it was not decoded.
        package var beginsBlack: Bool?

        package init() {}
    }

    package struct Audio: Sendable {
        package var track = 0
        package var codec = ""
        package var profile: String?
        /// BCP 47; nil if the track does not declare its language.
        package var language: String?
        package var bitsPerSecond: Int64?
        package var loudness: Loudness?

        package init() {}
    }

    /// The bytes of a file that ends before the end that its structure declares.
    package struct CutOff: Sendable, Equatable {
        package var actual: Int64
        package var declared: Int64

        package init(actual: Int64, declared: Int64) {
            self.actual = actual
            self.declared = declared
        }
    }

    /// Measured as in EBU R 128.
    package struct Loudness: Sendable, Equatable {
        /// The integrated loudness in LUFS.
        package var integrated: Double
        /// The loudness range in LU.
        package var range: Double
        /// The highest true peak of all channels, in dBTP.
        package var truePeak: Double

        package init(integrated: Double, range: Double, truePeak: Double) {
            self.integrated = integrated
            self.range = range
            self.truePeak = truePeak
        }
    }

    package struct Captions: Sendable {
        package var track = 0
        package var language: String?
        /// Whether they only translate what the captions in the item's language do not contain.
        package var isForced = false

        package init() {}
    }

    package struct Chapter: Sendable {
        package var start = 0.0
        package var duration: Double?
        package var title: String?
        package var language: String?
        /// The depth of a nested chapter; 0 for the others.
        package var level = 0

        package init(
            start: Double, duration: Double? = nil, title: String? = nil, language: String? = nil, level: Int = 0
        ) {
            self.level = level
            self.start = start
            self.duration = duration
            self.title = title
            self.language = language
        }
    }

    /// nil for whole files, and for files whose length is not known.
    package var cutOff: CutOff?
    /// In seconds.
    package var duration: Double?
    package var video: [Video] = []
    package var audio: [Audio] = []
    package var captions: [Captions] = []
    package var chapters: [Chapter] = []
    package var hasTitle = false
    package var hasArtwork = false
    package var hasRating = false
    package var hasDescription = false

    package init() {}
}
