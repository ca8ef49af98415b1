import CoreGraphics
import QuartzCore
import Testing

@testable import UIKit

/// Key frames, transitions between views, and property animators.
@MainActor
struct AnimatorTests {
    private func view() -> UIView { UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)) }

    @Test("key frames become one animation for each property, with their times and values")
    func keyframes() throws {
        try withManualTime { time in
            let view = view()
            var results: [Bool] = []
            UIView.animateKeyframes(withDuration: 4, delay: 0) {
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { view.alpha = 0 }
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.alpha = 0.5 }
            } completion: {
                results.append($0)
            }
            #expect(view.alpha == 0.5)
            let animation = try #require(view.layer.animation(forKey: "opacity") as? CAKeyframeAnimation)
            #expect(animation.duration == 4)
            let start = animation.beginTime
            let shown = [0.5, 1.5, 3].map { view.layer.presentation(at: start + $0).opacity }
            #expect(abs(shown[0] - 0.5) < 0.01 && abs(shown[1]) < 0.01 && abs(shown[2] - 0.25) < 0.01)
            time.advance(by: 3.9)
            #expect(results.isEmpty)
            time.advance(by: 0.2)
            #expect(results == [true])
        }
    }

    @Test("a transition between views replaces the first by the second, which fades in with a cross dissolve")
    func transition() {
        withManualTime { time in
            let (parent, first, second) = (view(), view(), view())
            parent.addSubview(first)
            var results: [Bool] = []
            UIView.transition(from: first, to: second, duration: 1, options: .transitionCrossDissolve) {
                results.append($0)
            }
            #expect(second.superview === parent && first.superview === parent && second.alpha == 1)
            time.advance(by: 1.1)
            #expect(first.superview == nil && results == [true])
            parent.addSubview(first)
            UIView.transition(from: second, to: first, duration: 1, options: .showHideTransitionViews)
            #expect(second.superview === parent && second.isHidden && !first.isHidden)
        }
    }

    @Test("an animator can be paused, continues over the rest of its duration, and completes at its end")
    func pausing() {
        withManualTime { time in
            let view = view()
            var ends: [UIViewAnimatingPosition] = []
            let animator = UIViewPropertyAnimator(duration: 2, curve: .linear) { view.alpha = 0 }
            animator.addCompletion { ends.append($0) }
            animator.startAnimation()
            #expect(animator.state == .active && animator.isRunning && view.alpha == 0)
            time.advance(by: 0.5)
            animator.pauseAnimation()
            #expect(abs(animator.fractionComplete - 0.25) < 0.001 && !animator.isRunning)
            #expect(abs((view.layer.presentation()?.opacity ?? 0) - 0.75) < 0.001)
            time.advance(by: 10)
            #expect(ends.isEmpty)
            animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
            time.advance(by: 1.4)
            #expect(ends.isEmpty)
            time.advance(by: 0.2)
            #expect(ends == [.end] && animator.state == .inactive && view.layer.animationKeys() == nil)
        }
    }

    @Test("a reversed animator runs back to its start, where the properties have their first values")
    func reversing() {
        withManualTime { time in
            let view = view()
            view.backgroundColor = .red
            var ends: [UIViewAnimatingPosition] = []
            let animator = UIViewPropertyAnimator(duration: 2, curve: .easeInOut) {
                view.frame.origin.x = 100
                view.backgroundColor = .blue
            }
            animator.addCompletion { ends.append($0) }
            animator.startAnimation()
            time.advance(by: 1)
            animator.isReversed = true
            time.advance(by: 0.9)
            #expect(ends.isEmpty && view.frame.minX == 100)
            time.advance(by: 0.2)
            #expect(ends == [.start] && view.frame.minX == 0)
            #expect(view.backgroundColor?.cgColor == UIColor.red.cgColor)
        }
    }

    @Test("setting the fraction displays the values there, and a delay factor lets changes begin later")
    func scrubbing() {
        withManualTime { _ in
            let view = view()
            let animator = UIViewPropertyAnimator(duration: 2, dampingRatio: 0.5)
            animator.addAnimations { view.alpha = 0 }
            animator.addAnimations({ view.frame.origin.x = 100 }, delayFactor: 0.5)
            animator.fractionComplete = 0.75
            let shown = view.layer.presentation()
            #expect(abs((shown?.opacity ?? 0) - 0.25) < 0.001)
            #expect(abs((shown?.frame.minX ?? 0) - 50) < 0.001)
            #expect(animator.state == .active && !animator.isRunning)
            animator.stopAnimation(false)
            #expect(animator.state == .stopped && abs(view.alpha - 0.25) < 0.001)
            animator.finishAnimation(at: .start)
            #expect(view.alpha == 1 && view.frame.minX == 0 && animator.state == .inactive)
        }
    }

    @Test("a spring that fits the duration overshoots with a low damping ratio and is at its end then")
    func springs() {
        let spring = UISpringTimingParameters(dampingRatio: 0.4)
        let curve = AnimatorMotion.curve(spring, 0.8)
        let values = stride(from: 0.0, through: 1, by: 0.01).map { curve($0) }
        #expect((values.max() ?? 0) > 1.1 && abs(curve(1) - 1) < 0.01 && curve(0) == 0)
        let calm = AnimatorMotion.curve(UISpringTimingParameters(), 0.8)
        #expect(stride(from: 0.0, through: 1, by: 0.01).allSatisfy { calm($0) <= 1.0001 })
    }

    @Test("UIView.animate with a spring overshoots with a low damping ratio, and completes after the duration")
    func springAnimation() throws {
        try withManualTime { time in
            let view = view()
            var results: [Bool] = []
            UIView.animate(
                withDuration: 1, delay: 0, usingSpringWithDamping: 0.3, initialSpringVelocity: 0,
                animations: { view.center.x = 105 }, completion: { results.append($0) })
            #expect(view.center.x == 105)
            let animation = try #require(view.layer.animation(forKey: "position") as? CASpringAnimation)
            #expect(animation.duration == 1)
            let shown = stride(from: 0.0, to: 1, by: 0.02).map {
                view.layer.presentation(at: animation.beginTime + $0).position.x
            }
            #expect((shown.first ?? 0) < 6 && (shown.max() ?? 0) > 120 && abs((shown.last ?? 0) - 105) < 1)
            time.advance(by: 0.9)
            #expect(results.isEmpty)
            time.advance(by: 0.2)
            #expect(results == [true])
        }
    }

    @Test("UIView.animate with a spring's perceived duration completes when the spring has settled")
    func perceivedSpring() throws {
        try withManualTime { time in
            let view = view()
            var results: [Bool] = []
            UIView.animate(springDuration: 0.5, bounce: 0.4) {
                view.alpha = 0
            } completion: {
                results.append($0)
            }
            let animation = try #require(view.layer.animation(forKey: "opacity") as? CASpringAnimation)
            let expected = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.4)
            #expect(animation.stiffness == expected.stiffness && animation.damping == expected.damping)
            #expect(animation.duration == expected.settlingDuration && animation.duration > 0.5)
            time.advance(by: animation.duration - 0.1)
            #expect(results.isEmpty)
            time.advance(by: 0.2)
            #expect(results == [true])
        }
    }

    @Test("a running animator starts at once, and one that pauses on completion stays active at its end")
    func running() {
        withManualTime { time in
            let view = view()
            var ends: [UIViewAnimatingPosition] = []
            _ = UIViewPropertyAnimator.runningPropertyAnimator(
                withDuration: 1, delay: 1, options: .curveEaseIn, animations: { view.alpha = 0 },
                completion: { ends.append($0) })
            time.advance(by: 1.9)
            #expect(ends.isEmpty)
            time.advance(by: 0.2)
            #expect(ends == [.end])
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 1 }
            animator.pausesOnCompletion = true
            animator.startAnimation()
            time.advance(by: 1.1)
            #expect(animator.state == .active && !animator.isRunning && animator.fractionComplete == 1)
        }
    }
}
