import Foundation

// What `import CoreImage.CIFilterBuiltins` adds on Apple's platforms.

extension CIFilter {
    public class func colorControls() -> any CIFilter & CIColorControls { BuiltinFilter(builtin: "CIColorControls") }
    public class func colorInvert() -> any CIFilter & CIColorInvert { BuiltinFilter(builtin: "CIColorInvert") }
    public class func exposureAdjust() -> any CIFilter & CIExposureAdjust { BuiltinFilter(builtin: "CIExposureAdjust") }
    public class func sepiaTone() -> any CIFilter & CISepiaTone { BuiltinFilter(builtin: "CISepiaTone") }
}

/// A filter whose parameters are properties.
private final class BuiltinFilter: CIFilter, CIColorControls, CIColorInvert, CIExposureAdjust, CISepiaTone {
    var inputImage: CIImage? {
        get { value(forKey: kCIInputImageKey) as? CIImage }
        set { setValue(newValue, forKey: kCIInputImageKey) }
    }
    var saturation: Float {
        get { number(kCIInputSaturationKey) }
        set { setValue(newValue, forKey: kCIInputSaturationKey) }
    }
    var brightness: Float {
        get { number(kCIInputBrightnessKey) }
        set { setValue(newValue, forKey: kCIInputBrightnessKey) }
    }
    var contrast: Float {
        get { number(kCIInputContrastKey) }
        set { setValue(newValue, forKey: kCIInputContrastKey) }
    }
    var ev: Float {
        get { number(kCIInputEVKey) }
        set { setValue(newValue, forKey: kCIInputEVKey) }
    }
    var intensity: Float {
        get { number(kCIInputIntensityKey) }
        set { setValue(newValue, forKey: kCIInputIntensityKey) }
    }

    private func number(_ key: String) -> Float { Float(value(forKey: key) as? Double ?? 0) }
}
