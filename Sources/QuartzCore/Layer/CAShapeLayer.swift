public import CoreGraphics

/// The rule that determines the interior of a path.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The shape of line ends.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// The shape of line joins.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A layer that fills and strokes a path in its own plane; the path may extend beyond the bounds.
open class CAShapeLayer: CALayer {
    open var path: CGPath? {
        willSet { if newValue != path { willChange("path") } }
        didSet { appearanceChanged() }
    }
    open var fillColor: CGColor? = .black {
        willSet { if newValue != fillColor { willChange("fillColor") } }
        didSet { if fillColor != oldValue { appearanceChanged() } }
    }
    open var fillRule = CAShapeLayerFillRule.nonZero { didSet { if fillRule != oldValue { appearanceChanged() } } }
    open var strokeColor: CGColor? {
        willSet { if newValue != strokeColor { willChange("strokeColor") } }
        didSet { if strokeColor != oldValue { appearanceChanged() } }
    }
    /// The stroked part of the path, from `strokeStart` to `strokeEnd`, as fractions of its length.
    open var strokeStart: CGFloat = 0 {
        willSet { if newValue != strokeStart { willChange("strokeStart") } }
        didSet { if strokeStart != oldValue { appearanceChanged() } }
    }
    open var strokeEnd: CGFloat = 1 {
        willSet { if newValue != strokeEnd { willChange("strokeEnd") } }
        didSet { if strokeEnd != oldValue { appearanceChanged() } }
    }
    open var lineWidth: CGFloat = 1 {
        willSet { if newValue != lineWidth { willChange("lineWidth") } }
        didSet { if lineWidth != oldValue { appearanceChanged() } }
    }
    open var miterLimit: CGFloat = 10 { didSet { if miterLimit != oldValue { appearanceChanged() } } }
    open var lineCap = CAShapeLayerLineCap.butt { didSet { if lineCap != oldValue { appearanceChanged() } } }
    open var lineJoin = CAShapeLayerLineJoin.miter { didSet { if lineJoin != oldValue { appearanceChanged() } } }
    open var lineDashPattern: [NSNumber]? { didSet { if lineDashPattern != oldValue { appearanceChanged() } } }
    open var lineDashPhase: CGFloat = 0 {
        willSet { if newValue != lineDashPhase { willChange("lineDashPhase") } }
        didSet { if lineDashPhase != oldValue { appearanceChanged() } }
    }

    public override init() {
        super.init()
    }

    public override init(layer: Any) {
        if let other = layer as? CAShapeLayer {
            path = other.path
            fillColor = other.fillColor
            fillRule = other.fillRule
            strokeColor = other.strokeColor
            strokeStart = other.strokeStart
            strokeEnd = other.strokeEnd
            lineWidth = other.lineWidth
            miterLimit = other.miterLimit
            lineCap = other.lineCap
            lineJoin = other.lineJoin
            lineDashPattern = other.lineDashPattern
            lineDashPhase = other.lineDashPhase
        }
        super.init(layer: layer)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    open override func _makePresentationCopy() -> CALayer { CAShapeLayer(layer: self) }

    open override func presentation() -> CAShapeLayer? { presentation(at: currentTreeTime) as? CAShapeLayer }

    open override func value(forKeyPath keyPath: String) -> Any? {
        switch keyPath {
        case "path": return path
        case "fillColor": return fillColor
        case "strokeColor": return strokeColor
        case "strokeStart": return strokeStart
        case "strokeEnd": return strokeEnd
        case "lineWidth": return lineWidth
        case "miterLimit": return miterLimit
        case "lineDashPhase": return lineDashPhase
        default: return super.value(forKeyPath: keyPath)
        }
    }

    open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
        let number = AnimatableValue.number(in: value).map { CGFloat($0) }
        switch keyPath {
        case "path": path = value as? CGPath
        case "fillColor": fillColor = value as? CGColor
        case "strokeColor": strokeColor = value as? CGColor
        case "strokeStart": if let number { strokeStart = number }
        case "strokeEnd": if let number { strokeEnd = number }
        case "lineWidth": if let number { lineWidth = number }
        case "miterLimit": if let number { miterLimit = number }
        case "lineDashPhase": if let number { lineDashPhase = number }
        default: super.setValue(value, forKeyPath: keyPath)
        }
    }
}
