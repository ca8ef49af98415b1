import Foundation

/// The expected colors on a standard dynamic range display, from the formulas of the recommendations.
///
/// Luma weights: BT.601-7, BT.709-6, BT.2020-2. Ranges: BT.2100-2, table 9. PQ: SMPTE ST 2084 (BT.2100-2, table 4). HLG: BT.2100-2, table 5,
/// for a display of 1,000 cd/m². Tone mapping: BT.2390-10, 5.4.1, on the brightest component, down to the 203 cd/m² of BT.2408's white.
/// Primaries: BT.2087-0. The screen: BT.1886, an exponent of 2.4.
struct ColorReference {
    enum Weights: CaseIterable {
        case bt601, bt709, bt2020
        var red: Double { [0.299, 0.2126, 0.2627][index] }
        var blue: Double { [0.114, 0.0722, 0.0593][index] }
        private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
    typealias Color = (red: Double, green: Double, blue: Double)

    /// Returns R'G'B' from 0 to 1 for coded samples.
    static func decoded(_ code: PatchClip.Code, _ weights: Weights, bits: Int, isFullRange: Bool) -> Color {
        let unit = Double(1 << (bits - 8))
        let luma: Double
        let scale: Double
        if isFullRange {
            luma = Double(code.luma) / Double((1 << bits) - 1)
            scale = Double((1 << bits) - 1)
        } else {
            luma = (Double(code.luma) - 16 * unit) / (219 * unit)
            scale = 224 * unit
        }
        let blueDifference = (Double(code.blue) - 128 * unit) / scale
        let redDifference = (Double(code.red) - 128 * unit) / scale
        let red = luma + 2 * (1 - weights.red) * redDifference
        let blue = luma + 2 * (1 - weights.blue) * blueDifference
        let green = (luma - weights.red * red - weights.blue * blue) / (1 - weights.red - weights.blue)
        return (clamped(red), clamped(green), clamped(blue))
    }

    /// Returns the rounded samples that decode to a color.
    static func code(_ color: Color, _ weights: Weights, bits: Int, isFullRange: Bool) -> PatchClip.Code {
        let unit = Double(1 << (bits - 8))
        let top = Double((1 << bits) - 1)
        let luma = weights.red * color.red + (1 - weights.red - weights.blue) * color.green + weights.blue * color.blue
        let blue = (color.blue - luma) / (2 * (1 - weights.blue))
        let red = (color.red - luma) / (2 * (1 - weights.red))
        func whole(_ value: Double) -> Int { Int(min(max(value.rounded(), 0), top)) }
        return isFullRange
            ? PatchClip.Code(
                luma: whole(luma * top), blue: whole(blue * top + 128 * unit), red: whole(red * top + 128 * unit))
            : PatchClip.Code(
                luma: whole((luma * 219 + 16) * unit), blue: whole((blue * 224 + 128) * unit),
                red: whole((red * 224 + 128) * unit))
    }

    static func wideStandardRange(_ color: Color) -> Color {
        encoded(narrowed((pow(color.red, 2.4), pow(color.green, 2.4), pow(color.blue, 2.4))))
    }

    static func pq(_ color: Color, peak: Double) -> Color {
        shown((light(color.red), light(color.green), light(color.blue)), peak: peak)
    }

    static func hlg(_ color: Color) -> Color {
        func scene(_ value: Double) -> Double {
            let a = 0.17883277
            let b = 1 - 4 * a
            let c = 0.5 - a * log(4 * a)
            return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
        }
        let (red, green, blue) = (scene(color.red), scene(color.green), scene(color.blue))
        let luminance = 0.2627 * red + 0.6780 * green + 0.0593 * blue
        let gain = luminance > 0 ? 1000 * pow(luminance, 1.2 - 1) : 0
        return shown((red * gain, green * gain, blue * gain), peak: 1000)
    }

    private static func shown(_ light: Color, peak: Double) -> Color {
        let brightest = max(light.red, light.green, light.blue)
        guard brightest > 0 else { return (0, 0, 0) }
        let gain = mapped(brightest, peak: peak) / brightest / 203
        return encoded(narrowed((light.red * gain, light.green * gain, light.blue * gain)))
    }

    private static func mapped(_ value: Double, peak: Double) -> Double {
        let top = signal(peak)
        let maximum = signal(203) / top
        let input = min(signal(value) / top, 1)
        let knee = 1.5 * maximum - 0.5
        guard input >= knee else { return light(input * top) }
        let t = (input - knee) / (1 - knee)
        let output =
            (2 * pow(t, 3) - 3 * pow(t, 2) + 1) * knee + (pow(t, 3) - 2 * pow(t, 2) + t) * (1 - knee)
            + (-2 * pow(t, 3) + 3 * pow(t, 2)) * maximum
        return light(output * top)
    }

    private static let m1 = 2610.0 / 16384
    private static let m2 = 2523.0 / 4096 * 128
    private static let c1 = 3424.0 / 4096
    private static let c2 = 2413.0 / 4096 * 32
    private static let c3 = 2392.0 / 4096 * 32

    private static func light(_ signal: Double) -> Double {
        let root = pow(signal, 1 / m2)
        return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    static func signal(_ light: Double) -> Double {
        let power = pow(light / 10_000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    private static func narrowed(_ light: Color) -> Color {
        (
            1.660491 * light.red - 0.587641 * light.green - 0.072850 * light.blue,
            -0.124550 * light.red + 1.132900 * light.green - 0.008349 * light.blue,
            -0.018151 * light.red - 0.100579 * light.green + 1.118730 * light.blue
        )
    }

    private static func encoded(_ light: Color) -> Color {
        (pow(clamped(light.red), 1 / 2.4), pow(clamped(light.green), 1 / 2.4), pow(clamped(light.blue), 1 / 2.4))
    }

    private static func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
}
