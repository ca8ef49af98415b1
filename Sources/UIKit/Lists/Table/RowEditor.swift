import CoreGraphics
import Foundation

/// The parts of a row that is edited: the control at the leading edge, and the actions behind the row.
@MainActor final class RowEditor {
    private(set) var isOn = false
    private(set) var style = UITableViewCell.EditingStyle.none
    /// How far the row is moved to show its actions, in points.
    private(set) var reveal: CGFloat = 0
    private(set) var actions: SwipeActionsView?
    private var control: RowEditControl?
    /// Whether the row has the reorder control while it is edited.
    var showsReorder = false
    private var reorder: RowReorderControl?
    /// Whether the viewer drags the row.
    var isLifted = false

    /// The distance of the content from the leading edge.
    func leading(_ look: TableLook) -> CGFloat { isOn && style != .none ? look.margin + look.accessorySize : 0 }

    /// The distance of the content and the accessory from the trailing edge.
    func trailing(_ look: TableLook) -> CGFloat {
        isOn && showsReorder ? look.accessoryGap + look.accessorySize + look.margin : 0
    }

    /// The movement of the content towards the trailing edge.
    var shift: CGFloat { actions?.isTrailing == true ? -reveal : reveal }

    func set(_ isOn: Bool, _ style: UITableViewCell.EditingStyle, in cell: UITableViewCell) {
        self.isOn = isOn
        updateReorder(in: cell)
        guard style != self.style || (control == nil) == (isOn && style != .none) else { return }
        self.style = style
        control?.removeFromSuperview()
        control = nil
        guard isOn, style != .none else { return }
        let new = RowEditControl(isDelete: style == .delete)
        new.addAction(
            UIAction { [weak cell] _ in
                guard let cell else { return }
                cell.table?.editing.controlWasPressed(in: cell)
            }, for: .primaryActionTriggered)
        cell.addSubview(new)
        control = new
    }

    func updateReorder(in cell: UITableViewCell) {
        guard (reorder != nil) != (isOn && showsReorder) else { return }
        reorder?.removeFromSuperview()
        reorder = nil
        guard isOn, showsReorder else { return }
        let new = RowReorderControl(of: cell)
        cell.addSubview(new)
        reorder = new
    }

    func show(_ actions: SwipeActionsView?, reveal: CGFloat, in cell: UITableViewCell) {
        if self.actions !== actions {
            self.actions?.removeFromSuperview()
            self.actions = actions
            if let actions { cell.addSubview(actions) }
        }
        self.reveal = actions == nil ? 0 : reveal
    }

    func reset() {
        (isOn, style, reveal, showsReorder, isLifted) = (false, .none, 0, false, false)
        actions?.removeFromSuperview()
        control?.removeFromSuperview()
        reorder?.removeFromSuperview()
        (actions, control, reorder) = (nil, nil, nil)
    }

    func layOut(in cell: UITableViewCell, _ look: TableLook) {
        let bounds = cell.bounds
        control?.frame = cell.mirroredIfNeeded(
            CGRect(x: shift, y: 0, width: look.margin + look.accessorySize, height: bounds.height))
        let end = trailing(look)
        reorder?.frame = cell.mirroredIfNeeded(
            CGRect(x: bounds.width - end + shift, y: 0, width: end, height: bounds.height))
        let left = actions?.isTrailing == true ? bounds.width - reveal : 0
        actions?.frame = cell.mirroredIfNeeded(CGRect(x: left, y: 0, width: reveal, height: bounds.height))
    }
}

/// The round button at the leading edge of a row that is edited.
final class RowEditControl: UIControl {
    private let circle = UIView(frame: .zero)
    private let bars: [UIView]
    private let isDelete: Bool

    init(isDelete: Bool) {
        self.isDelete = isDelete
        bars = (0..<(isDelete ? 1 : 2)).map { _ in UIView(frame: .zero) }
        super.init(frame: .zero)
        circle.isUserInteractionEnabled = false
        addSubview(circle)
        for bar in bars {
            bar.backgroundColor = .white
            circle.addSubview(bar)
        }
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = isDelete ? TableStrings.current.delete : TableStrings.current.insert
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let look = TableLook(traitCollection)
        let side = look.accessorySize + 2
        let frame = CGRect(x: look.margin, y: ((bounds.height - side) / 2).rounded(), width: side, height: side)
        circle.frame = isRightToLeft ? frame.offsetBy(dx: bounds.width - frame.minX - frame.maxX, dy: 0) : frame
        circle.layer.cornerRadius = side / 2
        circle.backgroundColor = isDelete ? .systemRed : .systemGreen
        circle.alpha = isHighlighted ? 0.6 : 1
        let length = side * 0.5
        let flat = CGRect(x: (side - length) / 2, y: side / 2 - 1, width: length, height: 2)
        bars[0].frame = flat
        if bars.count > 1 {
            bars[1].frame = CGRect(x: flat.midX - 1, y: (side - length) / 2, width: 2, height: length)
        }
    }
}
