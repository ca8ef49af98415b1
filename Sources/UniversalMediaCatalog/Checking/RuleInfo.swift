import Foundation

/// What a rule is about, for people and for reports.
public final class RuleInfo: Sendable {
    /// Such as `CAT-TITLE-LEN`; never changes.
    public let id: String
    /// What it asks of a feed, in one short sentence.
    public let title: String
    /// The usual level; some findings of a rule have another.
    public let level: Level
    public let reviewClass: ReviewClass
    public let tag: EvidenceTag
    /// Where it is written, such as `umc-catalog.md 3.4`.
    public let section: String
    /// What to do about it.
    public let remedy: String
    /// Ids of rules that may fire beside it for the same item, because of the same mistake.
    public let consequences: [String]
    /// Feeds with exactly this mistake.
    public let bad: [RuleExample]
    /// What is right in place of it.
    public let good: [RuleExample]
    /// Feeds that look wrong to a hasty reader and are right.
    public let nearMisses: [RuleExample]
    /// Other names for the same check.
    public let aliases: [String]

    /// - Parameter class: nil: by level and tag (umc-validation.md 2).
    init(
        _ id: String, _ title: String, level: Level, tag: EvidenceTag, section: String, remedy: String,
        class reviewClass: ReviewClass? = nil, consequences: [String] = [], aliases: [String] = [],
        bad: [RuleExample], good: [RuleExample] = [], nearMisses: [RuleExample] = []
    ) {
        self.id = id
        self.title = title
        self.level = level
        self.tag = tag
        self.section = section
        self.remedy = remedy
        self.reviewClass = reviewClass ?? Self.reviewClass(level, tag)
        self.consequences = consequences
        self.aliases = aliases
        self.bad = bad
        self.good = good
        self.nearMisses = nearMisses
    }

    static func reviewClass(_ level: Level, _ tag: EvidenceTag) -> ReviewClass {
        switch level {
        case .error: .mustFix
        case .warning: tag.isStated ? .mustFix : .shouldFix
        case .info: .shouldFix
        }
    }
}

/// A feed that shows a rule: a sample feed with one thing in it replaced.
public struct RuleExample: Sendable {
    public let feed: SampleFeed
    /// What stands in the sample feed, once; empty: the example is `replacement` as a whole document.
    public let original: String
    public let replacement: String
    /// Further replacements in the same feed.
    let further: [(String, String)]
    /// Feeds to be read beside it, as they are in the samples.
    public let beside: [SampleFeed]
    /// Feeds of the build before, as they are in the samples.
    public let previously: [SampleFeed]
    /// Where the services are.
    public let territory: String?
    /// Tiers that the app registers.
    public let registeredTiers: Set<String>?
    /// Images that are looked at, by address.
    let images: [String: ArtworkSample]

    init(
        _ feed: SampleFeed, _ original: String, _ replacement: String, also further: [(String, String)] = [],
        beside: [SampleFeed] = [], previously: [SampleFeed] = [], territory: String? = nil,
        registeredTiers: Set<String>? = nil, images: [String: ArtworkSample] = [:]
    ) {
        self.feed = feed
        self.original = original
        self.replacement = replacement
        self.further = further
        self.beside = beside
        self.previously = previously
        self.territory = territory
        self.registeredTiers = registeredTiers
        self.images = images
    }

    /// How the example is to be checked.
    func options(_ now: Date) -> ValidationOptions {
        var options = ValidationOptions()
        options.now = now
        options.territory = territory
        options.artworkSamples = images
        options.registeredTiers = registeredTiers
        options.previous = previously.map { .bytes(Array($0.text.utf8), name: "previous/\($0.rawValue).xml") }
        return options
    }

    /// The whole feed. nil: what it replaces is not there, or not once.
    public var document: String? {
        guard !original.isEmpty else { return replacement }
        var text = feed.text
        for (original, replacement) in [(original, replacement)] + further {
            let parts = text.components(separatedBy: original)
            guard parts.count == 2 else { return nil }
            text = parts.joined(separator: replacement)
        }
        return text
    }
}
