import Foundation
public import UniversalMediaCatalog

/// A feed that shows a rule: a sample feed with one thing in it replaced.
public struct RuleExample: Sendable {
    public let feed: SampleFeed
    /// What stands in the sample feed, once; empty: the example is `replacement` as a whole document.
    public let original: String
    public let replacement: String
    /// Further replacements in the same feed.
    package let further: [(String, String)]
    /// Feeds to be read beside it, as they are in the samples.
    public let beside: [SampleFeed]
    /// Feeds of the build before, as they are in the samples.
    public let previously: [SampleFeed]
    /// Where the services are.
    public let territory: String?
    /// Tiers that the app registers.
    public let registeredTiers: Set<String>?
    /// Images that are looked at, by address.
    package let images: [String: ArtworkSample]

    package init(
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
