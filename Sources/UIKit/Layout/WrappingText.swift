/// A view whose height follows from the width at which its lines wrap.
@MainActor protocol WrappingText: UIView {
    /// Whether lines wrap at the width that the constraints give to the view.
    var wrapsLines: Bool { get }
}

extension UILabel: WrappingText {
    var wrapsLines: Bool { numberOfLines != 1 && preferredMaxLayoutWidth == 0 }
}
