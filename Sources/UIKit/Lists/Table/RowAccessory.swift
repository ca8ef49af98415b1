import CoreGraphics
import Foundation

/// The views at the trailing edge of a row: the symbols and buttons of its type, or the client's view.
@MainActor final class RowAccessory {
    let host = UIView(frame: .zero)
    private let symbol = UIImageView(image: nil)
    private var button: UIButton?
    private(set) var type = UITableViewCell.AccessoryType.none
    var view: UIView? {
        didSet {
            guard view !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let view { host.addSubview(view) }
        }
    }
    private let isPressed: () -> Void

    /// - Parameter isPressed: called when the detail button is pressed.
    init(isPressed: @escaping () -> Void) {
        self.isPressed = isPressed
        symbol.contentMode = .scaleAspectFit
        host.addSubview(symbol)
    }

    func set(_ type: UITableViewCell.AccessoryType) {
        self.type = type
        let hasButton = type == .detailButton || type == .detailDisclosureButton
        if hasButton, button == nil {
            let new = UIButton(type: .system)
            new.setImage(UIImage(systemName: "info.circle"), for: .normal)
            new.accessibilityLabel = TableStrings.current.details
            new.addAction(UIAction { [weak self] _ in self?.isPressed() }, for: .primaryActionTriggered)
            host.addSubview(new)
            button = new
        } else if !hasButton {
            button?.removeFromSuperview()
            button = nil
        }
    }

    private var symbolName: String? {
        switch type {
        case .disclosureIndicator, .detailDisclosureButton: host.isRightToLeft ? "chevron.left" : "chevron.right"
        case .checkmark: "checkmark"
        case .none, .detailButton: nil
        }
    }

    /// The width that the accessory takes, with the space before it; 0 without an accessory.
    func width(_ look: TableLook) -> CGFloat {
        if let view { return look.accessoryGap + view.bounds.width + look.margin }
        guard type != .none else { return 0 }
        let count: CGFloat = type == .detailDisclosureButton ? 2 : 1
        return look.accessoryGap + count * look.accessorySize + (count - 1) * look.accessoryGap + look.margin
    }

    /// Lays out the views in the host, whose frame is the trailing part of the row.
    func layout(_ look: TableLook) {
        host.isHidden = view == nil && type == .none
        if let view {
            symbol.isHidden = true
            button?.isHidden = true
            let size = view.bounds.size
            view.frame = host.mirroredIfNeeded(
                CGRect(
                    x: look.accessoryGap, y: ((host.bounds.height - size.height) / 2).rounded(), width: size.width,
                    height: size.height))
            return
        }
        let side = look.accessorySize
        let y = ((host.bounds.height - side) / 2).rounded()
        symbol.isHidden = symbolName == nil
        let isMark = type == .checkmark
        symbol.image = symbolName.flatMap { UIImage(systemName: $0) }
        symbol.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: side * (isMark ? 0.8 : 0.65))
        symbol.tintColor = isMark ? nil : .tertiaryLabel
        symbol.frame = host.mirroredIfNeeded(
            CGRect(x: host.bounds.width - look.margin - side, y: y, width: side, height: side))
        button?.isHidden = false
        let isAlone = type == .detailButton
        button?.frame = host.mirroredIfNeeded(
            CGRect(
                x: isAlone ? host.bounds.width - look.margin - side : look.accessoryGap, y: y, width: side, height: side
            ))
    }
}
