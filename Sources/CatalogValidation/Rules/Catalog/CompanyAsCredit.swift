import UniversalMediaCatalog

/// CAT-CREDIT-COMPANY: the name of a studio in place of a person.
struct CompanyAsCredit: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-CREDIT-COMPANY", "A credit names a person, not a company.", level: .warning, tag: "L",
        section: "umc-catalog.md 3.8", remedy: "write the person's name; companies belong in studio or network",
        class: .shouldFix,
        bad: [
            RuleExample(.catalog, ">Imre Fictional<", ">Invented Tide Pictures<"),
            RuleExample(.catalog, ">Tam Notreal<", ">Harbor Productions<"),
        ],
        nearMisses: [
            RuleExample(.catalog, ">Imre Fictional<", ">Mary Pickford<"),
            RuleExample(.catalog, ">Imre Fictional<", ">Pictures<"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        let studio = item.info?.first(.studio)?.text.trimmed ?? .none
        let network = item.info?.first(.network)?.text.trimmed ?? .none
        item.forEachCredit { node in
            let name = node.text.trimmed
            guard name.count > 4 else { return }
            guard name == studio || name == network || Self.endsLikeCompany(name) else { return }
            findings.report(info, at: node, "the credit \(name.shown) is the name of a company")
        }
    }

    private static func endsLikeCompany(_ name: FeedText) -> Bool {
        var start = name.count
        while start > 0, name[start - 1] != 32 { start -= 1 }
        return start > 1 && name.count - start > 2 && companies[name[start..<name.count]] != nil
    }

    private static let companies = WordTable([
        "Pictures", "Studios", "Productions", "Entertainment", "Filmproduktion", "Broadcasting", "Television",
    ])
}
