import UniversalMediaCatalog

/// AV-LOC-TRAILER: a `play` link that leads to a trailer, and links that lead to the page for signing in.
struct LinkToTrailer: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-LOC-TRAILER", "Links lead to the item itself: not to its trailer, and not to the page for signing in.",
        level: .warning, tag: "D",
        section: "umc-availability.md 3", remedy: "write the link that plays the item itself", class: .shouldFix,
        bad: [
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://tv.example.org/login?next=/m/LB-MOV-0001\"/>"),
            RuleExample(
                .availability,
                "https://tv.example.org/play/LB-MOV-0001?cid=tvapp\"/>\n        <locator platform=\"ios\"",
                "https://tv.example.org/trailer/LB-MOV-0001?cid=tvapp\"/>\n        <locator platform=\"ios\""),
        ],
        nearMisses: [
            RuleExample(
                .availability,
                "https://tv.example.org/play/LB-MOV-0001?cid=tvapp\"/>\n        <locator platform=\"ios\"",
                "https://tv.example.org/play/LB-MOV-0001?from=trailer\"/>\n        <locator platform=\"ios\""),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://tv.example.org/m/LB-MOV-0001/trailer\"/>"),
        ])

    var types: ContentTypes { [.movie, .show, .season, .episode, .sportingEvent] }

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let locators = item.node.first(.locators) else { return }
        for node in locators.children where node.name == .locator {
            guard let url = node[.url]?.trimmed, let word = Self.word(url) else { continue }
            if word == .signIn {
                findings.report(info, at: node, "the link leads to the page for signing in: \(url.shown)")
            } else if let action = node[.action], action.trimmed.isIgnoringCase("play") {
                findings.report(info, at: node, "the `play` link leads to a trailer: \(url.shown)")
            }
        }
    }

    private enum Word { case trailer, signIn }

    /// Returns a part of the path that is the word for a trailer or for signing in.
    private static func word(_ url: FeedText) -> Word? {
        var start = 0
        var slashes = 0
        for index in 0..<url.count {
            let byte = url[index]
            guard byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") else { continue }
            if slashes > 2, let word = words.ignoringCase(url[start..<index]) { return word }
            if byte != UInt8(ascii: "/") { return nil }
            slashes += 1
            start = index + 1
        }
        return slashes > 2 ? words.ignoringCase(url[start..<url.count]) : nil
    }

    private static let words = WordTable<Word>([
        ("trailer", .trailer), ("trailers", .trailer), ("teaser", .trailer), ("bande-annonce", .trailer),
        ("login", .signIn), ("log-in", .signIn), ("signin", .signIn), ("sign-in", .signIn),
    ])
}
