import Foundation
import QuartzCore

/// Makes the animations of recorded key frames.
@MainActor struct KeyframeTiming {
    var duration: TimeInterval
    var delay: TimeInterval
    var options: UIView.KeyframeAnimationOptions

    /// Adds one animation for each property that has changed.
    func add(_ changes: [PropertyChanges.Change], _ run: AnimationRun) {
        PropertyChanges.forEachProperty(changes) { own in
            let first = own[0]
            let animation = animation(for: first.key, own.sorted { $0.span.lowerBound < $1.span.lowerBound })
            if delay > 0 {
                animation.beginTime = first.layer.convertTime(CACurrentMediaTime(), from: nil) + delay
                animation.fillMode = .backwards
            }
            animation.delegate = run
            run.add()
            first.layer.add(animation, forKey: first.key)
        }
    }

    private func animation(for key: String, _ changes: [PropertyChanges.Change]) -> CAKeyframeAnimation {
        let isDiscrete = options.contains(.calculationModeDiscrete)
        var frames: [(time: Double, value: Any?)] = [(0, changes.first?.from)]
        for change in changes {
            let last = frames[frames.count - 1]
            if !isDiscrete { frames.append((max(change.span.lowerBound, last.time), last.value)) }
            frames.append((max(change.span.upperBound, last.time), change.to))
        }
        frames.append((1, frames[frames.count - 1].value))
        let animation = CAKeyframeAnimation(keyPath: key)
        animation.values = frames.map { $0.value ?? UIColor.clear.cgColor }
        animation.keyTimes = frames.map { NSNumber(value: $0.time) }
        if isDiscrete { animation.calculationMode = .discrete }
        if options.contains(.calculationModePaced) { animation.calculationMode = .paced }
        animation.duration = duration
        if options.contains(.repeat) { animation.repeatCount = .infinity }
        animation.autoreverses = options.contains(.autoreverse)
        return animation
    }
}
