public import CoreGraphics

/// The kind of a gradient.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let axial = CAGradientLayerType(rawValue: "axial")
    public static let radial = CAGradientLayerType(rawValue: "radial")
}

/// A layer that draws a gradient over its background, clipped to its rounded corners.
open class CAGradientLayer: CALayer {
    /// `CGColor`s from start to end.
    open var colors: [Any]? {
        willSet { willChange("colors") }
        didSet { appearanceChanged() }
    }
    /// Positions of the colours, increasing from 0 to 1; nil: evenly spaced.
    open var locations: [NSNumber]? {
        willSet { if newValue != locations { willChange("locations") } }
        didSet { if locations != oldValue { appearanceChanged() } }
    }
    /// In the unit coordinate space of the bounds.
    open var startPoint = CGPoint(x: 0.5, y: 0) {
        willSet { if newValue != startPoint { willChange("startPoint") } }
        didSet { if startPoint != oldValue { appearanceChanged() } }
    }
    open var endPoint = CGPoint(x: 0.5, y: 1) {
        willSet { if newValue != endPoint { willChange("endPoint") } }
        didSet { if endPoint != oldValue { appearanceChanged() } }
    }
    open var type = CAGradientLayerType.axial {
        didSet { if type != oldValue { appearanceChanged() } }
    }

    public override init() {
        super.init()
    }

    public override init(layer: Any) {
        if let other = layer as? CAGradientLayer {
            colors = other.colors
            locations = other.locations
            startPoint = other.startPoint
            endPoint = other.endPoint
            type = other.type
        }
        super.init(layer: layer)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    open override func _makePresentationCopy() -> CALayer { CAGradientLayer(layer: self) }

    open override func presentation() -> CAGradientLayer? { presentation(at: currentTreeTime) as? CAGradientLayer }

    /// The colours with their positions, as drawn.
    package var stops: [(location: Double, color: CGColor)] {
        let colors = (colors ?? []).compactMap { $0 as? CGColor }
        let places = locations.map { $0.map(\.doubleValue) } ?? []
        return colors.enumerated().map { index, color in
            let even = colors.count > 1 ? Double(index) / Double(colors.count - 1) : 0
            return (index < places.count ? places[index] : even, color)
        }
    }

    open override func value(forKeyPath keyPath: String) -> Any? {
        switch keyPath {
        case "colors": return (colors ?? []).compactMap { $0 as? CGColor }
        case "locations": return locations
        case "startPoint": return startPoint
        case "startPoint.x": return startPoint.x
        case "startPoint.y": return startPoint.y
        case "endPoint": return endPoint
        case "endPoint.x": return endPoint.x
        case "endPoint.y": return endPoint.y
        default: return super.value(forKeyPath: keyPath)
        }
    }

    open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
        let number = AnimatableValue.number(in: value).map { CGFloat($0) }
        switch keyPath {
        case "colors": colors = value as? [Any]
        case "locations":
            locations = (value as? [Any])?.compactMap { AnimatableValue.number(in: $0).map { NSNumber(value: $0) } }
        case "startPoint": if let point = value as? CGPoint { startPoint = point }
        case "startPoint.x": if let number { startPoint.x = number }
        case "startPoint.y": if let number { startPoint.y = number }
        case "endPoint": if let point = value as? CGPoint { endPoint = point }
        case "endPoint.x": if let number { endPoint.x = number }
        case "endPoint.y": if let number { endPoint.y = number }
        default: super.setValue(value, forKeyPath: keyPath)
        }
    }
}
