/// Formatting of feed texts and numbers for reports and messages.
package enum DisplayText {
    /// Escapes line breaks and characters that act on a terminal or a log.
    package static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isUnsafeToShow) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.isUnsafeToShow: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns an id on one line, cut to 100 characters.
    package static func id(_ text: String) -> String { line(text.count > 100 ? text.prefix(99) + "…" : text) }

    /// Escapes a text for XML and HTML content and attributes.
    package static func xml(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n": result += "&#10;"
            case "\t": result += "&#9;"
            // XML cannot represent these characters.
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            case _ where scalar.isUnsafeToShow: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Formats a number as `12,345`.
    package static func number(_ value: Int) -> String {
        let digits = Array(String(abs(value)))
        var result = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result += "," }
            result.append(digit)
        }
        return result
    }

    /// Formats a count as `1 item`, `2 items`.
    package static func count(_ value: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number(value)) \(value == 1 ? noun : plural ?? noun + "s")"
    }

    /// Formats a size as `1.4 MB`, in powers of ten.
    package static func bytes(_ value: Int) -> String {
        switch value {
        case ..<1_000: "\(value) bytes"
        case ..<1_000_000: "\(decimal(Double(value) / 1e3)) kB"
        case ..<1_000_000_000: "\(decimal(Double(value) / 1e6)) MB"
        default: "\(decimal(Double(value) / 1e9)) GB"
        }
    }

    package static func seconds(_ value: Double) -> String { value < 0.1 ? "under 0.1 s" : "\(decimal(value)) s" }

    /// Formats a number with one decimal, which is omitted if zero.
    package static func decimal(_ value: Double) -> String {
        let tenths = Int(clamping: Int64((min(max(value, 0), 1e12) * 10).rounded()))
        return tenths % 10 == 0 ? number(tenths / 10) : "\(number(tenths / 10)).\(tenths % 10)"
    }

    package static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TerminalText.width(text)))
    }

    package static func rightAligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Wraps a text at spaces into lines of at most `width` characters.
    package static func wrapped(_ text: String, width: Int, indent: String = "") -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + word.count + 1 > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { indent + $0 }.joined(separator: "\n")
    }
}
