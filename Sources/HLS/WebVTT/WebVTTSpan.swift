/// A styled range of a cue's text, from its tags, classes and style sheets (W3C WebVTT sections 4.2.2, 5 and 8.2).
public struct WebVTTSpan: Sendable, Hashable {
    /// In UTF-16 units of the plain text.
    public var range: Range<Int>
    public var style: Style

    public struct Style: Sendable, Hashable {
        public var isBold = false
        public var isItalic = false
        public var isUnderlined = false
        /// Whether a line is drawn through the text.
        public var isStruck = false
        public var isHidden = false
        /// Red, green and blue, 8 bits each; nil: white, or the viewer's preference.
        public var color: UInt32?
        /// The opacity of `color`.
        public var colorOpacity = 1.0
        /// nil: the viewer's preference.
        public var background: StyleColor?
        /// The opacity of the text and its background.
        public var opacity = 1.0
        /// The size relative to the usual size of captions.
        public var scale = 1.0
        /// Names of fonts, separated by commas; nil: the viewer's preference.
        public var family: String?
        /// The shadows of the text, the uppermost first.
        public var shadows: [StyleShadow] = []
        /// A rectangle around the text; nil: none.
        public var outline: StyleOutline?

        public init(isBold: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false, color: UInt32? = nil) {
            self.isBold = isBold
            self.isItalic = isItalic
            self.isUnderlined = isUnderlined
            self.color = color
        }

        /// Returns the style inside an element without style sheets.
        func within(_ element: WebVTTElement) -> Style {
            var style = self
            switch element.tag {
            case .bold: style.isBold = true
            case .italic: style.isItalic = true
            case .underline: style.isUnderlined = true
            case .span, .ruby, .rubyText, .voice, .language: break
            }
            for name in element.classes {
                if let color = Self.colors[name] { style.color = color == 0xff_ffff ? nil : color }
                if name.hasPrefix("bg_"), let color = Self.colors[String(name.dropFirst(3))] {
                    style.background = StyleColor(rgb: color)
                }
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
