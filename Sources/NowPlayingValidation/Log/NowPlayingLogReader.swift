/// Reads a log of Now Playing in pieces of any size, line by line, with bounded memory.
///
/// A line that cannot be read is reported with its number and skipped. Members that the format does not name are ignored.
public struct NowPlayingLogReader: Sendable {
    /// A line of the log.
    public enum Entry: Sendable, Hashable {
        case record(NowPlayingRecord, line: Int)
        case problem(Problem)
    }

    /// A line that cannot be used.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// From 1.
        public var line: Int
        /// The byte in the line, from 1; nil where the whole line is meant.
        public var column: Int?
        public var message: String
        /// Whether the last line of the log is incomplete, as after a crash of its writer.
        public var isTruncation = false

        public var description: String { "line \(line)\(column.map { ":\($0)" } ?? ""): \(message)" }
    }

    private let limits: LogLimits
    private var rest: [UInt8] = []
    private var line = 1
    /// Whether the present line is longer than the limit, so that its bytes are dropped.
    private var isSkipping = false
    private var problems = 0
    private var lastTime = 0.0
    /// The number of records read.
    public private(set) var records = 0
    /// Whether reading has ended because of too many problems.
    public private(set) var hasGivenUp = false

    public init(limits: LogLimits = LogLimits()) { self.limits = limits }

    /// Reads further bytes of the log and returns the lines that they complete.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Entry] {
        var entries: [Entry] = []
        for byte in bytes {
            guard !hasGivenUp else { break }
            guard byte != UInt8(ascii: "\n") else {
                endLine(isComplete: true, &entries)
                continue
            }
            guard !isSkipping else { continue }
            rest.append(byte)
            guard rest.count > limits.lineBytes else { continue }
            report(nil, "the line is longer than \(limits.lineBytes) bytes and is skipped", &entries)
            isSkipping = true
            rest = []
        }
        return entries
    }

    /// Reads what follows the last line feed. Call it once, at the end of the log.
    public mutating func finish() -> [Entry] {
        var entries: [Entry] = []
        if !hasGivenUp, !rest.isEmpty { endLine(isComplete: false, &entries) }
        return entries
    }

    private mutating func endLine(isComplete: Bool, _ entries: inout [Entry]) {
        defer {
            line += 1
            rest.removeAll(keepingCapacity: true)
            isSkipping = false
        }
        guard !isSkipping, rest.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
        do throws(LineParser.Fault) {
            var members = try LineParser.object(rest[...], limits)
            let record = try RecordReading.record(&members, limits)
            guard record.time >= lastTime else {
                throw .init(column: 1, message: "the time \(record.time) is before that of the preceding line")
            }
            lastTime = record.time
            records += 1
            entries.append(.record(record, line: line))
        } catch {
            guard isComplete else {
                let text = "the log ends inside this line: \(error.message)"
                entries.append(.problem(Problem(line: line, column: error.column, message: text, isTruncation: true)))
                return
            }
            report(error.column, error.message, &entries)
        }
    }

    private mutating func report(_ column: Int?, _ message: String, _ entries: inout [Entry]) {
        problems += 1
        guard problems <= limits.problems else {
            hasGivenUp = true
            entries.append(
                .problem(
                    Problem(line: line, message: "more than \(limits.problems) lines cannot be read; reading ends")))
            return
        }
        entries.append(.problem(Problem(line: line, column: column, message: message)))
    }
}
