/// A color of TTML.
struct MarkupColor {
    var rgb: UInt32
    var opacity = 1.0

    private init(rgb: UInt32, opacity: Double = 1) {
        self.rgb = rgb
        self.opacity = opacity
    }

    /// Parses "#ff0000", "#ff000080", "rgb(255,0,0)", "rgba(255,0,0,128)", a name, or "transparent"; nil for anything else.
    init?(_ text: String) {
        if text.hasPrefix("#"), text.utf8.count == 7 || text.utf8.count == 9 {
            guard let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
            self =
                text.utf8.count == 7
                ? MarkupColor(rgb: value) : MarkupColor(rgb: value >> 8, opacity: Double(value & 0xff) / 255)
        } else if text.hasPrefix("rgb"), let open = text.firstIndex(of: "(") {
            let bytes = text[text.index(after: open)...].split(whereSeparator: { ", )".contains($0) }).map { UInt8($0) }
            guard (3...4).contains(bytes.count), !bytes.contains(nil) else { return nil }
            let rgb = bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1 ?? 0) }
            self = MarkupColor(rgb: rgb, opacity: bytes.count == 4 ? Double(bytes[3] ?? 0) / 255 : 1)
        } else if text == "transparent" {
            self = MarkupColor(rgb: 0, opacity: 0)
        } else if let rgb = Self.named[text] {
            self = MarkupColor(rgb: rgb)
        } else {
            return nil
        }
    }

    var text: String {
        let parts = [16, 8, 0].map { String(rgb >> $0 & 0xff) } + [String(Int((opacity * 255).rounded()))]
        return "rgba(\(parts.joined(separator: ",")))"
    }

    /// Returns the color between two.
    func mixed(with other: MarkupColor, _ share: Double) -> MarkupColor {
        var mixed: UInt32 = 0
        for shift in [16, 8, 0] as [UInt32] {
            let (first, second) = (Double(rgb >> shift & 0xff), Double(other.rgb >> shift & 0xff))
            mixed |= UInt32(max(0, min(255, (first + (second - first) * share).rounded()))) << shift
        }
        return MarkupColor(rgb: mixed, opacity: opacity + (other.opacity - opacity) * share)
    }

    private static let named: [String: UInt32] = [
        "black": 0, "silver": 0xc0c0c0, "gray": 0x808080, "white": 0xffffff, "maroon": 0x800000, "red": 0xff0000,
        "purple": 0x800080, "fuchsia": 0xff00ff, "magenta": 0xff00ff, "green": 0x008000, "lime": 0x00ff00,
        "olive": 0x808000, "yellow": 0xffff00, "navy": 0x000080, "blue": 0x0000ff, "teal": 0x008080,
        "aqua": 0x00ffff, "cyan": 0x00ffff,
    ]
}
