public import ArgumentParser
import Foundation
import CatalogReports
import CatalogValidation
import ReportText
public import UniversalMediaCatalog

extension ReportFormat: ExpressibleByArgument {}
extension Level: ExpressibleByArgument {}
extension ValidationProfile: ExpressibleByArgument {}

/// `umc validate FILE…`: checks feeds individually and against each other.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Checks feeds, individually and against each other.",
        discussion: """
            FILE is a path, - for standard input, or an http or https URL; gzip is detected automatically. Pass related feeds together: \
            a catalog and its availability feeds are then checked against each other, in any order.

            Examples:
              umc validate catalog.xml availability-us.xml availability-ca.xml
              umc validate catalog.xml.gz --format sarif --output umc.sarif
              zcat catalog.xml.gz | umc validate - --fail-on warning
              umc validate https://feeds.example.com/catalog.xml --cache ~/.cache/umc
              umc validate catalog.xml --previous yesterday/catalog.xml

            With a baseline, only new findings count:
              umc validate catalog.xml --write-baseline known.json
              umc validate catalog.xml --baseline known.json

            Suppressions are a JSON file; each entry requires a reason and the last day on which it applies; `*` matches any characters:
              {"suppressions": [
                {"rule": "STY-CAPS", "contentId": "acme.movie.*",
                 "reason": "the official spelling of the title", "expires": "2027-06-30"}]}

            \(ToolExit.sentence)
            """)

    @Argument(
        help: ArgumentHelp("A path, an http or https URL, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["xml", "gz"]))
    var files: [String]

    @OptionGroup(title: "Rules") var rules: RuleOptions
    @OptionGroup(title: "Report") var report: ReportChoice
    @OptionGroup(title: "Context") var context: ContextOptions
    @OptionGroup(title: "Known findings") var known: KnownOptions
    @OptionGroup(title: "Reading") var reading: ReadingOptions
    @OptionGroup(title: "Artwork") var artwork: ArtworkOptions

    func validate() throws {
        guard (files + [context.registrations].compactMap { $0 }).filter({ $0 == "-" }).count < 2 else {
            throw ValidationError("Standard input can be read only once.")
        }
        guard known.writeBaseline == nil || known.baseline == nil else {
            throw ValidationError("--write-baseline writes all findings: omit --baseline.")
        }
        for file in files {
            guard let scheme = file.firstMatch(of: /^([A-Za-z][A-Za-z0-9+.-]+):\/\//)?.1.lowercased() else { continue }
            guard ["http", "https", "file"].contains(scheme) else {
                throw ValidationError("The scheme '\(scheme)' is not supported: pass a file or an http or https URL.")
            }
        }
        let sources =
            files + context.previous + [known.baseline, known.suppressions, context.registrations].compactMap { $0 }
        try FeedCommand.checkOutput(report.output, "--output", sources)
        try FeedCommand.checkOutput(known.writeBaseline, "--write-baseline", files + context.previous)
        try rules.check()
        try reading.check()
    }

    func run() throws {
        var options = ValidationOptions()
        rules.apply(to: &options)
        reading.apply(to: &options)
        artwork.apply(to: &options)
        try context.apply(to: &options, reading)
        try known.apply(to: &options)
        options.maximumFindingsPerRule = known.writeBaseline != nil ? .max : report.findingsPerRule
        let run = ValidationSession(
            options: options, choice: report, baselinePath: known.writeBaseline,
            inputs: files.map { reading.input($0) })
        throw ExitCode(try run.run())
    }
}

/// Options that select rules.
struct RuleOptions: ParsableArguments {
    @Option(help: "open-1.0: all rules; apple-3.6-known: only rules with evidence about Apple's platform.")
    var profile = ValidationProfile.open10

    @Option(
        name: .customLong("rule"), parsing: .singleValue,
        help: ArgumentHelp("Check only this rule (repeatable).", valueName: "id"))
    var only: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Exclude this rule (repeatable).", valueName: "id"))
    var without: [String] = []

    @Option(
        help: ArgumentHelp("The current time for checks: YYYY-MM-DD, or YYYY-MM-DDThh:mm:ssZ.", valueName: "date"))
    var now: String?

    @Option(
        help: ArgumentHelp(
            "The namespace of all elements (default: none; a feed in another one is a finding).", valueName: "uri"))
    var namespace: String?

    func check() throws {
        for name in without {
            guard let rule = RuleCatalog.rule(named: name), let obstacle = RuleCatalog.obstacle(toExcluding: rule)
            else {
                continue
            }
            throw ValidationError("\(rule.id) cannot be excluded: \(obstacle)")
        }
        if let namespace, namespace.isEmpty { throw ValidationError("--namespace must be a URI.") }
        for name in only + without where RuleCatalog.rule(named: name) == nil {
            throw ValidationError(UnknownRule.message(name))
        }
        if let now, ValidationOptions.date(now) == nil {
            throw ValidationError("--now '\(now)' is not a date: write YYYY-MM-DD, or YYYY-MM-DDThh:mm:ssZ.")
        }
    }

    func apply(to options: inout ValidationOptions) {
        options.profile = profile
        options.namespace = namespace
        if !only.isEmpty { options.enabledRules = Set(only.compactMap { RuleCatalog.rule(named: $0)?.id }) }
        options.disabledRules = Set(without.compactMap { RuleCatalog.rule(named: $0)?.id })
        if let date = now.flatMap(ValidationOptions.date) { options.now = date }
    }
}

enum UnknownRule {
    static func message(_ name: String) -> String {
        let near = RuleCatalog.namesNear(name)
        let hint = near.isEmpty ? "'umc rules' lists them" : "did you mean \(near.joined(separator: ", "))?"
        return "There is no rule '\(name.prefix(60))'; \(hint)"
    }
}

/// Options with information from outside the feeds.
struct ContextOptions: ParsableArguments {
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A feed of the previous build for comparison (repeatable): shrinkage, removed items, changed types.",
            valueName: "file"), completion: .file(extensions: ["xml", "gz"]))
    var previous: [String] = []

    @Option(
        help: ArgumentHelp(
            "The country of services that are not in a manifest, such as US (ISO 3166-1).", valueName: "country"))
    var territory: String?

    @Option(
        name: .customLong("tier"), parsing: .singleValue,
        help: ArgumentHelp("A tier that the app registers for its subscribers (repeatable).", valueName: "tier"))
    var tiers: [String] = []

    @Option(
        help: ArgumentHelp(
            "Registrations of apps, whose tiers have to occur in the feeds: the output of 'avplayer subscriptions --json', or - for standard input.",
            valueName: "file"), completion: .file())
    var registrations: String?

    func validate() throws {
        guard let territory else { return }
        guard territory.utf8.count == 2, territory.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) }) else {
            throw ValidationError(
                "--territory '\(territory.prefix(20))' is not a country: write two letters, such as US.")
        }
        try FeedCommand.checkCountry(territory)
    }

    func apply(to options: inout ValidationOptions, _ reading: ReadingOptions) throws {
        options.previous = previous.map { reading.input($0) }
        options.territory = territory?.uppercased()
        let registered = try registrations.map { try RegistrationsFile($0).tiers } ?? []
        if !tiers.isEmpty || registrations != nil { options.registeredTiers = registered.union(tiers) }
    }
}

/// Options of the report.
struct ReportChoice: ParsableArguments {
    @Option(help: "text, json, sarif, junit, github or html.")
    var format = ReportFormat.text

    @Option(
        name: [.short, .long], help: ArgumentHelp("Write the report to this file.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Lowest level of findings for exit code 1: error, warning or info.", valueName: "level"))
    var failOn = Level.error

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Maximum number of findings shown for each rule, 1 or more; the rest is counted (default: 25 in text and github, 10,000 elsewhere; SARIF lists at most 25,000 findings).",
            valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Colours: auto, always or never; NO_COLOR is respected.", valueName: "when"))
    var color = ColorChoice.auto

    @Flag(name: [.short, .long], help: "Print nothing; only set the exit code.")
    var quiet = false

    @Flag(inversion: .prefixedNo, help: "Show progress on standard error (default: on a terminal).")
    var progress: Bool?

    /// Maximum number of findings of each rule that the report shows; further ones are only counted.
    var findingsPerRule: Int {
        if quiet { return 1 }
        return limit ?? (format == .text || format == .github ? ValidationSession.textLimit : 10_000)
    }

    func validate() throws {
        try FeedCommand.check(limit, "--limit", example: "100")
        if quiet, output != nil { throw ValidationError("--quiet and --output cannot be combined.") }
    }
}

/// Options that exclude known findings.
struct KnownOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A baseline: its findings do not count.", valueName: "file"),
        completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write all findings to this baseline; the exit code is then 0.", valueName: "file"),
        completion: .file())
    var writeBaseline: String?

    @Option(
        help: ArgumentHelp(
            "A file of suppressions: matching findings do not count until the given date.", valueName: "file"),
        completion: .file())
    var suppressions: String?

    func apply(to options: inout ValidationOptions) throws {
        do {
            if let baseline { options.baseline = try Baseline(try read(baseline), name: baseline) }
            if let suppressions { options.suppressions = try Suppressions(try read(suppressions), name: suppressions) }
        } catch let error as ToolFileError {
            Console.printError(error.description)
            throw ExitCode(ToolExit.usage)
        }
    }

    private func read(_ path: String) throws -> Data {
        do { return try Data(contentsOf: URL(filePath: path)) } catch {
            Console.printError("\(path) cannot be read: \(FileFailure.reason(error))")
            throw ExitCode(ToolExit.usage)
        }
    }
}

/// Options for input and limits.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Store feeds of URLs in this folder, and download them again only after a change.", valueName: "folder"),
        completion: .directory)
    var cache: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum time for downloading a feed, in seconds, such as 120.", valueName: "seconds"))
    var timeout: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Maximum size of a feed in bytes, decompressed, such as 2G (suffixes: K, M, G).", valueName: "n"))
    var maxBytes: ByteNumber?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of items in a feed, such as 500000.", valueName: "n"))
    var maxItems: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum nesting depth of elements, 1 to 200, such as 20.", valueName: "n"))
    var maxDepth: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum size of one text in bytes, such as 64K.", valueName: "n"))
    var maxText: ByteNumber?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum size of an item in bytes, such as 4M.", valueName: "n"))
    var maxItem: ByteNumber?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Maximum compression ratio, such as 100.", valueName: "n"))
    var maxRatio: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of threads for checks, in addition to the reading thread: 1 to 256, such as 4.", valueName: "n"))
    var threads: Int?

    func check() throws {
        try FeedCommand.check(maxItems, "--max-items", example: "500000")
        try FeedCommand.check(maxDepth, "--max-depth", to: 200, example: "20")
        try FeedCommand.check(maxRatio, "--max-ratio", example: "100")
        try FeedCommand.check(threads, "--threads", to: 256, example: "4")
        let range = OptionRange("--timeout", 0...1e9, "seconds", example: "120", excludesLowest: true)
        if let problem = range.problem(timeout) { throw ValidationError(problem) }
    }

    func apply(to options: inout ValidationOptions) {
        if let value = maxBytes?.value { options.limits.documentBytes = value }
        if let value = maxItems { options.limits.items = value }
        if let value = maxDepth { options.limits.depth = value }
        if let value = maxText?.value { options.limits.textBytes = value }
        if let value = maxItem?.value { options.limits.itemBytes = value }
        if let value = maxRatio { options.limits.inflationRatio = value }
        if let threads { options.threads = threads }
    }

    func input(_ name: String) -> FeedInput {
        if name == "-" { return .standardInput }
        let lower = name.lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://") else {
            return .file(lower.hasPrefix("file://") ? URL(string: name)?.path ?? name : name)
        }
        var network = NetworkOptions()
        if let timeout { network.totalSeconds = timeout }
        network.cache = cache.map { URL(filePath: $0) }
        return .url(name, network)
    }
}

/// A number of bytes, such as `512M`.
struct ByteNumber: ExpressibleByArgument {
    let value: Int

    init?(argument: String) {
        var digits = argument.uppercased()[...]
        var unit = 1
        switch digits.last {
        case "K": unit = 1 << 10
        case "M": unit = 1 << 20
        case "G": unit = 1 << 30
        default: break
        }
        if unit > 1 { digits = digits.dropLast() }
        guard let number = Int(digits), number > 0 else { return nil }
        let (product, overflows) = number.multipliedReportingOverflow(by: unit)
        guard !overflows else { return nil }
        value = product
    }
}
