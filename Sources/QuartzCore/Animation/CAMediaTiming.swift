/// The presentation of an animation before its start and after its end.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    public static let both = CAMediaTimingFillMode(rawValue: "both")
}

/// The timing of an animation or layer: its start on the parent's timeline, its speed and its repetitions.
public protocol CAMediaTiming {
    var beginTime: Double { get set }
    var duration: Double { get set }
    var speed: Float { get set }
    var timeOffset: Double { get set }
    var repeatCount: Float { get set }
    var repeatDuration: Double { get set }
    var autoreverses: Bool { get set }
    var fillMode: CAMediaTimingFillMode { get set }
}

extension CAMediaTiming {
    /// The duration in local time in seconds, including repetitions; may be infinite.
    var activeDuration: Double {
        if repeatDuration > 0 { return repeatDuration }
        let once = duration * (autoreverses ? 2 : 1)
        return repeatCount > 0 ? once * Double(repeatCount) : once
    }

    /// Returns the progress of one repetition at a time of the parent, 0...1; nil outside the animation.
    func progress(at parentTime: Double) -> Double? {
        let local = (parentTime - beginTime) * Double(speed) + timeOffset
        if local < 0 { return fillMode == .backwards || fillMode == .both ? 0 : nil }
        let active = activeDuration
        var time = local
        if time >= active {
            guard fillMode == .forwards || fillMode == .both else { return nil }
            time = active
        }
        guard duration > 0 else { return 1 }
        let pass = (time / duration).rounded(.down)
        var part = time / duration - pass
        // The exact end of the last repetition counts as its end, not as the start of another one.
        let isEnd = time == active && part == 0 && pass > 0
        if isEnd { part = 1 }
        let index = isEnd ? pass - 1 : pass
        if autoreverses, index.truncatingRemainder(dividingBy: 2) == 1 { part = 1 - part }
        return part
    }

    /// The time of the parent at which the animation has ended; infinite where it never does.
    var endTime: Double {
        guard speed > 0 else { return .infinity }
        return beginTime + (activeDuration - timeOffset) / Double(speed)
    }
}
