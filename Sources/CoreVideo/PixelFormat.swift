public import CoreMedia

/// 32 bits per pixel: bytes B, G, R, A.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// 32 bits per pixel: bytes A, R, G, B.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// 32 bits per pixel: bytes R, G, B, A.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// 24 bits per pixel: bytes R, G, B.
public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018
/// 8 bits per pixel, grey.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4c30_3038
/// Two planes: luma, and chroma pairs at half the size in both directions; luma from 16 to 235.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// The same with luma from 0 to 255.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// Three planes: luma, and blue and red chroma at half the size in both directions.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230

// The constants below are `nonisolated(unsafe)`, because NSString is not sendable: nothing changes these objects.

nonisolated(unsafe) public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
nonisolated(unsafe) public let kCVPixelBufferWidthKey: CFString = "Width"
nonisolated(unsafe) public let kCVPixelBufferHeightKey: CFString = "Height"
nonisolated(unsafe) public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
nonisolated(unsafe) public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
nonisolated(unsafe) public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
nonisolated(unsafe) public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
nonisolated(unsafe) public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
nonisolated(unsafe) public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
nonisolated(unsafe) public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
nonisolated(unsafe) public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

/// The memory layout of a pixel format.
struct PixelFormatLayout {
    struct Plane {
        var bytesPerPixel: Int
        /// Image pixels per pixel of the plane, horizontally and vertically.
        var horizontalFactor = 1
        var verticalFactor = 1
    }

    let planes: [Plane]

    init?(_ format: OSType) {
        switch format {
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32RGBA:
            planes = [Plane(bytesPerPixel: 4)]
        case kCVPixelFormatType_24RGB: planes = [Plane(bytesPerPixel: 3)]
        case kCVPixelFormatType_OneComponent8: planes = [Plane(bytesPerPixel: 1)]
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            planes = [Plane(bytesPerPixel: 1), Plane(bytesPerPixel: 2, horizontalFactor: 2, verticalFactor: 2)]
        case kCVPixelFormatType_420YpCbCr8Planar:
            let chroma = Plane(bytesPerPixel: 1, horizontalFactor: 2, verticalFactor: 2)
            planes = [Plane(bytesPerPixel: 1), chroma, chroma]
        default: return nil
        }
    }
}
