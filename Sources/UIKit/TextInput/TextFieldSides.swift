import CoreGraphics
import Foundation

/// The views at the ends of a text field: its left and right view and the clear button, when they are displayed, and the space between them.
@MainActor final class TextFieldSides {
    private unowned let field: UITextField
    let clearButton = TextClearButton(frame: .zero)
    var clearMode = UITextField.ViewMode.never { didSet { field.setNeedsLayout() } }
    var left: UIView? { didSet { replace(oldValue, with: left) } }
    var leftMode = UITextField.ViewMode.never { didSet { field.setNeedsLayout() } }
    var right: UIView? { didSet { replace(oldValue, with: right) } }
    var rightMode = UITextField.ViewMode.never { didSet { field.setNeedsLayout() } }

    /// The space between a view and the text.
    private static let gap: CGFloat = 4

    init(_ field: UITextField) {
        self.field = field
        clearButton.isHidden = true
    }

    private func replace(_ old: UIView?, with new: UIView?) {
        guard old !== new else { return }
        if old?.superview === field { old?.removeFromSuperview() }
        if let new { field.addSubview(new) }
        field.setNeedsLayout()
    }

    // MARK: Frames

    func leftRect(_ bounds: CGRect) -> CGRect {
        let size = size(of: left, bounds)
        return mirrored(
            CGRect(
                x: bounds.minX, y: (bounds.midY - size.height / 2).rounded(), width: size.width, height: size.height),
            bounds)
    }

    func rightRect(_ bounds: CGRect) -> CGRect {
        let size = size(of: right, bounds)
        return mirrored(
            CGRect(
                x: bounds.maxX - size.width, y: (bounds.midY - size.height / 2).rounded(), width: size.width,
                height: size.height), bounds)
    }

    /// - Parameters:
    ///   - fontSize: that of the text.
    ///   - padding: the space between the border and the text.
    func clearRect(_ bounds: CGRect, fontSize: CGFloat, padding: CGFloat) -> CGRect {
        let side = (fontSize * 1.15).rounded()
        return mirrored(
            CGRect(
                x: bounds.maxX - side - max(padding, 5), y: (bounds.midY - side / 2).rounded(), width: side,
                height: side), bounds)
    }

    private func size(of view: UIView?, _ bounds: CGRect) -> CGSize {
        guard let view else { return .zero }
        // The frame of the field may still be empty: a size that is cut off would stay so.
        let size = view.bounds.size
        return size.width > 0 && size.height > 0 ? size : view.sizeThatFits(bounds.size)
    }

    private func mirrored(_ rect: CGRect, _ bounds: CGRect) -> CGRect {
        guard field.isRightToLeft else { return rect }
        return rect.offsetBy(dx: bounds.minX + bounds.maxX - rect.minX - rect.maxX, dy: 0)
    }

    /// Returns the frame of the text between the views.
    func contentRect(_ bounds: CGRect, padding: CGFloat, isEditing: Bool) -> CGRect {
        var (start, end) = (bounds.minX + padding, bounds.maxX - padding)
        func leave(_ rect: CGRect) {
            if rect.midX < bounds.midX {
                start = max(start, rect.maxX + Self.gap)
            } else {
                end = min(end, rect.minX - Self.gap)
            }
        }
        if isShown(left, leftMode, isEditing) { leave(field.leftViewRect(forBounds: bounds)) }
        if isShown(right, rightMode, isEditing) {
            leave(field.rightViewRect(forBounds: bounds))
        } else if showsClearButton(isEditing) {
            leave(field.clearButtonRect(forBounds: bounds))
        }
        return CGRect(x: start, y: bounds.minY, width: max(0, end - start), height: bounds.height)
    }

    // MARK: Display

    private func isShown(_ view: UIView?, _ mode: UITextField.ViewMode, _ isEditing: Bool) -> Bool {
        view != nil && Self.isShown(mode, isEditing)
    }

    private static func isShown(_ mode: UITextField.ViewMode, _ isEditing: Bool) -> Bool {
        switch mode {
        case .never: false
        case .whileEditing: isEditing
        case .unlessEditing: !isEditing
        case .always: true
        }
    }

    private func showsClearButton(_ isEditing: Bool) -> Bool {
        field.isEnabled && field.hasText && Self.isShown(clearMode, isEditing)
    }

    /// Places the views. The right one takes the place of the clear button.
    func layOut() {
        let (bounds, isEditing) = (field.bounds, field.isEditing)
        place(left, field.leftViewRect(forBounds: bounds), isShown(left, leftMode, isEditing))
        let showsRight = isShown(right, rightMode, isEditing)
        place(right, field.rightViewRect(forBounds: bounds), showsRight)
        place(clearButton, field.clearButtonRect(forBounds: bounds), !showsRight && showsClearButton(isEditing))
        clearButton.tintColor = field.hasFocusHighlight ? BarLook.inverse : .secondaryLabel
    }

    private func place(_ view: UIView?, _ frame: CGRect, _ isShown: Bool) {
        view?.isHidden = !isShown
        if isShown { view?.frame = frame }
    }
}
