public import Foundation
import ReportText

/// Writes findings about Now Playing as they arrive, then the summary. Not thread-safe.
public struct NowPlayingReport {
    public enum Format: String, Sendable, CaseIterable {
        /// Readable text: a line for each finding, its remedy, and a summary.
        case text
        /// One JSON document, written while findings arrive.
        case json
        /// One JSON object a line.
        case lines
        /// JUnit XML, for test viewers: a case for each rule.
        case junit
    }

    public struct Options: Sendable {
        public var format = Format.text
        /// The lowest level that counts as failure.
        public var failOn = NowPlayingRule.Level.error
        /// The name of what is checked: the log's path, or `session bus`.
        public var source = ""
        public var version = ""
        /// The date of the report.
        public var now = Date()

        public init(format: Format = .text, failOn: NowPlayingRule.Level = .error, source: String = "") {
            self.format = format
            self.failOn = failOn
            self.source = source
        }
    }

    /// The exit code of a summary, for programs: 0, 1 for findings at or above the level, 3 for a log without any record.
    public static func exitCode(_ summary: NowPlayingSummary, failOn: NowPlayingRule.Level) -> Int32 {
        if summary.problems > 0, summary.records == 0 { return 3 }
        return summary.fails(at: failOn) ? 1 : 0
    }

    private let options: Options
    private let write: (String) -> Void
    private var isFirst = true
    private var cases = JUnitCases()

    /// - Parameter write: receives the text of the report in pieces.
    public init(_ options: Options, write: @escaping (String) -> Void) {
        self.options = options
        self.write = write
    }

    public mutating func add(_ outcome: LogCheck.Outcome) {
        switch options.format {
        case .text: write(TextForm.text(outcome, source: options.source))
        case .lines: write(JSONForm.line(outcome).description + "\n")
        case .json:
            write((isFirst ? JSONForm.head(options) : ",") + "\n" + JSONForm.member(outcome).description)
        case .junit: cases.add(outcome)
        }
        isFirst = false
    }

    public func finish(_ summary: NowPlayingSummary) {
        switch options.format {
        case .text: write(TextForm.summary(summary, isClean: isFirst))
        case .lines: write(JSONForm.summary(summary, options, event: true).description + "\n")
        case .json:
            write(isFirst ? JSONForm.head(options) + "]" : "\n]")
            write(",\n\"summary\":\(JSONForm.summary(summary, options, event: false))}\n")
        case .junit: write(cases.document(summary, options))
        }
    }
}
