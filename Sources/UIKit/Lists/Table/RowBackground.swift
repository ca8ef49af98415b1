import CoreGraphics
import Foundation

/// The background of a row: its color in each state, the focus of the tv idiom, the ring of the keys, and the separator.
@MainActor final class RowBackground {
    let plate = UIView(frame: .zero)
    let ring = UIView(frame: .zero)
    let separator = UIView(frame: .zero)
    private var customView: UIView?

    init() {
        for view in [plate, ring, separator] { view.isUserInteractionEnabled = false }
        ring.layer.borderWidth = 2
        ring.isHidden = true
    }

    /// - Parameters:
    ///   - configuration: the client's; nil for the default of the table's style.
    ///   - isRoundedAlone: whether the plate is a rounded rectangle inside of the row, as that of the focused one.
    func show(_ color: UIColor?, _ configuration: UIBackgroundConfiguration?, in cell: UIView, isRoundedAlone: Bool) {
        let look = TableLook(cell.traitCollection)
        let insets = configuration?.backgroundInsets ?? .zero
        var frame = CGRect(
            x: insets.leading, y: insets.top, width: max(0, cell.bounds.width - insets.leading - insets.trailing),
            height: max(0, cell.bounds.height - insets.top - insets.bottom))
        if isRoundedAlone { frame = frame.insetBy(dx: look.inset / 2, dy: 0) }
        plate.frame = cell.mirroredIfNeeded(frame)
        plate.backgroundColor = color
        plate.layer.cornerRadius = isRoundedAlone ? look.cornerRadius : configuration?.cornerRadius ?? 0
        plate.layer.borderWidth = configuration?.strokeWidth ?? 0
        let stroke = configuration?.resolvedStrokeColor(for: cell.tintColor)
        plate.layer.borderColor = stroke?.resolvedColor(with: cell.traitCollection).cgColor
        if customView !== configuration?.customView {
            customView?.removeFromSuperview()
            customView = configuration?.customView
            if let customView { plate.addSubview(customView) }
        }
        customView?.frame = plate.bounds
        ring.frame = cell.bounds.insetBy(dx: 3, dy: 2)
        ring.layer.cornerRadius = 8
        ring.layer.borderColor = UIColor.tintColor.resolvedColor(with: cell.traitCollection).cgColor
    }

    /// - Parameter start: where the separator begins, from the leading edge.
    func showSeparator(_ color: UIColor?, start: CGFloat, end: CGFloat, in cell: UIView) {
        separator.isHidden = color == nil
        let height = 1 / cell.pixelsPerPoint
        separator.frame = cell.mirroredIfNeeded(
            CGRect(
                x: start, y: cell.bounds.height - height, width: max(0, cell.bounds.width - start - end), height: height
            ))
        separator.backgroundColor = color
    }
}
