import Foundation
import QuartzCore

/// What one `UIView.animate` call has set off, and its completion: when it is due and whether the animations came to their end.
///
/// The end is told by the clock, so that windows that nobody draws are told too; a layer tells only what ended early.
@MainActor final class AnimationRun: NSObject, @preconcurrency CAAnimationDelegate {
    private var running = 0
    private var isCollecting = true
    private var wasInterrupted = false
    private var completion: ((Bool) -> Void)?
    private var timer: HostTimer?

    init(completion: ((Bool) -> Void)?) { self.completion = completion }

    /// An animation of the block has been made.
    func add() { running += 1 }

    /// The block is over and its animations run.
    /// - Parameter seconds: until their end; nil where they go on for ever.
    func start(endingAfter seconds: TimeInterval?) {
        isCollecting = false
        guard let seconds else { return }
        timer = HostTime.after(running > 0 ? seconds : 0) { [self] in end() }
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        running -= 1
        // A property that the block sets twice replaces its own animation.
        guard !flag, !isCollecting else { return }
        wasInterrupted = true
        // The last one that was replaced or taken away: nothing is left to wait for. Never inside the call that did it.
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
