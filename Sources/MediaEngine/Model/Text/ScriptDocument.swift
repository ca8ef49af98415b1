/// The part of a script in SubStation Alpha that its lines share: sizes, styles and fonts. Compared by identity.
package final class ScriptDocument: Sendable, Hashable {
    /// Everything before the lines.
    package let header: String
    /// The fonts that the container brings.
    package let fonts: [FontFile]

    /// Longer headers are cut off. They may contain fonts.
    package static let maximumHeaderBytes = 64 << 20

    package init(header: String, fonts: [FontFile] = []) {
        self.header = header
        self.fonts = fonts
    }

    package static func == (left: ScriptDocument, right: ScriptDocument) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A line of a script.
package struct ScriptLine: Sendable, Hashable {
    package let document: ScriptDocument
    /// Order, layer, style, name, three margins, effect and text, separated by commas.
    package let text: String
    /// Whether the line may look different at two times within its range: karaoke, movement, fading.
    package let isAnimated: Bool

    /// Longer lines are ignored. Drawings are long.
    package static let maximumBytes = 1 << 20

    package init(document: ScriptDocument, text: String) {
        self.document = document
        self.text = text
        isAnimated = Self.isAnimated(text)
    }

    private static let animations = ["k", "K", "move", "t(", "fad"].map { Array($0.utf8) }

    private static func isAnimated(_ text: String) -> Bool {
        let fields = text.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        guard fields.count == 9 else { return false }
        // Banners and scrolling texts are effects.
        if fields[7].contains(where: { !$0.isWhitespace }) { return true }
        var rest = fields[8].utf8[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = rest[rest.index(after: backslash)...]
            if animations.contains(where: { rest.starts(with: $0) }) { return true }
        }
        return false
    }
}
