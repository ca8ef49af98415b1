import Foundation

/// How many pixels a point has on a display under X11, where no protocol says it.
///
/// The first of these that is given decides: `OPENAVKIT_SCALE` (a number), `GDK_SCALE` (the whole number that desktops
/// set), the X resource `Xft.dpi` divided by 96 in steps of a quarter. Otherwise 1. The size in millimetres that a
/// display reports is not believed: televisions and projectors make it up. The result is between 1 and 4.
enum ScaleRule {
    static func scale(environment: [String: String], fontResolution: Double?) -> CGFloat {
        if let given = environment["OPENAVKIT_SCALE"].flatMap(Double.init), given > 0 { return clamp(CGFloat(given)) }
        if let given = environment["GDK_SCALE"].flatMap(Double.init), given >= 1 { return clamp(CGFloat(given)) }
        guard let fontResolution, fontResolution > 0, fontResolution.isFinite else { return 1 }
        return clamp(CGFloat((fontResolution / 96 * 4).rounded() / 4))
    }

    /// The value of `Xft.dpi` in the text of the X resource database.
    static func fontResolution(resources: String) -> Double? {
        for line in resources.split(whereSeparator: \.isNewline) where line.hasPrefix("Xft.dpi:") {
            return Double(line.dropFirst("Xft.dpi:".count).trimmingCharacters(in: .whitespaces))
        }
        return nil
    }

    static func clamp(_ scale: CGFloat) -> CGFloat {
        scale.isFinite ? min(max(scale, 1), 4) : 1
    }

    /// A length in whole pixels, within what a surface can have.
    static func pixels(_ points: CGFloat, scale: CGFloat) -> Int {
        let wanted = (points * scale).rounded()
        guard wanted.isFinite else { return wanted > 0 ? MemoryWindow.largestSide : 1 }
        return Int(min(max(wanted, 1), CGFloat(MemoryWindow.largestSide)))
    }
}
