import CoreVideo

/// The places of the components in the bytes of a pixel of 32 bits.
struct ComponentOrder {
    var red: Int
    var green: Int
    var blue: Int
    var alpha: Int

    static let bgra = ComponentOrder(red: 2, green: 1, blue: 0, alpha: 3)
    static let rgba = ComponentOrder(red: 0, green: 1, blue: 2, alpha: 3)
    static let argb = ComponentOrder(red: 1, green: 2, blue: 3, alpha: 0)
}

extension ComponentOrder {
    /// nil for other formats than BGRA, RGBA and ARGB.
    init?(_ pixelFormat: OSType) {
        switch pixelFormat {
        case kCVPixelFormatType_32BGRA: self = .bgra
        case kCVPixelFormatType_32RGBA: self = .rgba
        case kCVPixelFormatType_32ARGB: self = .argb
        default: return nil
        }
    }

    init?(_ format: CIFormat) {
        switch format {
        case .BGRA8: self = .bgra
        case .RGBA8: self = .rgba
        case .ARGB8: self = .argb
        default: return nil
        }
    }
}
