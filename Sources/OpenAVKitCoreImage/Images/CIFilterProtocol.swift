/// A filter with an output image.
public protocol CIFilterProtocol: AnyObject {
    var outputImage: CIImage? { get }
}

/// The properties of `CIFilter.colorControls()`.
public protocol CIColorControls: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    /// 1 by default; 0: grey.
    var saturation: Float { get set }
    /// 0 by default.
    var brightness: Float { get set }
    /// 1 by default.
    var contrast: Float { get set }
}

/// The properties of `CIFilter.colorInvert()`.
public protocol CIColorInvert: CIFilterProtocol {
    var inputImage: CIImage? { get set }
}

/// The properties of `CIFilter.exposureAdjust()`.
public protocol CIExposureAdjust: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    /// The exposure in stops; 0 by default.
    var ev: Float { get set }
}

/// The properties of `CIFilter.sepiaTone()`.
public protocol CISepiaTone: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    /// 0 to 1; 1 by default.
    var intensity: Float { get set }
}
