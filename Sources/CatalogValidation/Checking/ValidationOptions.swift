public import Foundation
public import UniversalMediaCatalog

/// How feeds are checked.
public struct ValidationOptions: Sendable {
    public var profile = ValidationProfile.open10
    public var limits = ReadingLimits()
    /// Findings of one rule that are said one by one; more are only counted.
    public var maximumFindingsPerRule = 10_000
    /// Ids of rules that are left out.
    public var disabledRules: Set<String> = []
    /// Ids of the only rules that count; nil: all.
    public var enabledRules: Set<String>?
    /// Findings that are known already, and do not count.
    public var baseline: Baseline?
    /// Findings that somebody has decided to live with.
    public var suppressions: Suppressions?
    /// Where the images of artwork lie, under the paths of their addresses or the last parts of these; nil: they are not looked at.
    public var artworkDirectory: URL?
    /// How images of artwork are fetched that are not found there; nil: they are not.
    public var artworkFetch: ArtworkFetchOptions?
    /// Images of examples, by address.
    var artworkSamples: [String: ArtworkSample] = [:]
    /// What is taken for the present.
    public var now = Date()
    /// Feeds of the build before, which these are compared with.
    public var previous: [FeedInput] = []
    /// Where services are that no manifest names, in ISO 3166-1 alpha-2; nil: not known.
    public var territory: String?
    /// Tiers that the app registers for its subscribers (umc-availability.md F11); nil: not known.
    public var registeredTiers: Set<String>?
    /// Threads that check, beside the one that reads.
    public var threads = max(1, ProcessInfo.processInfo.activeProcessorCount)

    public init() {}

    /// A moment as feeds write it, or a day as `YYYY-MM-DD`, which begins in UTC. nil: it is none.
    public static func date(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            let text = FeedText(bytes: bytes)
            let seconds = FeedTime.days(text).map { Double($0) * 86_400 } ?? FeedTime(text)?.seconds
            return seconds.map { Date(timeIntervalSince1970: $0) }
        }
    }

    var leftOut: Set<String> {
        var result = disabledRules
        for rule in RuleBook.all {
            let info = rule.info
            if !profile.includes(info) || enabledRules.map({ !$0.contains(info.id) }) ?? false {
                result.insert(info.id)
            }
        }
        return result
    }
}
