import Foundation

/// SubRip captions, translated to WebVTT: both have the tags b, i and u in common; colors become classes with a style sheet.
struct SubRipText {
    /// The cues of the WebVTT file.
    private var body = ""
    /// The colors of fonts, by the class that stands for them.
    private var colors: [String: String] = [:]

    /// Colors beyond this number are ignored.
    private static let maximumColors = 200

    var webVTT: String {
        let rules = colors.sorted { $0.key < $1.key }.map { "::cue(.\($0.key)) { color: \($0.value) }\n" }
        return "WEBVTT\n" + (rules.isEmpty ? "" : "\nSTYLE\n" + rules.joined()) + body
    }

    init(_ text: String) {
        var isInCue = false
        var timing = ""
        var payload: [String] = []
        func finish(_ subRip: inout SubRipText) {
            let lines = payload.map { subRip.translated($0) }
            if isInCue, !lines.isEmpty {
                let settings = payload.lazy.compactMap(Self.settings).first ?? ""
                subRip.body += "\n\(timing)\(settings)\n\(lines.joined(separator: "\n"))\n"
            }
            isInCue = false
            payload = []
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if let range = Self.timing(of: line) {
                // Without a blank line before it, the number of the caption is not the last line of the one before.
                if payload.last.flatMap({ Int($0) }) != nil { payload.removeLast() }
                finish(&self)
                timing = range
                isInCue = true
            } else if line.allSatisfy(\.isWhitespace) {
                finish(&self)
            } else if isInCue {
                payload.append(String(line))
            }
        }
        finish(&self)
    }

    /// Returns `00:00:01,5 --> 00:00:02,000 X1:0` as WebVTT writes it; nil for other lines.
    private static func timing(of line: Substring) -> String? {
        let parts = line.components(separatedBy: "-->")
        guard parts.count == 2, let start = time(parts[0]), let end = time(parts[1]) else { return nil }
        return "\(start) --> \(end)"
    }

    private static func time(_ text: String) -> String? {
        guard var word = text.split(whereSeparator: \.isWhitespace).first.map(String.init) else { return nil }
        // Some programs leave out the hours: "01:02,345".
        if word.count(where: { $0 == ":" }) == 1, word.contains(where: { ",.".contains($0) }) { word = "00:" + word }
        let fields = word.split(whereSeparator: { ":,.".contains($0) }).map { Int($0) }
        guard (3...4).contains(fields.count), fields.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
        let numbers = fields.compactMap { $0 }
        guard numbers[1] < 60, numbers[2] < 60 else { return nil }
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        // A fraction has its digits from the left: ",5" is half a second.
        let digits = fields.count == 4 ? word.split(whereSeparator: { ":,.".contains($0) })[3].prefix(3) : "0"
        let fraction = String(digits) + String(repeating: "0", count: 3 - digits.count)
        return "\(padded(numbers[0], 2)):\(padded(numbers[1], 2)):\(padded(numbers[2], 2)).\(fraction)"
    }

    /// Returns the WebVTT settings for the position that `{\an1}` to `{\an9}` give, as on a number pad; nil where the line has none.
    private static func settings(of line: String) -> String? {
        guard let tag = line.range(of: "{\\an"), let digit = line[tag.upperBound...].first?.wholeNumberValue,
            (1...9).contains(digit)
        else { return nil }
        let vertical = digit > 6 ? " line:0" : digit > 3 ? " line:50%,center" : ""
        let horizontal = ["", " align:start", "", " align:end"][(digit - 1) % 3 + 1]
        return vertical + horizontal
    }

    /// Translates tags, removes unknown `{\…}`, and escapes characters that only WebVTT gives a meaning.
    private mutating func translated(_ line: String) -> String {
        var result = ""
        var rest = Substring(line)
        while let first = rest.first {
            if rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") {
                for override in rest[..<end].dropFirst(2).split(separator: "\\") where override.count == 2 {
                    guard let name = override.first, "biu".contains(name) else { continue }
                    result += override.last == "0" ? "</\(name)>" : "<\(name)>"
                }
                rest = rest[rest.index(after: end)...]
            } else if let (tag, length) = Self.bracedTag(rest) {
                result += tag
                rest = rest.dropFirst(length)
            } else if first == "<", let end = rest.firstIndex(of: ">"),
                let tag = translated(tag: rest[rest.index(after: rest.startIndex)..<end].lowercased())
            {
                result += tag
                rest = rest[rest.index(after: end)...]
            } else {
                result += first == "<" ? "&lt;" : first == "&" ? "&amp;" : String(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Returns a tag in braces, such as `{b}` and `{/i}`, in WebVTT, and its length; nil for other text.
    private static func bracedTag(_ text: Substring) -> (tag: String, length: Int)? {
        for name in ["b", "i", "u"] {
            if text.hasPrefix("{\(name)}") { return ("<\(name)>", 3) }
            if text.hasPrefix("{/\(name)}") { return ("</\(name)>", 4) }
        }
        return nil
    }

    /// Returns the tag in WebVTT; nil for text that is no tag of SubRip.
    private mutating func translated(tag: String) -> String? {
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
        let isEnd = tag.hasPrefix("/")
        switch name {
        case "b", "i", "u": return "<\(isEnd ? "/" : "")\(name)>"
        // Text is not struck through.
        case "s", "strike": return ""
        case "br": return "\n"
        case "font": return isEnd ? "</c>" : Self.color(in: tag).flatMap { openingTag(of: $0) } ?? "<c>"
        default: return nil
        }
    }

    private mutating func openingTag(of color: String) -> String? {
        let name = "color-" + color.filter { $0 != "#" }
        guard colors[name] != nil || colors.count < Self.maximumColors else { return nil }
        colors[name] = color
        return "<c.\(name)>"
    }

    /// Returns the value of the attribute `color` where it is a name or a hexadecimal number.
    private static func color(in tag: String) -> String? {
        guard let name = tag.range(of: "color") else { return nil }
        let value = tag[name.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "'" }
            .prefix { $0.isASCII && ($0 == "#" || $0.isLetter || $0.isNumber) }
        guard (3...20).contains(value.count) else { return nil }
        let isNumber = value.count == 6 && value.allSatisfy(\.isHexDigit)
        return (isNumber ? "#" : "") + value
    }
}
