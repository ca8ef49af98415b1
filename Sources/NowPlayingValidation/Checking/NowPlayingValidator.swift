/// Checks what players publish as Now Playing, record by record, live or from a log, in constant memory.
///
/// The validator is a value without a clock: time passes with the records, and with `advance(to:)` where none arrive.
public struct NowPlayingValidator: Sendable {
    public struct Options: Sendable {
        /// The kind of the content; nil: derived from each dictionary.
        public var kind: ContentKind?
        /// The item's net duration in seconds; nil: not known.
        public var duration: Double?
        /// The player to check: its bus name, or the name without `org.mpris.MediaPlayer2.` and instance; nil: all.
        public var player: String?

        public init(kind: ContentKind? = nil, duration: Double? = nil, player: String? = nil) {
            self.kind = kind
            self.duration = duration
            self.player = player
        }
    }

    /// Maximum number of players that are followed at a time. When a further player appears, the one that appeared first is no longer followed.
    public static let maximumPlayers = 256

    private let options: Options
    private var traces: [String: PlayerTrace] = [:]
    /// The players in the order of their first record.
    private var order: [String] = []
    public private(set) var summary = NowPlayingSummary()

    public init(options: Options = Options()) { self.options = options }

    /// Takes the next record and returns the findings that it completes.
    /// - Parameter line: the record's line in the log, from 1.
    public mutating func add(_ record: NowPlayingRecord, line: Int? = nil) -> [NowPlayingFinding] {
        guard Self.matches(record.player, options.player) else { return [] }
        var findings = advance(to: record.time)
        if traces[record.player] == nil {
            if order.count >= Self.maximumPlayers { traces[order.removeFirst()] = nil }
            order.append(record.player)
            traces[record.player] = PlayerTrace(options: options)
        }
        let new = traces[record.player]?.take(record, line: line) ?? []
        findings += new
        if record.event == .gone {
            traces[record.player] = nil
            order.removeAll { $0 == record.player }
        }
        summary.add(record)
        summary.add(new)
        return findings
    }

    /// Lets time pass without a record, and returns the findings about updates that have not arrived.
    public mutating func advance(to time: Double) -> [NowPlayingFinding] {
        var findings: [NowPlayingFinding] = []
        for player in order where (traces[player]?.promises.nextDeadline ?? .infinity) < time {
            findings += traces[player]?.expire(at: time) ?? []
        }
        summary.add(findings)
        return findings
    }

    /// Returns the findings that only the end of the recording shows. Updates that were still due count as made.
    public mutating func finish() -> [NowPlayingFinding] {
        let findings = order.flatMap { traces[$0]?.finish() ?? [] }
        summary.add(findings)
        return findings
    }

    /// Returns whether a bus name is the one that a user has named.
    public static func matches(_ player: String, _ wanted: String?) -> Bool {
        guard let wanted, player != wanted else { return true }
        let prefix = "org.mpris.MediaPlayer2."
        guard player.hasPrefix(prefix) else { return false }
        let name = player.dropFirst(prefix.count)
        return name == wanted || name.hasPrefix(wanted + ".")
    }
}

/// The numbers of a check.
public struct NowPlayingSummary: Sendable, Hashable {
    public private(set) var records = 0
    /// The number of dictionaries that were published, without nil.
    public private(set) var updates = 0
    /// The number of different players, counted up to a limit.
    public var players: Int { names.count }
    public private(set) var levels: [NowPlayingRule.Level: Int] = [:]
    public private(set) var rules: [NowPlayingRule: Int] = [:]
    /// The number of lines that could not be read.
    public package(set) var problems = 0
    /// Whether the log ends inside a line.
    public package(set) var isTruncated = false
    private var names: Set<String> = []

    public init() {}

    mutating func add(_ record: NowPlayingRecord) {
        records += 1
        if record.info != nil { updates += 1 }
        if names.count < 10_000 { names.insert(record.player) }
    }

    mutating func add(_ findings: [NowPlayingFinding]) {
        for finding in findings {
            levels[finding.level, default: 0] += 1
            rules[finding.rule, default: 0] += 1
        }
    }

    public func count(_ level: NowPlayingRule.Level) -> Int { levels[level] ?? 0 }

    /// Returns whether there are findings at or above a level, or lines that cannot be read.
    public func fails(at level: NowPlayingRule.Level) -> Bool {
        problems > 0 || NowPlayingRule.Level.allCases.contains { $0 >= level && count($0) > 0 }
    }
}
