import Foundation
import Synchronization
public import UniversalMediaCatalog

/// Checks feeds, alone and against each other. Memory use is constant apart from an index of the items.
///
/// A call blocks its thread until everything is checked: do not call it from Swift's cooperative thread pool. One thread reads, others
/// check. Findings are delivered by feed, then by position, followed by those of the rules across feeds, in the same order.
public struct Validator: Sendable {
    public var options: ValidationOptions

    public init(options: ValidationOptions = ValidationOptions()) { self.options = options }

    /// The progress of a run, reported from time to time on the thread that called `validate`.
    public struct Progress: Sendable {
        public var file: String
        public var bytesTaken: Int
        /// Size of the input in bytes; nil if unknown.
        public var byteCount: Int?
        public var items: Int
    }

    /// - Parameters:
    ///   - report: receives each finding on the calling thread; returns whether to continue.
    public func validate(
        _ inputs: [FeedInput], progress: ((Progress) -> Void)? = nil, _ report: (Finding) -> Bool
    ) -> ValidationSummary {
        withoutActuallyEscaping(report) { report in
            var run = ValidationRun(options: options, report: report)
            run.begin()
            for input in inputs where !run.isStopped { run.check(input, progress: progress) }
            for input in options.previous where !run.isStopped { run.remember(input) }
            run.finish()
            return run.summary
        }
    }

    /// Returns all findings at once, for small feeds.
    public func findings(_ inputs: [FeedInput]) -> (findings: [Finding], summary: ValidationSummary) {
        var findings: [Finding] = []
        let summary = validate(inputs) {
            findings.append($0)
            return true
        }
        return (findings, summary)
    }
}

/// One validation run.
struct ValidationRun {
    let options: ValidationOptions
    let report: (Finding) -> Bool
    private let disabled: RuleSet
    private var checker: ItemChecker
    private let start = ContinuousClock.now
    private(set) var summary = ValidationSummary()
    private(set) var isStopped = false
    private(set) var index = FeedIndex()
    /// Number of reported findings, by the id of the rule.
    private var reported: [String: Int] = [:]
    /// Rules that have reached their limit of reported findings.
    private var saturated: RuleSet = []
    private var isSaturationNew = false
    private var sieve: FindingSieve

    init(options: ValidationOptions, report: @escaping (Finding) -> Bool) {
        self.options = options
        self.report = report
        let excludedRules = options.excludedRules
        disabled = RuleSet(ids: excludedRules)
        checker = ItemChecker(
            excludedRules: excludedRules, now: options.now.timeIntervalSince1970, profile: options.profile,
            artwork: ArtworkInspector(options))
        checker.remembersContent = !options.previous.isEmpty
        index.now = options.now.timeIntervalSince1970
        sieve = FindingSieve(
            suppressions: options.suppressions, baseline: options.baseline, now: options.now.timeIntervalSince1970)
        index.territory = options.territory
        index.registeredTiers = options.registeredTiers
    }

    mutating func begin() { for entry in sieve.expired where !disabled.contains(entry.rule) { emit(entry) } }

    /// Maximum number of findings of a rule in a batch. With a baseline or suppressions, every finding must be created to be compared.
    private var maximumPerBatch: Int { sieve.isInUse ? .max : options.maximumFindingsPerRule }

    /// The findings of the index are sorted before some of them are reported.
    private var maximumOfIndex: Int { max(maximumPerBatch, ValidationOptions().maximumFindingsPerRule) }

    mutating func check(_ input: FeedInput, progress: ((Validator.Progress) -> Void)?) {
        let source: any ByteSource
        let limits = options.readingLimits
        do throws(FeedInputError) { source = try input.open(limits) } catch {
            summary.feeds.append(
                .init(file: input.name, kind: nil, items: 0, bytes: 0, isComplete: false, isReadable: false))
            emit(documentFinding(UnreadableInput.info, input.name, error.message, error.remedy, nil))
            return
        }
        let pipeline = CheckingPipeline(
            source: source, limits: limits, threads: options.threads, checker: checker, file: input.name,
            maximumPerRule: maximumPerBatch, saturated: sieve.isInUse ? [] : saturated)
        var feedIndex = FeedIndexBuilder(file: input.name, texts: index.texts)
        var items = 0
        let document = pipeline.run { result in
            for entry in result.entries { emit(entry) }
            for counted in result.counted.values { count(counted) }
            if isSaturationNew, !sieve.isInUse { pipeline.saturate(saturated) }
            isSaturationNew = false
            items += result.itemCount
            feedIndex.append(result.index)
            progress?(.init(file: input.name, bytesTaken: source.bytesTaken, byteCount: source.byteCount, items: items))
            return !isStopped
        }
        finish(document, input, feedIndex)
    }

    /// Reads a feed of the previous build without applying rules; only its index is used.
    mutating func remember(_ input: FeedInput) {
        let source: any ByteSource
        let limits = options.readingLimits
        do throws(FeedInputError) { source = try input.open(limits) } catch {
            emit(documentFinding(UnreadableInput.info, input.name, error.message, error.remedy, nil))
            return
        }
        var reader = ItemChecker(ruleless: index.now)
        reader.remembersContent = true
        let pipeline = CheckingPipeline(
            source: source, limits: limits, threads: options.threads, checker: reader, file: input.name,
            maximumPerRule: 0)
        var builder = FeedIndexBuilder(file: input.name, texts: index.texts)
        let document = pipeline.run { result in
            builder.append(result.index)
            return true
        }
        for problem in document.problems where problem.isFatal {
            guard let rule = RuleBook.readingRules.first(where: { $0.isAbout(problem.kind) }) else { continue }
            emit(documentFinding(rule.info, input.name, problem.message, problem.remedy, problem.position))
        }
        guard let head = document.head, !document.tree.nodes.isEmpty else { return }
        document.tree.withView { tree in
            builder.finish(view(of: document, head, tree), into: &index, isEarlier: true)
        }
    }

    private func view(of document: FeedDocument, _ head: FeedHead, _ tree: FeedTreeView) -> DocumentView {
        DocumentView(
            head: head, root: tree[0], positions: document.positions, itemCount: document.itemCount,
            serviceItemCounts: document.serviceItemCounts, firstNodeBehindItems: document.firstNodeBehindItems,
            itemRuns: document.itemRuns, hasByteOrderMark: document.hasByteOrderMark, isComplete: document.isComplete,
            now: index.now,
            problems: document.problems, profile: options.profile)
    }

    private mutating func finish(_ document: FeedDocument, _ input: FeedInput, _ feedIndex: consuming FeedIndexBuilder)
    {
        for problem in document.problems {
            guard let rule = RuleBook.readingRules.first(where: { $0.isAbout(problem.kind) }),
                problem.kind != .namespace || !disabled.contains(rule.info)
            else { continue }
            emit(
                documentFinding(
                    rule.info, input.name, problem.message, problem.remedy, problem.position, level: problem.level))
        }
        if document.head != nil { checkNamespace(document, input) }
        summary.feeds.append(
            .init(
                file: input.name, kind: document.head?.kind, items: document.itemCount, bytes: document.byteCount,
                isComplete: document.isComplete, isReadable: document.isComplete || document.head != nil))
        guard let head = document.head, !document.tree.nodes.isEmpty else { return }
        document.tree.withView { tree in
            var findings = Findings(
                file: input.name, maximumPerRule: maximumPerBatch, saturated: [], disabled: disabled
            ) { node in node.index < document.positions.count ? document.positions[node.index] : .start }
            findings.pathPrefix = "/\(head.root)"
            findings.includesOwnDecisions = checker.includesOwnDecisions
            let view = view(of: document, head, tree)
            for rule in checker.documentRules where rule.kinds.contains(head.kind) { rule.check(view, &findings) }
            if head.kind == .availability { checker.offerChecker.check(view, &findings) }
            checker.schema.check(view, &findings)
            findings.settleCauses(from: 0)
            for entry in findings.entries { emit(entry) }
            for counted in findings.counted.values { count(counted) }
            feedIndex.finish(view, into: &index)
        }
    }

    /// Returns the level of a finding about a namespace while none is agreed. A provider may have one that names the feeds or Apple from the
    /// schema, which is not public.
    private static func levelOfNamespace(_ namespace: String?) -> Level {
        let name = namespace?.lowercased() ?? ""
        return name.contains("umc") || name.contains("apple.com") ? .info : .warning
    }

    /// Compares the namespace of the document element with the expected one.
    private mutating func checkNamespace(_ document: FeedDocument, _ input: FeedInput) {
        guard document.namespace != options.namespace, !disabled.contains(Namespaces.info) else { return }
        let found = document.namespace.map { "in the namespace \($0.quotedForMessage)" } ?? "in no namespace"
        emit(
            documentFinding(
                Namespaces.info, input.name,
                "the document element is \(found)\(options.namespace.map { ", not in \($0.quotedForMessage)" } ?? "")",
                options.namespace == nil
                    ? "no public source names a namespace of feeds: remove it, or pass the agreed one with --namespace"
                    : "write xmlns=\"\(options.namespace ?? "")\" at the document element",
                document.positions.first,
                level: options.namespace == nil ? Self.levelOfNamespace(document.namespace) : nil))
    }

    private func documentFinding(
        _ rule: RuleInfo, _ file: String, _ message: String, _ remedy: String, _ position: SourcePosition?,
        level: Level? = nil
    ) -> Findings.Entry {
        Findings.Entry(
            finding: Finding(
                ruleId: rule.id, level: level ?? rule.level,
                class: level.map { RuleInfo.reviewClass($0, rule.tag) } ?? rule.reviewClass, tag: rule.tag, file: file,
                line: position?.line,
                column: position?.column, xpath: nil, contentId: nil, message: message, remedy: remedy, causedBy: nil),
            rule: rule)
    }

    mutating func finish() {
        if !isStopped {
            let indexChecker = IndexChecker(rules: checker.indexRules, threads: options.threads)
            let findings = indexChecker.findings(index, maximumPerRule: maximumOfIndex, disabled: disabled)
            findings.forEach(inOrderOf: summary.feeds.map(\.file)) { emit($0) }
            for counted in findings.counted.values { count(counted) }
            for entry in sieve.unused where !disabled.contains(entry.rule) { emit(entry) }
        }
        summary.notRun = RulesNotRun.of(options, index, summary.feeds)
        let spent = ContinuousClock.now - start
        summary.seconds = Double(spent.components.seconds) + Double(spent.components.attoseconds) * 1e-18
    }

    private mutating func emit(_ entry: Findings.Entry) {
        let finding = entry.finding
        switch sieve.verdict(finding) {
        case .new: break
        case .known:
            summary.known += 1
            return
        case .suppressed:
            summary.suppressed += 1
            return
        }
        summary.add(1, finding.level, finding.class, of: finding.ruleId)
        let count = reported[finding.ruleId, default: 0]
        guard count < options.maximumFindingsPerRule else {
            summary.countedOnly[finding.ruleId, default: 0] += 1
            return
        }
        reported[finding.ruleId] = count + 1
        if count + 1 == options.maximumFindingsPerRule {
            saturated.insert(entry.rule)
            isSaturationNew = true
        }
        if !isStopped, !report(finding) { isStopped = true }
    }

    private mutating func count(_ counted: CountedFindings) {
        for (level, number) in counted.byLevel {
            let rule = counted.rule
            summary.add(
                number, level, level == rule.level ? rule.reviewClass : RuleInfo.reviewClass(level, rule.tag),
                of: rule.id)
            summary.countedOnly[counted.rule.id, default: 0] += number
        }
    }
}

extension RuleBook {
    static let readingRules: [any ReadingRule] = documentRules.compactMap { $0 as? any ReadingRule }
}
