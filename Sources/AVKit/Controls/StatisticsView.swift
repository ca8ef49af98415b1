import CoreGraphics
import UIKit

/// The technical figures of the item that plays, on a dark translucent panel in an upper corner. Touches pass through.
final class StatisticsView: UIView {
    private static let padding: CGFloat = 14
    private static let gap: CGFloat = 12

    private var rows: [(name: UILabel, value: UILabel)] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        layer.cornerRadius = PlayerLook.glassRadius
        layer.borderWidth = 1
    }

    required init?(coder: NSCoder) { nil }

    /// The texts, line by line.
    var texts: [String] { rows.map { "\($0.name.text ?? ""): \($0.value.text ?? "")" } }

    func show(_ statistics: PlaybackStatistics) {
        backgroundColor = PlayerLook.menuGlass
        layer.borderColor = PlayerLook.hairline.cgColor
        while rows.count > statistics.lines.count {
            let last = rows.removeLast()
            last.name.removeFromSuperview()
            last.value.removeFromSuperview()
        }
        while rows.count < statistics.lines.count {
            let (name, value) = (UILabel(frame: .zero), UILabel(frame: .zero))
            // One element for each line: "Video: H.264".
            name.isAccessibilityElement = false
            value.accessibilityTraits = [.staticText, .updatesFrequently]
            addSubview(name)
            addSubview(value)
            rows.append((name, value))
        }
        for (row, line) in zip(rows, statistics.lines) {
            row.name.font = PlayerLook.chapterFont
            row.name.textColor = PlayerLook.white(PlayerLook.secondary)
            row.name.text = line.name
            row.value.font = PlayerLook.statisticsFont
            row.value.textColor = .white
            row.value.text = line.value
            row.value.accessibilityLabel = "\(line.name): \(line.value)"
        }
        setNeedsLayout()
    }

    /// The width of the names, which form a column of their own.
    private var nameWidth: CGFloat { rows.map { $0.name.sizeThatFits(.zero).width }.max() ?? 0 }
    private var rowHeight: CGFloat { (20 * max(1, PlayerLook.textFactor)).rounded() }

    /// Places the panel below the title, at the side where lines begin.
    func place(in area: CGRect, below top: CGFloat, margin: CGFloat) {
        let values = rows.map { $0.value.sizeThatFits(.zero).width }.max() ?? 0
        // In steps, so that the panel does not change its size with every figure.
        let wanted = ((nameWidth + Self.gap + values + 2 * Self.padding) / 24).rounded(.up) * 24
        let width = min(max(0, area.width - 2 * margin), wanted)
        let height = CGFloat(rows.count) * rowHeight + 2 * Self.padding
        let x = StringTable.current.isRightToLeft ? area.maxX - margin - width : area.minX + margin
        frame = CGRect(x: x, y: area.minY + top, width: width, height: height)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let names = nameWidth
        let isMirrored = StringTable.current.isRightToLeft
        for (index, row) in rows.enumerated() {
            let middle = Self.padding + (CGFloat(index) + 0.5) * rowHeight
            func place(_ label: UILabel, x: CGFloat, room: CGFloat) {
                let size = label.sizeThatFits(.zero)
                let width = max(0, min(size.width, room))
                label.frame = CGRect(
                    x: isMirrored ? bounds.width - x - width : x, y: (middle - size.height / 2).rounded(),
                    width: width, height: size.height)
            }
            place(row.name, x: Self.padding, room: names)
            let left = Self.padding + names + Self.gap
            place(row.value, x: left, room: bounds.width - Self.padding - left)
        }
    }
}
