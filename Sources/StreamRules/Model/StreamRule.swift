/// A rule for streams, with the reason why it exists.
package struct StreamRule: Sendable, Hashable {
    package enum Level: String, Sendable, Comparable, CaseIterable, Codable {
        /// A recommendation, or a fact worth knowing.
        case info
        /// Some players or some viewers have a problem.
        case warning
        /// The stream violates the specification, or differs from what its playlists declare.
        case error
        /// Nothing can be played, for this reason.
        case fatal

        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            case .fatal: 3
            }
        }
    }

    /// Such as `rate.peak`: stable, for filters and reports.
    package let id: String
    package let level: Level
    /// What the rule asks for, in one sentence.
    package let summary: String
    /// What goes wrong for the viewer or the service.
    package let reason: String
    /// Where the rule comes from.
    package let source: String
    /// What to do.
    package let remedy: String
    /// A stream that breaks the rule: lines of a playlist, or a measured value.
    package let example: String
    /// The same stream, changed as little as possible so that it follows the rule.
    package let nearMiss: String

    init(
        _ id: String, _ level: Level, _ summary: String, because reason: String, source: String, fix remedy: String,
        bad example: String, good nearMiss: String
    ) {
        self.id = id
        self.level = level
        self.summary = summary
        self.reason = reason
        self.source = source
        self.remedy = remedy
        self.example = example
        self.nearMiss = nearMiss
    }
}

/// A violation of a rule.
package struct StreamFinding: Sendable, Hashable, Codable {
    /// The identifier of the rule: that of a ``StreamRule``, or of a rule of the playlist parser (`hls.…`, `webvtt.…`).
    package var rule: String
    package var level: StreamRule.Level
    /// What was found, with declared and measured values.
    package var message: String
    /// What to do.
    package var remedy: String
    package var place = Place()
    /// How many places break the rule in the same way; `place` is the first.
    package var count = 1

    /// Where a stream breaks a rule.
    package struct Place: Sendable, Hashable, Codable {
        /// The URL of the playlist, or of the resource without one.
        package var url = ""
        /// The playlist in words: "variant 2 (1280x720)".
        package var name: String?
        /// The line in the playlist, from 1.
        package var line: Int?
        /// The position of the segment in the playlist, from 0.
        package var segment: Int?
        /// Seconds from the start of the playlist.
        package var time: Double?

        package init(url: String = "", name: String? = nil, line: Int? = nil, segment: Int? = nil, time: Double? = nil)
        {
            self.url = url
            self.name = name
            self.line = line
            self.segment = segment
            self.time = time
        }
    }

    package init(
        rule: String, level: StreamRule.Level, message: String, remedy: String, place: Place = Place(), count: Int = 1
    ) {
        self.rule = rule
        self.level = level
        self.message = message
        self.remedy = remedy
        self.place = place
        self.count = count
    }
}
