public import ArgumentParser
import Foundation
import CatalogReports
import CatalogValidation
public import UniversalMediaCatalog

extension ReportFormat: ExpressibleByArgument {}
extension Level: ExpressibleByArgument {}
extension ValidationProfile: ExpressibleByArgument {}

/// `umc validate FILE…`: checks feeds alone and against each other.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Checks feeds, alone and against each other.",
        discussion: """
            FILE is a path, - for standard input, or an http or https URL; gzip is recognised by itself. Feeds that belong together are \
            named together: a catalog and its availability feeds are then checked against each other, in whatever order they stand.

            Examples:
              umc validate catalog.xml availability-us.xml availability-ca.xml
              umc validate catalog.xml.gz --format sarif --output umc.sarif
              zcat catalog.xml.gz | umc validate - --fail-on warning
              umc validate https://feeds.example.com/catalog.xml --cache ~/.cache/umc
              umc validate catalog.xml --previous yesterday/catalog.xml

            What is there today is known, and only what is new counts:
              umc validate catalog.xml --write-baseline known.json
              umc validate catalog.xml --baseline known.json

            A file of suppressions is JSON; each entry needs a reason and the last day on which it counts, and `*` stands for anything:
              {"suppressions": [
                {"rule": "STY-CAPS", "contentId": "acme.movie.*",
                 "reason": "the film's own name", "expires": "2027-06-30"}]}

            \(ToolExit.sentence)
            """)

    @Argument(
        help: ArgumentHelp("A path, an http or https URL, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["xml", "gz"]))
    var files: [String]

    @OptionGroup(title: "Rules") var rules: RuleOptions
    @OptionGroup(title: "Report") var report: ReportChoice
    @OptionGroup(title: "What feeds are compared with") var context: ContextOptions
    @OptionGroup(title: "Known findings") var known: KnownOptions
    @OptionGroup(title: "Reading") var reading: ReadingOptions
    @OptionGroup(title: "Artwork") var artwork: ArtworkLooking

    func validate() throws {
        guard files.filter({ $0 == "-" }).count < 2 else {
            throw ValidationError("Standard input can be read only once.")
        }
        guard known.writeBaseline == nil || known.baseline == nil else {
            throw ValidationError("--write-baseline writes all findings anew; leave --baseline out.")
        }
        for file in files {
            guard let scheme = file.firstMatch(of: /^([A-Za-z][A-Za-z0-9+.-]+):\/\//)?.1.lowercased() else { continue }
            guard ["http", "https", "file"].contains(scheme) else {
                throw ValidationError("'\(scheme)' is not read: feeds are files or addresses of http and https.")
            }
        }
        try rules.check()
        try reading.check()
    }

    func run() throws {
        var options = ValidationOptions()
        rules.apply(to: &options)
        reading.apply(to: &options)
        artwork.apply(to: &options)
        context.apply(to: &options, reading)
        try known.apply(to: &options)
        if let limit = report.limit { options.maximumFindingsPerRule = max(limit, 1) }
        if known.writeBaseline != nil { options.maximumFindingsPerRule = .max }
        let run = ValidationSession(
            options: options, choice: report, baselinePath: known.writeBaseline,
            inputs: files.map { reading.input($0) })
        throw ExitCode(try run.run())
    }
}

/// Which rules count.
struct RuleOptions: ParsableArguments {
    @Option(help: "open-1.0: everything; apple-3.6-known: only what is known of Apple's platform.")
    var profile = ValidationProfile.open10

    @Option(
        name: .customLong("rule"), parsing: .singleValue,
        help: ArgumentHelp("Check this rule only (repeatable).", valueName: "id"))
    var only: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Leave this rule out (repeatable).", valueName: "id"))
    var without: [String] = []

    @Option(
        help: ArgumentHelp("What is taken for the present: YYYY-MM-DD, or YYYY-MM-DDThh:mm:ssZ.", valueName: "date"))
    var now: String?

    func check() throws {
        for name in only + without where RuleCatalog.rule(named: name) == nil {
            throw ValidationError(UnknownRule.message(name))
        }
        if let now, ValidationOptions.date(now) == nil {
            throw ValidationError("--now '\(now)' is no date: write YYYY-MM-DD, or YYYY-MM-DDThh:mm:ssZ.")
        }
    }

    func apply(to options: inout ValidationOptions) {
        options.profile = profile
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

/// What is known beside the feeds.
struct ContextOptions: ParsableArguments {
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A feed of the build before, to be compared with (repeatable): what shrank, went or changed its type.",
            valueName: "file"), completion: .file(extensions: ["xml", "gz"]))
    var previous: [String] = []

    @Option(
        help: ArgumentHelp(
            "The country of services that no manifest names, such as US (ISO 3166-1).", valueName: "country"))
    var territory: String?

    @Option(
        name: .customLong("tier"), parsing: .singleValue,
        help: ArgumentHelp("A tier that the app registers for its subscribers (repeatable).", valueName: "tier"))
    var tiers: [String] = []

    func validate() throws {
        guard let territory else { return }
        guard territory.utf8.count == 2, territory.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) }) else {
            throw ValidationError("--territory '\(territory.prefix(20))' is no country: write two letters, such as US.")
        }
    }

    func apply(to options: inout ValidationOptions, _ reading: ReadingOptions) {
        options.previous = previous.map { reading.input($0) }
        options.territory = territory?.uppercased()
        if !tiers.isEmpty { options.registeredTiers = Set(tiers) }
    }
}

/// How findings are told.
struct ReportChoice: ParsableArguments {
    @Option(help: "text, json, sarif, junit, github or html.")
    var format = ReportFormat.text

    @Option(
        name: [.short, .long], help: ArgumentHelp("Write the report to this file.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Findings from this level on make the exit code 1: error, warning or info.", valueName: "level"))
    var failOn = Level.error

    @Option(
        help: ArgumentHelp(
            "Tell at most this many findings of one rule; others are counted (by default 25 in text, 10,000 elsewhere).",
            valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Colours: auto, always or never; NO_COLOR is heeded.", valueName: "when"))
    var color = ColorChoice.auto

    @Flag(name: [.short, .long], help: "Say nothing; the exit code tells.")
    var quiet = false

    @Flag(inversion: .prefixedNo, help: "Say on standard error how far it has come (by default on a terminal).")
    var progress: Bool?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is at least 1.") }
        if quiet, output != nil { throw ValidationError("--quiet leaves nothing for --output to write.") }
    }
}

/// What does not count any more.
struct KnownOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Findings in this file are known: they do not count.", valueName: "file"),
        completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp("Write all findings to this file as known; the exit code is then 0.", valueName: "file"),
        completion: .file())
    var writeBaseline: String?

    @Option(
        help: ArgumentHelp("Findings that this file names do not count until it says.", valueName: "file"),
        completion: .file())
    var suppressions: String?

    func apply(to options: inout ValidationOptions) throws {
        do {
            if let baseline { options.baseline = try Baseline(try read(baseline), name: baseline) }
            if let suppressions { options.suppressions = try Suppressions(try read(suppressions), name: suppressions) }
        } catch let error as ToolFileError {
            Console.complain(error.description)
            throw ExitCode(ToolExit.usage)
        }
    }

    private func read(_ path: String) throws -> Data {
        do { return try Data(contentsOf: URL(filePath: path)) } catch {
            Console.complain("\(path) cannot be read: \(error.localizedDescription)")
            throw ExitCode(ToolExit.usage)
        }
    }
}

/// How feeds are had, and how much of them is read.
struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep feeds of URLs here, and ask for them again only when they have changed.", valueName: "folder"),
        completion: .directory)
    var cache: String?

    @Option(help: ArgumentHelp("Seconds for a feed of a URL.", valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "Read feeds of at most this many bytes, decompressed (K, M and G may follow).", valueName: "n"))
    var maxBytes: ByteNumber?

    @Option(help: ArgumentHelp("Read feeds of at most this many items.", valueName: "n"))
    var maxItems: Int?

    @Option(help: ArgumentHelp("Read elements at most this deep inside each other.", valueName: "n"))
    var maxDepth: Int?

    @Option(help: ArgumentHelp("Read at most this many bytes of one text.", valueName: "n"))
    var maxText: ByteNumber?

    @Option(help: ArgumentHelp("Read items of at most this many bytes.", valueName: "n"))
    var maxItem: ByteNumber?

    @Option(help: ArgumentHelp("Decompress to at most this many times the size.", valueName: "n"))
    var maxRatio: Int?

    @Option(help: ArgumentHelp("Check on this many threads, beside the one that reads.", valueName: "n"))
    var threads: Int?

    func check() throws {
        for (name, number) in [("items", maxItems), ("depth", maxDepth), ("ratio", maxRatio)] {
            if let number, number < 1 { throw ValidationError("--max-\(name) is at least 1.") }
        }
        if let threads, !(1...256).contains(threads) { throw ValidationError("--threads is 1 to 256.") }
        if let timeout, !(timeout > 0) { throw ValidationError("--timeout is more than 0.") }
        if let maxDepth, maxDepth > 200 { throw ValidationError("--max-depth is at most 200.") }
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
