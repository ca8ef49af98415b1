/// A styled range of a cue's text, from its tags and colour classes (W3C WebVTT sections 4.2.2 and 5).
public struct WebVTTSpan: Sendable, Hashable {
    /// In UTF-16 units of the plain text.
    public var range: Range<Int>
    public var style: Style

    public struct Style: Sendable, Hashable {
        public var isBold = false
        public var isItalic = false
        public var isUnderlined = false
        /// Red, green and blue, 8 bits each; nil: white, or the viewer's preference.
        public var color: UInt32?

        public init(isBold: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false, color: UInt32? = nil) {
            self.isBold = isBold
            self.isItalic = isItalic
            self.isUnderlined = isUnderlined
            self.color = color
        }

        /// Returns the style inside a tag: `i`, `c.yellow`, `v.loud Esme`.
        func within(_ name: String, classes: [String]) -> Style {
            var style = self
            switch name {
            case "b": style.isBold = true
            case "i": style.isItalic = true
            case "u": style.isUnderlined = true
            default: break
            }
            for name in classes {
                if let color = Self.colors[name] { style.color = color == 0xff_ffff ? nil : color }
            }
            return style
        }

        /// The default colour classes (W3C WebVTT section 5).
        private static let colors: [String: UInt32] = [
            "white": 0xff_ffff, "lime": 0x00_ff00, "cyan": 0x00_ffff, "red": 0xff_0000, "yellow": 0xff_ff00,
            "magenta": 0xff_00ff, "blue": 0x00_00ff, "black": 0x00_0000,
        ]
    }

    public init(range: Range<Int>, style: Style) {
        self.range = range
        self.style = style
    }
}
