import ArgumentParser
import CHeap
import Foundation
import CatalogReports
import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// A run of `umc validate`: connects the validator to a report, a progress line and a baseline.
struct ValidationSession {
    /// Default number of findings shown for each rule in text reports.
    static let textLimit = 25

    let options: ValidationOptions
    let choice: ReportChoice
    let baselinePath: String?
    let inputs: [FeedInput]

    func run() throws -> Int32 {
        // Each batch of a feed needs buffers of about the same sizes; their memory stays with the process.
        heap_retain_freed(64 << 20, 4 << 20)
        let file = try opened()
        let output = ReportOutput(descriptor: file.descriptor)
        if choice.format == .text { output.columns = TerminalText.columns(of: file.descriptor) }
        let progress = progressLine
        if choice.output == nil { output.beforeWriting = { progress?.clear() } }
        var report = choice.quiet ? nil : FindingReport(reportOptions(file.descriptor), to: output)
        var baseline = baselinePath == nil ? nil : Baseline()
        let summary = Validator(options: options).validate(inputs) { state in
            // Findings are shown before the next part of the feed is checked.
            output.flush()
            progress?.show(state)
        } _: { finding in
            baseline?.add(finding)
            return report?.add(finding) ?? true
        }
        progress?.clear()
        report?.finish(summary)
        try close(file, output)
        if let path = choice.output, path != "-" {
            let omission = report?.omission(summary).map { "; \($0)" } ?? ""
            Console.printError("\(summary.verdict); the report is in \(path)\(omission)")
        }
        if let baselinePath, let baseline { return try write(baseline, to: baselinePath, summary) }
        return summary.exitCode(failOn: choice.failOn)
    }

    private func opened() throws -> ReportFile {
        do { return try ReportFile(choice.output) } catch let error as ReportFileError {
            Console.printError(error.description)
            throw ExitCode(ToolExit.failed)
        }
    }

    private func close(_ file: ReportFile, _ output: ReportOutput) throws {
        if let failure = output.failure, failure != EPIPE {
            Console.printError("the report cannot be written: \(String(cString: strerror(failure)))")
            file.discard()
            throw ExitCode(ToolExit.failed)
        }
        do { try file.close(failure: output.failure) } catch let error as ReportFileError {
            Console.printError(error.description)
            throw ExitCode(ToolExit.failed)
        }
    }

    private func reportOptions(_ descriptor: Int32) -> ReportOptions {
        var result = ReportOptions()
        result.format = choice.format
        result.failOn = choice.failOn
        result.profile = options.profile
        result.findingsPerRule = choice.findingsPerRule
        result.isColored = Console.isColored(choice.color, descriptor)
        result.version = UMCCommand.toolVersion
        result.now = options.now
        return result
    }

    private var progressLine: ProgressLine? {
        guard choice.progress ?? (isatty(2) == 1 && !choice.quiet) else { return nil }
        Interruption.clearsProgress(true)
        return ProgressLine { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    }

    private func write(_ baseline: Baseline, to path: String, _ summary: ValidationSummary) throws -> Int32 {
        guard !baseline.isFull else {
            Console.printError(
                "there are more than \(Baseline.maximumEntries) different findings: fix some first, or exclude rules"
            )
            throw ExitCode(ToolExit.failed)
        }
        do { try NamedFile.write(baseline.data, to: path) } catch {
            Console.printError("\(path) cannot be written: \(FileFailure.reason(error))")
            throw ExitCode(ToolExit.failed)
        }
        if !choice.quiet { Console.line("\(path): \(baseline.count) findings written to the baseline") }
        // A baseline does not make an incomplete feed a success.
        return summary.feeds.allSatisfy(\.isComplete) ? 0 : summary.exitCode(failOn: choice.failOn)
    }
}
