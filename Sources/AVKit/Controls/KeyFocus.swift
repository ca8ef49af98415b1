import CoreGraphics
import UIKit

/// The view that contains all controls of a player.
@MainActor
protocol KeyFocusHolder: UIView {
    var keyFocus: KeyFocus { get }
}

/// The control of a player that receives the keys in the desktop idiom, and the order in which Tab moves between the controls.
///
/// The focused control is the window's first responder, so that assistive technology reports it and can move it. Main thread only.
@MainActor
final class KeyFocus {
    private weak var content: UIView?
    /// The control with the ring; nil while the keys go to the whole player.
    var current: PlayerControl? {
        guard let holder, holder.window != nil, !holder.isHidden, holder.isEnabled else { return nil }
        return holder
    }
    private weak var holder: PlayerControl?
    /// The control that had the ring last. Tab continues there.
    private weak var last: PlayerControl?
    /// Called when a control gets the keys (true) and when the last one loses them (false).
    var onChange: @MainActor (_ hasFocus: Bool) -> Void = { _ in }
    /// Returns the view to which Tab is limited, such as an open menu; nil: the whole player.
    var scope: @MainActor () -> UIView? = { nil }
    /// Returns the control that gets the keys first.
    var initial: @MainActor () -> PlayerControl? = { nil }

    init(content: UIView) { self.content = content }

    // MARK: Order

    /// The controls that can get the keys, row by row from the top and each row from the left.
    var targets: [PlayerControl] {
        guard let content else { return [] }
        var found: [(control: PlayerControl, frame: CGRect)] = []
        func collect(_ view: UIView) {
            guard !view.isHidden, view.alpha > 0.01, view.isUserInteractionEnabled else { return }
            if let control = view as? PlayerControl {
                if control.isEnabled, !control.bounds.isEmpty {
                    found.append((control, control.convert(control.bounds, to: content)))
                }
                return
            }
            for child in view.subviews { collect(child) }
        }
        collect(scope() ?? content)
        return Self.readingOrder(found.map(\.frame)).map { found[$0].control }
    }

    /// Returns the indices of the frames in reading order. A row is the topmost remaining frame with all frames whose vertical center is
    /// beside it.
    static func readingOrder(_ frames: [CGRect]) -> [Int] {
        var rest = frames.indices.sorted { frames[$0].minY < frames[$1].minY }
        var order: [Int] = []
        while let first = rest.first {
            let top = frames[first]
            let row = rest.filter { frames[$0].midY <= top.maxY && frames[$0].midY >= top.minY || $0 == first }
            order += row.sorted { frames[$0].minX < frames[$1].minX }
            rest.removeAll { row.contains($0) }
        }
        return order
    }

    // MARK: Moving

    /// Moves the ring to the next (1) or previous (-1) control.
    /// - Parameter wraps: whether the first control follows the last; otherwise the ring disappears there.
    /// - Returns: whether a control has the ring now.
    @discardableResult
    func move(by step: Int, wraps: Bool) -> Bool {
        let targets = targets
        guard !targets.isEmpty else { return false }
        guard let current, let place = targets.firstIndex(where: { $0 === current }) else {
            let isInScope: (PlayerControl) -> Bool = { wish in targets.contains { $0 === wish } }
            let start = last.flatMap { isInScope($0) ? $0 : nil } ?? initial().flatMap { isInScope($0) ? $0 : nil }
            return (start ?? (step > 0 ? targets.first : targets.last))?.becomeFirstResponder() ?? false
        }
        let next = place + step
        guard targets.indices.contains(next) || wraps else {
            end()
            return false
        }
        return targets[(next % targets.count + targets.count) % targets.count].becomeFirstResponder()
    }

    /// Removes the ring; the keys go to the whole player again.
    func end() {
        guard holder != nil else { return }
        content?.becomeFirstResponder()
    }

    func controlDidGain(_ control: PlayerControl) {
        guard control !== holder else { return }
        holder = control
        last = control
        onChange(true)
    }

    func controlDidLose(_ control: PlayerControl) {
        // The next control gets the keys after the former one has lost them: only the loss of the latest one counts.
        guard control === holder else { return }
        holder = nil
        onChange(false)
    }
}
