import AVKit
import ArgumentParser
import AssetRules
import Foundation
import ReportText

/// `avplayer lint FILE…`: checks media files against the guidelines for films and clips.
struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Checks media files: black bars, title, artwork, rating, chapters, captions, loudness.",
        discussion: """
            Each finding says what is wrong, why it matters and what to do. '--rules' lists the rules.

            Exit codes: 0 no finding at the level of --fail-on or above; 1 there is one; 2 wrong usage; 3 a file could not be read.
            """)

    enum Level: String, ExpressibleByArgument, CaseIterable {
        case info, warning, error
        case never
    }

    enum Purpose: String, ExpressibleByArgument, CaseIterable {
        case film, clip
    }

    @Argument(help: "Paths of media files, or file, http or https URLs.", completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("'film' for items of a catalog, 'clip' for short clips on a watch.", valueName: "purpose"))
    var profile = Purpose.film

    @Option(
        help: ArgumentHelp(
            "The lowest level that counts as failure: info, warning, error or never.", valueName: "level"))
    var failOn = Level.warning

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The loudness that the audio should have: -70 to 0 LUFS, such as -16.", valueName: "lufs"))
    var loudness = -23.0

    @Flag(inversion: .prefixedNo, help: "Decode the audio to measure its loudness, which takes longest.")
    var decode = true

    @Option(help: ArgumentHelp("A rule that is not applied; can be repeated.", valueName: "rule"))
    var without: [String] = []

    @Flag(help: "Allow a public server to lead into private networks.")
    var allowPrivate = false

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    @Flag(help: "Show passwords, tokens, signatures and keys of URLs, in place of which reports have ***.")
    var showSecrets = false

    @Flag(help: "List the rules with their reasons and sources, and exit.")
    var rules = false

    func validate() throws {
        guard rules || !files.isEmpty else { throw ValidationError("Name at least one file, or use --rules.") }
        for file in files where MediaURL.url(for: file) == nil {
            throw ValidationError("'\(file)' is neither a path nor a URL.")
        }
        let known = AssetRule.all.map(\.id)
        for rule in without where !known.contains(rule) {
            throw ValidationError("There is no rule '\(rule)'. The rules are: \(known.joined(separator: ", ")).")
        }
        if let problem = OptionRange("--loudness", -70...0, "LUFS", example: "-16").problem(loudness) {
            throw ValidationError(problem)
        }
    }

    func run() throws {
        if rules, json { return Report.line(LintReport.rules(asJSON: true), isError: false) }
        if rules { return Report.text(LintReport.rules(asJSON: false)) }
        var lint = AssetLint()
        lint.profile = profile == .clip ? .clip : .film
        lint.targetLoudness = loudness
        lint.ignored = Set(without)
        var results: [LintReport.Result] = []
        for file in files {
            let result = check(file, lint)
            results.append(result)
            if !json { Report.text(masked(LintReport.text(of: result))) }
        }
        if json { Report.line(masked(LintReport.json(of: results, profile: lint.profile)), isError: false) }
        if results.contains(where: { $0.failure != nil }) { throw ExitCode(PlayerExit.nothingRead.rawValue) }
        let lowest = AssetRule.Level(rawValue: failOn.rawValue)
        guard let lowest, results.contains(where: { $0.findings.contains { $0.rule.level >= lowest } }) else { return }
        throw ExitCode(PlayerExit.playbackFailed.rawValue)
    }

    private func masked(_ text: String) -> String { showSecrets ? text : URLSecrets.masked(text) }

    private func check(_ file: String, _ lint: AssetLint) -> LintReport.Result {
        guard let url = MediaURL.url(for: file) else { return LintReport.Result(file: file) }
        if let problem = UnsupportedContents.pipe(url) { return LintReport.Result(file: file, failure: problem) }
        let measures = decode && !(without.contains(AssetRule.loudness.id) && without.contains(AssetRule.truePeak.id))
        do {
            let facts = try AssetExamination.facts(
                of: url, measuresLoudness: measures, allowsPrivateAddresses: allowPrivate)
            return LintReport.Result(file: file, facts: facts, findings: lint.check(facts))
        } catch {
            if case .playlist? = try? MediaInspection.load(url, allowsPrivateAddresses: allowPrivate) {
                return LintReport.Result(
                    file: file,
                    failure:
                        "This is an HLS playlist, and lint checks media files. Check the stream with 'avplayer inspect --deep'."
                )
            }
            let failure = UnsupportedContents.description(of: url) ?? PlaybackFailure(error).line(about: file)
            return LintReport.Result(file: file, failure: failure)
        }
    }
}
