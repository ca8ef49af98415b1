/// Checks a log of Now Playing from its bytes: a reader and a validator in one.
public struct LogCheck: Sendable {
    /// An outcome of reading and checking, in the order of the log.
    public enum Outcome: Sendable, Hashable {
        case finding(NowPlayingFinding)
        case problem(NowPlayingLogReader.Problem)
    }

    private var reader: NowPlayingLogReader
    private var validator: NowPlayingValidator
    private var problems = 0
    private var isTruncated = false

    public init(options: NowPlayingValidator.Options = .init(), limits: LogLimits = LogLimits()) {
        reader = NowPlayingLogReader(limits: limits)
        validator = NowPlayingValidator(options: options)
    }

    /// Whether nothing more is read, because too many lines could not be read.
    public var hasGivenUp: Bool { reader.hasGivenUp }

    public var summary: NowPlayingSummary {
        var summary = validator.summary
        summary.problems = problems
        summary.isTruncated = isTruncated
        return summary
    }

    /// Reads further bytes of the log.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Outcome] { outcomes(reader.read(bytes)) }

    /// Ends the check.
    public mutating func finish() -> [Outcome] {
        outcomes(reader.finish()) + validator.finish().map(Outcome.finding)
    }

    private mutating func outcomes(_ entries: [NowPlayingLogReader.Entry]) -> [Outcome] {
        entries.flatMap { entry -> [Outcome] in
            switch entry {
            case .record(let record, let line): return validator.add(record, line: line).map(Outcome.finding)
            case .problem(let problem):
                problems += 1
                if problem.isTruncation { isTruncated = true }
                return [.problem(problem)]
            }
        }
    }
}
