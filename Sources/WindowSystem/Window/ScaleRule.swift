import Foundation

/// Determines the number of pixels per point on X11, which has no protocol for it.
///
/// The first of these values that is set is used: `OPENAVKIT_SCALE` (a number), `GDK_SCALE` (the integer that desktops set), the desktop's
/// setting `Gdk/WindowScalingFactor` above 1, and the resolution of text, divided by 96 and rounded to quarters: the desktop's setting
/// `Xft/DPI`, then the X resource `Xft.dpi`. The default is 1. The physical size that a display reports is ignored, because televisions and
/// projectors report wrong sizes. The result is between 1 and 4.
enum ScaleRule {
    /// Returns the scale that the environment determines, before a display is opened; nil if the display's settings determine it.
    static func scale(environment: [String: String]) -> CGFloat? {
        if let given = environment["OPENAVKIT_SCALE"].flatMap(Double.init), given > 0 { return clamp(CGFloat(given)) }
        if let given = environment["GDK_SCALE"].flatMap(Double.init), given >= 1 { return clamp(CGFloat(given)) }
        return nil
    }

    static func scale(
        environment: [String: String], settings: XSettings = XSettings(), fontResolution: Double?
    ) -> CGFloat {
        if let scale = scale(environment: environment) { return scale }
        if let factor = settings.scaleFactor, factor > 1 { return clamp(CGFloat(factor)) }
        guard let resolution = settings.fontResolution ?? fontResolution, resolution > 0, resolution.isFinite else {
            return 1
        }
        return clamp(CGFloat((resolution / 96 * 4).rounded() / 4))
    }

    /// Returns the value of `Xft.dpi` in the text of the X resource database.
    static func fontResolution(resources: String) -> Double? {
        for line in resources.split(whereSeparator: \.isNewline) where line.hasPrefix("Xft.dpi:") {
            return Double(line.dropFirst("Xft.dpi:".count).trimmingCharacters(in: .whitespaces))
        }
        return nil
    }

    static func clamp(_ scale: CGFloat) -> CGFloat {
        scale.isFinite ? min(max(scale, 1), 4) : 1
    }

    /// Returns a length in whole pixels, clamped to the limits of a surface.
    static func pixels(_ points: CGFloat, scale: CGFloat) -> Int {
        let wanted = (points * scale).rounded()
        guard wanted.isFinite else { return wanted > 0 ? MemoryWindow.largestSide : 1 }
        return Int(min(max(wanted, 1), CGFloat(MemoryWindow.largestSide)))
    }
}
