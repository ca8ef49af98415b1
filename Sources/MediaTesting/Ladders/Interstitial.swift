extension LadderRecipe {
    /// An interstitial, announced by a date range of class `com.apple.hls.interstitial` (bis appendix D).
    public struct Interstitial: Sendable, Hashable {
        public var id: String
        /// Seconds from the ladder's first frame.
        public var at: Double
        /// How many times the advertisement (8 s) is played: 1 as X-ASSET-URI, otherwise as X-ASSET-LIST.
        public var assetCount = 1
        /// Whether a single asset is announced as a list, too.
        public var isList = false
        public var resumeOffset: Double?
        public var playoutLimit: Double?
        /// "OUT", "IN".
        public var snap: [String] = []
        /// "SKIP", "JUMP".
        public var restrictions: [String] = []
        /// "PRE", "POST", "ONCE".
        public var cue: [String] = []
        public var occupiesRange = false
        /// The offset and duration of the skip button.
        public var skipControl: SkipControl?

        public init(id: String, at: Double) {
            self.id = id
            self.at = at
        }

        public struct SkipControl: Sendable, Hashable {
            public var offset: Double
            public var duration: Double

            public init(offset: Double, duration: Double) {
                self.offset = offset
                self.duration = duration
            }
        }
    }

    /// The advertisement of all interstitials: two variants, whose frame marks carry the numbers 200 and 201.
    static let advertisement = LadderRecipe(variants: [
        Variant(384, 216, bitsPerSecond: 300_000), Variant(256, 144, bitsPerSecond: 150_000),
    ]).with {
        $0.seconds = 8
        $0.audio = [Audio(language: "en", name: "English")]
        $0.subtitles = []
        $0.hasIFrames = false
        $0.firstMark = 200
    }
}
