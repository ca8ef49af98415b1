import CoreGraphics
public import Foundation

/// A question to the viewer with a button for each answer, above the interface, which is dimmed.
///
/// Present it like any controller. A button dismisses it and then calls its handler. Return presses the preferred button, and Escape the one of
/// the style `.cancel`, or the only one. In a text field, Return gives the keys to the next field; in the last one it presses the preferred button
/// or, without one, the only button that does not cancel.
open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable {
        /// A list of actions at the lower edge. A press elsewhere cancels it.
        case actionSheet = 0
        /// A panel in the middle.
        case alert = 1
    }

    open private(set) var preferredStyle: Style
    open private(set) var actions: [UIAlertAction] = []
    /// The action of the Return key, whose title is semibold. One of `actions`.
    open var preferredAction: UIAlertAction? { didSet { panel?.showPreferred(preferredAction) } }
    open var message: String? { didSet { if message != oldValue { renewPanel() } } }
    open override var title: String? { didSet { if title != oldValue { renewPanel() } } }

    /// The text fields in their order; nil without any.
    open var textFields: [UITextField]? { fields.isEmpty ? nil : fields }
    private var fields: [UITextField] = []

    private let shade = UIControl(frame: .zero)
    private var panel: AlertPanel?
    private var isClosing = false

    public init(title: String?, message: String?, preferredStyle: Style) {
        self.preferredStyle = preferredStyle
        super.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        modalPresentationStyle = .overFullScreen
        modalTransitionStyle = .crossDissolve
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        preferredStyle = .actionSheet
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        modalPresentationStyle = .overFullScreen
        modalTransitionStyle = .crossDissolve
    }

    public required init?(coder: NSCoder) { nil }

    /// Adds a button. Of several ones of the style `.cancel`, only the first is added; the others are refused with a message on standard
    /// error.
    open func addAction(_ action: UIAlertAction) {
        guard action.style != .cancel || cancelAction == nil else {
            return FileHandle.standardError.write(Data("UIKit: an alert has one cancel action; not added\n".utf8))
        }
        actions.append(action)
        renewPanel()
    }

    /// Adds a text field above the buttons of an alert. In an action sheet, none is added: a message is written to standard error.
    /// - Parameter configurationHandler: prepares the field, such as by a placeholder.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        guard preferredStyle == .alert else {
            return FileHandle.standardError.write(Data("UIKit: an action sheet has no text fields; not added\n".utf8))
        }
        let field = UITextField(frame: .zero)
        field.borderStyle = .roundedRect
        field.clearButtonMode = .whileEditing
        field.onReturn = { [weak self, weak field] in
            if let field { self?.returnWasPressed(in: field) }
        }
        fields.append(field)
        configurationHandler?(field)
        renewPanel()
    }

    private func returnWasPressed(in field: UITextField) {
        guard traitCollection.userInterfaceIdiom != .tv else {
            field.resignFirstResponder()
            return
        }
        if let index = fields.firstIndex(where: { $0 === field }), index + 1 < fields.count {
            fields[index + 1].becomeFirstResponder()
        } else if let action = defaultAction {
            choose(action)
        }
    }

    /// The action of the Return key in a text field.
    private var defaultAction: UIAlertAction? {
        if let preferredAction { return preferredAction }
        let others = actions.filter { $0.style != .cancel }
        return others.count == 1 ? others[0] : actions.count == 1 ? actions[0] : nil
    }

    private var cancelAction: UIAlertAction? { actions.first { $0.style == .cancel } }

    // MARK: Views

    open override func viewDidLoad() {
        super.viewDidLoad()
        shade.frame = view.bounds
        shade.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        shade.backgroundColor = UIColor(white: 0, alpha: 0.4)
        shade.addAction(UIAction { [weak self] _ in self?.shadeWasPressed() }, for: .touchUpInside)
        view.addSubview(shade)
        renewPanel()
    }

    private func renewPanel() {
        guard isViewLoaded else { return }
        let edited = fields.first(where: \.isFirstResponder)
        panel?.removeFromSuperview()
        let panel = AlertPanel(
            title: title, message: message, fields: fields, actions: actions, preferred: preferredAction,
            isSheet: preferredStyle == .actionSheet)
        panel.onChoose = { [weak self] in self?.choose($0) }
        self.panel = panel
        view.addSubview(panel)
        view.setNeedsLayout()
        edited?.becomeFirstResponder()
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        guard let panel else { return }
        let area = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: 16, dy: 16)
        let size = panel.sizeThatFits(area.size)
        let y = preferredStyle == .alert ? area.midY - size.height / 2 : area.maxY - size.height
        panel.frame = CGRect(
            x: (area.midX - size.width / 2).rounded(), y: y.rounded(), width: size.width, height: size.height)
        beginEditing()
    }

    /// Gives the keys to the first field, once: characters that are typed while the alert appears reach it.
    private func beginEditing() {
        guard !hasBegunEditing, let field = fields.first, let window = view.window,
            traitCollection.userInterfaceIdiom != .tv
        else { return }
        hasBegunEditing = true
        formerResponder = window.firstResponder
        field.becomeFirstResponder()
    }

    private var hasBegunEditing = false
    /// The first responder before the alert, which has the keys again after it.
    private weak var formerResponder: UIResponder?

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        hasBegunEditing = false
        guard let former = formerResponder else { return }
        formerResponder = nil
        if former.windowOfChain?.firstResponder == nil { former.becomeFirstResponder() }
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        let text = [title, message].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
        UIAccessibility.announce(text, from: view)
    }

    open override var preferredFocusEnvironments: [any UIFocusEnvironment] {
        if let field = fields.first { return [field] }
        return (panel?.button(for: preferredAction)).map { [$0] } ?? super.preferredFocusEnvironments
    }

    // MARK: Choosing

    private func choose(_ action: UIAlertAction) {
        guard action.isEnabled, !isClosing else { return }
        isClosing = true
        let close = { [weak self] in
            self?.isClosing = false
            action.handler?(action)
        }
        guard presentingViewController != nil else { return close() }
        dismiss(animated: true, completion: close)
    }

    private func shadeWasPressed() {
        guard preferredStyle == .actionSheet else { return }
        cancel()
    }

    /// - Returns: whether there is an action that cancels: the one of that style, or the only one of an alert.
    @discardableResult
    private func cancel() -> Bool {
        guard let action = cancelAction ?? (actions.count == 1 ? actions.first : nil) else { return false }
        choose(action)
        return true
    }

    // MARK: Keys

    /// Whether the press of the Escape key has begun in this controller.
    private var hasEscapePress = false

    /// The remote's buttons move and press the focus; the keyboard's are handled here.
    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let press = presses.first, let panel else { return super.pressesBegan(presses, with: event) }
        if press.type == .menu {
            hasEscapePress = true
            return
        }
        guard traitCollection.userInterfaceIdiom != .tv else { return super.pressesBegan(presses, with: event) }
        switch press.type {
        case .downArrow, .rightArrow, .upArrow, .leftArrow:
            let isForward = press.type == .downArrow || press.type == (view.isRightToLeft ? .leftArrow : .rightArrow)
            panel.moveKeys(by: isForward ? 1 : -1)
        case .select:
            if let action = preferredAction ?? (actions.count == 1 ? actions.first : nil) { choose(action) }
        default: if let step = press.tabStep { panel.moveKeys(by: step) }
        }
    }

    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard presses.contains(where: { $0.type == .menu }) else { return super.pressesEnded(presses, with: event) }
        // The presentation would dismiss the alert without a call of a handler.
        if hasEscapePress { cancel() }
        hasEscapePress = false
    }
}
