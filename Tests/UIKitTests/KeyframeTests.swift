import CoreGraphics
import QuartzCore
import Testing

@testable import UIKit

/// Key frames, and animations of views with springs and transitions.
@MainActor
struct KeyframeTests {
    private let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))

    private func animation(_ key: String) throws -> CAKeyframeAnimation {
        try #require(view.layer.animation(forKey: key) as? CAKeyframeAnimation)
    }

    @Test("key frames may be added in any order, and changes beside them last for the whole duration")
    func order() throws {
        try withManualTime { _ in
            UIView.animateKeyframes(withDuration: 4, delay: 0) { [view] in
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.25) { view.alpha = 0 }
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { view.alpha = 0.5 }
                view.frame.origin.x = 100
            }
            let start = try animation("opacity").beginTime
            let shown = [0.99, 2.01, 2.99, 3.9].map { view.layer.presentation(at: start + $0) }
            #expect(abs(shown[0].opacity - 0.5) < 0.02 && abs(shown[1].opacity - 0.5) < 0.02)
            #expect(abs(shown[2].opacity) < 0.02 && abs(shown[3].opacity) < 0.02)
            #expect(abs(shown[1].frame.minX - 50) < 1)
        }
    }

    @Test("discrete key frames show one value after the other, without values between them")
    func discrete() throws {
        try withManualTime { _ in
            UIView.animateKeyframes(withDuration: 4, delay: 0, options: .calculationModeDiscrete) { [view] in
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.alpha = 0.5 }
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.alpha = 0 }
            }
            let animation = try animation("opacity")
            #expect(animation.calculationMode == .discrete)
            #expect(animation.keyTimes?.map(\.doubleValue) == [0, 0.5, 1, 1])
        }
    }

    @Test("key frames that repeat never complete; those that run back complete after both ways and the delay")
    func repeating() throws {
        try withManualTime { time in
            var results: [Bool] = []
            UIView.animateKeyframes(withDuration: 1, delay: 1, options: .autoreverse) { [view] in
                view.alpha = 0
            } completion: {
                results.append($0)
            }
            let animation = try animation("opacity")
            #expect(animation.autoreverses && animation.fillMode == .backwards)
            #expect(view.layer.presentation(at: animation.beginTime - 0.5).opacity == 1)
            time.advance(by: 2.9)
            #expect(results.isEmpty)
            time.advance(by: 0.2)
            #expect(results == [true])
            UIView.animateKeyframes(withDuration: 1, delay: 0, options: .repeat) { [view] in view.frame.origin.x = 9 }
            let endless = try self.animation("position")
            #expect(endless.repeatCount == .infinity)
        }
    }

    @Test("a key frame outside of an animation changes the view at once")
    func outside() {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { [view] in view.alpha = 0 }
        #expect(view.alpha == 0 && view.layer.animationKeys() == nil)
    }

    @Test("a key frame beyond the end ends at it")
    func beyondEnd() throws {
        try withManualTime { _ in
            UIView.animateKeyframes(withDuration: 1, delay: 0) { [view] in
                UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 3) { view.alpha = 0 }
                UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.frame.origin.x = 10 }
            }
            let (late, early) = (try animation("opacity"), try animation("position"))
            #expect(late.keyTimes?.map(\.doubleValue).max() == 1)
            #expect(early.keyTimes?.map(\.doubleValue) == [0, 0, 0.5, 1])
        }
    }

    @Test("an animation with a spring has the initial velocity and no other curve; without a duration it ends at once")
    func springs() throws {
        try withManualTime { time in
            UIView.animate(withDuration: 1, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 5) {
                [view] in view.alpha = 0
            }
            let spring = try #require(view.layer.animation(forKey: "opacity") as? CASpringAnimation)
            #expect(spring.initialVelocity == 5 && spring.timingFunction == nil)
            var results: [Bool] = []
            UIView.animate(springDuration: 0, bounce: 0.4) { [view] in
                view.frame.origin.x = 9
            } completion: {
                results.append($0)
            }
            time.advance(by: 0.01)
            #expect(results == [true] && view.layer.animation(forKey: "position") == nil)
        }
    }

    @Test("an animation of a moving property starts at the displayed value")
    func moving() throws {
        try withManualTime { _ in
            UIView.animate(withDuration: 1e6) { [view] in view.alpha = 0 }
            UIView.animate(withDuration: 1) { [view] in view.alpha = 0.5 }
            let second = try #require(view.layer.animation(forKey: "opacity") as? CABasicAnimation)
            #expect((second.fromValue as? Float ?? 0) > 0.9)
        }
    }

    @Test("a cross dissolve in a view has the curve of its options, and completes after the duration")
    func dissolve() throws {
        try withManualTime { time in
            var results: [Bool] = []
            UIView.transition(
                with: view, duration: 1, options: [.transitionCrossDissolve, .curveEaseOut],
                animations: { [view] in view.backgroundColor = .red }, completion: { results.append($0) })
            let fade = try #require(view.layer.animation(forKey: kCATransition) as? CATransition)
            #expect(fade.timingFunction == CAMediaTimingFunction(name: .easeOut))
            time.advance(by: 0.9)
            #expect(results.isEmpty)
            time.advance(by: 0.2)
            #expect(results == [true])
        }
    }

    @Test("a transition shows a hidden view, and fades it in from nothing")
    func showing() {
        withManualTime { _ in
            let second = UIView(frame: view.frame)
            second.isHidden = true
            UIView.transition(
                from: view, to: second, duration: 1, options: [.showHideTransitionViews, .transitionCrossDissolve])
            #expect(!second.isHidden && second.alpha == 1)
            #expect((second.layer.animation(forKey: "opacity") as? CABasicAnimation)?.fromValue as? Float == 0)
        }
    }
}
