/// The position of alpha in a pixel, with Apple's raw values.
public enum CGImageAlphaInfo: UInt32, Sendable {
    case none = 0
    case premultipliedLast = 1
    case premultipliedFirst = 2
    case last = 3
    case first = 4
    case noneSkipLast = 5
    case noneSkipFirst = 6
    case alphaOnly = 7
}

/// The byte order of a pixel, with Apple's raw values.
public enum CGImageByteOrderInfo: UInt32, Sendable {
    case orderDefault = 0
    case order16Little = 0x1000
    case order32Little = 0x2000
    case order16Big = 0x3000
    case order32Big = 0x4000
}

/// Alpha position and byte order of an image's pixels in one number.
public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public init(alpha: CGImageAlphaInfo, byteOrder: CGImageByteOrderInfo = .orderDefault) {
        rawValue = alpha.rawValue | byteOrder.rawValue
    }

    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    public static let byteOrder32Little = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order32Little.rawValue)
    public static let byteOrder32Big = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order32Big.rawValue)

    /// The position of alpha; nil for a number that is none.
    var alpha: CGImageAlphaInfo? { CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) }

    /// The layout used for drawing: B, G, R, A in memory, premultiplied.
    static let premultipliedBGRA = CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little)
    static let opaqueBGRA = CGBitmapInfo(alpha: .noneSkipFirst, byteOrder: .order32Little)
}

/// The rendering intent of a colour conversion. Here: stored, not used.
public enum CGColorRenderingIntent: Int32, Sendable {
    case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

/// The data of an image.
public final class CGDataProvider: Sendable {
    /// The data as provided.
    public let data: Data?

    public init?(data: Data) {
        self.data = data
    }
}
