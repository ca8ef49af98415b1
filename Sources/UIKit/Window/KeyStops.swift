import CoreGraphics

/// A view that Tab may give the keys to in the desktop idiom.
@MainActor protocol KeyStop: UIView {
    var isKeyStop: Bool { get }
}

/// The order in which Tab gives the keys to controls and lists in the desktop idiom.
@MainActor enum KeyStops {
    /// The visible controls and lists of the topmost controller that Tab reaches, in the order of reading.
    static func all(in window: UIWindow) -> [UIView] {
        var found: [UIView] = []
        func collect(_ view: UIView) {
            guard !view.isHidden, view.alpha > 0.01, view.isUserInteractionEnabled else { return }
            let isStop = (view as? any KeyStop)?.isKeyStop ?? false
            if isStop, view.canBecomeFirstResponder, !view.bounds.isEmpty { found.append(view) }
            if !isStop || !(view is UIControl) { view.subviews.forEach(collect) }
        }
        collect(window.topController?.viewIfLoaded ?? window)
        let frames = found.map { $0.convert($0.bounds, to: window) }
        let isMirrored = window.isRightToLeft
        let order = FocusSearch.readingOrder(
            frames.map { isMirrored ? $0.offsetBy(dx: window.bounds.width - $0.minX - $0.maxX, dy: 0) : $0 })
        return order.map { found[$0] }
    }

    /// Gives the keys to the next (1) or previous (-1) control. Behind the last one, they go to the content again.
    /// - Returns: whether there is a control that Tab reaches.
    static func move(by step: Int, in window: UIWindow) -> Bool {
        let stops = all(in: window)
        guard !stops.isEmpty else { return false }
        let place = stops.firstIndex { $0.isFirstResponder }
        let next = place.map { $0 + step } ?? (step > 0 ? 0 : stops.count - 1)
        if stops.indices.contains(next) { return stops[next].becomeFirstResponder() }
        return place.map { stops[$0].resignFirstResponder() } ?? false
    }
}
