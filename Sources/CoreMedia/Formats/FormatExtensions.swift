import Foundation

/// The extensions of a format description: a dictionary of property list values that clients give and read.
///
/// `@unchecked`: the dictionary is a copy that nothing changes.
struct FormatExtensions: @unchecked Sendable {
    let dictionary: CFDictionary

    /// nil for an empty dictionary.
    init?(_ dictionary: CFDictionary?) {
        guard let dictionary, dictionary.count > 0, let copy = dictionary.copy() as? CFDictionary else { return nil }
        self.dictionary = copy
    }

    /// Describes pixels that are not square, and a part of the coded frame; nil where there is neither.
    init?(sampleAspectRatio: Double, aperture: CGRect, dimensions: CMVideoDimensions) {
        var values: [CFString: Any] = [:]
        if sampleAspectRatio != 1, let ratio = Self.ratio(sampleAspectRatio) {
            values[kCMFormatDescriptionExtension_PixelAspectRatio] = [
                kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: ratio.horizontal,
                kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: ratio.vertical,
            ]
        }
        if aperture.width > 0, aperture.height > 0 {
            values[kCMFormatDescriptionExtension_CleanAperture] = [
                kCMFormatDescriptionKey_CleanApertureWidth: Double(aperture.width),
                kCMFormatDescriptionKey_CleanApertureHeight: Double(aperture.height),
                kCMFormatDescriptionKey_CleanApertureHorizontalOffset:
                    Double(aperture.midX) - Double(dimensions.width) / 2,
                kCMFormatDescriptionKey_CleanApertureVerticalOffset:
                    Double(aperture.midY) - Double(dimensions.height) / 2,
            ]
        }
        self.init(values as CFDictionary)
    }

    /// The width of a pixel over its height; 1 where the extensions do not say.
    var sampleAspectRatio: Double {
        list(kCMFormatDescriptionExtension_PixelAspectRatio).flatMap(PixelGeometry.aspectRatio) ?? 1
    }

    /// The part of the coded frame to display, from its top left corner; empty where the extensions do not say.
    func aperture(in dimensions: CMVideoDimensions) -> CGRect {
        list(kCMFormatDescriptionExtension_CleanAperture)
            .flatMap { PixelGeometry.aperture($0, width: Int(dimensions.width), height: Int(dimensions.height)) }
            ?? .zero
    }

    private func list(_ key: CFString) -> CFDictionary? { dictionary.object(forKey: key) as? CFDictionary }

    /// The ratio as two whole numbers, with the smallest denominator up to 10,000 that is accurate to a millionth.
    private static func ratio(_ value: Double) -> (horizontal: Int, vertical: Int)? {
        guard value.isFinite, value > 1e-4, value < 1e4 else { return nil }
        let vertical = (1...10_000).first { abs((value * Double($0)).rounded() / Double($0) - value) < 1e-6 * value }
        return vertical.map { (Int((value * Double($0)).rounded()), $0) }
    }
}
