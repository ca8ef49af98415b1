import CoreMedia
import HLS

/// Finds what a strict reader of WebVTT (W3C WebVTT 4) rejects, and lenient ones repair.
enum TextStatements {
    private static let map = "X-TIMESTAMP-MAP"

    static func all(in file: WebVTTFile, _ bytes: [UInt8]) -> [String] {
        var found: [String] = []
        if bytes.contains(0) { found.append("the file has the character U+0000.") }
        found += lines(bytes, Set(file.regions.map(\.identifier)))
        for cue in file.cues where found.count < 8 {
            let at = "the cue at \(Int(cue.start.seconds)) s"
            if let problem = markup(cue.payload) { found.append("\(at): \(problem)") }
        }
        return found
    }

    /// Looks for lines at the wrong place, a cue without a blank line before it or a timestamp map after the header, and for unknown
    /// regions.
    private static func lines(_ bytes: [UInt8], _ regions: Set<String>) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        var (number, sinceBlank, hasBlank) = (0, 0, false)
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            if line.isEmpty {
                (sinceBlank, hasBlank) = (0, true)
                continue
            }
            sinceBlank += 1
            if hasBlank, line.hasPrefix(map) {
                return ["line \(number): X-TIMESTAMP-MAP is not in the header, and is ignored."]
            }
            // A cue begins with its times, or with a line before them.
            if line.contains("-->"), sinceBlank > 2 || !hasBlank {
                return ["line \(number): there is no blank line before the cue."]
            }
            if let arrow = line.firstRange(of: "-->"), isTight(line, arrow) {
                return ["line \(number): there is no blank beside “-->”."]
            }
            guard line.contains("-->"), let setting = line.firstRange(of: "region:") else { continue }
            let region = line[setting.upperBound...].prefix { !$0.isWhitespace }
            if !regions.contains(String(region)) {
                return ["line \(number): there is no region “\(region.prefix(40))”."]
            }
        }
        return []
    }

    private static func isTight(_ line: Substring, _ arrow: Range<Substring.Index>) -> Bool {
        let isBlank = { (character: Character?) in character == " " || character == "\t" }
        let before = line[..<arrow.lowerBound]
        return before.last?.isNumber == true || !isBlank(before.last) && !before.isEmpty
            || !isBlank(line[arrow.upperBound...].first)
    }

    private static let doubled = ["amp;amp;", "amp;lt;", "amp;gt;", "amp;nbsp;", "amp;quot;", "amp;#"]

    private static let spans: Set<String> = ["b", "i", "u", "c", "v", "lang", "ruby", "rt"]

    /// Returns what is wrong with the tags and characters of a cue's text; nil where nothing is.
    private static func markup(_ text: String) -> String? {
        guard text.contains(where: { $0 == "<" || $0 == "&" }) else { return nil }
        var open: [Substring] = []
        var rest = text[...]
        while let index = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            let mark = rest[index]
            rest = rest[rest.index(after: index)...]
            if mark == "&" {
                if doubled.contains(where: rest.hasPrefix) {
                    return "an entity is encoded twice: “&\(rest.prefix(8))”."
                }
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "#" }
                if name.isEmpty || rest.dropFirst(name.count).first != ";" {
                    return "“&” is written as &amp; in WebVTT."
                }
                continue
            }
            guard let end = rest.firstIndex(of: ">") else { return "“<” is written as &lt; in WebVTT." }
            let tag = rest[..<end]
            rest = rest[rest.index(after: end)...]
            let isEnd = tag.first == "/"
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
            guard spans.contains(String(name)) else { continue }
            if isEnd {
                if open.last == name { open.removeLast() }
            } else {
                open.append(name)
            }
        }
        // A cue that is one voice throughout needs no end tag, as do lines of ruby text.
        guard let left = open.first(where: { $0 != "v" && $0 != "rt" }) else { return nil }
        return "<\(left)> has no end tag."
    }
}
