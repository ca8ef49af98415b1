import Foundation

/// The shape of pixels and the part of a frame to display, in dictionaries that format descriptions and image buffers share.
package enum PixelGeometry {
    /// Returns the width of a pixel over its height; nil where the dictionary does not say.
    package static func aspectRatio(_ list: CFDictionary) -> Double? {
        guard let horizontal = number(list, kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing),
            let vertical = number(list, kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing),
            horizontal > 0, vertical > 0
        else { return nil }
        return horizontal / vertical
    }

    /// Returns the part of a frame to display, from its top left corner; nil where the dictionary does not say.
    package static func aperture(_ list: CFDictionary, width: Int, height: Int) -> CGRect? {
        guard let apertureWidth = number(list, kCMFormatDescriptionKey_CleanApertureWidth),
            let apertureHeight = number(list, kCMFormatDescriptionKey_CleanApertureHeight), apertureWidth > 0,
            apertureHeight > 0
        else { return nil }
        let right = number(list, kCMFormatDescriptionKey_CleanApertureHorizontalOffset) ?? 0
        let below = number(list, kCMFormatDescriptionKey_CleanApertureVerticalOffset) ?? 0
        let rectangle = CGRect(
            x: (Double(width) - apertureWidth) / 2 + right, y: (Double(height) - apertureHeight) / 2 + below,
            width: apertureWidth, height: apertureHeight)
        return rectangle.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    }

    private static func number(_ list: CFDictionary, _ key: CFString) -> Double? {
        let value = (list.object(forKey: key) as? NSNumber)?.doubleValue
        return value.flatMap { $0.isFinite && abs($0) < 1e6 ? $0 : nil }
    }
}
