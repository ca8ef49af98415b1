import CoreGraphics

/// The movement of two pages during a push or pop.
@MainActor struct NavigationMotion {
    let from: UIView?
    let to: UIView
    let isPop: Bool
    /// 1: the pushed page comes from the right; -1: from the left.
    let direction: CGFloat
    /// Whether the pages fade, without a movement.
    let fades: Bool

    /// The part of its width by which the lower page moves.
    private static let lowerShift: CGFloat = 0.3

    private func shift(_ view: UIView, by part: CGFloat) {
        view.transform = CGAffineTransform(translationX: view.bounds.width * part * direction, y: 0)
    }

    /// Places the pages where the movement begins.
    func prepare() {
        if fades {
            to.alpha = isPop ? 1 : 0
        } else {
            shift(to, by: isPop ? -Self.lowerShift : 1)
        }
    }

    func animate() {
        if fades {
            to.alpha = 1
            if isPop { from?.alpha = 0 }
        } else {
            to.transform = .identity
            if let from { shift(from, by: isPop ? 1 : -Self.lowerShift) }
        }
    }

    func end() {
        for view in [from, to] {
            view?.transform = .identity
            view?.alpha = 1
        }
    }
}
