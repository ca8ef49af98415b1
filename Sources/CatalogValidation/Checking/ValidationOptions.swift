public import Foundation
public import UniversalMediaCatalog

/// Options of a validation run.
public struct ValidationOptions: Sendable {
    public var profile = ValidationProfile.open10
    public var limits = ReadingLimits()
    /// The namespace of all elements; nil: none.
    public var namespace: String?
    /// Maximum number of findings that are reported individually for each rule; further ones are only counted.
    public var maximumFindingsPerRule = 10_000
    /// Ids of rules that are not applied; former ids are allowed.
    public var disabledRules: Set<String> = []
    /// Ids of the only rules that are applied; former ids are allowed; nil: all.
    public var enabledRules: Set<String>?
    /// Known findings, which do not count.
    public var baseline: Baseline?
    /// Accepted findings, which are hidden.
    public var suppressions: Suppressions?
    /// The folder with the image files of artwork, found by the path of their URLs or its last component; nil: images are not inspected.
    public var artworkDirectory: URL?
    /// Options for fetching images that are not in the folder; nil: they are not fetched.
    public var artworkFetch: ArtworkFetchOptions?
    /// Images of rule examples, by URL.
    var artworkSamples: [String: ArtworkSample] = [:]
    /// The time that rules compare dates with.
    public var now = Date()
    /// Feeds of the previous build, with which the feeds are compared.
    public var previous: [FeedInput] = []
    /// Territory of the services that no manifest lists, in ISO 3166-1 alpha-2; nil: unknown.
    public var territory: String?
    /// Tiers that the app registers for its subscribers (umc-availability.md F11); nil: unknown.
    public var registeredTiers: Set<String>?
    /// Number of checking threads, in addition to the reader thread.
    public var threads = max(1, ProcessInfo.processInfo.activeProcessorCount)

    public init() {}

    /// Parses a date-time as in feeds, or a day as `YYYY-MM-DD`, which begins in UTC. Returns nil for anything else.
    public static func date(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            let text = FeedText(bytes: bytes)
            let seconds = FeedTime.days(text).map { Double($0) * 86_400 } ?? FeedTime(text)?.seconds
            return seconds.map { Date(timeIntervalSince1970: $0) }
        }
    }

    /// The limits for reading; documents that break an excluded rule of reading are read.
    var readingLimits: ReadingLimits {
        var limits = limits
        let excluded = Self.currentIDs(disabledRules)
        limits.acceptsDocumentTypes = excluded.contains(DocumentType.info.id) || !profile.includes(DocumentType.info)
        limits.acceptsOtherEncodings =
            excluded.contains(ForeignEncoding.info.id) || !profile.includes(ForeignEncoding.info)
        return limits
    }

    /// Ids of the rules that the run does not apply.
    var excludedRules: Set<String> {
        var result = Self.currentIDs(disabledRules)
        let enabled = enabledRules.map(Self.currentIDs)
        for rule in RuleBook.all {
            let info = rule.info
            if !profile.includes(info) || enabled.map({ !$0.contains(info.id) }) ?? false {
                result.insert(info.id)
            }
        }
        return result
    }

    private static func currentIDs(_ names: Set<String>) -> Set<String> {
        Set(names.map { RuleCatalog.rule(named: $0)?.id ?? $0 })
    }
}
