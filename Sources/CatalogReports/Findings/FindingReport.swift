public import Foundation
public import CatalogValidation
public import UniversalMediaCatalog

/// In which form findings are told.
public enum ReportFormat: String, Sendable, CaseIterable, Codable {
    /// For people, one line a finding, and a summary.
    case text
    /// One JSON document, written as findings come.
    case json
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// JUnit's XML, for test views.
    case junit
    /// Commands of GitHub's workflow logs.
    case github
    /// One page that holds everything it needs.
    case html
}

/// How findings are told.
public struct ReportOptions: Sendable {
    public var format = ReportFormat.text
    /// Levels from this on count as failed.
    public var failOn = Level.error
    public var profile = ValidationProfile.open10
    /// Findings of one rule that are told one by one.
    public var findingsPerRule = 10_000
    /// Whether text is coloured, for terminals.
    public var isColored = false
    /// Of the tool that makes the report.
    public var version = ""
    /// What the report takes for the present.
    public var now = Date()

    public init() {}
}

/// Tells findings as they come, and then what came of it all. Of one thread.
public struct FindingReport {
    private let options: ReportOptions
    private let output: ReportOutput
    private var writer: any ReportWriter
    private var told: [String: Int] = [:]
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

    /// - Returns: false once nobody takes the report any more.
    public mutating func add(_ finding: Finding) -> Bool {
        begin()
        let count = told[finding.ruleId, default: 0]
        guard count < options.findingsPerRule else { return !output.isGone }
        told[finding.ruleId] = count + 1
        writer.add(finding, output)
        // Whoever waits sees at once that there is something.
        if told.count == 1, count == 0 { output.flush() }
        return !output.isGone
    }

    public mutating func finish(_ summary: ValidationSummary) {
        begin()
        writer.finish(summary, output)
        output.flush()
    }

    private mutating func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        writer.begin(output)
    }
}

/// One form of a report.
protocol ReportWriter {
    mutating func begin(_ output: ReportOutput)
    mutating func add(_ finding: Finding, _ output: ReportOutput)
    mutating func finish(_ summary: ValidationSummary, _ output: ReportOutput)
}

extension ReportWriter {
    func begin(_ output: ReportOutput) {}
}
