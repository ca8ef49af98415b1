/// The header of a script in Advanced SubStation Alpha: the size of its coordinates, and its styles. FFmpeg's decoders of other text formats
/// write such headers, too.
struct SubStationScript: Sendable {
    struct Style: Sendable, Hashable {
        var text = TextStyle()
        /// In units of the script's coordinates.
        var fontSize: Double?
        /// 1 to 9, as on a number pad.
        var alignment = 2
    }

    /// The width and height of the coordinates.
    private(set) var width = 384.0
    private(set) var height = 288.0
    private(set) var styles: [String: Style] = [:]
    /// The font size that counts as the usual size of captions: that of the first style.
    private(set) var usualFontSize: Double?

    /// Styles beyond this number are ignored.
    private static let maximumStyles = 1_000

    init(_ header: String = "") {
        var fields: [String] = []
        for line in header.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = Self.trimmed(line[line.index(after: colon)...])
            switch line[..<colon].lowercased() {
            case "playresx": width = Self.size(value) ?? width
            case "playresy": height = Self.size(value) ?? height
            case "format": if styles.isEmpty { fields = Self.list(value).map { $0.lowercased() } }
            case "style": if styles.count < Self.maximumStyles { addStyle(fields, Self.list(value)) }
            default: break
            }
        }
    }

    private mutating func addStyle(_ fields: [String], _ values: [String]) {
        var values: [String: String] = Dictionary(zip(fields, values), uniquingKeysWith: { first, _ in first })
        guard let name = values.removeValue(forKey: "name") else { return }
        var style = Style()
        func isSet(_ field: String) -> Bool { values[field].flatMap { Int($0) }.map { $0 != 0 } ?? false }
        (style.text.isBold, style.text.isItalic) = (isSet("bold"), isSet("italic"))
        style.text.isUnderlined = isSet("underline")
        if let color = values["primarycolour"].flatMap(SubStationColor.init) { color.apply(to: &style.text) }
        style.fontSize = values["fontsize"].flatMap(Self.size)
        if let alignment = values["alignment"].flatMap({ Int($0) }), (1...9).contains(alignment) {
            style.alignment = alignment
        }
        if styles.isEmpty { usualFontSize = style.fontSize }
        styles[name] = style
    }

    /// Returns the style of an event; an asterisk may precede the name.
    func style(named name: String) -> Style {
        styles[name] ?? styles[String(name.drop { $0 == "*" })] ?? styles["Default"] ?? Style()
    }

    private static func size(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite && $0 > 0 && $0 < 100_000 ? $0 : nil }
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
    }

    static func trimmed(_ text: Substring) -> String {
        let rest = text.drop { $0.isWhitespace }
        return String(rest.reversed().drop { $0.isWhitespace }.reversed())
    }
}

/// A color as scripts write it: `&HAABBGGRR`, where AA is the transparency.
struct SubStationColor {
    let rgb: UInt32
    /// nil: not stated.
    let opacity: Double?

    init?(_ text: String) {
        let digits = text.drop { $0 == "&" || $0 == "H" || $0 == "h" }.prefix { $0.isHexDigit }
        guard !digits.isEmpty, let number = UInt32(digits.suffix(8), radix: 16) else { return nil }
        rgb = (number & 0xff) << 16 | number & 0xff00 | number >> 16 & 0xff
        opacity = digits.count > 6 ? 1 - Double(number >> 24) / 255 : nil
    }

    /// White is the viewer's preference.
    func apply(to style: inout TextStyle) {
        style.color = rgb == 0xff_ffff ? nil : rgb
        if let opacity { style.opacity = opacity }
    }
}
