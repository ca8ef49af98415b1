/// Collects findings. Equal findings of one playlist are counted rather than repeated.
package struct FindingLog {
    private var entries: [StreamFinding] = []
    private var positions: [Key: Int] = [:]
    /// Rules that are not applied, by their identifiers.
    private let ignored: Set<String>

    private struct Key: Hashable {
        var rule: String
        var level: StreamRule.Level
        var url: String
        /// Distinguishes findings of one rule in one playlist, such as those of audio and of video.
        var kind: String
    }

    package init(ignoring ignored: Set<String> = []) { self.ignored = ignored }

    /// - Parameters:
    ///   - kind: findings of one rule, playlist and kind are counted together; nil: the finding stands alone.
    ///   - level: replaces the rule's level.
    package mutating func add(
        _ rule: StreamRule, _ message: String, at place: StreamFinding.Place, level: StreamRule.Level? = nil,
        remedy: String? = nil, kind: String? = ""
    ) {
        add(
            StreamFinding(
                rule: rule.id, level: level ?? rule.level, message: message, remedy: remedy ?? rule.remedy, place: place
            ),
            kind: kind)
    }

    package mutating func add(_ finding: StreamFinding, kind: String?) {
        guard !ignored.contains(finding.rule) else { return }
        if let kind {
            let key = Key(rule: finding.rule, level: finding.level, url: finding.place.url, kind: kind)
            if let position = positions[key] {
                entries[position].count += finding.count
                return
            }
            positions[key] = entries.count
        }
        entries.append(finding)
    }

    /// The findings, the worst first; those of one level in the order of the stream.
    package var findings: [StreamFinding] {
        entries.enumerated().sorted { left, right in
            left.element.level != right.element.level
                ? left.element.level > right.element.level : left.offset < right.offset
        }.map(\.element)
    }
}

/// Numbers in messages.
enum Words {
    /// Bit rates below 10 kbit/s have one decimal place.
    static func kilobits(_ bitsPerSecond: Double) -> String {
        let value = bitsPerSecond / 1000
        return value > 0 && value < 9.95
            ? "\(decimal((value * 10).rounded() / 10)) kbit/s" : "\(Int(min(max(value, 0), 1e15).rounded())) kbit/s"
    }

    /// With at most three decimals.
    static func seconds(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "unknown" }
        let thousandths = Int((abs(value) * 1000).rounded())
        var digits = String(thousandths % 1000 + 1000).dropFirst()
        while digits.last == "0" { digits = digits.dropLast() }
        let whole = thousandths / 1000
        return (value < 0 && thousandths > 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
    }

    static func seconds(nanoseconds: Int64) -> String { seconds(Double(nanoseconds) / 1e9) }

    /// With a capital letter.
    static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    static func decimal(_ value: Double) -> String { seconds(value) }
}
