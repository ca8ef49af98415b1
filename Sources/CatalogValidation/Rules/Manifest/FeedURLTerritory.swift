import UniversalMediaCatalog

/// MF-URL-TERRITORY: a feedUrl with the code of another country than the service.
struct FeedURLTerritory: ManifestRule {
    static let info = RuleInfo(
        "MF-URL-TERRITORY",
        "Where the feedUrls of a manifest contain the countries of their services, each contains its own.",
        level: .warning, tag: "D", section: "umc-manifest.md 2",
        remedy: "check whether two URLs were exchanged: write the URL of this service's feed", class: .shouldFix,
        bad: [
            RuleExample(.manifest, "availability-ebs-ca.xml", "availability-ebs-mx.xml"),
            RuleExample(
                .manifest, "availability-ebs-ca.xml", "availability-ebs-us.xml",
                also: [("availability-channel-us.xml", "availability-channel-ca.xml")]),
        ],
        nearMisses: [
            RuleExample(.manifest, "availability-ebs-ca.xml", "availability-ebs.xml"),
            RuleExample(.manifest, "availability-ebs-ca.xml", "availability-ebs-en.xml"),
            RuleExample(.manifest, "availability-ebs-ca.xml", "fr/availability-ebs-ca.xml"),
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        let services = manifest.services
        var own = 0
        var others: [(node: FeedNode, code: String, territories: [String])] = []
        for service in services {
            guard let node = service.first(.feedUrl) else { continue }
            let territories = service.children.named(.territory).map { $0.text.trimmed.string.uppercased() }
            let codes = Self.codes(of: node.text.trimmed)
            guard !territories.isEmpty, !codes.isEmpty else { continue }
            if codes.contains(where: { territories.contains($0) }) {
                own += 1
            } else if let code = codes.last {
                others.append((node, code, territories))
            }
        }
        // One URL of its own country shows that the codes are countries.
        guard own > 0, own >= others.count else { return }
        for other in others {
            findings.report(
                info, at: other.node,
                "the feedUrl \(other.node.text.trimmed.shown) contains the country \(other.code), but the service is for "
                    + other.territories.joined(separator: ", "))
        }
    }

    /// Returns the parts of two letters of a URL's path that are countries, and not languages that are usual in paths.
    private static func codes(of url: FeedText) -> [String] {
        guard let link = LinkText(url), let authority = link.authority else { return [] }
        let first = link.scheme.count + 3 + authority.count
        var found: [String] = []
        var start = first
        for index in first..<max(first, url.count) + 1
        where index >= url.count || !(isLetter(url[index]) || isDigit(url[index])) {
            defer { start = index + 1 }
            guard index - start == 2, isLetter(url[start]), isLetter(url[start + 1]) else { continue }
            let code = url[start..<index].string.uppercased()
            if TerritoryLanguages.of(code) != nil, !languages.contains(code) { found.append(code) }
        }
        return found
    }

    /// Countries whose codes are those of other, more usual words in paths.
    private static let languages: Set<String> = ["AR", "ET", "IS", "SV", "TV", "NO", "IN", "AT", "TO", "MY", "BE"]
}
