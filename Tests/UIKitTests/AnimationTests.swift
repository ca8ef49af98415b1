import CoreGraphics
import Testing

@testable import UIKit

@MainActor
struct AnimationTests {
    private func animate(_ view: UIView, to alpha: CGFloat, _ note: @escaping (Bool) -> Void) {
        UIView.animate(withDuration: 1, animations: { view.alpha = alpha }, completion: note)
    }

    @Test("uikit table 5: an animation that runs to its end calls its completion with true after its duration")
    func finished() {
        withManualTime { time in
            let window = makeWindow(UIViewController())
            var results: [Bool] = []
            animate(window.rootViewController!.view, to: 0.5) { results.append($0) }
            time.advance(by: 0.9)
            #expect(results.isEmpty)
            time.advance(by: 0.2)
            #expect(results == [true])
            window.isHidden = true
        }
    }

    @Test("uikit table 5: a replaced animation completes with false, and its replacement with true")
    func replaced() {
        withManualTime { time in
            let window = makeWindow(UIViewController())
            let view = window.rootViewController!.view!
            var results: [String] = []
            animate(view, to: 0.5) { results.append("first \($0)") }
            time.advance(by: 0.5)
            animate(view, to: 1) { results.append("second \($0)") }
            #expect(results.isEmpty)
            time.advance(by: 0.01)
            #expect(results == ["first false"])
            time.advance(by: 1)
            #expect(results == ["first false", "second true"])
            window.isHidden = true
        }
    }

    @Test("uikit table 5: when a view leaves the window, its animations end and their completions get false")
    func leavesWindow() {
        withManualTime { time in
            let window = makeWindow(UIViewController())
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
            window.rootViewController!.view.addSubview(view)
            var results: [Bool] = []
            animate(view, to: 0.5) { results.append($0) }
            view.removeFromSuperview()
            time.advance(by: 0.01)
            #expect(results == [false])
            window.isHidden = true
        }
    }

    @Test("uikit table 5: a block that sets a property twice, and an empty block, complete with true")
    func oddBlocks() {
        withManualTime { time in
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
            var results: [String] = []
            UIView.animate(withDuration: 1) {
                view.alpha = 0.2
                view.alpha = 0.7
            } completion: {
                results.append("twice \($0)")
            }
            UIView.animate(withDuration: 1) {
            } completion: {
                results.append("nothing \($0)")
            }
            #expect(results.isEmpty)
            time.advance(by: 0.01)
            #expect(results == ["nothing true"])
            time.advance(by: 1)
            #expect(results == ["nothing true", "twice true"])
        }
    }
}
