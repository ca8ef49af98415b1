/// A view that receives the keys of its window before the viewer has chosen a first responder, such as a player.
///
/// A window with one such view delivers keys there, so that they act from the start. In a window with several, the viewer chooses one of
/// them by a click or by Tab.
@preconcurrency @MainActor package protocol KeyReceiver: UIView {}

/// A list that receives the keys of its window where there is no key receiver and no first responder.
@MainActor protocol ListKeyReceiver: UIView {
    var isKeyStop: Bool { get }
}

extension UIWindow {
    /// The only visible key receiver of the topmost presented controller; nil where there is none or a choice.
    var soleKeyReceiver: (any KeyReceiver)? { sole { $0 as? any KeyReceiver } }

    /// The only visible list of the topmost presented controller; nil where there is none or a choice.
    var soleList: (any ListKeyReceiver)? {
        sole { ($0 as? any ListKeyReceiver).flatMap { $0.isKeyStop ? $0 : nil } }
    }

    private func sole<Receiver>(_ receiver: (UIView) -> Receiver?) -> Receiver? {
        var found: [Receiver] = []
        func collect(_ view: UIView) {
            guard found.count < 2, !view.isHidden, view.alpha > 0.01 else { return }
            if let receiver = receiver(view) {
                found.append(receiver)
            } else {
                view.subviews.forEach(collect)
            }
        }
        collect(topController?.viewIfLoaded ?? self)
        return found.count == 1 ? found[0] : nil
    }
}
