import CoreGraphics
import Foundation

/// The texts and buttons of an alert.
final class AlertPanel: UIView {
    private let titleLabel = UILabel(frame: .zero)
    private let messageLabel = UILabel(frame: .zero)
    private let texts = UIScrollView(frame: .zero)
    private let card = UIView(frame: .zero)
    private let cancelCard = UIView(frame: .zero)
    private let buttons: [AlertButton]
    private let fields: [UITextField]
    private var lines: [UIView] = []
    private let isSheet: Bool
    /// Called with the action of the button that was pressed.
    var onChoose: @MainActor (UIAlertAction) -> Void = { _ in }

    private static let padding: CGFloat = 18
    private static let radius: CGFloat = 14
    /// The distance between the card of a sheet and that of its cancel button.
    private static let gap: CGFloat = 8

    init(
        title: String?, message: String?, fields: [UITextField] = [], actions: [UIAlertAction],
        preferred: UIAlertAction?, isSheet: Bool
    ) {
        self.isSheet = isSheet
        self.fields = fields
        // The cancel button is the first one of a row, and the last one of a column.
        let isRow = !isSheet && actions.count == 2
        let others = actions.filter { $0.style != .cancel }
        let cancel = actions.filter { $0.style == .cancel }
        buttons = (isRow ? cancel + others : others + cancel).map { AlertButton($0) }
        super.init(frame: .zero)
        for view in [card, cancelCard] {
            view.backgroundColor = Self.background
            view.layer.cornerRadius = Self.radius
            view.clipsToBounds = true
            addSubview(view)
        }
        card.addSubview(texts)
        prepare(titleLabel, title)
        prepare(messageLabel, message)
        fields.forEach { card.addSubview($0) }
        titleLabel.accessibilityTraits = [.staticText, .header]
        for button in buttons {
            (hasOwnCard(button) ? cancelCard : card).addSubview(button)
            button.addAction(
                UIAction { [weak self, weak button] _ in
                    if let button { self?.onChoose(button.action) }
                }, for: .primaryActionTriggered)
        }
        lines = buttons.map { _ in
            let line = UIView(frame: .zero)
            line.backgroundColor = .separator
            card.addSubview(line)
            return line
        }
        showPreferred(preferred)
    }

    required init?(coder: NSCoder) { nil }

    private static let background = UIColor { traits in
        traits.userInterfaceStyle == .dark
            ? UIColor(red: 0.15, green: 0.15, blue: 0.16, alpha: 1) : UIColor(white: 0.97, alpha: 1)
    }

    private func prepare(_ label: UILabel, _ text: String?) {
        label.text = text
        label.numberOfLines = 0
        label.textAlignment = .center
        label.textColor = .label
        label.isHidden = (text ?? "").isEmpty
        texts.addSubview(label)
    }

    private func hasOwnCard(_ button: AlertButton) -> Bool { isSheet && button.action.style == .cancel }

    func showPreferred(_ action: UIAlertAction?) {
        for button in buttons {
            button.isPreferred = action.map { $0 === button.action } ?? (button.action.style == .cancel)
        }
    }

    func button(for action: UIAlertAction?) -> AlertButton? { buttons.first { $0.action === action } }

    // MARK: Layout

    private var look: BarLook { BarLook(traitCollection) }
    private var buttonHeight: CGFloat { look.height }

    private func setFonts() {
        titleLabel.font = isSheet ? look.smallFont(isBold: true) : look.titleFont
        messageLabel.font = look.smallFont(isBold: false)
        for field in fields { field.defaultFont = look.fieldFont }
        if isSheet { for label in [titleLabel, messageLabel] { label.textColor = .secondaryLabel } }
    }

    private func height(of label: UILabel, width: CGFloat) -> CGFloat {
        label.isHidden ? 0 : label.sizeThatFits(CGSize(width: width, height: 0)).height
    }

    private func textsHeight(width: CGFloat) -> CGFloat {
        setFonts()
        let room = width - Self.padding * 2
        let (title, message) = (height(of: titleLabel, width: room), height(of: messageLabel, width: room))
        guard title + message > 0 else { return fields.isEmpty ? 0 : Self.padding }
        return title + message + (title > 0 && message > 0 ? 4 : 0) + Self.padding * 2
    }

    private var fieldHeight: CGFloat { (34 * look.panelFactor).rounded() }

    private var fieldsHeight: CGFloat {
        fields.isEmpty ? 0 : CGFloat(fields.count) * (fieldHeight + Self.gap) - Self.gap + Self.padding
    }

    private func placeFields(below top: CGFloat) {
        var y = top
        for field in fields {
            field.frame = CGRect(
                x: Self.padding, y: y, width: max(0, bounds.width - Self.padding * 2), height: fieldHeight)
            y += fieldHeight + Self.gap
        }
    }

    private func isRow(width: CGFloat) -> Bool {
        !isSheet && buttons.count == 2 && buttons.allSatisfy { $0.fittingWidth <= width / 2 }
    }

    /// The height of the buttons in the first card.
    private func buttonsHeight(width: CGFloat) -> CGFloat {
        let count = isRow(width: width) ? 1 : buttons.count { !hasOwnCard($0) }
        return CGFloat(count) * buttonHeight
    }

    private var cancelHeight: CGFloat { buttons.contains(where: hasOwnCard) ? buttonHeight + Self.gap : 0 }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let wanted = (isSheet ? 400 : 280) * look.panelFactor
        let width = min(size.width, wanted).rounded()
        return CGSize(
            width: width,
            height: min(
                size.height,
                textsHeight(width: width) + fieldsHeight + buttonsHeight(width: width) + cancelHeight))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let width = bounds.width
        let cancelHeight = cancelHeight
        card.frame = CGRect(x: 0, y: 0, width: width, height: max(0, bounds.height - cancelHeight))
        cancelCard.frame = CGRect(
            x: 0, y: card.frame.maxY + Self.gap, width: width, height: max(0, cancelHeight - Self.gap))
        cancelCard.isHidden = cancelHeight == 0
        let wanted = textsHeight(width: width)
        texts.frame = CGRect(
            x: 0, y: 0, width: width,
            height: max(0, min(wanted, card.bounds.height - fieldsHeight - buttonsHeight(width: width))))
        texts.contentSize = CGSize(width: width, height: wanted)
        let room = width - Self.padding * 2
        let titleHeight = height(of: titleLabel, width: room)
        titleLabel.frame = CGRect(x: Self.padding, y: Self.padding, width: room, height: titleHeight)
        messageLabel.frame = CGRect(
            x: Self.padding, y: Self.padding + titleHeight + (titleHeight > 0 ? 4 : 0), width: room,
            height: height(of: messageLabel, width: room))
        placeFields(below: texts.frame.maxY)
        placeButtons(below: texts.frame.maxY + fieldsHeight, width: width)
    }

    private func placeButtons(below top: CGFloat, width: CGFloat) {
        let hair = 1 / max(1, traitCollection.displayScale)
        let isRow = isRow(width: width)
        var y = top
        for (index, button) in buttons.enumerated() {
            let line = lines[index]
            line.isHidden = hasOwnCard(button) || y <= 0
            guard !hasOwnCard(button) else {
                button.frame = cancelCard.bounds
                continue
            }
            if isRow {
                let half = width / 2
                button.frame = card.mirroredIfNeeded(
                    CGRect(x: CGFloat(index) * half, y: top, width: half, height: buttonHeight))
                line.frame =
                    index == 0
                    ? CGRect(x: 0, y: top, width: width, height: hair)
                    : CGRect(x: half, y: top, width: hair, height: buttonHeight)
            } else {
                button.frame = CGRect(x: 0, y: y, width: width, height: buttonHeight)
                line.frame = CGRect(x: 0, y: y, width: width, height: hair)
                y += buttonHeight
            }
        }
    }

    // MARK: Keys

    /// Gives the keys to the next (1) or previous (-1) field or button; the first one follows the last.
    func moveKeys(by step: Int) {
        let stops = ((fields as [UIControl]) + buttons).filter(\.canBecomeFirstResponder)
        guard !stops.isEmpty else { return }
        let place = stops.firstIndex(where: \.isFirstResponder).map { $0 + step } ?? (step > 0 ? 0 : stops.count - 1)
        stops[(place % stops.count + stops.count) % stops.count].becomeFirstResponder()
    }
}

/// A button of an alert.
final class AlertButton: KeyControl {
    let action: UIAlertAction
    private let label = UILabel(frame: .zero)
    var isPreferred = false { didSet { if isPreferred != oldValue { setNeedsLayout() } } }

    init(_ action: UIAlertAction) {
        self.action = action
        super.init(frame: .zero)
        label.text = action.title
        label.textAlignment = .center
        label.adjustsFontSizeToFitWidth = true
        label.minimumScaleFactor = 0.6
        label.isAccessibilityElement = false
        addSubview(label)
        accessibilityLabel = action.title
        isEnabled = action.isEnabled
        action.onChange = { [weak self] in
            if let self { isEnabled = self.action.isEnabled }
        }
    }

    required init?(coder: NSCoder) { nil }

    private func setFont() { label.font = BarLook(traitCollection).buttonFont(isProminent: isPreferred) }

    var fittingWidth: CGFloat {
        setFont()
        return label.sizeThatFits(.zero).width + 20
    }

    override var highlightFrame: CGRect { bounds.insetBy(dx: 4, dy: 4) }

    override func layoutSubviews() {
        super.layoutSubviews()
        setFont()
        label.textColor =
            hasFocusHighlight ? BarLook.inverse : action.style == .destructive ? .systemRed : tintColor
        label.alpha = isEnabled ? 1 : 0.35
        label.frame = bounds.insetBy(dx: 10, dy: 0)
    }
}
