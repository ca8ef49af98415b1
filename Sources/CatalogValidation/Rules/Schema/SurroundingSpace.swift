import UniversalMediaCatalog

/// SCH-SPACE: spaces around values.
struct SurroundingSpace: CatalogItemRule, AvailabilityItemRule, DocumentRule {
    static let info = RuleInfo(
        "SCH-SPACE", "Values have no spaces at their ends.", level: .warning, tag: "D", section: "umc-catalog.md 4",
        remedy: "remove the spaces: readers that compare values byte for byte do not find them",
        bad: [
            RuleExample(.catalog, "contentType=\"movie\"", "contentType=\"movie \""),
            RuleExample(.catalog, "<genre>mystery</genre>", "<genre>mystery </genre>"),
            RuleExample(.catalog, "<rating systemCode=\"mpaa\">PG<", "<rating systemCode=\"mpaa\"> PG<"),
            RuleExample(.availability, "platform=\"web\"", "platform=\" web\""),
            RuleExample(.availability, "<offeringType>free<", "<offeringType>free <"),
            RuleExample(.manifest, "<contentKind>vod</contentKind>", "<contentKind>vod </contentKind>"),
        ],
        nearMisses: [
            // An indented value.
            RuleExample(.catalog, "<genre>mystery</genre>", "<genre>\n      mystery\n    </genre>"),
            // Other rules report titles, descriptions and ids.
            RuleExample(.catalog, "<title locale=\"fr-FR\">Le Phare", "<title locale=\"fr-FR\"> Le Phare"),
            RuleExample(
                .availability, "<offeringType>account</offeringType>",
                "<offeringType>\n  account\n  </offeringType>"),
        ])

    var types: ContentTypes { .all }
    var kinds: Set<FeedKind> { Set(FeedKind.allCases) }

    func register(in rules: inout RulesByScope) {
        rules.catalogItem.append(Self.self)
        rules.availabilityItem.append(Self.self)
        rules.document.append(self)
    }

    func check(_ item: CatalogItemView, _ findings: inout Findings) { check(item.node, &findings) }
    func check(_ item: AvailabilityItemView, _ findings: inout Findings) { check(item.node, &findings) }

    func check(_ document: DocumentView, _ findings: inout Findings) { check(document.root, &findings) }

    private func check(_ root: FeedNode, _ findings: inout Findings) {
        let tree = root.tree
        if Self.mayHaveSpace(tree, root.index) { check(root, root, &findings) }
        for index in root.descendants where Self.mayHaveSpace(tree, index) { check(tree[index], root, &findings) }
    }

    /// Returns whether an element has a text or an attribute that begins or ends with a space or a control character; most have none.
    private static func mayHaveSpace(_ tree: FeedTreeView, _ index: Int) -> Bool {
        let (node, bytes) = (tree.nodes[index], tree.bytes)
        func hasSpace(_ start: UInt32, _ count: Int) -> Bool {
            count > 0 && (bytes[Int(start)] <= 32 || bytes[Int(start) + count - 1] <= 32)
        }
        if hasSpace(node.textStart, Int(node.textCount)) { return true }
        let first = Int(node.firstAttribute)
        for place in first..<first + Int(node.attributeCount) {
            if hasSpace(tree.attributes[place].start, Int(tree.attributes[place].count)) { return true }
        }
        return false
    }

    private func check(_ node: FeedNode, _ root: FeedNode, _ findings: inout Findings) {
        let attribute = node.firstAttribute { name, value in
            name != .contentId && !value.isEmpty && (isXMLSpace(value[0]) || isXMLSpace(value[value.count - 1]))
        }
        if let attribute, !attribute.value.isBlank, attribute.name != .unknown {
            return findings.report(
                info, at: node,
                "\(attribute.name.rawValue)=\(attribute.value.shown) of `\(node.spelling)` begins or ends with a space")
        }
        let text = node.text
        guard !text.isEmpty, Self.isBlank(text[0]) || Self.isBlank(text[text.count - 1]), !node.hasChildren,
            !text.isBlank
        else { return }
        switch node.name {
        case .title, .description, .contentId, .contentGroupId, .restriction: return
        default: break
        }
        guard Self.hasSpace(text) else { return }
        findings.report(info, at: node, "`\(node.spelling)` begins or ends with a space: \(text.shown)")
    }

    /// Returns whether a text begins or ends with white space that is no line break with indentation.
    private static func hasSpace(_ text: FeedText) -> Bool {
        var start = 0
        var isBroken = false
        while start < text.count, isXMLSpace(text[start]) {
            if text[start] == 10 { isBroken = true }
            start += 1
        }
        if start > 0, !isBroken { return true }
        var end = text.count
        isBroken = false
        while end > start, isXMLSpace(text[end - 1]) {
            if text[end - 1] == 10 { isBroken = true }
            end -= 1
        }
        return end < text.count && !isBroken
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
}
