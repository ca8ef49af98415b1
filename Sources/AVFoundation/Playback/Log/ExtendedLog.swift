import Foundation

/// Writes logs in the W3C Extended Log File Format.
enum ExtendedLog {
    static func data(_ fields: [String], _ rows: [[String]]) -> Data {
        var lines = ["#Version: 1.0", "#Software: OpenAVKit", "#Fields: " + fields.joined(separator: " ")]
        lines += rows.map { $0.joined(separator: " ") }
        return Data((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Returns a field; text with spaces is quoted, because spaces separate the fields.
    static func text(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "-" }
        guard text.contains(where: \.isWhitespace) || text.contains("\"") else { return text }
        let oneLine = text.map { $0.isNewline ? " " : String($0) }.joined()
        return "\"" + oneLine.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    static func number(_ number: Double) -> String {
        guard number >= 0, number.isFinite else { return "-" }
        return number == number.rounded() ? String(format: "%.0f", number) : String(format: "%.3f", number)
    }

    static func date(_ date: Date) -> String { String(iso(date).prefix(10)) }

    static func time(_ date: Date) -> String { String(iso(date).dropFirst(11).prefix(8)) }

    private static func iso(_ date: Date) -> String { date.formatted(.iso8601) }
}
