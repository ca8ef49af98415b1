public import Foundation

/// How the speed of an animation changes over its time.
public enum UITimingCurveType: Int, Sendable {
    case builtin = 0
    case cubic
    case spring
    case composed
}

/// The speed of an animation over its time: a curve, a spring, or both.
@preconcurrency @MainActor public protocol UITimingCurveProvider: NSObjectProtocol {
    var timingCurveType: UITimingCurveType { get }
    var cubicTimingParameters: UICubicTimingParameters? { get }
    var springTimingParameters: UISpringTimingParameters? { get }
}
