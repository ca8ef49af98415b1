import CoreGraphics

/// The names of the standard timing functions.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// A cubic Bézier curve from (0, 0) to (1, 1) that maps the fraction of time to the fraction of the way.
open class CAMediaTimingFunction: @unchecked Sendable, Hashable {
    private let x1: Double
    private let y1: Double
    private let x2: Double
    private let y2: Double

    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        x1 = min(max(Double(c1x), 0), 1)
        y1 = Double(c1y)
        x2 = min(max(Double(c2x), 0), 1)
        y2 = Double(c2y)
    }

    public convenience init(name: CAMediaTimingFunctionName) {
        switch name {
        case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
        case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
        case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
        case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
        default: self.init(controlPoints: 0, 0, 1, 1)
        }
    }

    private static func curve(_ a: Double, _ b: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
    }

    /// Returns the fraction of the way at a fraction of the time. Found by bisection, which always converges because x increases with t.
    package func value(at time: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= 1 { return 1 }
        if x1 == y1, x2 == y2 { return time }
        var low = 0.0
        var high = 1.0
        var middle = time
        for _ in 0..<40 {
            let x = Self.curve(x1, x2, middle)
            if abs(x - time) < 1e-7 { break }
            if x < time { low = middle } else { high = middle }
            middle = (low + high) / 2
        }
        return Self.curve(y1, y2, middle)
    }

    public static func == (a: CAMediaTimingFunction, b: CAMediaTimingFunction) -> Bool {
        a.x1 == b.x1 && a.y1 == b.y1 && a.x2 == b.x2 && a.y2 == b.y2
    }

    open func hash(into hasher: inout Hasher) {
        hasher.combine(x1)
        hasher.combine(y1)
    }
}
