public import Foundation
public import CatalogValidation
public import UniversalMediaCatalog

/// The formats of a report.
public enum ReportFormat: String, Sendable, CaseIterable, Codable {
    /// Readable text: one line for each finding, and a summary.
    case text
    /// One JSON document, written while findings arrive.
    case json
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// JUnit XML, for test viewers.
    case junit
    /// Workflow commands for GitHub Actions logs.
    case github
    /// One self-contained page.
    case html
}

/// Options of a report.
public struct ReportOptions: Sendable {
    public var format = ReportFormat.text
    /// The lowest level that counts as failure.
    public var failOn = Level.error
    public var profile = ValidationProfile.open10
    /// Maximum number of reported findings of each rule.
    public var findingsPerRule = 10_000
    /// Whether text is coloured, for terminals.
    public var isColored = false
    /// Version of the tool that writes the report.
    public var version = ""
    /// The date of the report.
    public var now = Date()

    public init() {}
}

/// Writes findings as they arrive, then the summary. Not thread-safe.
public struct FindingReport {
    private let options: ReportOptions
    private let output: ReportOutput
    private var writer: any ReportWriter
    private var reportedCounts: [String: Int] = [:]
    private var hasBegun = false

    public init(_ options: ReportOptions, to output: ReportOutput) {
        self.options = options
        self.output = output
        writer =
            switch options.format {
            case .text: TextReport(options)
            case .json: JSONReport(options)
            case .sarif: SARIFReport(options)
            case .junit: JUnitReport(options)
            case .github: GitHubReport(options)
            case .html: HTMLReport(options)
            }
    }

    /// - Returns: False once the output cannot be written any more.
    public mutating func add(_ finding: Finding) -> Bool {
        begin()
        let count = reportedCounts[finding.ruleId, default: 0]
        guard count < options.findingsPerRule else { return !output.isGone }
        reportedCounts[finding.ruleId] = count + 1
        writer.add(finding, output)
        // The first finding is shown immediately.
        if reportedCounts.count == 1, count == 0 { output.flush() }
        return !output.isGone
    }

    public mutating func finish(_ summary: ValidationSummary) {
        begin()
        writer.finish(summary, output)
        output.flush()
    }

    /// How many findings the report lists, if it lists fewer than it counts and does not say so beside them.
    public func omission(_ summary: ValidationSummary) -> String? { writer.omission(summary) }

    private mutating func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        writer.begin(output)
    }
}

/// A format of a report.
protocol ReportWriter {
    mutating func begin(_ output: ReportOutput)
    mutating func add(_ finding: Finding, _ output: ReportOutput)
    mutating func finish(_ summary: ValidationSummary, _ output: ReportOutput)
    func omission(_ summary: ValidationSummary) -> String?
}

extension ReportWriter {
    func begin(_ output: ReportOutput) {}
    func omission(_ summary: ValidationSummary) -> String? { nil }
}
