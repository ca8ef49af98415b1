import UniversalMediaCatalog

/// CAT-CREDIT-ORDER: order numbers that contradict each other or the order of the elements.
struct CreditOrder: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-CREDIT-ORDER", "The order numbers of the credits of one role increase.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.8",
        remedy:
            "number the credits in billing order, or remove `order`: the order of the elements is the billing order",
        bad: [
            RuleExample(
                .catalog, credit,
                "<credit role=\"actor\" order=\"1\">Nell Invented</credit>"
                    + "<credit role=\"actor\" order=\"1\">Ada Madeup</credit>"),
            RuleExample(
                .catalog, credit,
                "<credit role=\"actor\" order=\"5\">Nell Invented</credit>"
                    + "<credit role=\"actor\" order=\"2\">Ada Madeup</credit>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, credit,
                "<credit role=\"actor\" order=\"2\">Nell Invented</credit>"
                    + "<credit role=\"writer\" order=\"1\">Ada Madeup</credit>"),
            RuleExample(
                .catalog, credit,
                "<credit role=\"actor\" order=\"2\">Nell Invented</credit>"
                    + "<credit role=\"actor\" order=\"5\">Ada Madeup</credit>"),
        ])

    private static let credit = "<credit role=\"actor\" characterName=\"Oda\">Nell Invented</credit>"

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        var last: [String: Int] = [:]
        item.forEachCredit { node in
            guard let order = node[.order]?.trimmed.decimal, let role = node[.role]?.trimmed.string else { return }
            if let before = last[role], order <= before {
                findings.report(
                    info, at: node,
                    order == before
                        ? "two credits of the role \(role) have the order \(order)"
                        : "the credit has the order \(order), but is behind the credit with the order \(before)")
            }
            last[role] = order
        }
    }
}
