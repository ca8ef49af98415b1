import Foundation

/// A color of a style sheet (CSS Color).
public struct StyleColor: Sendable, Hashable {
    /// Red, green and blue, 8 bits each.
    public var rgb: UInt32
    /// 0 to 1.
    public var opacity: Double

    public init(rgb: UInt32, opacity: Double = 1) {
        self.rgb = rgb
        self.opacity = opacity
    }

    /// Parses a name, `#rgb`, `#rrggbb`, both also with opacity, `rgb()`, `rgba()`, `hsl()` or `hsla()`; nil for anything else.
    init?(_ text: String) {
        let word = text.lowercased()
        if word == "transparent" {
            self.init(rgb: 0, opacity: 0)
        } else if word.hasPrefix("#") {
            self.init(digits: word.dropFirst())
        } else if let named = StyleColorNames.table[word] {
            self.init(rgb: named)
        } else {
            self.init(function: word)
        }
    }

    private init?(digits: Substring) {
        guard digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16) else { return nil }
        switch digits.count {
        case 3, 4:
            let rgb = digits.count == 4 ? number >> 4 : number
            let wide = (rgb & 0xf00) << 8 | (rgb & 0xf0) << 4 | rgb & 0xf
            self.init(rgb: wide * 0x11, opacity: digits.count == 4 ? Double(number & 0xf) / 15 : 1)
        case 6: self.init(rgb: number)
        case 8: self.init(rgb: number >> 8, opacity: Double(number & 0xff) / 255)
        default: return nil
        }
    }

    private init?(function: String) {
        guard let opening = function.firstIndex(of: "("), function.hasSuffix(")") else { return nil }
        let arguments = function[function.index(after: opening)...].dropLast()
            .split(whereSeparator: { $0 == "," || $0 == "/" || $0.isWhitespace })
        guard (3...4).contains(arguments.count) else { return nil }
        let opacity = arguments.count == 4 ? Self.part(arguments[3], of: 1) : 1
        guard let opacity else { return nil }
        switch function[..<opening] {
        case "rgb", "rgba":
            let parts = arguments.prefix(3).compactMap { Self.part($0, of: 255) }
            guard parts.count == 3 else { return nil }
            self.init(rgb: Self.packed(parts[0], parts[1], parts[2]), opacity: min(1, opacity))
        case "hsl", "hsla":
            let angle = arguments[0].hasSuffix("deg") ? arguments[0].dropLast(3) : arguments[0]
            guard let hue = Double(angle), hue.isFinite, arguments[1].hasSuffix("%"), arguments[2].hasSuffix("%"),
                let saturation = Self.part(arguments[1], of: 1), let lightness = Self.part(arguments[2], of: 1)
            else { return nil }
            self.init(rgb: Self.packed(hue, min(1, saturation), lightness: min(1, lightness)), opacity: min(1, opacity))
        default: return nil
        }
    }

    /// Parses a number that is not negative, or a percentage of `whole`.
    private static func part(_ text: Substring, of whole: Double) -> Double? {
        let isPercentage = text.hasSuffix("%")
        guard let number = Double(isPercentage ? text.dropLast() : text), number.isFinite else { return nil }
        return max(0, isPercentage ? number / 100 * whole : number)
    }

    private static func packed(_ red: Double, _ green: Double, _ blue: Double) -> UInt32 {
        [red, green, blue].reduce(0) { $0 << 8 | UInt32(min(255, max(0, $1)).rounded()) }
    }

    private static func packed(_ hue: Double, _ saturation: Double, lightness: Double) -> UInt32 {
        let turn = hue / 30 - 12 * (hue / 360).rounded(.down)
        let range = saturation * min(lightness, 1 - lightness)
        func part(_ offset: Double) -> Double {
            let place = (turn + offset).truncatingRemainder(dividingBy: 12)
            return 255 * (lightness - range * max(-1, min(place - 3, 9 - place, 1)))
        }
        return packed(part(0), part(8), part(4))
    }
}
