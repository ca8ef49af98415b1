/// A view that receives the keys of its window before the viewer has chosen a first responder, such as a player.
///
/// A window with one such view delivers keys there, so that they act from the start. In a window with several, the viewer chooses one of
/// them by a click or by Tab.
@preconcurrency @MainActor package protocol KeyReceiver: UIView {}

extension UIWindow {
    /// The only visible key receiver of the topmost presented controller; nil where there is none or a choice.
    var soleKeyReceiver: (any KeyReceiver)? {
        var found: [any KeyReceiver] = []
        func collect(_ view: UIView) {
            guard found.count < 2, !view.isHidden, view.alpha > 0.01 else { return }
            if let receiver = view as? any KeyReceiver {
                found.append(receiver)
            } else {
                view.subviews.forEach(collect)
            }
        }
        collect(topController?.viewIfLoaded ?? self)
        return found.count == 1 ? found[0] : nil
    }
}
