import Compositor
import CoreGraphics
public import Foundation
import QuartzCore
package import WindowSystem

/// The root of a view tree: a desktop window, or a window in memory where no display is available.
///
/// Hidden until `makeKeyAndVisible()` or `isHidden = false`; the platform window is created then. The application does
/// not retain windows; the client must.
@preconcurrency @MainActor open class UIWindow: UIView {
    public struct Level: RawRepresentable, Hashable, _UIKitNumericRawRepresentable, Sendable {
        public var rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        public static let normal = Level(0)
        public static let statusBar = Level(1000)
        public static let alert = Level(2000)
    }

    /// Posted on the main thread when the window has begun or ceased to cover the display.
    package static let fullScreenDidChangeNotification = Notification.Name("UIWindowFullScreenDidChangeNotification")
    public static let didBecomeVisibleNotification = Notification.Name("UIWindowDidBecomeVisibleNotification")
    public static let didBecomeHiddenNotification = Notification.Name("UIWindowDidBecomeHiddenNotification")
    public static let didBecomeKeyNotification = Notification.Name("UIWindowDidBecomeKeyNotification")
    public static let didResignKeyNotification = Notification.Name("UIWindowDidResignKeyNotification")

    /// The platform window, on the desktop or in memory; nil before the window is first shown.
    package var platform: (any PlatformWindow)? { host?.platform }
    /// Creates platform windows. Tests and headless programs replace it to create a `MemoryWindow`.
    package static var platformMaker: @MainActor (WindowOptions) -> any PlatformWindow = WindowHost.makePlatform
    /// Called once, when the first frame has been passed to the display.
    package var firstFrameHandler: (() -> Void)?

    /// The manager of the window's display, which a module above this one makes.
    package var displayManager: AnyObject?

    private(set) var host: WindowHost?
    /// Whether the first frame has been passed to the display.
    var hasDrawn: Bool { host?.hasDrawn ?? false }
    weak var firstResponder: UIResponder? {
        didSet {
            guard firstResponder !== oldValue else { return }
            // The desktop idiom has no focus system: the accessibility element with the keys is the focused one.
            let views = [oldValue, firstResponder].map { $0 as? UIView }
            focusDidMove(from: views[0], to: views[1].flatMap { $0.isAccessibilityElement ? $0 : nil })
        }
    }
    private(set) lazy var focusSystem = UIFocusSystem(window: self)
    var focusedView: UIView? {
        UIDevice.current.userInterfaceIdiom == .tv ? focusSystem.focusedItem as? UIView : nil
    }
    let dispatcher = EventDispatcher()
    override var windowOfTree: UIWindow? { self }

    open weak var windowScene: UIWindowScene?
    /// The panel that the window shows; nil for a window of a scene.
    var panel: WindowPanel?
    open var windowLevel = Level.normal { didSet { platform?.isAlwaysOnTop = windowLevel > .normal } }
    /// Whether the window manager draws a frame with title and buttons around the window.
    package var hasFrame = true { didSet { if hasFrame != oldValue { platform?.hasFrame = hasFrame } } }
    /// The size that was requested while the window covered the display.
    var sizeAfterFullScreen: CGSize?
    open var screen: UIScreen = .main
    open var canBecomeKey: Bool { panel == nil }
    open internal(set) var isKeyWindow = false
    /// The text of the title bar: initially the scene's title, or the app's name.
    package var title = AppName.current { didSet { platform?.title = title } }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        prepare(for: UIApplication.shared.defaultScene)
    }

    public init(windowScene: UIWindowScene) {
        super.init(frame: UIScreen.main.bounds)
        prepare(for: windowScene)
    }

    public required init?(coder: NSCoder) { nil }

    private func prepare(for scene: UIWindowScene) {
        layer.isHidden = true
        windowScene = scene
        scene.add(self)
        title = scene.title.isEmpty ? title : scene.title
        hasFrame = scene.titlebar?.titleVisibility != .hidden
    }

    open override var next: UIResponder? { windowScene ?? UIApplication.shared }

    open override var traitCollection: UITraitCollection {
        let traits = UITraitCollection.current.merging(
            UITraitCollection(traitsFrom: [
                UITraitCollection(userInterfaceIdiom: UIDevice.current.userInterfaceIdiom),
                UITraitCollection(displayScale: platform?.scale ?? screen.scale),
            ]))
        return overrideUserInterfaceStyle == .unspecified
            ? traits : traits.merging(UITraitCollection(userInterfaceStyle: overrideUserInterfaceStyle))
    }

    open var rootViewController: UIViewController? {
        didSet {
            guard rootViewController !== oldValue else { return }
            oldValue?.viewIfLoaded?.removeFromSuperview()
            if !isHidden { showRoot() }
        }
    }

    private func showRoot() {
        guard let view = rootViewController?.view, view.superview !== self else { return }
        view.frame = bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(view, at: 0)
    }

    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }

    open func makeKey() {
        guard canBecomeKey, !isKeyWindow else { return }
        for other in UIApplication.shared.windows where other !== self { other.setKey(false) }
        setKey(true)
    }

    func setKey(_ isKey: Bool) {
        guard isKeyWindow != isKey else { return }
        isKeyWindow = isKey
        isKey ? becomeKey() : resignKey()
        NotificationCenter.default.post(
            name: isKey ? Self.didBecomeKeyNotification : Self.didResignKeyNotification, object: self)
    }

    open func becomeKey() {}
    open func resignKey() {}

    open override var isHidden: Bool {
        get { super.isHidden }
        set {
            guard newValue != isHidden else { return }
            super.isHidden = newValue
            if newValue {
                dispatcher.cancelAll(in: self)
                host?.platform.hide()
                NotificationCenter.default.post(name: Self.didBecomeHiddenNotification, object: self)
            } else {
                let host = host ?? WindowHost(self)
                self.host = host
                showRoot()
                host.show()
                focusableContentDidChange()
                NotificationCenter.default.post(name: Self.didBecomeVisibleNotification, object: self)
            }
        }
    }

    /// Setting the frame changes the size of a window on the screen. The origin is ignored.
    open override var frame: CGRect {
        get { super.frame }
        set {
            super.frame = CGRect(origin: .zero, size: newValue.size)
            if let platform, platform.size != newValue.size, !platform.isFullScreen { platform.size = newValue.size }
        }
    }

    open func sendEvent(_ event: UIEvent) { dispatcher.deliver(event, in: self) }

    func takeFromView(_ touch: UITouch) { dispatcher.takeFromView(touch) }

    // MARK: Focus

    open override var preferredFocusEnvironments: [any UIFocusEnvironment] { topController.map { [$0] } ?? [] }
    open override var parentFocusEnvironment: (any UIFocusEnvironment)? { nil }

    /// Moves the focus for direction presses, or the keys for Tab, that no responder has handled.
    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard UIDevice.current.userInterfaceIdiom == .tv else {
            if let step = presses.lazy.compactMap(\.tabStep).first, KeyStops.move(by: step, in: self) { return }
            return super.pressesBegan(presses, with: event)
        }
        let left = presses.filter { press in
            guard let heading = Self.headings[press.type] else { return true }
            return !focusSystem.move(heading)
        }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    private static let headings: [UIPress.PressType: UIFocusHeading] = [
        .upArrow: .up, .downArrow: .down, .leftArrow: .left, .rightArrow: .right,
    ]

    func focusDidMove(from previous: UIView?, to next: UIView?) {
        guard host?.platform is DisplayWindow else { return }
        for view in [previous, next].compactMap({ $0 }) {
            AccessibilityBridge.shared.changed(view === next ? .focus : .states, of: view.accessibleNode)
        }
    }

    /// Schedules a focus update after views have been added or removed.
    func focusableContentDidChange() {
        accessibilityContentDidChange()
        if UIDevice.current.userInterfaceIdiom == .tv, !isHidden { focusSystem.contentDidChange() }
    }

    // MARK: Accessibility

    private var accessibilityUpdate: LoopTimer?

    /// Reports to assistive technology, in an idle moment, that elements have appeared or disappeared.
    func accessibilityContentDidChange() {
        guard accessibilityUpdate == nil, AccessibilityBridge.shared.isConnected, platform is DisplayWindow else {
            return
        }
        accessibilityUpdate = MainLoop.shared.whenIdle { [weak self] in
            guard let self else { return }
            accessibilityUpdate = nil
            AccessibilityBridge.shared.changed(.children, of: accessibleNode)
        }
    }

    // MARK: Full screen

    /// The requested full-screen state, used until the platform window exists.
    private var opensFullScreen = false
    /// Whether the window covers the whole display.
    package var isFullScreen: Bool {
        get { platform?.isFullScreen ?? opensFullScreen }
        set {
            opensFullScreen = newValue
            platform?.isFullScreen = newValue
        }
    }

    /// The topmost presented controller, which determines pointer visibility and supported orientations.
    var topController: UIViewController? {
        var controller = rootViewController
        while let presented = controller?.presentedViewController { controller = presented }
        return controller
    }

    /// Whether the pointer is over the view of a controller that hides the pointer.
    private var isPointerOverPlayingVideo: Bool {
        guard let point = dispatcher.pointerLocation else { return false }
        var view = hitTest(point, with: nil)
        while let present = view {
            if let controller = present.controller, controller.hidesPointer { return true }
            view = present.superview
        }
        return false
    }

    func updateChrome() {
        var controller = topController
        while let child = controller?.childForHomeIndicatorAutoHidden { controller = child }
        let isHidden =
            (isFullScreen && controller?.prefersHomeIndicatorAutoHidden ?? false) || isPointerOverPlayingVideo
        platform?.isCursorVisible = !isHidden
        platform?.showsTextCursor = isPointerOverText
    }

    private var isPointerOverText: Bool {
        guard let point = dispatcher.pointerLocation, let view = hitTest(point, with: nil) as? any TextCursorView else {
            return false
        }
        return view.showsTextCursor(at: view.convert(point, from: self))
    }

    // MARK: Pixels

    /// Performs layout and commits pending changes at once instead of at the next frame. A window in memory has been
    /// drawn when this returns; a window on a display is drawn by its render thread.
    package func renderNow() { host?.render() }

    /// Renders the window's current content into an image in pixels, including the current video frame.
    package func makeScreenshot() -> CGImage? {
        layoutIfNeeded()
        // A hidden window, such as one whose display was lost, has content nevertheless.
        let content = isHidden ? rootViewController?.viewIfLoaded?.layer ?? layer : layer
        return LayerCompositor.image(of: content, scale: platform?.scale ?? 1, isOpaque: true)
    }

    /// Hides the window after its display was lost. Showing the window again creates a new platform window.
    func displayWasLost() {
        dropHost()
        isHidden = true
    }

    private func dropHost() {
        host?.close()
        host = nil
        setKey(false)
    }

    /// Closes the window and removes it from its scene.
    package func close() {
        dispatcher.cancelAll(in: self)
        rootViewController?.viewIfLoaded?.removeFromSuperview()
        dropHost()
        windowScene?.remove(self)
        isClosed = true
        NotificationCenter.default.post(name: Self.didBecomeHiddenNotification, object: self)
    }
    /// Whether the window was closed, rather than hidden or lost with its display.
    package private(set) var isClosed = false
}
