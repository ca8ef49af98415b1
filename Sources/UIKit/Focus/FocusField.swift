import CoreGraphics

/// All targets that the focus can move to in a view tree, with their frames in the window's coordinates.
@MainActor struct FocusField {
    enum Kind {
        case item(any UIFocusItem)
        case guide(UIFocusGuide)
    }

    struct Target {
        var frame: CGRect
        var kind: Kind
    }

    private(set) var targets: [Target] = []
    private let window: UIWindow
    private let focused: (any UIFocusItem)?
    private let heading: UIFocusHeading
    /// The scroll views that contain the focused item. Items scrolled out of their bounds can be reached.
    private let scrollers: [UIScrollView]

    init(window: UIWindow, focused: (any UIFocusItem)?, heading: UIFocusHeading, root: UIView?) {
        self.window = window
        self.focused = focused
        self.heading = heading
        scrollers = focused?.focusChain.compactMap { $0 as? UIScrollView } ?? []
        guard let root, Self.isShown(root) else { return }
        walk(root, part: extended(root, root.clipsToBounds ? root.bounds : .infinite), depth: 0)
    }

    private static func isShown(_ view: UIView) -> Bool {
        !view.isHidden && view.alpha > 0.01 && view.isUserInteractionEnabled
    }

    /// - Parameter part: the reachable part of the view, in the view's coordinates.
    private mutating func walk(_ view: UIView, part: CGRect, depth: Int) {
        guard depth < UIFocusSystem.greatestDepth else { return }
        for case let guide as UIFocusGuide in view.guides where guide.isEnabled && !guide.layoutFrame.isEmpty {
            targets.append(Target(frame: view.convert(guide.layoutFrame, to: window), kind: .guide(guide)))
        }
        for item in view.focusItems(in: part) {
            guard let child = item as? UIView else {
                if item !== focused, item.canBecomeFocused, part.intersects(item.frame) {
                    targets.append(Target(frame: view.convert(item.frame, to: window), kind: .item(item)))
                }
                continue
            }
            guard Self.isShown(child) else { continue }
            if child !== focused, child.canBecomeFocused, part.intersects(child.frame), !child.bounds.isEmpty {
                targets.append(Target(frame: child.convert(child.bounds, to: window), kind: .item(child)))
            }
            var inner = part.isInfinite ? part : child.convert(part, from: view)
            // What scrolls can be reached beyond the views around it, too.
            if child.clipsToBounds { inner = extended(child, inner.intersection(child.bounds)) }
            if !inner.isNull { walk(child, part: inner, depth: depth + 1) }
        }
    }

    /// Extends the reachable part of a scroll view around the focus by one page in the direction of the press.
    private func extended(_ view: UIView, _ part: CGRect) -> CGRect {
        guard !part.isInfinite, !part.isNull, scrollers.contains(where: { $0 === view }) else { return part }
        switch heading {
        case .up: return part.union(part.offsetBy(dx: 0, dy: -part.height))
        case .down: return part.union(part.offsetBy(dx: 0, dy: part.height))
        case .left: return part.union(part.offsetBy(dx: -part.width, dy: 0))
        case .right: return part.union(part.offsetBy(dx: part.width, dy: 0))
        default: return part
        }
    }
}
