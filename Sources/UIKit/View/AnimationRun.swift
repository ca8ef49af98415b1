import Foundation
import QuartzCore

/// The completion of one `UIView.animate` call: when it runs, and whether all animations ran to their end.
///
/// A timer determines the end, so that the completion also runs for windows that are not drawn; the layers only report
/// animations that ended early.
@MainActor final class AnimationRun: NSObject, @preconcurrency CAAnimationDelegate {
    private var running = 0
    private var isCollecting = true
    private var wasInterrupted = false
    private var completion: ((Bool) -> Void)?
    private var timer: HostTimer?

    init(completion: ((Bool) -> Void)?) { self.completion = completion }

    /// Counts an animation that the block has created.
    func add() { running += 1 }

    /// Schedules the completion after the block has returned and its animations have started.
    /// - Parameter seconds: the time until the animations end; nil where they repeat forever.
    func start(endingAfter seconds: TimeInterval?) {
        isCollecting = false
        guard let seconds else { return }
        timer = HostTime.after(running > 0 ? seconds : 0) { [self] in end() }
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        running -= 1
        // Setting a property twice in the block replaces the first animation, which is no interruption.
        guard !flag, !isCollecting else { return }
        wasInterrupted = true
        // The last animation was replaced or removed. The completion runs asynchronously, never within the call that
        // removed it.
        guard running == 0, completion != nil else { return }
        timer?.cancel()
        timer = HostTime.after(0) { [self] in end() }
    }

    private func end() {
        let completion = completion
        self.completion = nil
        timer = nil
        completion?(!wasInterrupted)
    }
}
