import Foundation

/// The shadows and the outline of TTML text (TTML2 sections 10.2.41 and 10.2.44). An outline is drawn as shadows around the letters.
struct MarkupShadows {
    private(set) var all: [CaptionShadow] = []

    private static let maximumCount = 8
    /// The number of directions in which the shadows of an outline are.
    private static let directions = 8

    /// - Parameters:
    ///   - size: the font size relative to the usual size of captions.
    ///   - text: the color of the text; nil: white.
    init(_ style: MarkupStyle, size: Double, text: MarkupColor?, _ grid: MarkupGrid) {
        func lengths(_ words: [Substring]) -> [Double] {
            words.compactMap { MarkupLength($0).flatMap { grid.textLength($0, size: size) } }
        }
        func color(_ words: [Substring]) -> MarkupColor? {
            words.lazy.compactMap { MarkupColor(String($0)) }.first ?? text ?? MarkupColor("white")
        }
        if let words = Self.words(style["textOutline"]), let color = color(words),
            let width = lengths(words).first, width > 0
        {
            let blur = lengths(words).dropFirst().first ?? 0
            for direction in 0..<Self.directions {
                let angle = 2 * Double.pi * Double(direction) / Double(Self.directions)
                all.append(
                    CaptionShadow(
                        x: cos(angle) * width, y: sin(angle) * width, blur: max(0, blur), color: color.rgb,
                        opacity: color.opacity))
            }
        }
        for part in Self.split(style["textShadow"] ?? "").prefix(Self.maximumCount) {
            guard let words = Self.words(part), let color = color(words) else { continue }
            let lengths = lengths(words)
            guard lengths.count >= 2 else { continue }
            all.append(
                CaptionShadow(
                    x: lengths[0], y: lengths[1], blur: lengths.count > 2 ? max(0, lengths[2]) : 0, color: color.rgb,
                    opacity: color.opacity))
        }
    }

    /// Returns the words of a value; nil for none.
    private static func words(_ text: String?) -> [Substring]? {
        let words = split(text ?? "", at: { $0.isWhitespace }).map { Substring($0) }
        return words.isEmpty || words == ["none"] ? nil : words
    }

    /// Splits a list at separators that are in no parentheses.
    private static func split(_ text: String, at isSeparator: (Character) -> Bool = { $0 == "," }) -> [String] {
        var parts = [""]
        var depth = 0
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth == 0, isSeparator(character) {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.filter { !$0.isEmpty }
    }
}
