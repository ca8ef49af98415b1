import CoreGraphics
import Foundation

/// Displays a menu beside the control that opens it, until the viewer chooses an action or presses elsewhere.
final class MenuController: UIViewController {
    /// The menus from the first one to the displayed submenu.
    private var path: [UIMenu]
    private weak var source: UIView?
    private let sender: Any?
    private let backdrop = UIControl(frame: .zero)
    private let panel = MenuPanel()

    /// Shows a menu. Does nothing where the source is not in a window, or the menu has no visible element.
    /// - Parameter sender: the sender of the chosen action.
    static func show(_ menu: UIMenu, from source: UIView, sender: Any?) {
        guard let top = source.window?.topController, !MenuPanel.elements(of: menu).isEmpty else { return }
        top.present(MenuController(menu, source: source, sender: sender), animated: false)
    }

    private init(_ menu: UIMenu, source: UIView, sender: Any?) {
        path = [menu]
        self.source = source
        self.sender = sender
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .overFullScreen
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        backdrop.frame = view.bounds
        backdrop.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        backdrop.addAction(UIAction { [weak self] _ in self?.close() }, for: [.touchDown])
        view.addSubview(backdrop)
        view.addSubview(panel)
        panel.onChoose = { [weak self] in self?.choose($0) }
        showPage()
    }

    override var preferredFocusEnvironments: [any UIFocusEnvironment] { [panel] }

    private func showPage() {
        guard let menu = path.last else { return }
        panel.show(menu, isSubmenu: path.count > 1)
        view.setNeedsLayout()
        view.layoutIfNeeded()
        setNeedsFocusUpdate()
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        guard let source, source.window != nil else { return }
        panel.frame = MenuPlacement.frame(
            of: panel.sizeThatFits(view.bounds.size), beside: source.convert(source.bounds, to: view),
            in: view.bounds.inset(by: view.safeAreaInsets))
    }

    // MARK: Choosing

    private func choose(_ choice: MenuPanel.Choice) {
        switch choice {
        case .back:
            path.removeLast()
            showPage()
        case .submenu(let menu):
            path.append(menu)
            showPage()
        case .action(let action, let menu):
            if menu.options.contains(.singleSelection) {
                for case let other as UIAction in menu.children { other.state = other === action ? .on : .off }
            }
            guard !action.attributes.contains(.keepsMenuPresented) else {
                action.performWithSender(sender, target: nil)
                return showPage()
            }
            close { [sender] in action.performWithSender(sender, target: nil) }
        }
    }

    private func close(_ completion: (() -> Void)? = nil) {
        dismiss(animated: false, completion: completion)
    }

    // MARK: Keys

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let press = presses.first else { return }
        let isTelevision = traitCollection.userInterfaceIdiom == .tv
        switch press.type {
        case .menu:
            if path.count > 1 { choose(.back) } else { close() }
        case .downArrow where !isTelevision: panel.moveKeys(by: 1)
        case .upArrow where !isTelevision: panel.moveKeys(by: -1)
        default:
            if let step = press.tabStep { panel.moveKeys(by: step) } else { super.pressesBegan(presses, with: event) }
        }
    }

    /// The release of the menu key, whose press closes the menu, does not reach the presentation.
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if !presses.contains(where: { $0.type == .menu }) { super.pressesEnded(presses, with: event) }
    }
}
