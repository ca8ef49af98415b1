/// A rule about what a player publishes as Now Playing.
///
/// NP1 to NP15 are the checks of the integration guide's property matrix and event table; NP16 to NP21 complete them.
public enum NowPlayingRule: String, Sendable, Hashable, CaseIterable {
    case np1 = "NP1"
    case np2 = "NP2"
    case np3 = "NP3"
    case np4 = "NP4"
    case np5 = "NP5"
    case np6 = "NP6"
    case np7 = "NP7"
    case np8 = "NP8"
    case np9 = "NP9"
    case np10 = "NP10"
    case np11 = "NP11"
    case np12 = "NP12"
    case np13 = "NP13"
    case np14 = "NP14"
    case np15 = "NP15"
    case np16 = "NP16"
    case np17 = "NP17"
    case np18 = "NP18"
    case np19 = "NP19"
    case np20 = "NP20"
    case np21 = "NP21"

    /// The stable id, such as `NP7`.
    public var id: String { rawValue }

    public enum Level: String, Sendable, CaseIterable, Comparable {
        case info, warning, error

        private var rank: Int {
            switch self {
            case .info: 0
            case .warning: 1
            case .error: 2
            }
        }

        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
    }

    /// The source of a rule.
    public enum Evidence: String, Sendable {
        /// Stated by the integration guide.
        case guide
        /// Stated by the documentation of the API.
        case documentation
        /// Derived from the guide; the tolerance or the way to detect a violation is this project's decision.
        case derived
        /// Decided by this project.
        case project

        public var title: String {
            switch self {
            case .guide: "stated by the integration guide"
            case .documentation: "stated by the documentation of the API"
            case .derived: "derived from the guide; tolerances are this project's decision"
            case .project: "decided by this project"
            }
        }
    }

    /// The requirement in one sentence.
    public var title: String { text.title }
    /// The default level of findings.
    public var level: Level { text.level }
    public var evidence: Evidence { text.evidence }
    /// The requirements (`data/requirements.tsv`) that the rule checks.
    public var requirements: String { text.requirements }
    /// How to fix a violation.
    public var remedy: String { text.remedy }

    struct Text {
        var title: String
        var level: Level
        var evidence: Evidence
        var requirements: String
        var remedy: String

        init(_ title: String, _ level: Level, _ evidence: Evidence, _ requirements: String, fix remedy: String) {
            self.title = title
            self.level = level
            self.evidence = evidence
            self.requirements = requirements
            self.remedy = remedy
        }
    }
}
