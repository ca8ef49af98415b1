import UniversalMediaCatalog

/// AV-SERVICE-ID: missing or invalid ids of a service.
struct ServiceIdentity: DocumentRule {
    static let info = RuleInfo(
        "AV-SERVICE-ID", "A service has a teamId and a serviceId.", level: .error, tag: "S/L",
        section: "umc-availability.md 2",
        remedy:
            "write the ids as registered; a serviceId has 1 to 255 characters, preferably in reverse-DNS style",
        bad: [
            RuleExample(.availability, "serviceId=\"org.example.lanternbay.vod.us\"", "serviceId=\"\""),
            RuleExample(.availability, "teamId=\"EXAMPLE001\"", "teamId=\" \""),
            RuleExample(
                .availability, "serviceId=\"org.example.lanternbay.vod.us\"",
                "serviceId=\"\(String(repeating: "s", count: 256))\""),
        ],
        nearMisses: [
            RuleExample(
                .availability, "serviceId=\"org.example.lanternbay.vod.us\"", "serviceId=\"com.example-tv.us_2\"")
        ])

    let kinds: Set<FeedKind> = [.availability]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for service in document.nodes(.service) {
            check(.serviceId, service, document, &findings)
            check(.teamId, service, document, &findings)
        }
    }

    private func check(
        _ name: AttributeName, _ service: FeedNode, _ document: DocumentView, _ findings: inout Findings
    ) {
        // In feeds of version 2.0, teamId is an element.
        let element: FeedText? =
            name == .teamId ? (service.first(.teamId) ?? document.root.first(.teamId))?.text : nil
        guard let id = service[name] ?? element ?? (name == .teamId ? document.root[.teamId] : nil) else {
            return findings.report(info, at: service, "the service has no \(name.rawValue)")
        }
        let text = id.trimmed
        if text.isEmpty {
            findings.report(info, at: service, "\(name.rawValue) is empty")
        } else if text.isLonger(than: 255) {
            findings.report(
                info, at: service,
                "\(name.rawValue) \(text.shown) has \(text.scalarCount) characters; the maximum is 255"
            )
        } else if name == .serviceId,
            !text.bytes.allSatisfy({ isLetter($0) || isDigit($0) || $0 == 45 || $0 == 46 || $0 == 95 })
        {
            findings.report(
                info, at: service, level: .warning, remedy: "write letters, digits, dots, hyphens and underscores",
                "serviceId \(text.shown) contains other characters than ids have")
        } else if name == .serviceId, !text.bytes.contains(UInt8(ascii: ".")) {
            findings.report(
                info, at: service, level: .info,
                "serviceId \(text.shown) is not in reverse-DNS style, such as com.example.vod.us")
        } else if name == .teamId, !Self.isTeam(text) {
            findings.report(
                info, at: service, level: .warning,
                "teamId \(text.shown) is not the ten capital letters and digits of a developer account")
        }
    }

    private static func isTeam(_ text: FeedText) -> Bool {
        text.count == 10 && text.bytes.allSatisfy { isDigit($0) || $0 &- 65 < 26 }
    }
}
