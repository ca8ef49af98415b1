import UniversalMediaCatalog

/// AV-RESTR-VALUE: an invalid place, tier or billing identifier.
struct RestrictionValue: OfferRule {
    static let info = RuleInfo(
        "AV-RESTR-VALUE", "A restriction names a place, a tier or a billing identifier.", level: .error, tag: "D",
        section: "umc-availability.md 6",
        remedy: "write places as US, US-CA, dma:501 or postal:US:94110; other values have 1 to 255 characters",
        bad: [
            RuleExample(.linearAvailability, "dma:537", "dma:99"),
            RuleExample(.linearAvailability, "dma:537", "DMA:501"),
            RuleExample(.linearAvailability, "dma:537", "California"),
            RuleExample(.linearAvailability, "dma:537", "UK"),
            RuleExample(.linearAvailability, "dma:537", "us-ca"),
            RuleExample(.linearAvailability, "dma:537", "postal:94110"),
            RuleExample(.linearAvailability, "dma:537", "US-XX"),
            RuleExample(.linearAvailability, "dma:537", "dma:999"),
            RuleExample(.linearAvailability, "dma:537", "dma:101"),
            RuleExample(.linearAvailability, "dma:537", "postal:US:9411"),
            RuleExample(.linearAvailability, "5f2c-hashed-example", "TBD"),
            RuleExample(.availability, ">Movies</restriction>", "> </restriction>"),
            RuleExample(.availability, ">Movies</restriction>", ">Movies,Series</restriction>"),
            RuleExample(.availability, ">Movies</restriction>", ">TBD</restriction>"),
            RuleExample(.availability, ">Movies</restriction>", ">\(String(repeating: "m", count: 256))</restriction>"),
        ],
        nearMisses: [
            RuleExample(.linearAvailability, "dma:537", "CA-QC"),
            RuleExample(.linearAvailability, "dma:537", "GB-ENG"),
            RuleExample(.linearAvailability, "dma:537", "US-PR"),
            RuleExample(.linearAvailability, "dma:537", "dma:500"),
            RuleExample(.linearAvailability, "dma:537", "dma:881"),
            RuleExample(.linearAvailability, "dma:537", "postal:CA:K1A 0B1"),
            RuleExample(.linearAvailability, "dma:537", "postal:US:02134"),
            RuleExample(.linearAvailability, "5f2c-hashed-example", "UK"),
            RuleExample(.availability, ">Movies</restriction>", ">映画</restriction>"),
        ])

    private static let states = WordTable([
        "US-AL", "US-AK", "US-AZ", "US-AR", "US-CA", "US-CO", "US-CT", "US-DE", "US-FL", "US-GA", "US-HI", "US-ID",
        "US-IL", "US-IN", "US-IA", "US-KS", "US-KY", "US-LA", "US-ME", "US-MD", "US-MA", "US-MI", "US-MN", "US-MS",
        "US-MO", "US-MT", "US-NE", "US-NV", "US-NH", "US-NJ", "US-NM", "US-NY", "US-NC", "US-ND", "US-OH", "US-OK",
        "US-OR", "US-PA", "US-RI", "US-SC", "US-SD", "US-TN", "US-TX", "US-UT", "US-VT", "US-VA", "US-WA", "US-WV",
        "US-WI", "US-WY", "US-DC", "US-AS", "US-GU", "US-MP", "US-PR", "US-UM", "US-VI",
    ])

    /// The codes of Nielsen's market areas, from Portland-Auburn to Spokane.
    private static let marketAreas = 500...881

    private func checkTier(_ text: FeedText, _ node: FeedNode, _ findings: inout Findings) {
        if text.bytes.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "|") })
        {
            findings.report(
                info, at: node, level: .warning, remedy: "write one restriction for each tier",
                "the tier \(text.shown) looks like a list")
        } else {
            checkPlaceholder(text, node, "tier", &findings)
        }
    }

    private func checkPlaceholder(_ text: FeedText, _ node: FeedNode, _ what: String, _ findings: inout Findings) {
        guard text.count <= 14, OtherTexts.isPlaceholder(text) else { return }
        findings.report(
            info, at: node, level: .warning, remedy: "write the \(what) that the app registers",
            "the \(what) \(text.shown) is a placeholder")
    }

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard let restrictions = offer.node.first(.restrictions) else { return }
        for node in restrictions.children where node.name == .restriction {
            let text = node.text.trimmed
            if text.isEmpty {
                findings.report(info, at: node, "the restriction is empty")
            } else if node.text.count != text.count, !node.text.bytes.contains(10) {
                findings.report(
                    info, at: node, level: .warning, remedy: "remove the spaces: values are compared byte for byte",
                    "the value \(node.text.shown) begins or ends with a space")
            } else if text.isLonger(than: 255) {
                findings.report(info, at: node, "\(text.shown) has \(text.scalarCount) characters; the maximum is 255")
            } else if node[.type].flatMap({ OfferRestriction.Kind($0.trimmed) }) == .deviceLocation,
                PlaceCode(text.string) == nil
            {
                let upper = text.string.uppercased()
                let guess =
                    PlaceCode(upper) != nil
                    ? upper
                    : Countries.nearest(to: text)
                        ?? PlaceCode(text.string.lowercased()).map { _ in text.string.lowercased() }
                findings.report(
                    info, at: node, remedy: guess.map { "write `\($0)`" }, "\(text.shown) is not a valid place code")
            } else if text.count == 5, text.hasPrefix("US-"), Self.states[text] == nil,
                node[.type].map({ $0.trimmed == "deviceLocation" }) ?? false
            {
                findings.report(
                    info, at: node, level: .warning, remedy: "write a code of ISO 3166-2, such as US-CA",
                    "\(text.shown) is not a state of the United States")
            } else if text.count == 7, text.hasPrefix("dma:"), let code = text[4..<7].decimal,
                !Self.marketAreas.contains(code), node[.type].map({ $0.trimmed == "deviceLocation" }) ?? false
            {
                findings.report(
                    info, at: node, level: .warning,
                    remedy: "write the code of a market area, such as dma:501 for New York",
                    "\(text.shown) is not a market area: their codes are 500 to 881")
            } else if text.hasPrefix("postal:US:"), text.count != 15 || !text[10..<15].bytes.allSatisfy(isDigit),
                node[.type].map({ $0.trimmed == "deviceLocation" }) ?? false
            {
                findings.report(
                    info, at: node, level: .warning, remedy: "write the five digits of the ZIP code",
                    "\(text.shown) is not a ZIP code of the United States")
            } else if node[.type].map({ $0.trimmed == "tier" }) ?? false {
                checkTier(text, node, &findings)
            } else if node[.type].map({ $0.trimmed == "billingLocation" }) ?? false {
                checkPlaceholder(text, node, "billing identifier", &findings)
            }
        }
    }
}
