public import Foundation

public let kCIInputImageKey = "inputImage"
public let kCIOutputImageKey = "outputImage"
public let kCIInputIntensityKey = "inputIntensity"
public let kCIInputSaturationKey = "inputSaturation"
public let kCIInputBrightnessKey = "inputBrightness"
public let kCIInputContrastKey = "inputContrast"
public let kCIInputEVKey = "inputEV"

/// A change of the colors of an image, by its name.
///
/// Apple: has about 200 filters. Here: `CIColorControls`, `CIColorInvert`, `CIExposureAdjust` and `CISepiaTone`; `init(name:)` is nil for
/// other names. They compute with sRGB values, Apple's with linear ones. A subclass overrides `outputImage`.
open class CIFilter: NSObject {
    public let name: String
    private let parameters: [String: Double]
    private var values: [String: Double] = [:]
    private var image: CIImage?

    /// The parameters of each filter, with their default values.
    private static let known: [String: [String: Double]] = [
        "CIColorControls": [kCIInputSaturationKey: 1, kCIInputBrightnessKey: 0, kCIInputContrastKey: 1],
        "CIColorInvert": [:],
        "CIExposureAdjust": [kCIInputEVKey: 0],
        "CISepiaTone": [kCIInputIntensityKey: 1],
    ]

    /// Creates a filter of a subclass, which has an input image and no parameters.
    public override init() {
        name = String(describing: Self.self)
        parameters = [:]
        super.init()
    }

    /// nil for a filter that does not exist here.
    public init?(name: String) {
        guard let parameters = Self.known[name] else { return nil }
        self.name = name
        self.parameters = parameters
        super.init()
    }

    /// Creates a filter that exists here.
    init(builtin name: String) {
        self.name = name
        parameters = Self.known[name] ?? [:]
        super.init()
    }

    /// Creates a filter with its parameters; nil for a filter that does not exist here.
    public convenience init?(name: String, parameters params: [String: Any]?) {
        self.init(name: name)
        for (key, value) in params ?? [:] { setValue(value, forKey: key) }
    }

    /// The names of all filters, whichever the category.
    public static func filterNames(inCategory category: String?) -> [String] { known.keys.sorted() }

    /// The names of the image and of the parameters.
    open var inputKeys: [String] { [kCIInputImageKey] + parameters.keys.sorted() }

    /// Sets the input image or a number. Other keys and values have no effect.
    open func setValue(_ value: Any?, forKey key: String) {
        if key == kCIInputImageKey {
            image = value as? CIImage
        } else if parameters[key] != nil {
            values[key] = Self.number(value)
        }
    }

    /// The input image, the output image or a number.
    open func value(forKey key: String) -> Any? {
        switch key {
        case kCIInputImageKey: image
        case kCIOutputImageKey: outputImage
        default: values[key] ?? parameters[key]
        }
    }

    /// Restores the default values of the parameters.
    open func setDefaults() { values = [:] }

    /// The changed image; nil without an input image. In a subclass that does not override it: the input image.
    open var outputImage: CIImage? {
        guard let image, Self.known[name] != nil else { return image }
        func value(_ key: String) -> Float { Float(values[key] ?? parameters[key] ?? 0) }
        let change: ColorChange =
            switch name {
            case "CIColorInvert": .invert
            case "CIExposureAdjust": .exposure(stops: value(kCIInputEVKey))
            case "CISepiaTone": .sepia(intensity: value(kCIInputIntensityKey))
            default:
                .controls(
                    saturation: value(kCIInputSaturationKey), brightness: value(kCIInputBrightnessKey),
                    contrast: value(kCIInputContrastKey))
            }
        return CIImage(.recolored(image, change), extent: image.extent)
    }

    private static func number(_ value: Any?) -> Double? {
        let number: Double? =
            switch value {
            case let number as NSNumber: number.doubleValue
            case let number as any BinaryFloatingPoint: Double(number)
            case let number as any BinaryInteger: Double(number)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}
