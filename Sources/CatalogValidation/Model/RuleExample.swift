import Foundation
public import UniversalMediaCatalog

/// An example feed for a rule: a sample feed with one replacement.
public struct RuleExample: Sendable {
    public let feed: SampleFeed
    /// The replaced text, which occurs once in the sample feed; empty: `replacement` is the whole document.
    public let original: String
    public let replacement: String
    /// Replaces the same text where the rule is fulfilled; nil: the sample fulfils it.
    package let fulfilled: String?
    /// Further replacements in the same feed.
    package let further: [(String, String)]
    /// Sample feeds that are validated together with the example.
    public let beside: [SampleFeed]
    /// Sample feeds of the previous build.
    public let previously: [SampleFeed]
    /// Territory of the services.
    public let territory: String?
    /// Tiers that the app registers for its subscribers.
    public let registeredTiers: Set<String>?
    /// Images of the example's artwork, by URL.
    package let images: [String: ArtworkSample]

    package init(
        _ feed: SampleFeed, _ original: String, _ replacement: String, also further: [(String, String)] = [],
        fulfilled: String? = nil, beside: [SampleFeed] = [], previously: [SampleFeed] = [], territory: String? = nil,
        registeredTiers: Set<String>? = nil, images: [String: ArtworkSample] = [:]
    ) {
        self.feed = feed
        self.original = original
        self.replacement = replacement
        self.further = further
        self.fulfilled = fulfilled
        self.beside = beside
        self.previously = previously
        self.territory = territory
        self.registeredTiers = registeredTiers
        self.images = images
    }

    /// The text of the feed; nil if the sample does not contain a replaced text exactly once.
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
