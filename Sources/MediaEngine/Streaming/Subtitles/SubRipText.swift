import Foundation

/// SubRip captions, translated to WebVTT: both have the tags b, i and u in common; colors become classes with a style sheet.
struct SubRipText {
    /// The cues of the WebVTT file.
    private var body = ""
    /// The colors of fonts, by the class that stands for them.
    private var colors: [String: String] = [:]

    /// Colors beyond this number are ignored.
    private static let maximumColors = 200

    /// The class that stands for text with a line through it.
    private static let struck = "line-through"

    var webVTT: String {
        var rules = colors.sorted { $0.key < $1.key }.map { "::cue(.\($0.key)) { color: \($0.value) }\n" }
        if body.contains("<c.\(Self.struck)>") {
            rules.append("::cue(.\(Self.struck)) { text-decoration: line-through }\n")
        }
        return "WEBVTT\n" + (rules.isEmpty ? "" : "\nSTYLE\n" + rules.joined()) + body
    }

    /// What the file does not have as the format demands it.
    private(set) var faults: [CaptionFault] = []

    init(_ text: String) {
        // Some programs end lines with two carriage returns.
        let lines = text.replacingOccurrences(of: "\r\r\n", with: "\n")
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var caption: Caption?
        // Whether the present caption is one whose times cannot be read.
        var isDamaged = false
        for (index, line) in lines.enumerated() {
            if let timing = Self.timing(of: line) {
                // The number of the caption is not the last line of the one before, also without a blank line between them.
                if caption?.payload.last.map({ Self.isNumber($0) }) == true { caption?.payload.removeLast() }
                finish(caption)
                caption = Caption(timing: timing, line: index + 1)
            } else {
                if Self.isDamagedTiming(line) {
                    report("The times cannot be read: \u{201C}\(line.prefix(80))\u{201D}.", index)
                    if caption?.payload.last.map({ Self.isNumber($0) }) == true { caption?.payload.removeLast() }
                    finish(caption)
                    caption = nil
                    isDamaged = true
                    continue
                }
                // A blank line in a caption is skipped: the caption ends at the next one.
                if caption != nil {
                    caption?.payload.append(String(line))
                } else if !line.allSatisfy(\.isWhitespace), !Self.isNumber(String(line)), !isDamaged {
                    report("Text before the first caption: \u{201C}\(line.prefix(80))\u{201D}.", index)
                }
            }
        }
        finish(caption)
        faults.sort { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    private struct Caption {
        var timing: Timing
        var line: Int
        var payload: [String] = []
    }

    private struct Timing {
        var start: String
        var end: String
    }

    /// Whether a line should have times: it begins with digits and a colon, and has an arrow.
    private static func isDamagedTiming(_ line: Substring) -> Bool {
        guard line.contains("-->") else { return false }
        let rest = line.drop(while: \.isWhitespace)
        return rest.first?.isNumber == true && rest.drop(while: \.isNumber).first == ":"
    }

    private static func isNumber(_ line: String) -> Bool {
        Int(line.trimmingCharacters(in: .whitespaces)) != nil
    }

    private mutating func report(_ message: String, _ index: Int) {
        guard faults.count < CaptionFault.maximumCount else { return }
        faults.append(CaptionFault(line: index + 1, message: message))
    }

    private mutating func finish(_ caption: Caption?) {
        guard let caption else { return }
        // Hours have two digits or more.
        let (start, end) = (caption.timing.start, caption.timing.end)
        if (start.count, start) >= (end.count, end) {
            report("The caption ends before it begins, and is not displayed.", caption.line - 1)
        }
        let payload = caption.payload.filter { !$0.allSatisfy(\.isWhitespace) }
        hiddenTags = Self.closedTags(of: payload.joined(separator: "\n"))
        // A blank line would end the caption, also one that only tags made blank.
        let lines = payload.flatMap { translated($0).split(separator: "\n") }.filter { !$0.allSatisfy(\.isWhitespace) }
        guard !lines.isEmpty else { return report("The caption has no text.", caption.line - 1) }
        let settings = payload.lazy.compactMap(Self.settings).first ?? ""
        let text = lines.joined(separator: "\n")
        body += "\n\(caption.timing.start) --> \(caption.timing.end)\(settings)\n\(text)\n"
    }

    /// Returns `00:00:01,5 --> 00:00:02,000 X1:0` as WebVTT writes it; nil for other lines.
    private static func timing(of line: Substring) -> Timing? {
        let parts = line.components(separatedBy: "-->")
        guard parts.count == 2, let start = time(parts[0]), let end = time(parts[1]) else { return nil }
        return Timing(start: start, end: end)
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

    /// The unknown tags of the caption that have a start and an end: they are hidden, others are text.
    private var hiddenTags: Set<String> = []

    /// Returns the names of the tags in a text that have a start and an end, in lower case.
    private static func closedTags(of text: String) -> Set<String> {
        var open: Set<String> = []
        var closed: Set<String> = []
        for part in text.lowercased().split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
            guard let end = part.firstIndex(of: ">"), part[..<end].count <= longestTag else { continue }
            let isEnd = part.hasPrefix("/")
            let name = tagName(part[..<end])
            guard name.first?.isLetter == true else { continue }
            if !isEnd { open.insert(name) } else if open.contains(name) { closed.insert(name) }
        }
        return closed
    }

    private static let longestTag = 200

    private static func tagName(_ tag: Substring) -> String {
        String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
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
            } else if rest.hasPrefix("\\N") {
                result += "\n"
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("\\h") {
                result += "\u{a0}"
                rest = rest.dropFirst(2)
            } else if let (tag, length) = Self.bracedTag(rest) {
                result += tag
                rest = rest.dropFirst(length)
            } else if first == "<", let end = rest.firstIndex(of: ">"),
                let tag = translated(tag: rest[rest.index(after: rest.startIndex)..<end].lowercased())
            {
                result += tag
                rest = rest[rest.index(after: end)...]
            } else {
                result += first == "<" ? "&lt;" : first == ">" ? "&gt;" : first == "&" ? "&amp;" : String(first)
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
        // `{Y:i}` and others of MicroDVD.
        guard let end = text.firstIndex(of: "}"), text.first == "{" else { return nil }
        let content = text[..<end].dropFirst()
        guard content.dropFirst().first == ":", content.first.map({ $0.isASCII && $0.isLetter }) == true else {
            return nil
        }
        return ("", content.count + 2)
    }

    /// Returns the tag in WebVTT; nil for text that is no tag of SubRip.
    private mutating func translated(tag: String) -> String? {
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
        let isEnd = tag.hasPrefix("/")
        switch name {
        case "b", "i", "u": return "<\(isEnd ? "/" : "")\(name)>"
        case "s", "strike", "del": return isEnd ? "</c>" : "<c.\(Self.struck)>"
        case "br": return "\n"
        case "font": return isEnd ? "</c>" : Self.color(in: tag).flatMap { openingTag(of: $0) } ?? "<c>"
        default: return hiddenTags.contains(Self.tagName(Substring(tag))) ? "" : nil
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
