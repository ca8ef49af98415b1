public import CoreGraphics

/// The interpolation between key frames.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    /// Linear, with the time of each interval proportional to its distance.
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
}

/// An animation through a sequence of values.
open class CAKeyframeAnimation: CAPropertyAnimation {
    open var values: [Any]?
    /// Fractions of the duration, 0...1, one per value (discrete: one more); nil: evenly spaced.
    open var keyTimes: [NSNumber]?
    /// One for each interval between two values.
    open var timingFunctions: [CAMediaTimingFunction]?
    open var calculationMode = CAAnimationCalculationMode.linear

    package override func copyAnimation() -> CAAnimation {
        let copy = CAKeyframeAnimation()
        copy.copyProperty(from: self)
        copy.values = values
        copy.keyTimes = keyTimes
        copy.timingFunctions = timingFunctions
        copy.calculationMode = calculationMode
        return copy
    }

    override func apply(to layer: CALayer, at layerTime: Double) {
        guard let progress = progress(at: layerTime) else { return }
        show(value(at: eased(progress)), in: layer)
    }

    private func value(at progress: Double) -> AnimatableValue? {
        let frames = (values ?? []).compactMap { AnimatableValue($0) }
        guard let first = frames.first else { return nil }
        if calculationMode == .discrete {
            let times =
                keyTimes.map { $0.map(\.doubleValue) } ?? frames.indices.map { Double($0) / Double(frames.count) }
            let index = times.lastIndex { $0 <= progress } ?? 0
            return frames[min(index, frames.count - 1)]
        }
        guard frames.count > 1 else { return first }
        let times = stretchTimes(frames)
        let next = times.firstIndex { $0 > progress } ?? times.count - 1
        let index = min(max(next - 1, 0), frames.count - 2)
        let span = times[index + 1] - times[index]
        var part = span > 0 ? min(max((progress - times[index]) / span, 0), 1) : 1
        if let functions = timingFunctions, index < functions.count { part = functions[index].value(at: part) }
        return frames[index].mixed(with: frames[index + 1], part)
    }

    private func stretchTimes(_ frames: [AnimatableValue]) -> [Double] {
        if calculationMode == .paced {
            var sums = [0.0]
            for (a, b) in zip(frames, frames.dropFirst()) { sums.append(sums[sums.count - 1] + a.distance(to: b)) }
            let total = sums[sums.count - 1]
            if total > 0 { return sums.map { $0 / total } }
        }
        if let keyTimes, keyTimes.count == frames.count { return keyTimes.map(\.doubleValue) }
        return frames.indices.map { Double($0) / Double(frames.count - 1) }
    }
}

extension AnimatableValue {
    fileprivate func distance(to other: AnimatableValue) -> Double {
        switch (self, other) {
        case (.number(let a), .number(let b)): return abs(b - a)
        case (.point(let a), .point(let b)):
            return Double(((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot())
        default: return 1
        }
    }
}
