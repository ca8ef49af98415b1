import UniversalMediaCatalog

/// AV-NAME: names of a linear service that are placeholders or occur twice, and synonyms that are no others.
struct ServiceNames: DocumentRule {
    static let info = RuleInfo(
        "AV-NAME", "A service has one name in each locale; names are plain texts, and synonyms differ from them.",
        level: .warning, tag: "D", section: "umc-availability.md 7",
        remedy: "write the name as viewers shall read and say it; further names have type=\"synonym\"",
        bad: [
            RuleExample(.linearAvailability, ">Lantern Bay Sports One</name>", ">TBD</name>"),
            RuleExample(
                .linearAvailability, ">Lantern Bay Sports One</name>", ">Lantern &lt;b&gt;Bay&lt;/b&gt;</name>"),
            RuleExample(.linearAvailability, ">Lantern Sports</name>", ">lantern bay sports one</name>"),
            RuleExample(.linearAvailability, ">Lantern Sports</name>", ">Lantern Sports, LB Sports</name>"),
            RuleExample(.linearAvailability, "<name locale=\"en-US\" type=\"synonym\">", "<name locale=\"en-US\">"),
        ],
        nearMisses: [
            RuleExample(.linearAvailability, ">Lantern Sports</name>", ">Lantern &amp; Bay 1</name>"),
            RuleExample(.linearAvailability, "<name locale=\"en-US\" type=\"synonym\">", "<name locale=\"fr-CA\">"),
        ])

    let kinds: Set<FeedKind> = [.availability]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for service in document.nodes(.service) {
            var earlier: [FeedNode] = []
            for name in service.children where name.name == .name && earlier.count < 256 {
                check(name, earlier, &findings)
                earlier.append(name)
            }
        }
    }

    private func check(_ name: FeedNode, _ earlier: [FeedNode], _ findings: inout Findings) {
        let text = name.text.trimmed
        let isSynonym = name[.type].map { $0.trimmed == "synonym" } ?? false
        if let fault = OtherTexts.fault(text) {
            return findings.report(info, at: name, "the name \(text.shown) \(fault)")
        }
        if isSynonym, text.bytes.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }) {
            return findings.report(
                info, at: name, remedy: "write one `name` for each synonym", "the synonym \(text.shown) contains a list"
            )
        }
        if earlier.contains(where: { $0.text.trimmed.isSameIgnoringCase(text) && Self.isSameLocale($0, name) }) {
            return findings.report(
                info, at: name, remedy: "remove it, or write what else viewers say",
                "the \(isSynonym ? "synonym" : "name") \(text.shown) occurs twice")
        }
        guard !isSynonym, name[.type] == nil,
            earlier.contains(where: { $0[.type] == nil && Self.isSameLocale($0, name) })
        else { return }
        findings.report(
            info, at: name, remedy: "add type=\"synonym\", or remove one of the names",
            "the service has a second name in this locale: \(text.shown)")
    }

    private static func isSameLocale(_ one: FeedNode, _ other: FeedNode) -> Bool {
        switch (one[.locale], other[.locale]) {
        case (nil, nil): true
        case (let left?, let right?): left.isSameIgnoringCase(right)
        default: false
        }
    }
}
