import UniversalMediaCatalog

/// Iteration over the nodes of an item without allocating arrays.
extension CatalogItemView {
    /// Calls `body` for each child element of a name, in order.
    func forEach(_ name: ElementName, _ body: (FeedNode) -> Void) {
        for node in children(name) { body(node) }
    }

    /// Calls `body` for each credit. Credits may be wrapped in a `credits` element (umc-catalog.md 3.8).
    func forEachCredit(_ body: (FeedNode) -> Void) {
        guard elements.contains(.credits) else { return forEach(.credit, body) }
        for node in node.children {
            if node.name == .credit { body(node) }
            if node.name == .credits { for credit in node.children where credit.name == .credit { body(credit) } }
        }
    }

    /// Calls `body` for each title of type default that is not phonetic (umc-catalog.md 3.4).
    func forEachDefaultTitle(_ body: (FeedNode) -> Void) {
        for node in children(.title) where node.isDefaultTitle { body(node) }
    }

    /// Returns the locale of a localised node as bytes; empty for the feed's default locale.
    func localeKey(_ node: FeedNode) -> FeedText {
        guard let locale = node[.locale], !locale.isSameIgnoringCase(head.defaultLocale) else { return .none }
        return locale
    }

    /// Calls `body` for each node whose key equals that of an earlier node. Keys are compared ignoring the case of ASCII letters.
    /// - Parameter key: returns the key of a node; nil: the node is skipped.
    func forEachRepeat(
        _ name: ElementName, key: (FeedNode) -> FeedText?, _ body: (_ later: FeedNode, _ earlier: FeedNode) -> Void
    ) {
        let nodes = children(name)
        var count = 0
        for _ in nodes { count += 1 }
        guard count > 1 else { return }
        guard count <= 32 else {
            var first: [String: FeedNode] = [:]
            for node in nodes {
                guard let key = key(node)?.string.lowercased() else { continue }
                if let earlier = first[key] { body(node, earlier) } else { first[key] = node }
            }
            return
        }
        for later in nodes {
            guard let laterKey = key(later) else { continue }
            for earlier in nodes {
                if earlier.index >= later.index { break }
                if let earlierKey = key(earlier), earlierKey.isSameIgnoringCase(laterKey) {
                    body(later, earlier)
                    break
                }
            }
        }
    }
}

extension FeedNode {
    /// Whether the attribute isPhonetic has a value other than `false` and `0`: a wrong value, as `yes`, is reported by the schema rules.
    var isPhonetic: Bool {
        guard let value = self[.isPhonetic]?.trimmed else { return false }
        return value != "false" && value != "0"
    }

    var isDefaultTitle: Bool {
        guard !isPhonetic else { return false }
        guard let type = self[.type]?.trimmed else { return true }
        return type == "default"
    }
}

extension LanguageTag.Fault {
    /// Whether the tag is syntactically invalid, as opposed to naming an unregistered language or region.
    var isMalformed: Bool {
        switch self {
        case .empty, .underscore, .malformed: true
        case .unknownLanguage, .unknownRegion, .shorterLanguage, .country, .unknownVariant: false
        }
    }

    /// Returns a description of the fault for a finding.
    func message(_ tag: FeedText, of what: String) -> String {
        switch self {
        case .empty: "the \(what) is empty"
        case .underscore: "the \(what) \(tag.shown) is written with `_`"
        case .malformed: "the \(what) \(tag.shown) is not a language tag of BCP 47"
        case .unknownLanguage: "the \(what) \(tag.shown) begins with a language that is not registered"
        case .unknownRegion: "the \(what) \(tag.shown) names a region that does not exist"
        case .unknownVariant: "the \(what) \(tag.shown) has a part that is no registered script, region or variant"
        case .country: "the \(what) \(tag.shown) is the code of a country, not of a language"
        case .shorterLanguage:
            "the \(what) \(tag.shown) has a three-letter code for a language that is registered with two letters"
        }
    }

    /// Returns a specific remedy; nil: the rule's default remedy applies.
    func remedy(_ tag: FeedText) -> String? {
        switch self {
        case .underscore:
            "write `\(tag.trimmed.string.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "-"))`"
        case .shorterLanguage(let code): "write `\(code)\(tag.string.dropFirst(3))`"
        case .unknownVariant: "remove the part, or write the script or region that is meant, as in zh-Hans"
        case .country:
            "write the language, and the country behind it, as in `\(tag.string.lowercased() == "us" ? "en-US" : "fr-FR")`"
        case .unknownRegion:
            tag.string.uppercased().hasSuffix("-UK")
                ? "write `\(tag.string.dropLast(2))GB`" : "write the region with its two-letter code of ISO 3166-1"
        default: nil
        }
    }
}
