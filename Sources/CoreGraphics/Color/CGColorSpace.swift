/// The colour space of a colour or an image.
///
/// Apple: colour management. Here: all colours are interpreted as sRGB; the space only determines the number of components.
public final class CGColorSpace: Hashable, Sendable {
    public static let sRGB = "kCGColorSpaceSRGB"
    public static let displayP3 = "kCGColorSpaceDisplayP3"
    public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
    public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"

    public let name: String?
    public let model: CGColorSpaceModel
    public let numberOfComponents: Int

    /// - Returns: nil for a name that is not one of the constants of this class.
    public init?(name: String) {
        switch name {
        case Self.sRGB, Self.displayP3, Self.extendedSRGB: (model, numberOfComponents) = (.rgb, 3)
        case Self.genericGrayGamma2_2: (model, numberOfComponents) = (.monochrome, 1)
        default: return nil
        }
        self.name = name
    }

    init(deviceModel: CGColorSpaceModel, components: Int) {
        name = nil
        model = deviceModel
        numberOfComponents = components
    }

    static let deviceRGB = CGColorSpace(deviceModel: .rgb, components: 3)
    static let deviceGray = CGColorSpace(deviceModel: .monochrome, components: 1)

    public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.name == b.name && a.model == b.model }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(model)
    }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// The model of a colour space, with Apple's raw values.
public enum CGColorSpaceModel: Int32, Sendable {
    case unknown = -1
    case monochrome = 0
    case rgb = 1
}
