import CoreGraphics
public import Foundation

/// A control that performs an action when the user presses it.
open class UIButton: UIControl, BaselineView {
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
        case detailDisclosure = 2
        case infoLight = 3
        case infoDark = 4
        case contactAdd = 5
        case close = 7
    }

    private struct Look {
        var title: String?
        var titleColor: UIColor?
        var image: UIImage?
        var background: UIImage?
        var attributedTitle: NSAttributedString?
        var symbols: UIImage.SymbolConfiguration?
    }

    open private(set) var buttonType = ButtonType.custom
    /// The contents by the raw value of a state.
    private var looks: [UInt: Look] = [:]
    private var shownTitle: NSAttributedString?
    /// The size of the font that the configuration has set last, in points.
    private var configuredFontSize: CGFloat = 17
    private let label = UILabel(frame: .zero)
    private let picture = UIImageView(image: nil)
    private let background = UIImageView(image: nil)

    open var titleLabel: UILabel? { label }
    open var imageView: UIImageView? { picture }

    /// The appearance and layout in one value. Where it is set, its title and image take precedence over those set for
    /// states.
    open var configuration: Configuration? { didSet { contentDidChange() } }
    /// Updates the configuration for the present state. It is called before the layout that follows a change of the state, or
    /// `setNeedsUpdateConfiguration()`.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? { didSet { setNeedsUpdateConfiguration() } }
    private var needsUpdateConfiguration = false
    /// The distances between the button's edges and its content, in points. Without effect where `configuration` is set.
    open var contentEdgeInsets = UIEdgeInsets.zero { didSet { contentDidChange() } }
    /// The distances by which the title is moved from its place, in points. They do not change the button's size.
    open var titleEdgeInsets = UIEdgeInsets.zero { didSet { contentDidChange() } }
    /// The distances by which the image is moved from its place, in points. They do not change the button's size.
    open var imageEdgeInsets = UIEdgeInsets.zero { didSet { contentDidChange() } }
    /// Whether the image is dimmed while the button is pressed.
    open var adjustsImageWhenHighlighted = true { didSet { setNeedsLayout() } }
    /// Whether the image is dimmed while the button is disabled.
    open var adjustsImageWhenDisabled = true { didSet { setNeedsLayout() } }
    /// The menu that is shown when the button is pressed, if `showsMenuAsPrimaryAction` is true.
    open var menu: UIMenu?
    open var showsMenuAsPrimaryAction = false

    public convenience init(type buttonType: ButtonType) {
        self.init(frame: .zero)
        setType(buttonType)
    }

    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(type: buttonType)
        adopt(primaryAction)
    }

    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(type: .system)
        self.configuration = configuration
        adopt(primaryAction)
        contentDidChange()
    }

    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        adopt(primaryAction)
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(background)
        addSubview(picture)
        addSubview(label)
        label.isAccessibilityElement = false
        label.textAlignment = .center
        label.font = .systemFont(ofSize: 17, weight: .medium)
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    private func setType(_ type: ButtonType) {
        buttonType = type
        if type == .close {
            setImage(UIImage(systemName: "xmark"), for: .normal)
            accessibilityLabel = ControlStrings.current.close
        }
    }

    public required init?(coder: NSCoder) { nil }

    private func adopt(_ action: UIAction?) {
        guard let action else { return }
        if !action.title.isEmpty { setTitle(action.title, for: .normal) }
        if let image = action.image { setImage(image, for: .normal) }
        addAction(action, for: .primaryActionTriggered)
    }

    // MARK: Content for states

    open func setTitle(_ title: String?, for state: State) {
        looks[state.rawValue, default: Look()].title = title
        contentDidChange()
    }

    open func setTitleColor(_ color: UIColor?, for state: State) {
        looks[state.rawValue, default: Look()].titleColor = color
        contentDidChange()
    }

    open func setImage(_ image: UIImage?, for state: State) {
        looks[state.rawValue, default: Look()].image = image
        contentDidChange()
    }

    /// Sets an image that fills the button, behind its content.
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        looks[state.rawValue, default: Look()].background = image
        contentDidChange()
    }

    /// Sets a title with attributes, which precedes one without. Text without a color has that of the title.
    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        looks[state.rawValue, default: Look()].attributedTitle = title.map { NSAttributedString(attributedString: $0) }
        contentDidChange()
    }

    /// Sets the size and weight of symbols that do not specify theirs.
    open func setPreferredSymbolConfiguration(
        _ configuration: UIImage.SymbolConfiguration?, forImageIn state: State
    ) {
        looks[state.rawValue, default: Look()].symbols = configuration
        contentDidChange()
    }

    open func attributedTitle(for state: State) -> NSAttributedString? { value(\.attributedTitle, for: state) }
    open func preferredSymbolConfigurationForImage(in state: State) -> UIImage.SymbolConfiguration? {
        value(\.symbols, for: state)
    }
    open func title(for state: State) -> String? { value(\.title, for: state) }
    open func titleColor(for state: State) -> UIColor? { value(\.titleColor, for: state) }
    open func image(for state: State) -> UIImage? { value(\.image, for: state) }
    open func backgroundImage(for state: State) -> UIImage? { value(\.background, for: state) }

    open var currentTitle: String? { configuration?.title ?? title(for: state) }
    open var currentAttributedTitle: NSAttributedString? {
        configuration?.title == nil ? attributedTitle(for: state) : nil
    }
    open var currentPreferredSymbolConfiguration: UIImage.SymbolConfiguration? {
        configuration?.preferredSymbolConfigurationForImage ?? preferredSymbolConfigurationForImage(in: state)
    }
    open var currentImage: UIImage? { configuration?.image ?? image(for: state) }
    open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }
    open var currentTitleColor: UIColor {
        configuration?.baseForegroundColor ?? titleColor(for: state) ?? (buttonType == .custom ? .white : tintColor)
    }

    private func value<Value>(_ path: KeyPath<Look, Value?>, for state: State) -> Value? {
        looks[state.rawValue]?[keyPath: path] ?? looks[State.normal.rawValue]?[keyPath: path]
    }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? currentAttributedTitle?.string ?? currentTitle }
        set { super.accessibilityLabel = newValue }
    }

    override func primaryAction() {
        super.primaryAction()
        guard showsMenuAsPrimaryAction, let menu else { return }
        sendActions(for: .menuActionTriggered)
        MenuController.show(menu, from: self, sender: self)
    }

    open override var canBecomeFocused: Bool { isEnabled && !isHidden }

    /// The scale of a focused button.
    static let focusScale: CGFloat = 1.1

    open override func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {
        super.didUpdateFocus(in: context, with: coordinator)
        guard buttonType != .custom, (context.nextFocusedItem === self) != (context.previouslyFocusedItem === self)
        else { return }
        let scale = context.nextFocusedItem === self ? Self.focusScale : 1
        coordinator.addCoordinatedAnimations({ self.transform = CGAffineTransform(scaleX: scale, y: scale) })
    }

    // MARK: Configuration

    public typealias ConfigurationUpdateHandler = (UIButton) -> Void

    /// Requests a call of `updateConfiguration()` before the next layout.
    open func setNeedsUpdateConfiguration() {
        needsUpdateConfiguration = true
        contentDidChange()
    }

    /// Updates the configuration for the present state. Without an override: calls `configurationUpdateHandler`.
    open func updateConfiguration() { configurationUpdateHandler?(self) }

    private func updateConfigurationIfNeeded() {
        guard needsUpdateConfiguration else { return }
        needsUpdateConfiguration = false
        updateConfiguration()
    }

    // MARK: Layout

    private func contentDidChange() {
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    override func stateDidChange() {
        super.stateDidChange()
        setNeedsUpdateConfiguration()
    }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsLayout()
    }

    private var insets: NSDirectionalEdgeInsets {
        configuration?.contentInsets
            ?? NSDirectionalEdgeInsets(
                top: contentEdgeInsets.top, leading: contentEdgeInsets.left, bottom: contentEdgeInsets.bottom,
                trailing: contentEdgeInsets.right)
    }
    private var gap: CGFloat { configuration?.imagePadding ?? 6 }

    private func prepare() {
        updateConfigurationIfNeeded()
        let color = currentTitleColor
        if let size = configuration?.buttonSize.fontSize, size != configuredFontSize {
            configuredFontSize = size
            label.font = label.font.withSize(size)
        }
        let attributed = currentAttributedTitle
        if attributed == nil {
            label.text = currentTitle
        } else if attributed !== shownTitle {
            label.attributedText = attributed
        }
        shownTitle = attributed
        label.textColor = color
        picture.preferredSymbolConfiguration = currentPreferredSymbolConfiguration
        picture.image = currentImage
        picture.tintColor = color
        label.isHidden = (attributed?.string ?? currentTitle ?? "").isEmpty
        picture.isHidden = currentImage == nil
        background.image = currentBackgroundImage
        background.isHidden = background.image == nil
    }

    open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        prepare()
        let text = label.isHidden ? .zero : label.sizeThatFits(.zero)
        let image = picture.isHidden ? .zero : picture.sizeThatFits(.zero)
        let between = text.width > 0 && image.width > 0 ? gap : 0
        if isStacked {
            return CGSize(
                width: (max(text.width, image.width) + insets.leading + insets.trailing).rounded(.up),
                height: (text.height + image.height + between + insets.top + insets.bottom).rounded(.up))
        }
        return CGSize(
            width: (text.width + image.width + between + insets.leading + insets.trailing).rounded(.up),
            height: (max(text.height, image.height) + insets.top + insets.bottom).rounded(.up))
    }

    /// Whether the image is above or below the title.
    private var isStacked: Bool {
        configuration.map { $0.imagePlacement == .top || $0.imagePlacement == .bottom } ?? false
    }

    /// The base lines of the title, which is centered vertically.
    var firstBaseline: Baseline {
        prepare()
        return label.firstBaseline
    }
    var lastBaseline: Baseline {
        prepare()
        return label.lastBaseline
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        prepare()
        let image = picture.isHidden ? .zero : picture.sizeThatFits(.zero)
        let between = !label.isHidden && image.width > 0 ? gap : 0
        let room = max(0, bounds.width - insets.leading - insets.trailing - image.width - between)
        let fitting = label.isHidden ? .zero : label.sizeThatFits(.zero)
        let isFilling = (
            width: effectiveContentHorizontalAlignment == .fill, height: contentVerticalAlignment == .fill
        )
        let space = CGSize(
            width: bounds.width - insets.leading - insets.trailing, height: bounds.height - insets.top - insets.bottom)
        let text = CGSize(
            width: isFilling.width ? room : min(fitting.width, room),
            height: isFilling.height ? max(0, space.height) : min(fitting.height, bounds.height))
        let left = insets.leading + start(of: image.width + between + text.width, in: space.width)
        let imageHeight = isFilling.height ? max(0, space.height) : image.height
        background.frame = bounds
        let isTrailing = configuration?.imagePlacement == .trailing
        picture.frame = CGRect(
            x: isTrailing ? left + text.width + between : left, y: insets.top + top(of: imageHeight, in: space.height),
            width: image.width, height: imageHeight
        ).offset(by: imageEdgeInsets)
        label.frame = CGRect(
            x: isTrailing ? left : left + image.width + between, y: insets.top + top(of: text.height, in: space.height),
            width: text.width, height: text.height
        ).offset(by: titleEdgeInsets)
        if isStacked { stack(image, fitting, between: between, in: space) }
        updateBackground()
    }

    /// Places the image above or below the title.
    private func stack(_ image: CGSize, _ text: CGSize, between: CGFloat, in space: CGSize) {
        let width = min(text.width, max(0, space.width))
        let start = insets.top + top(of: image.height + between + text.height, in: space.height)
        let isBelow = configuration?.imagePlacement == .bottom
        picture.frame = CGRect(
            x: insets.leading + self.start(of: image.width, in: space.width),
            y: isBelow ? start + text.height + between : start, width: image.width, height: image.height)
        label.frame = CGRect(
            x: insets.leading + self.start(of: width, in: space.width),
            y: isBelow ? start : start + image.height + between, width: width, height: text.height)
    }

    /// Returns the horizontal place of content within the space between the insets.
    private func start(of width: CGFloat, in space: CGFloat) -> CGFloat {
        switch effectiveContentHorizontalAlignment {
        case .left, .leading, .fill: 0
        case .right, .trailing: space - width
        case .center: ((space - width) / 2).rounded()
        }
    }

    /// Returns the vertical place of content within the space between the insets.
    private func top(of height: CGFloat, in space: CGFloat) -> CGFloat {
        switch contentVerticalAlignment {
        case .top, .fill: 0
        case .bottom: space - height
        case .center: ((space - height) / 2).rounded()
        }
    }

    private func updateBackground() {
        let isDimmed = isHighlighted && isEnabled
        label.alpha = !isEnabled ? 0.35 : isDimmed ? 0.6 : 1
        picture.alpha =
            !isEnabled && adjustsImageWhenDisabled ? 0.35 : isDimmed && adjustsImageWhenHighlighted ? 0.6 : 1
        guard let configuration else { return }
        layer.backgroundColor = configuration.fill(tint: tintColor)?.cgColor
        layer.cornerRadius = configuration.cornerStyle.radius(for: bounds.size)
    }
}

extension CGRect {
    /// Insets move centered content by half of their difference.
    fileprivate func offset(by insets: UIEdgeInsets) -> CGRect {
        offsetBy(dx: (insets.left - insets.right) / 2, dy: (insets.top - insets.bottom) / 2)
    }
}
