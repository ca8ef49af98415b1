import CoreGraphics
import Foundation

/// The control at the trailing edge of a row that can be moved.
final class RowReorderControl: UIControl {
    private weak var cell: UITableViewCell?
    private let lines = (0..<3).map { _ in UIView(frame: .zero) }

    init(of cell: UITableViewCell) {
        self.cell = cell
        super.init(frame: .zero)
        for line in lines {
            line.isUserInteractionEnabled = false
            line.backgroundColor = .tertiaryLabel
            addSubview(line)
        }
        addGestureRecognizer(
            RowLiftGesture { [weak self] gesture in
                guard let cell = self?.cell else { return }
                cell.table?.editing.mover.dragged(cell, gesture)
            })
        isAccessibilityElement = true
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let look = TableLook(traitCollection)
        let (width, distance) = (look.accessorySize, (look.accessorySize / 4).rounded())
        let middle = (bounds.height / 2).rounded()
        for (index, line) in lines.enumerated() {
            line.frame = mirroredIfNeeded(
                CGRect(
                    x: bounds.width - look.margin - width, y: middle - 1 + CGFloat(index - 1) * distance, width: width,
                    height: 2))
            line.layer.cornerRadius = 1
        }
    }

    // MARK: Accessibility

    override var accessibilityLabel: String? {
        get {
            let names = [TableStrings.current.reorder, cell?.accessibilityLabel ?? ""]
            return super.accessibilityLabel ?? names.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        set { super.accessibilityLabel = newValue }
    }

    override var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get {
            let names = TableStrings.current
            return [action(names.moveUp, by: -1), action(names.moveDown, by: 1)]
        }
        set {}
    }

    private func action(_ name: String, by step: Int) -> UIAccessibilityCustomAction {
        UIAccessibilityCustomAction(name: name) { [weak cell] _ in
            guard let cell, let table = cell.table, let path = table.indexPath(for: cell) else { return false }
            return table.editing.mover.move(path, by: step)
        }
    }
}

/// Recognizes a drag from the first contact on, before other recognizers can begin.
final class RowLiftGesture: UIGestureRecognizer {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard state == .possible else { return }
        state = self.touches.count == 1 && event.isPrimaryPress ? .began : .failed
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { state = .changed }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .possible ? .failed : .ended
    }
}
