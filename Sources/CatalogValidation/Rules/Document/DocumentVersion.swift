import UniversalMediaCatalog

struct DocumentVersion: DocumentRule {
    static let info = RuleInfo(
        "DOC-VERSION",
        "The version of a catalog or availability feed is known and at least 3.0, that of a manifest 1.0.",
        level: .warning, tag: "L", section: "umc-validation.md 3.1",
        remedy: "write the agreed version, such as 3.6, and check the feed against that version",
        bad: [
            RuleExample(.catalog, "<umcCatalog version=\"3.6\"", "<umcCatalog version=\"1.2\""),
            RuleExample(.catalog, "<umcCatalog version=\"3.6\"", "<umcCatalog version=\"4.0\""),
            RuleExample(.catalog, "<umcCatalog version=\"3.6\"", "<umcCatalog version=\"v3.6\""),
            RuleExample(.manifest, "<umcPartnerManifest version=\"1.0\"", "<umcPartnerManifest version=\"3.6\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "<umcCatalog version=\"3.6\"", "<umcCatalog version=\"3.5\""),
            RuleExample(
                .catalog, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<?xml version=\"1.0\" encoding=\"utf-8\"?>"),
        ])

    let kinds = Set(FeedKind.allCases)

    func check(_ document: DocumentView, _ findings: inout Findings) {
        guard let text = document.root[.version]?.trimmed else { return }
        let parts = text.string.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, text.bytes.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
            let major = Int(parts[0]), let minor = Int(parts[1])
        else {
            return findings.report(
                info, at: document.root, remedy: "write two numbers separated by a dot, such as 3.6",
                "\(text.shown) is not a version number")
        }
        guard document.head.kind != .manifest else {
            guard text != "1.0" else { return }
            return findings.report(
                info, at: document.root, remedy: "write 1.0",
                "version \(text.shown) of a manifest is not supported; its additions are not checked")
        }
        if major < 3 {
            findings.report(
                info, at: document.root, remedy: "migrate to version 3, which has a different layout",
                "version \(text.shown) is older than 3.0")
        } else if major > 3 || minor > 6 && document.head.kind == .catalog {
            findings.report(
                info, at: document.root, "version \(text.shown) is not supported; its additions are not checked")
        }
    }
}

/// DOC-LEGACY: the layout of version 1.
struct LegacyLayout: DocumentRule {
    static let info = RuleInfo(
        "DOC-LEGACY", "The catalog has the layout of version 3.", level: .warning, tag: "L",
        section: "umc-catalog.md 2",
        remedy:
            "move teamId and catalogId to the document element, contentType and contentId to each item; umc convert does this",
        bad: [
            RuleExample(
                .catalog,
                "teamId=\"EXAMPLE001\" catalogId=\"org.example.lanternbay.catalog\">\n  <totalItemCount>6</totalItemCount>",
                "><teamId>EXAMPLE001</teamId><totalItemCount>6</totalItemCount><channel><catalogId>org.example.lanternbay.catalog</catalogId>",
                also: [("</umcCatalog>", "</channel></umcCatalog>")])
        ],
        nearMisses: [
            RuleExample(.catalog, "<title>Lantern Bay TV (fictional)</title>", "<title>channel</title>")
        ])

    let kinds: Set<FeedKind> = [.catalog]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        if let channel = document.root.first(.channel) {
            findings.report(info, at: channel, "the catalog has the layout of version 1, with a `channel`")
        } else if let team = document.root.first(.teamId) {
            findings.report(info, at: team, "the teamId is an element, as in version 1")
        }
    }
}

struct ByteOrderMark: DocumentRule {
    static let info = RuleInfo(
        "DOC-BOM", "The feed does not begin with a byte order mark.", level: .warning, tag: "D",
        section: "umc-catalog.md C10", remedy: "write the file as UTF-8 without a byte order mark",
        bad: [
            RuleExample(
                .catalog, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        ],
        nearMisses: [
            RuleExample(.catalog, "Movies and series of", "Movies and series\u{2060} of"),
            RuleExample(.catalog, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", ""),
        ])

    let kinds = Set(FeedKind.allCases)

    func check(_ document: DocumentView, _ findings: inout Findings) {
        if document.hasByteOrderMark {
            findings.report(info, at: document.root, "the feed begins with a byte order mark (EF BB BF)")
        }
    }
}
