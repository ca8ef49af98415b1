public import Foundation
public import Selectors

/// A button, a space or a client's view in a toolbar or navigation bar.
open class UIBarButtonItem: UIBarItem {
    public enum Style: Int, Sendable {
        case plain = 0
        /// The button of the action that completes a task: its title is semibold.
        case done = 2
    }

    open var style = Style.plain { didSet { if style != oldValue { didChange() } } }
    /// The width in points; 0: that of the content. In a fixed space, the width of the space.
    open var width: CGFloat = 0 { didSet { if width != oldValue { didChange() } } }
    /// Titles that the item displays at other times: the button is as wide as the widest of them.
    open var possibleTitles: Set<String>? { didSet { if possibleTitles != oldValue { didChange() } } }
    /// A view in place of the button.
    open var customView: UIView? { didSet { if customView !== oldValue { didChange() } } }
    /// Called without parameters, with the item, or with the item and the event, unless there is a `primaryAction`.
    open var action: Selector?
    /// The object that has the method; nil: the first responder that has the method, from the first responder or the displayed controller
    /// upwards.
    open weak var target: AnyObject?
    /// The action of a press. Setting it takes over its title and image, except in a system item.
    open var primaryAction: UIAction? { didSet { adoptPrimaryAction() } }
    /// Displayed by a press where the item has no action, and by a long press or a secondary click where it has one.
    open var menu: UIMenu? { didSet { didChange() } }
    /// The color of the title and of a template image; nil: that of the bar.
    open var tintColor: UIColor? { didSet { if tintColor != oldValue { didChange() } } }
    /// Whether the button is displayed as switched on.
    open var isSelected = false { didSet { if isSelected != oldValue { didChange() } } }
    /// Whether each press switches `isSelected`, before the action is called.
    open var changesSelectionAsPrimaryAction = false
    open var isHidden = false { didSet { if isHidden != oldValue { didChange() } } }

    let systemItem: SystemItem?

    public override init() {
        systemItem = nil
        super.init()
    }

    public required init?(coder: NSCoder) { nil }

    private init(system: SystemItem?) {
        systemItem = system
        super.init()
    }

    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init(system: nil)
        self.title = title
        self.style = style
        setAction(target, action)
    }

    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(system: nil)
        self.image = image
        self.style = style
        setAction(target, action)
    }

    public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
        self.init(system: systemItem)
        if systemItem.isProminent { style = .done }
        setAction(target, action)
    }

    public convenience init(customView: UIView) {
        self.init(system: nil)
        self.customView = customView
    }

    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
        self.init(system: systemItem)
        if systemItem.isProminent { style = .done }
        self.primaryAction = primaryAction
        self.menu = menu
    }

    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init(system: nil)
        self.primaryAction = primaryAction
        adoptPrimaryAction()
        if let title { self.title = title }
        if let image { self.image = image }
        self.menu = menu
    }

    public convenience init(
        title: String? = nil, image: UIImage? = nil, target: AnyObject?, action: Selector?, menu: UIMenu? = nil
    ) {
        self.init(system: nil)
        self.title = title
        self.image = image
        self.menu = menu
        setAction(target, action)
    }

    /// Returns a space of a width in points.
    open class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let space = UIBarButtonItem(system: .fixedSpace)
        space.width = width
        return space
    }

    /// Returns a space that shares the spare room of a toolbar with the other flexible spaces.
    open class func flexibleSpace() -> UIBarButtonItem { UIBarButtonItem(system: .flexibleSpace) }

    private func setAction(_ target: Any?, _ action: Selector?) {
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    private func adoptPrimaryAction() {
        guard let primaryAction, systemItem == nil else { return }
        title = primaryAction.title.isEmpty ? title : primaryAction.title
        image = primaryAction.image ?? image
    }

    // MARK: Content

    var isSpace: Bool { systemItem == .flexibleSpace || systemItem == .fixedSpace }
    var isFlexible: Bool { systemItem == .flexibleSpace }
    var hasAction: Bool { primaryAction != nil || action != nil }

    /// The image that is displayed; nil where the title is.
    var shownImage: UIImage? { image ?? (title == nil ? systemItem?.image : nil) }
    var shownTitle: String? { shownImage == nil ? title ?? systemItem?.title : nil }
    var spokenName: String { accessibilityLabel ?? title ?? systemItem?.name ?? primaryAction?.title ?? "" }

    // MARK: Pressing

    /// Calls the action.
    /// - Parameter start: the responder from which a method without a target is searched.
    func perform(from start: UIResponder, event: UIEvent?) {
        if changesSelectionAsPrimaryAction { isSelected.toggle() }
        if let primaryAction { return primaryAction.performWithSender(self, target: nil) }
        guard let action else { return }
        let found = start.windowOfChain?.firstResponder?.target(forAction: action, withSender: self)
        let receiver = target ?? found ?? start.target(forAction: action, withSender: self)
        UIApplication.shared.sendAction(action, to: receiver, from: self, for: event)
    }
}
