import UniversalMediaCatalog

/// The descriptions of all rules.
public enum RuleCatalog {
    /// All rules in the order of the documentation: feed, items, texts, availability, manifests, cross-feed, suppressions, logs of Now Playing.
    public static let all: [RuleInfo] =
        RuleBook.all.map(\.info) + SuppressionRules.all + NowPlayingRules.all

    private static let byID: [String: RuleInfo] = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    private static let byName: [String: RuleInfo] = {
        var result: [String: RuleInfo] = [:]
        for rule in all { result[rule.id.uppercased()] = rule }
        for rule in all {
            for alias in rule.aliases where result[alias.uppercased()] == nil { result[alias.uppercased()] = rule }
        }
        return result
    }()

    package static func rule(withID id: String) -> RuleInfo? { byID[id] }

    /// - Parameter name: an id or a former id, in any letter case.
    public static func rule(named name: String) -> RuleInfo? { byName[name.uppercased()] }

    /// Returns the reason why runs cannot exclude a rule; nil if they can.
    public static func obstacle(toExcluding rule: RuleInfo) -> String? {
        switch rule.id {
        case "DOC-XML": "a feed cannot be read beyond the place where it is no XML"
        case "DOC-ROOT": "without the document element of a feed, nothing is known to check"
        case "DOC-INPUT": "it reports a feed that cannot be read"
        case "DOC-LIMIT":
            "the limits keep memory bounded; raise them instead (--max-bytes, --max-items, --max-depth, --max-text)"
        default: rule.id.hasPrefix("NOW-") ? "umc validate does not apply it; it belongs to umc nowplaying" : nil
        }
    }

    /// Returns at most five ids and former ids similar to `name`, the most similar first.
    public static func namesNear(_ name: String) -> [String] {
        let name = Array(name.uppercased().prefix(64))
        let scored = byName.keys.compactMap { candidate -> (String, Int)? in
            let distance = editDistance(name, Array(candidate))
            let isPart = name.count > 2 && candidate.contains(String(name))
            // Two edits turn any short name into any other.
            guard isPart || distance <= max(1, min(name.count, candidate.count) / 3) else { return nil }
            return (candidate, isPart ? min(distance, 2) : distance)
        }
        return scored.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(5).map(\.0)
    }

    /// Returns the Levenshtein distance.
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for other in right.indices {
                let above = row[other + 1]
                row[other + 1] = min(above + 1, row[other] + 1, diagonal + (letter == right[other] ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
