public import CatalogValidation
import Foundation
import NowPlayingValidation
import ReportText
public import UniversalMediaCatalog

/// Compares a log of Now Playing with feeds: do the identifiers exist, are their offers open, are the durations right.
///
/// Memory depends on the identifiers of the log, not on the size of the feeds.
public struct LogComparison {
    /// Maximum number of different identifiers; further ones are reported and ignored.
    public static let maximumIdentifiers = 100_000
    /// The accepted difference of durations: the greater one of seconds and share.
    static let durationSeconds = 5.0
    static let durationShare = 0.01

    private let name: String
    private let player: String?
    private var reader = NowPlayingLogReader()
    private var uses: [Key: IdentifierUse] = [:]
    /// The keys of `uses`, in the order of the log.
    private var order: [Key] = []
    /// Identifiers by their lower-case form.
    private var spellings: [String: [Key]] = [:]
    private var findings: [Finding] = []
    private var isFull = false
    private var hasCatalog = false
    private var hasAvailability = false

    private struct Key: Hashable {
        var identifier: String
        var role: IdentifierUse.Role
    }

    /// - Parameters:
    ///   - name: the name of the log in findings.
    ///   - player: the player whose records are compared; nil: all.
    public init(name: String, player: String? = nil) {
        self.name = name
        self.player = player
    }

    /// The number of records of the log.
    public var records: Int { reader.records }
    /// Whether nothing more of the log is read, because too many lines could not be read.
    public var hasGivenUp: Bool { reader.hasGivenUp }

    // MARK: The log

    /// Reads further bytes of the log.
    public mutating func read(_ bytes: some Sequence<UInt8>) { take(reader.read(bytes)) }

    /// Ends the log. Feeds are read afterwards.
    public mutating func finishLog() { take(reader.finish()) }

    private mutating func take(_ entries: [NowPlayingLogReader.Entry]) {
        for entry in entries {
            switch entry {
            case .problem(let problem):
                findings.append(
                    Finding(
                        NowPlayingRules.line, file: name, line: problem.line, contentId: nil, message: problem.message))
            case .record(let record, let line):
                guard NowPlayingValidator.matches(record.player, player), let info = record.info else { continue }
                if let content = info.contentIdentifier { use(content, .content, info, record, line) }
                if let service = info.serviceIdentifier { use(service, .service, info, record, line) }
            }
        }
    }

    private mutating func use(
        _ identifier: String, _ role: IdentifierUse.Role, _ info: NowPlayingInfo, _ record: NowPlayingRecord,
        _ line: Int
    ) {
        let key = Key(identifier: identifier, role: role)
        let place = IdentifierUse.Place(line: line, date: record.date)
        if uses[key] == nil {
            guard order.count < Self.maximumIdentifiers else {
                if !isFull {
                    findings.append(
                        Finding(
                            NowPlayingRules.line, file: name, line: line, contentId: nil,
                            message:
                                "the log has more than \(Self.maximumIdentifiers) identifiers; the rest is not compared"
                        ))
                }
                isFull = true
                return
            }
            order.append(key)
            spellings[identifier.lowercased(), default: []].append(key)
            uses[key] = IdentifierUse(identifier: identifier, role: role, first: place, last: place)
        }
        uses[key]?.last = place
        if role == .content, uses[key]?.duration == nil, let seconds = info.duration {
            uses[key]?.duration = (seconds, line)
        }
    }

    // MARK: The feeds

    /// Reads a feed: a catalog or an availability feed. A manifest is skipped.
    /// - Returns: the feed for the summary of a report.
    public mutating func read(_ input: FeedInput) -> (feed: ValidationSummary.Feed, failure: FeedReader.Failure?) {
        var feed = ValidationSummary.Feed(
            file: input.name, kind: nil, items: 0, bytes: 0, isComplete: true, isReadable: true)
        var head = AvailabilityHead()
        var failure: FeedReader.Failure?
        do {
            feed.items = try FeedReader().read(input) { event in
                switch event {
                case .catalog:
                    feed.kind = .catalog
                    hasCatalog = true
                case .catalogItem(let item): compare(item)
                case .availability(let new):
                    feed.kind = .availability
                    hasAvailability = true
                    head = new
                    compare(new)
                case .availabilityItem(let item): compare(item, head)
                case .manifest: feed.kind = .manifest
                }
                return true
            }
        } catch let error as FeedReader.Failure {
            failure = error
            feed.isComplete = false
            feed.isReadable = feed.kind != nil
        } catch {
            feed.isComplete = false
            feed.isReadable = feed.kind != nil
        }
        return (feed, failure)
    }

    /// Calls `change` with each use of an identifier, in any letter case.
    private mutating func match(
        _ identifier: String, _ role: IdentifierUse.Role, _ change: (inout IdentifierUse) -> Void
    ) {
        guard let keys = spellings[identifier.lowercased()] else { return }
        for key in keys {
            if key.identifier != identifier {
                if key.role == role { uses[key]?.otherCase = identifier }
            } else if key.role != role {
                uses[key]?.isOfOtherRole = true
            } else if var use = uses[key] {
                change(&use)
                uses[key] = use
            }
        }
    }

    private mutating func compare(_ item: CatalogItem) {
        match(item.contentID, .content) { use in
            use.isInCatalog = true
            use.typeName = item.contentTypeName
            use.catalogDuration = item.info?.duration ?? use.catalogDuration
        }
    }

    private mutating func compare(_ head: AvailabilityHead) {
        match(head.serviceID, .service) { use in
            use.isInAvailability = true
            guard head.isLinear else {
                use.typeName = "service of the type \(head.serviceType)"
                return
            }
            Self.note(head.serviceOffers.compactMap { OfferTerms($0) }, in: &use)
        }
    }

    private mutating func compare(_ item: AvailabilityItem, _ head: AvailabilityHead) {
        match(item.contentID, .content) { use in
            use.isInAvailability = true
            use.typeName = item.contentTypeName
            Self.note(OfferTerms.all(of: item, in: head), in: &use)
        }
    }

    private static func note(_ offers: [OfferTerms], in use: inout IdentifierUse) {
        for offer in offers where offer.type.rawValue != "coming_soon" {
            use.hasOffers = true
            if offer.contains(use.first.date) { use.isOpenFirst = true }
            if offer.contains(use.last.date) { use.isOpenLast = true }
        }
    }

    // MARK: Findings

    /// Returns all findings, in the order of the log.
    public func finish() -> [Finding] {
        var result = findings
        if order.isEmpty {
            result.append(
                Finding(
                    NowPlayingRules.line, file: name, line: nil, contentId: nil,
                    message: "the log names no content or service identifier"))
        }
        for key in order {
            if let use = uses[key] { result += verdict(use) }
        }
        return result.enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
    }

    private func verdict(_ use: IdentifierUse) -> [Finding] {
        func finding(_ rule: RuleInfo, line: Int? = nil, _ message: String) -> Finding {
            Finding(rule, file: name, line: line ?? use.first.line, contentId: use.identifier, message: message)
        }
        let isContent = use.role == .content
        let noun = isContent ? "content identifier" : "service identifier"
        let shown = "'\(DisplayText.id(use.identifier))'"
        let isKnown = hasAvailability || !isContent ? use.isInAvailability : use.isInCatalog
        guard isKnown else {
            if use.isOfOtherRole {
                return [
                    finding(
                        NowPlayingRules.role,
                        "the \(noun) \(shown) is the \(isContent ? "serviceId of a service" : "contentId of an item")")
                ]
            }
            if let other = use.otherCase {
                return [
                    finding(
                        NowPlayingRules.letterCase,
                        "the \(noun) \(shown) differs from '\(DisplayText.id(other))' of the feeds in letter case alone"
                    )
                ]
            }
            let place = hasAvailability || !isContent ? "availability feeds" : "catalogs"
            let note = use.isInCatalog ? ", although it is in a catalog" : ""
            return [finding(NowPlayingRules.unknown, "the \(noun) \(shown) is in none of the \(place)\(note)")]
        }
        var result: [Finding] = []
        if !isContent, let type = use.typeName {
            return [finding(NowPlayingRules.role, "the \(noun) \(shown) is that of a \(type), not of a linear service")]
        }
        if isContent, let type = use.typeName, ContentType(rawValue: type)?.isPlayable == false {
            return [finding(NowPlayingRules.role, "the \(noun) \(shown) is that of a \(type), which cannot be played")]
        }
        if hasAvailability, !(use.isOpenFirst && use.isOpenLast) {
            let place = use.isOpenFirst ? use.last : use.first
            let message =
                use.hasOffers ? "no offer of \(shown) is open at \(FeedDateTime(place.date))" : "\(shown) has no offer"
            result.append(finding(NowPlayingRules.window, line: place.line, message))
        }
        if let published = use.duration, let wanted = use.catalogDuration {
            let difference = abs(published.seconds - Double(wanted))
            if difference > max(Self.durationSeconds, Double(wanted) * Self.durationShare) {
                result.append(
                    finding(
                        NowPlayingRules.duration, line: published.line,
                        "the duration of \(shown) is \(DisplayText.decimal(published.seconds)) s, and \(wanted) s in the catalog"
                    ))
            }
        }
        return result
    }
}
