import CoreGraphics
import UIKit

/// The list of keyboard shortcuts on a dark translucent panel, in two columns where there is room. A list that is too long scrolls.
final class ShortcutsView: UIView {
    private static let padding: CGFloat = 22
    private static let columnGap: CGFloat = 36
    private static let keyGap: CGFloat = 14

    private let titleLabel = UILabel(frame: .zero)
    private let list = UIScrollView(frame: .zero)
    private let closeButton: CircleButton
    private var rows: [(keys: KeyCapView, text: UILabel)] = []

    /// - Parameter close: called when the close button is pressed.
    init(_ shortcuts: [PlayerShortcut], close: @escaping @MainActor () -> Void) {
        let strings = StringTable.current
        closeButton = CircleButton(symbol: "xmark", label: strings[.close], action: close)
        super.init(frame: .zero)
        backgroundColor = PlayerLook.menuGlass
        layer.cornerRadius = PlayerLook.glassRadius
        layer.borderWidth = 1
        layer.borderColor = PlayerLook.hairline.cgColor
        layer.masksToBounds = true
        titleLabel.text = strings[.shortcuts]
        titleLabel.font = PlayerLook.titleFont
        titleLabel.textColor = .white
        titleLabel.accessibilityTraits = .header
        closeButton.keyName = KeyNames.escape
        addSubview(titleLabel)
        addSubview(list)
        addSubview(closeButton)
        for shortcut in shortcuts {
            let keys = KeyCapView(shortcut.keys)
            let text = UILabel(frame: .zero)
            text.font = PlayerLook.menuFont
            text.textColor = .white
            text.text = shortcut.text
            text.accessibilityValue = shortcut.keys
            list.addSubview(keys)
            list.addSubview(text)
            rows.append((keys, text))
        }
    }

    required init?(coder: NSCoder) { nil }

    var pointerTargets: [any PointerTarget] { [closeButton] }
    /// The texts with their keys, in the order of the list.
    var texts: [String] { rows.map { "\($0.keys.text): \($0.text.text ?? "")" } }

    private var titleHeight: CGFloat { PlayerLook.buttonSize + 12 }
    private var rowHeight: CGFloat { (30 * max(1, PlayerLook.textFactor)).rounded() }
    private var keyWidth: CGFloat { rows.map(\.keys.wantedWidth).max() ?? 0 }
    private var columnWidth: CGFloat {
        keyWidth + Self.keyGap + (rows.map { $0.text.sizeThatFits(.zero).width }.max() ?? 0)
    }

    private func columns(in width: CGFloat) -> Int {
        2 * columnWidth + Self.columnGap + 2 * Self.padding <= width ? 2 : 1
    }

    private func rowsPerColumn(_ columns: Int) -> Int { (rows.count + columns - 1) / max(1, columns) }

    /// Places the panel in the middle of an area.
    func place(in area: CGRect) {
        let room = CGSize(width: max(0, area.width - 24), height: max(0, area.height - 24))
        let count = columns(in: room.width)
        let width = min(
            room.width, CGFloat(count) * columnWidth + CGFloat(count - 1) * Self.columnGap + 2 * Self.padding)
        let height = min(
            room.height, titleHeight + CGFloat(rowsPerColumn(count)) * rowHeight + Self.padding)
        frame = CGRect(
            x: (area.midX - width / 2).rounded(), y: (area.midY - height / 2).rounded(), width: width, height: height)
    }

    /// Scrolls the list by a key.
    func scroll(by points: CGFloat) {
        let most = max(0, list.contentSize.height - list.bounds.height)
        list.contentOffset.y = max(0, min(most, list.contentOffset.y + points))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isMirrored = StringTable.current.isRightToLeft
        let side = PlayerLook.buttonSize
        let buttonX = bounds.width - side - 8
        closeButton.frame = CGRect(x: isMirrored ? 8 : buttonX, y: 6, width: side, height: side)
        let title = titleLabel.sizeThatFits(.zero)
        let titleWidth = min(title.width, max(0, bounds.width - 2 * Self.padding - side))
        titleLabel.frame = CGRect(
            x: isMirrored ? bounds.width - Self.padding - titleWidth : Self.padding,
            y: ((titleHeight - title.height) / 2).rounded(), width: titleWidth, height: title.height)
        list.frame = CGRect(
            x: 0, y: titleHeight, width: bounds.width, height: max(0, bounds.height - titleHeight))
        let count = columns(in: bounds.width + 0.5)
        let perColumn = rowsPerColumn(count)
        list.contentSize = CGSize(width: bounds.width, height: CGFloat(perColumn) * rowHeight + Self.padding)
        let keys = keyWidth
        let width = (bounds.width - 2 * Self.padding - CGFloat(count - 1) * Self.columnGap) / CGFloat(count)
        for (index, row) in rows.enumerated() {
            let left = Self.padding + CGFloat(index / perColumn) * (width + Self.columnGap)
            let top = CGFloat(index % perColumn) * rowHeight
            let text = row.text.sizeThatFits(.zero)
            let textWidth = max(0, min(text.width, width - keys - Self.keyGap))
            let keyWidth = row.keys.wantedWidth
            func x(_ start: CGFloat, _ width: CGFloat) -> CGFloat { isMirrored ? bounds.width - start - width : start }
            row.keys.frame = CGRect(
                x: x(left + keys - keyWidth, keyWidth), y: top + 3, width: keyWidth, height: rowHeight - 6)
            row.text.frame = CGRect(
                x: x(left + keys + Self.keyGap, textWidth), y: top + ((rowHeight - text.height) / 2).rounded(),
                width: textWidth, height: text.height)
        }
    }
}

/// The names of keys in a rounded frame.
private final class KeyCapView: UIView {
    private let label = UILabel(frame: .zero)
    let text: String

    init(_ text: String) {
        self.text = text
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        backgroundColor = PlayerLook.white(0.14)
        layer.cornerRadius = 6
        label.font = PlayerLook.chapterFont
        label.textColor = .white
        label.text = text
        // The effect is the element; its value has the keys.
        label.isAccessibilityElement = false
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    var wantedWidth: CGFloat { max(28, label.sizeThatFits(.zero).width + 16) }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = label.sizeThatFits(.zero)
        label.frame = CGRect(
            x: ((bounds.width - size.width) / 2).rounded(), y: ((bounds.height - size.height) / 2).rounded(),
            width: size.width, height: size.height)
    }
}
