import UniversalMediaCatalog

/// The identity of a finding across runs: rule, content, element and message, without positions.
package struct FindingKey: Hashable, Sendable, CustomStringConvertible {
    /// A 64-bit FNV-1a hash, which is stable across runs and machines.
    package let value: UInt64

    package init(value: UInt64) { self.value = value }

    package init(_ finding: Finding) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ text: String) {
            for byte in text.utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        // The id at the time of the first fingerprints.
        add(FormerRuleIDs.former(of: finding.ruleId) ?? finding.ruleId)
        add(finding.contentId ?? "")
        add(Self.withoutPositions(finding.xpath ?? ""))
        add(Self.withoutLines(finding.message))
        value = hash
    }

    /// - Parameter text: 16 hexadecimal digits.
    package init?(_ text: String) {
        guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
        self.value = value
    }

    package var description: String { value.sixteenDigits }

    /// Removes the indices from an XPath: `/umcCatalog/item[3]/title[2]` becomes `/umcCatalog/item/title`.
    package static func withoutPositions(_ xpath: String) -> String {
        var result = ""
        var isInside = false
        for character in xpath.unicodeScalars {
            switch character {
            case "[": isInside = true
            case "]": isInside = false
            default: if !isInside { result.unicodeScalars.append(character) }
            }
        }
        return result
    }

    /// Removes line, column and item numbers, which change with every edit of a feed.
    package static func withoutLines(_ message: String) -> String {
        message.replacing(/(line|lines|column|item) [0-9]+(:[0-9]+)?|\[[0-9]+\]|:[0-9]+:[0-9]+/, with: "#")
    }
}
