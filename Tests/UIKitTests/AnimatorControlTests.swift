import CoreGraphics
import QuartzCore
import Testing

@testable import UIKit

/// Property animators that are changed, paused and reused.
@MainActor
struct AnimatorControlTests {
    private let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))

    /// A linear animator that fades the view out.
    private func fade(_ duration: Double = 2) -> UIViewPropertyAnimator {
        UIViewPropertyAnimator(duration: duration, curve: .linear) { [view] in view.alpha = 0 }
    }

    private var opacity: Float { view.layer.presentation()?.opacity ?? -1 }

    @Test("an animator that is reversed late takes as long for the way back, and ends once")
    func reversing() {
        withManualTime { time in
            var ends: [UIViewAnimatingPosition] = []
            let animator = fade()
            animator.addCompletion { ends.append($0) }
            animator.startAnimation()
            time.advance(by: 1.5)
            animator.isReversed = true
            time.advance(by: 1.4)
            #expect(ends.isEmpty)
            time.advance(by: 0.2)
            #expect(ends == [.start] && view.alpha == 1)
        }
    }

    @Test("an animation that is added while the animator runs begins after its part of the rest")
    func addingWhileRunning() {
        withManualTime { time in
            let animator = fade()
            animator.startAnimation()
            time.advance(by: 1)
            animator.addAnimations({ [view] in view.frame.origin.x = 100 }, delayFactor: 0.5)
            time.advance(by: 0.75)
            animator.pauseAnimation()
            #expect(abs((view.layer.presentation()?.frame.minX ?? 0) - 50) < 0.01)
            #expect(abs(opacity - 0.125) < 0.001)
        }
    }

    @Test(
        "an animation that is added while the animator is paused shows its first value; a factor beyond 1 counts as 1")
    func addingWhilePaused() {
        withManualTime { _ in
            let animator = fade()
            animator.fractionComplete = 0.5
            animator.addAnimations { [view] in view.frame.origin.x = 100 }
            animator.addAnimations({ [view] in view.frame.origin.y = 100 }, delayFactor: 7)
            #expect(view.layer.presentation()?.frame.origin == .zero)
        }
    }

    @Test("an animation with a delay factor of 1 changes its property at the end only")
    func latest() {
        withManualTime { _ in
            let animator = fade()
            animator.addAnimations({ [view] in view.frame.origin.x = 100 }, delayFactor: 1)
            animator.fractionComplete = 0.99
            #expect(view.layer.presentation()?.frame.minX == 0)
            animator.fractionComplete = 1
            #expect(view.layer.presentation()?.frame.minX == 100)
        }
    }

    @Test("startAnimation continues a paused animator")
    func startAfterPause() {
        withManualTime { time in
            let animator = fade()
            animator.pauseAnimation()
            animator.startAnimation()
            #expect(animator.isRunning)
            time.advance(by: 2.1)
            #expect(animator.state == .inactive && view.alpha == 0)
        }
    }

    @Test("a fraction follows the curve where the animator does not scrub linearly")
    func curvedScrubbing() {
        withManualTime { _ in
            let animator = UIViewPropertyAnimator(duration: 1, curve: .easeIn) { [view] in view.alpha = 0 }
            animator.scrubsLinearly = false
            animator.fractionComplete = 0.5
            #expect(abs(opacity - 0.685) < 0.01)
        }
    }

    @Test("an animator that is stopped without finishing completes nothing, and begins anew at its start")
    func stopping() {
        withManualTime { time in
            var ends: [UIViewAnimatingPosition] = []
            let animator = fade()
            animator.addCompletion { ends.append($0) }
            animator.fractionComplete = 0.25
            animator.stopAnimation(true)
            #expect(animator.state == .inactive && animator.fractionComplete == 0 && view.alpha == 0.75)
            animator.addAnimations { [view] in view.frame.origin.x = 100 }
            animator.startAnimation()
            time.advance(by: 2.1)
            #expect(ends.isEmpty && view.frame.minX == 100)
        }
    }

    @Test("a second run changes only what it animates, and calls only its own completions")
    func reuse() {
        withManualTime { time in
            var ends = 0
            let animator = fade()
            animator.addCompletion { _ in ends += 1 }
            animator.startAnimation()
            time.advance(by: 2.1)
            view.alpha = 0.5
            animator.addAnimations { [view] in view.frame.origin.x = 100 }
            animator.startAnimation()
            time.advance(by: 2.1)
            #expect(ends == 1 && view.alpha == 0.5 && view.frame.minX == 100)
        }
    }

    @Test("continuing with another curve and a factor takes that part of the duration, on that curve")
    func continuing() {
        withManualTime { time in
            let animator = fade()
            animator.fractionComplete = 0.5
            animator.continueAnimation(
                withTimingParameters: UICubicTimingParameters(animationCurve: .easeIn), durationFactor: 1)
            time.advance(by: 1)
            #expect(abs(animator.fractionComplete - 0.6575) < 0.01)
            time.advance(by: 1.1)
            #expect(animator.state == .inactive)
        }
    }

    @Test("an animator without animations completes at once")
    func empty() {
        withManualTime { time in
            var ends: [UIViewAnimatingPosition] = []
            let animator = UIViewPropertyAnimator(duration: 5, curve: .linear)
            animator.addCompletion { ends.append($0) }
            animator.startAnimation()
            time.advance(by: 0.1)
            #expect(ends == [.end])
        }
    }

    @Test("a reversed animator that pauses on completion stays at its start")
    func pausingAtStart() {
        withManualTime { time in
            let animator = fade()
            animator.pausesOnCompletion = true
            animator.fractionComplete = 0.5
            animator.isReversed = true
            animator.startAnimation()
            time.advance(by: 1.1)
            #expect(animator.state == .active && animator.fractionComplete == 0 && opacity == 1)
        }
    }

    @Test("the options of a running animator have its curve")
    func options() {
        withManualTime { _ in
            let animator = UIViewPropertyAnimator.runningPropertyAnimator(
                withDuration: 1, delay: 0, options: .curveEaseOut, animations: { [view] in view.alpha = 0 })
            #expect(animator.timingParameters?.cubicTimingParameters?.animationCurve == .easeOut)
            #expect(animator.timingParameters?.timingCurveType == .builtin)
            let own = UICubicTimingParameters(controlPoint1: .zero, controlPoint2: CGPoint(x: 1, y: 1))
            #expect(own.timingCurveType == .cubic)
            #expect(UISpringTimingParameters().timingCurveType == .spring)
        }
    }

    @Test("the fraction of a spring that overshoots is at most 1, and a delay shows the first value")
    func fractions() throws {
        try withManualTime { time in
            let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.2) { [view] in view.alpha = 0 }
            animator.startAnimation(afterDelay: 1)
            let start = try #require(view.layer.animation(forKey: "opacity")).beginTime
            #expect(view.layer.presentation(at: start - 0.5).opacity == 1)
            let other = UIView()
            UIView.animate(withDuration: 1) { other.alpha = 0 }
            let now = try #require(other.layer.animation(forKey: "opacity")).beginTime
            #expect(start > now + 0.9)
            time.advance(by: 1)
            var fractions: [CGFloat] = []
            for _ in 0..<50 {
                fractions.append(animator.fractionComplete)
                time.advance(by: 0.02)
            }
            #expect(fractions.max() == 1)
        }
    }

    @Test("a running animator displays the values on the way, and of two changes of a property the last one counts")
    func running() throws {
        try withManualTime { time in
            let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { [view] in view.alpha = 0.75 }
            animator.addAnimations { [view] in view.alpha = 0 }
            animator.startAnimation()
            let animation = try #require(view.layer.animation(forKey: "opacity"))
            #expect(abs(view.layer.presentation(at: animation.beginTime + 1).opacity - 0.5) < 0.01)
            time.advance(by: 2.1)
            #expect(view.alpha == 0)
        }
    }

    @Test("a spring of mass, stiffness and damping has its own duration")
    func physicalSpring() {
        withManualTime { time in
            let spring = UISpringTimingParameters(mass: 1, stiffness: 100, damping: 10, initialVelocity: .zero)
            let animator = UIViewPropertyAnimator(duration: 0.1, timingParameters: spring)
            animator.addAnimations { [view] in view.alpha = 0 }
            animator.startAnimation()
            time.advance(by: 0.3)
            #expect(animator.isRunning)
            time.advance(by: 10)
            #expect(!animator.isRunning)
        }
    }

    @Test("damping ratios outside of 0 to 1 give finite curves", arguments: [0, -1, 5, CGFloat.nan, .infinity])
    func ratios(_ ratio: CGFloat) {
        let curve = AnimatorMotion.curve(UISpringTimingParameters(dampingRatio: ratio), 0.5)
        #expect(stride(from: 0.0, through: 1, by: 0.1).allSatisfy { abs(curve($0)) < 3 })
        #expect(abs(curve(1) - 1) < 0.1)
    }

    @Test("an animator that takes over a moving property starts at the displayed value")
    func takingOver() {
        withManualTime { _ in
            UIView.animate(withDuration: 1e6, delay: 0, options: .curveLinear) { [view] in view.alpha = 0 }
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { [view] in view.alpha = 0.5 }
            animator.fractionComplete = 0
            #expect(opacity > 0.9)
        }
    }
}
