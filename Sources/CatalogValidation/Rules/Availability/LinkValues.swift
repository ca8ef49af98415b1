import UniversalMediaCatalog

/// AV-LOC-VALUE: a link that was built from a missing value, or twice.
struct LinkValues: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-VALUE", "A link is one URL, and has no null or undefined in place of an id.", level: .warning, tag: "D",
        section: "umc-availability.md 3", remedy: "write the id of the item, and the server once", class: .mustFix,
        bad: [
            RuleExample(.availability, link, "lanternbay://play/null?cid=tvapp"),
            RuleExample(.availability, link, "lanternbay://play/LB-EP-0100-0101?cid=undefined"),
            RuleExample(
                .availability, link, "https://tv.example.org/https://tv.example.org/play/LB-EP-0100-0101?cid=tvapp"),
        ],
        nearMisses: [
            RuleExample(.availability, link, "lanternbay://play/LB-EP-0100-0101/nullarbor?cid=tvapp"),
            RuleExample(
                .availability, link, "https://go.example.org/https://tv.example.org/play/LB-EP-0100-0101?cid=tvapp"),
        ])

    private static let link = "lanternbay://play/LB-EP-0100-0101?cid=tvapp"

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard let text = locator.urlText, text.count > 12 else { return }
        if let value = text.missingValue {
            findings.report(
                info, at: locator.node,
                "\(locator.called) has \(value.shown) in place of a value: \(text.shown)")
        }
        guard text.repeatsServer else { return }
        findings.report(info, at: locator.node, "\(locator.called) contains its server twice: \(text.shown)")
    }
}

extension FeedText {
    /// The part of a URL between two of `/?=&` that is `null` or another sign of a missing value; nil if there is none.
    var missingValue: FeedText? {
        var start = 0
        while start <= count {
            let index = ByteSearch.urlSeparator(in: bytes, from: start) ?? count
            let length = index - start
            if length >= 2, length <= 9, start > 8, Self.mayBeMissing(bytes[start]),
                Self.missing[self[start..<index]] != nil
            {
                return self[start..<index]
            }
            start = index + 1
        }
        return nil
    }

    /// Whether the path of a URL begins with the scheme and the server again.
    var repeatsServer: Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 4 < count else { return false }
        var end = colon + 3
        while end < count, bytes[end] != UInt8(ascii: "/") { end += 1 }
        guard end + 1 < count else { return false }
        return self[end + 1..<count].hasPrefix(self[0..<end])
    }

    /// Returns whether a sign of a missing value begins with a byte: `n`, `N`, `u`, `(` or `%`.
    private static func mayBeMissing(_ byte: UInt8) -> Bool {
        byte | 0x20 == UInt8(ascii: "n") || byte == UInt8(ascii: "u") || byte == UInt8(ascii: "(")
            || byte == UInt8(ascii: "%")
    }

    private static let missing = WordTable(["null", "(null)", "undefined", "None", "NaN", "nil", "NULL", "%s", "N/A"])
}
