import Foundation

/// A change of one color: a matrix and an offset, applied to values that are not premultiplied.
struct ColorChange: Sendable {
    /// The weights of the old red, green and blue in each new value.
    let rows: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
    let offset: SIMD3<Float>

    private static let luminance = SIMD3<Float>(0.2126, 0.7152, 0.0722)

    static let invert = ColorChange(
        rows: (SIMD3(-1, 0, 0), SIMD3(0, -1, 0), SIMD3(0, 0, -1)), offset: SIMD3(repeating: 1))

    static func exposure(stops: Float) -> ColorChange {
        let factor = exp2(min(max(stops, -16), 16))
        return ColorChange(rows: (SIMD3(factor, 0, 0), SIMD3(0, factor, 0), SIMD3(0, 0, factor)), offset: .zero)
    }

    static func sepia(intensity: Float) -> ColorChange {
        let amount = min(max(intensity, 0), 1)
        func row(_ identity: SIMD3<Float>, _ toned: SIMD3<Float>) -> SIMD3<Float> {
            identity * (1 - amount) + toned * amount
        }
        return ColorChange(
            rows: (
                row(SIMD3(1, 0, 0), SIMD3(0.393, 0.769, 0.189)), row(SIMD3(0, 1, 0), SIMD3(0.349, 0.686, 0.168)),
                row(SIMD3(0, 0, 1), SIMD3(0.272, 0.534, 0.131))
            ), offset: .zero)
    }

    /// Contrast turns about the middle grey; saturation 0 is grey.
    static func controls(saturation: Float, brightness: Float, contrast: Float) -> ColorChange {
        func row(_ identity: SIMD3<Float>) -> SIMD3<Float> {
            (identity * saturation + luminance * (1 - saturation)) * contrast
        }
        return ColorChange(
            rows: (row(SIMD3(1, 0, 0)), row(SIMD3(0, 1, 0)), row(SIMD3(0, 0, 1))),
            offset: SIMD3(repeating: brightness * contrast + 0.5 * (1 - contrast)))
    }

    /// Changes a premultiplied color.
    func applied(to color: SIMD4<Float>) -> SIMD4<Float> {
        guard color.w > 0 else { return color }
        let old = SIMD3(color.x, color.y, color.z) / color.w
        let new = SIMD3((rows.0 * old).sum(), (rows.1 * old).sum(), (rows.2 * old).sum()) + offset
        let limited = new.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)) * color.w
        return SIMD4(limited, color.w)
    }
}
