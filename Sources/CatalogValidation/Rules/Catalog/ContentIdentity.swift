import UniversalMediaCatalog

struct ContentIDLength: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ID-LEN", "Every item has a contentId of 1 to 255 characters.", level: .error, tag: "S",
        section: "umc-catalog.md 3.1",
        remedy: "give the item a permanent id of at most 255 characters",
        bad: [
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"\""),
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"\(String(repeating: "LB-", count: 86))\""),
        ],
        nearMisses: [
            // 255 characters of two bytes each.
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"\(String(repeating: "é", count: 255))\""),
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"1\""),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let id = item.contentID else {
            return findings.report(info, at: item.node, "the item has no contentId")
        }
        if id.isEmpty {
            findings.report(info, at: item.node, "the item's contentId is empty")
        } else if id.isLonger(than: 255) {
            findings.report(
                info, at: item.node, "the contentId \(id.shown) has \(id.scalarCount) characters; the maximum is 255")
        }
    }
}

/// CAT-ID-SPACE: ids are compared byte for byte, so invisible characters make two ids differ.
struct ContentIDSpace: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ID-SPACE", "A contentId has no leading or trailing white space and no invisible characters.",
        level: .error, tag: "D", section: "umc-catalog.md 4",
        remedy: "remove the invisible characters here and in the availability feed",
        bad: [
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"LB-MOV-0001 \""),
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"LB-MOV-&#x200B;0001\""),
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"LB-MOV&#9;0001\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"LB MOV 0001\""),
            RuleExample(.catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"映画-0001\""),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let id = item.contentID, !id.isEmpty, let fault = Self.fault(id) else { return }
        findings.report(info, at: item.node, "the contentId \(id.shown) \(fault)")
    }

    static func fault(_ id: FeedText) -> String? {
        if isXMLSpace(id[0]) || isXMLSpace(id[id.count - 1]) { return "begins or ends with white space" }
        for index in 0..<id.count {
            switch id[index] {
            case 0..<32, 127: return "contains a control character"
            case 0xC2 where index + 1 < id.count && id[index + 1] <= 0xA0:
                return id[index + 1] == 0xA0 ? "contains a no-break space" : "contains a control character"
            // U+200B to U+200F, U+2028 and U+2029, U+202A to U+202E.
            case 0xE2 where index + 2 < id.count && id[index + 1] == 0x80:
                if (0x8B...0x8F).contains(id[index + 2]) || (0xA8...0xAE).contains(id[index + 2]) {
                    return "contains an invisible character"
                }
            case 0xEF where index + 2 < id.count && id[index + 1] == 0xBB && id[index + 2] == 0xBF:
                return "contains a byte order mark"
            default: break
            }
        }
        return nil
    }
}

struct ContentGroupID: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-GROUP-ID", "A contentGroupId has 1 to 255 characters.", level: .error, tag: "S",
        section: "umc-catalog.md 3.2", remedy: "remove the element if there is no group; otherwise shorten the id",
        bad: [
            RuleExample(
                .catalog, "<contentGroupId>LB-GRP-0001</contentGroupId>", "<contentGroupId></contentGroupId>"),
            RuleExample(
                .catalog, "LB-GRP-0001", String(repeating: "LB-GRP-", count: 37)),
            RuleExample(.catalog, "<contentGroupId>LB-GRP-0001", "<contentGroupId> LB-GRP-0001"),
        ],
        nearMisses: [RuleExample(.catalog, "LB-GRP-0001", String(repeating: "ü", count: 255))])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let node = item.first(.contentGroupId) else { return }
        let text = node.text
        if text.isBlank {
            findings.report(info, at: node, "the contentGroupId is empty")
        } else if text.isLonger(than: 255) {
            findings.report(
                info, at: node,
                "the contentGroupId \(text.shown) has \(text.scalarCount) characters; the maximum is 255")
        } else if let fault = ContentIDSpace.fault(text) {
            findings.report(
                info, at: node, remedy: "remove the invisible characters", "the contentGroupId \(text.shown) \(fault)")
        }
    }
}

struct KnownContentType: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TYPE", "The contentType is movie, tv_show, tv_season, tv_episode, sporting_event or extra.",
        level: .error, tag: "S", section: "umc-catalog.md 3.3",
        remedy: "write one of movie, tv_show, tv_season, tv_episode, sporting_event, extra",
        bad: [
            RuleExample(.catalog, "contentType=\"movie\"", "contentType=\"film\""),
            RuleExample(.catalog, "contentType=\"extra\"", "contentType=\"Extra\""),
        ],
        nearMisses: [RuleExample(.catalog, "contentType=\"movie\"", "contentType='movie'")])

    var types: ContentTypes { .unknown }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let type = item.contentType else {
            return findings.report(
                info, at: item.node,
                remedy: item.type == .unknown
                    ? nil : "write contentType=\"\(item.type.spelling)\"; the item is checked as one",
                "the item has no contentType")
        }
        findings.report(
            info, at: item.node,
            remedy: item.type == .unknown ? nil : "write `\(item.type.spelling)`; the item is checked as one",
            "\(type.shown) is not a known contentType")
    }
}

/// CAT-TYPE-BLOCK: the details block of an item must match its content type.
struct TypeBlock: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TYPE-BLOCK", "Every item has one details block, the one of its contentType.", level: .error, tag: "D",
        section: "umc-catalog.md 5",
        remedy: "add the details block of the contentType, such as movieInfo for a movie, and remove others",
        consequences: ["SCH-MISSING", "SCH-VALUE", "DOC-UNKNOWN", "DOC-ORDER"],
        bad: [
            RuleExample(
                .catalog, "</movieInfo>",
                "</movieInfo><movieInfo><duration>6120</duration><originalReleaseDate>2025-10-03</originalReleaseDate></movieInfo>"
            ),
            RuleExample(.catalog, "<extraInfo>", "<movieInfo>", also: [("</extraInfo>", "</movieInfo>")]),
        ],
        nearMisses: [
            RuleExample(.catalog, "<movieInfo>", "<!-- <tvShowInfo/> --><movieInfo>")
        ])

    var types: ContentTypes { [.movie, .show, .season, .episode, .sportingEvent, .extra] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let wanted = item.infoName else { return }
        var isThere = false
        for node in item.node.children {
            switch node.name {
            case .movieInfo, .tvShowInfo, .tvSeasonInfo, .tvEpisodeInfo, .sportingEventInfo, .extraInfo:
                if node.name != wanted {
                    findings.report(
                        info, at: node,
                        "an item of type \(item.type.spelling) has a `\(node.name.rawValue)` instead of a `\(wanted.rawValue)`"
                    )
                } else if isThere {
                    findings.report(info, at: node, "the item has a second `\(wanted.rawValue)`")
                }
                if node.name == wanted { isThere = true }
            default: break
            }
        }
        if !isThere {
            findings.report(
                info, at: item.node, remedy: "give the item a `\(wanted.rawValue)`",
                "an item of type \(item.type.spelling) has no `\(wanted.rawValue)`")
        }
    }
}
