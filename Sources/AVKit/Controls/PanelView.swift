import CoreGraphics
import Foundation
import UIKit

/// A panel in the middle of the player: a title and rows on dark glass, operated by pointer, wheel and keys. A click beside the panel and
/// Escape close it.
///
/// The view covers the player, so that nothing below receives input while the panel is open.
final class PanelView: UIView {
    private static let width: CGFloat = 460
    private static let headerHeight: CGFloat = 52
    private static let rowHeight: CGFloat = 38

    private let glass = UIView(frame: .zero)
    private let titleLabel = UILabel(frame: .zero)
    private let clip = UIView(frame: .zero)
    private let rowsView = UIView(frame: .zero)
    private let entryView = PasscodeEntryView()
    private let make: @MainActor () -> PanelContent
    private var content: PanelContent
    private var geometry = MenuGeometry(sections: [], rowHeight: 0)
    private var rows: [Int: PanelRowView] = [:]
    private var others: [(slot: Int, view: UIView)] = []
    private var offset = 0.0
    private var wheelUsed: CGFloat = 0

    var onClose: @MainActor () -> Void = {}

    /// The slot of the row under the pointer, or of the row that was last selected by key.
    private var current: Int? {
        didSet {
            guard current != oldValue else { return }
            if let oldValue { rows[oldValue]?.isLit = false }
            if let current { rows[current]?.isLit = true }
        }
    }

    /// - Parameter make: returns the present content; called again by `reload()`.
    init(_ make: @escaping @MainActor () -> PanelContent) {
        self.make = make
        content = make()
        super.init(frame: .zero)
        backgroundColor = UIColor(white: 0, alpha: 0.45)
        glass.backgroundColor = PlayerLook.menuGlass
        glass.layer.cornerRadius = PlayerLook.glassRadius
        glass.layer.borderWidth = 1
        glass.layer.borderColor = PlayerLook.hairline.cgColor
        glass.layer.masksToBounds = true
        addSubview(glass)
        titleLabel.font = .systemFont(ofSize: 17, weight: .semibold)
        titleLabel.textColor = .white
        titleLabel.accessibilityTraits = .header
        clip.clipsToBounds = true
        clip.addSubview(rowsView)
        for view in [titleLabel, clip, entryView] as [UIView] { glass.addSubview(view) }
        let hover = UIHoverGestureRecognizer()
        hover.addAction { [weak self] in self?.hovered($0) }
        addGestureRecognizer(hover)
        let wheel = UIPanGestureRecognizer()
        wheel.allowedScrollTypesMask = .all
        wheel.allowedTouchTypes = []
        wheel.addAction { [weak self, weak wheel] _ in if let wheel { self?.wheeled(wheel) } }
        addGestureRecognizer(wheel)
        build()
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFirstResponder: Bool { true }

    /// Shows the present content; the selected row and the scroll position stay where the rows stay.
    func reload() {
        content = make()
        build()
    }

    private func build() {
        for view in rows.values { view.removeFromSuperview() }
        for other in others { other.view.removeFromSuperview() }
        rows = [:]
        others = []
        titleLabel.text = content.title
        accessibilityLabel = content.title
        entryView.isHidden = content.entry == nil
        clip.isHidden = content.entry != nil
        entryView.show(content.entry)
        geometry = MenuGeometry(
            sections: content.sections.map { ($0.rows.count, $0.title != nil) }, rowHeight: Double(Self.rowHeight))
        for (index, slot) in geometry.slots.enumerated() {
            switch slot.element {
            case .separator: break
            case .title(let section):
                let label = UILabel(frame: .zero)
                label.text = content.sections[section].title
                label.font = PlayerLook.menuTitleFont
                label.textColor = PlayerLook.white(0.65)
                label.accessibilityTraits = .header
                rowsView.addSubview(label)
                others.append((index, label))
            case .row(let section, let row):
                let view = PanelRowView(content.sections[section].rows[row])
                rows[index] = view
                rowsView.addSubview(view)
            }
        }
        if let current { if rows[current] == nil { self.current = nil } else { rows[current]?.isLit = true } }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let width = max(0, min(Self.width, bounds.width - 24))
        let wanted = content.entry == nil ? CGFloat(geometry.height) : PasscodeEntryView.height
        let height = max(0, min(Self.headerHeight + wanted, bounds.height - 24))
        glass.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(), y: ((bounds.height - height) / 2).rounded(), width: width,
            height: height)
        titleLabel.frame = CGRect(x: 22, y: 16, width: width - 44, height: 24)
        let area = CGRect(
            x: 0, y: Self.headerHeight, width: width, height: max(0, height - Self.headerHeight))
        clip.frame = area
        entryView.frame = area
        offset = geometry.clamp(offset, visible: Double(area.height))
        rowsView.frame = CGRect(x: 0, y: -offset, width: Double(width), height: geometry.height)
        for (index, view) in rows {
            let slot = geometry.slots[index]
            view.frame = CGRect(x: 8, y: slot.top, width: Double(width) - 16, height: slot.height)
        }
        for (index, view) in others {
            let slot = geometry.slots[index]
            view.frame = CGRect(x: 22, y: slot.top, width: Double(width) - 44, height: slot.height)
        }
    }

    // MARK: Input

    private func slot(at point: CGPoint) -> Int? {
        guard content.entry == nil, clip.bounds.contains(clip.convert(point, from: self)) else { return nil }
        return geometry.row(at: Double(rowsView.convert(point, from: self).y))
    }

    private func hovered(_ recognizer: UIGestureRecognizer) {
        switch recognizer.state {
        case .began, .changed: current = slot(at: recognizer.location(in: self))
        default: current = nil
        }
    }

    private func wheeled(_ wheel: UIPanGestureRecognizer) {
        if wheel.state == .began { wheelUsed = 0 }
        guard wheel.state == .began || wheel.state == .changed else { return }
        let moved = wheel.translation(in: self).y
        offset = geometry.clamp(offset - Double(moved - wheelUsed), visible: Double(clip.bounds.height))
        wheelUsed = moved
        setNeedsLayout()
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        if !glass.frame.contains(touch.location(in: self)) { onClose() }
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let left = presses.filter { !pressed($0) }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    /// - Returns: whether the key belongs to the panel. Keys with modifiers are the program's.
    private func pressed(_ press: UIPress) -> Bool {
        let flags = press.key?.modifierFlags ?? []
        guard flags.isDisjoint(with: [.control, .alternate, .command]) else { return false }
        if press.type == .menu {
            onClose()
            return true
        }
        if content.entry != nil {
            entryView.pressed(press)
            return true
        }
        let row = current.flatMap { rows[$0]?.content }
        switch press.type {
        case .upArrow: select(by: -1)
        case .downArrow: select(by: 1)
        case .leftArrow: row?.adjust?(-1)
        case .rightArrow: row?.adjust?(1)
        case .select, .playPause: if !press.isRepeat { row?.choose() }
        default:
            switch press.key?.keyCode {
            case .keyboardTab?: select(by: flags.contains(.shift) ? -1 : 1)
            case .keyboardDeleteForward?, .keyboardDeleteOrBackspace?: row?.remove?()
            default: break
            }
        }
        // All other keys are ignored rather than passed to the player below.
        return true
    }

    private func select(by step: Int) {
        guard let next = geometry.row(after: current, by: step) else { return }
        current = next
        offset = geometry.scroll(toShow: next, from: offset, visible: Double(clip.bounds.height))
        setNeedsLayout()
    }
}

/// One row of a panel: a check mark, a title, and a value with arrows or a cross at the right.
final class PanelRowView: UIControl {
    private let mark = UIImageView(image: UIImage(systemName: "checkmark"))
    private let label = UILabel(frame: .zero)
    private let value = UILabel(frame: .zero)
    private var cross: CircleButton?
    let content: PanelContent.Row

    var isLit = false { didSet { if isLit != oldValue { setNeedsLayout() } } }

    init(_ content: PanelContent.Row) {
        self.content = content
        super.init(frame: .zero)
        layer.cornerRadius = 8
        mark.tintColor = .white
        mark.contentMode = .scaleAspectFit
        mark.isHidden = !content.isMarked
        label.font = PlayerLook.menuFont
        label.textColor = .white
        label.text = content.title
        value.font = PlayerLook.menuFont
        value.textColor = PlayerLook.white(PlayerLook.secondary)
        value.text = content.adjust == nil ? content.value : content.value.map { "\u{2039}  \($0)  \u{203A}" }
        for view in [mark, label, value] as [UIView] {
            view.isUserInteractionEnabled = false
            view.isAccessibilityElement = false
            addSubview(view)
        }
        isAccessibilityElement = true
        accessibilityLabel = content.title
        accessibilityValue = content.isMarked ? StringTable.current[.selected] : content.value
        accessibilityTraits = content.isMarked ? [.button, .selected] : .button
        addAction(UIAction { _ in content.choose() }, for: .primaryActionTriggered)
        if let remove = content.remove {
            let button = CircleButton(symbol: "xmark", label: StringTable.current[.remove]) { remove() }
            cross = button
            addSubview(button)
        }
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        backgroundColor =
            isHighlighted
            ? PlayerLook.white(PlayerLook.pressedFill) : isLit ? PlayerLook.white(PlayerLook.hoverFill) : nil
        let height = bounds.height
        mark.frame = CGRect(x: 12, y: (height - 16) / 2, width: 16, height: 16)
        var right = bounds.width - 14
        if let cross {
            cross.isHidden = !isLit
            cross.frame = CGRect(x: bounds.width - 36, y: (height - 32) / 2, width: 32, height: 32)
            right = cross.frame.minX - 4
        }
        let valueSize = value.sizeThatFits(.zero)
        let valueWidth = min(valueSize.width, max(0, right - 120))
        value.frame = CGRect(
            x: right - valueWidth, y: ((height - valueSize.height) / 2).rounded(), width: valueWidth,
            height: valueSize.height)
        let left: CGFloat = content.isMarked || content.remove != nil ? 38 : 14
        let size = label.sizeThatFits(.zero)
        label.frame = CGRect(
            x: left, y: ((height - size.height) / 2).rounded(), width: max(0, value.frame.minX - 10 - left),
            height: size.height)
    }
}

/// Four places for the digits of a passcode, which are typed on the keyboard and not displayed.
final class PasscodeEntryView: UIView {
    static let height: CGFloat = 120

    private let prompt = UILabel(frame: .zero)
    private let places = (0..<PanelContent.Entry.length).map { _ in UIView(frame: .zero) }
    private var entry: PanelContent.Entry?
    private var digits = "" { didSet { showDigits() } }

    init() {
        super.init(frame: .zero)
        prompt.font = PlayerLook.menuFont
        prompt.textColor = PlayerLook.white(PlayerLook.secondary)
        prompt.textAlignment = .center
        addSubview(prompt)
        for place in places {
            place.layer.cornerRadius = 9
            place.layer.borderWidth = 2
            place.layer.borderColor = UIColor.white.cgColor
            addSubview(place)
        }
    }

    required init?(coder: NSCoder) { nil }

    func show(_ entry: PanelContent.Entry?) {
        self.entry = entry
        prompt.text = entry?.prompt
        digits = ""
        setNeedsLayout()
    }

    func pressed(_ press: UIPress) {
        if press.key?.keyCode == .keyboardDeleteOrBackspace {
            if !digits.isEmpty { digits.removeLast() }
            return
        }
        guard let text = press.key?.charactersIgnoringModifiers, text.count == 1, let digit = text.first,
            digit.isASCII, digit.isNumber, !press.isRepeat
        else { return }
        digits.append(digit)
        guard digits.count == PanelContent.Entry.length else { return }
        let complete = digits
        digits = ""
        entry?.finish(complete)
    }

    private func showDigits() {
        for (index, place) in places.enumerated() {
            place.backgroundColor = index < digits.count ? .white : nil
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        prompt.frame = CGRect(x: 22, y: 8, width: max(0, bounds.width - 44), height: 24)
        let side: CGFloat = 18
        let total = side * CGFloat(places.count) + 16 * CGFloat(places.count - 1)
        for (index, place) in places.enumerated() {
            place.frame = CGRect(
                x: ((bounds.width - total) / 2).rounded() + CGFloat(index) * (side + 16), y: 56, width: side,
                height: side)
        }
    }
}
