/// The ids that rules had before all ids followed one scheme: numbers of the specification's tables.
///
/// Options, suppressions and baselines accept them. Fingerprints of findings are still made from them, so that findings stay the same for
/// baselines and code scanning.
package enum FormerRuleIDs {
    static let table: [(id: String, former: String)] = [
        ("CAT-ID-DUP", "X1"),
        ("CAT-TYPE-CHANGED", "X2"),
        ("CAT-ID-REUSED", "X2b"),
        ("CAT-SHOW-REF", "X3"),
        ("CAT-SEASON-REF", "X4"),
        ("CAT-SEASON-NUMBER", "X5"),
        ("CAT-EPISODE-DUP", "X6"),
        ("CAT-SEASON-DUP", "X7"),
        ("CAT-SHOW-EMPTY", "X8"),
        ("CAT-TITLE-DEFAULT", "X9"),
        ("CAT-ART-TITLE", "X10"),
        ("CAT-SPORTS-SEPARATE", "X11"),
        ("CAT-TYPE-BLOCK", "X12"),
        ("CAT-PUBDATE-FUTURE", "X13"),
        ("CAT-EXTRA-REF", "X14"),
        ("CAT-EPISODE-PREMIERE", "X15"),
        ("AV-OFFER-REQ", "O1"),
        ("AV-OFFER-SHOW", "O2"),
        ("AV-OFFER-DUP", "O3"),
        ("AV-COMING-METADATA", "O4"),
        ("AV-COMING-OFFSET", "O5"),
        ("AV-COMING-GAP", "O6"),
        ("AV-WINDOW-ORDER", "O7"),
        ("AV-OFFER-ENDED", "O8"),
        ("AV-ITEM-REMOVED", "O9"),
        ("AV-WINDOW-NOTICE", "O10"),
        ("AV-OFFER-SERVICE", "O11"),
        ("AV-WINDOW-RANGE", "O12"),
        ("FEED-ITEM-MISSING", "F1"),
        ("FEED-TYPE-DIFFERS", "F2"),
        ("FEED-ITEM-UNUSED", "F3"),
        ("FEED-SERVICE-ID", "F4"),
        ("FEED-TEAM-ID", "F5"),
        ("FEED-TERRITORY-METADATA", "F6"),
        ("FEED-TERRITORY-TITLE", "F7"),
        ("FEED-SHOW-RECORD", "F8"),
        ("FEED-EXTRA-LANGUAGE", "F9"),
        ("FEED-SPORTS-TERRITORY", "F10"),
        ("FEED-TIER", "F11"),
        ("FEED-AGE", "F12"),
        ("MF-ID-DUP", "MF1"),
        ("MF-ONE-PARTNER", "MF2"),
        ("MF-URL-HTTPS", "MF3"),
        ("MF-CATALOG-REF", "MF4"),
        ("MF-VOD-DUP", "MF5"),
        ("MF-LINEAR-TERRITORY", "MF6"),
        ("MF-FEED-MATCH", "MF7"),
        ("MF-SERVICE-REMOVED", "MF8"),
    ]

    private static let byID = Dictionary(uniqueKeysWithValues: table.map { ($0.id, $0.former) })

    /// Returns the former id of a rule; nil if its id has not changed.
    package static func former(of id: String) -> String? { byID[id] }
}
