public import CoreGraphics
public import Foundation

/// One instance of the application's user interface.
@preconcurrency @MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1, foregroundActive, foregroundInactive, background
    }

    public static let willConnectNotification = Notification.Name("UISceneWillConnectNotification")
    public static let didDisconnectNotification = Notification.Name("UISceneDidDisconnectNotification")
    public static let didActivateNotification = Notification.Name("UISceneDidActivateNotification")
    public static let willDeactivateNotification = Notification.Name("UISceneWillDeactivateNotification")
    public static let willEnterForegroundNotification = Notification.Name("UISceneWillEnterForegroundNotification")
    public static let didEnterBackgroundNotification = Notification.Name("UISceneDidEnterBackgroundNotification")

    /// With what a scene was started: links, activities to continue.
    open class ConnectionOptions: NSObject {
        open private(set) var urlContexts: Set<UIOpenURLContext>
        /// The universal links with which the app was started.
        open private(set) var userActivities: Set<NSUserActivity>
        /// The type of the activity of another app that `scene(_:continue:)` receives next.
        open private(set) var handoffUserActivityType: String?
        /// The identifier of the app that opened the links.
        open private(set) var sourceApplication: String?

        @MainActor init(_ requests: LaunchRequests) {
            sourceApplication = requests.source
            urlContexts = Set(requests.otherLinks.map { UIOpenURLContext(url: $0, source: requests.source) })
            userActivities = Set(requests.webLinks.map { NSUserActivity(webLink: $0) })
            handoffUserActivityType = requests.continuedType
        }
    }

    /// How a URL is to be opened.
    @preconcurrency @MainActor open class OpenURLOptions: NSObject {
        /// The identifier of the app that opens the URL; nil where unknown.
        open private(set) var sourceApplication: String?
        open private(set) var annotation: Any? = nil
        open private(set) var openInPlace = false
        init(source: String?) { sourceApplication = source }
    }

    open private(set) var session: UISceneSession
    open internal(set) var activationState = ActivationState.unattached
    open var delegate: (any UISceneDelegate)?
    open var title: String! = ""

    init(session: UISceneSession) {
        self.session = session
        super.init()
        session.scene = self
    }

    open override var next: UIResponder? { UIApplication.shared }

    /// The options for opening a URL from a scene.
    open class OpenExternalURLOptions: NSObject {
        /// Whether the URL is opened only if an app of the user has it as a universal link.
        open var universalLinksOnly = false

        public override init() {
            super.init()
        }
    }

    /// Opens a URL as `UIApplication.open` does.
    open func open(
        _ url: URL, options: OpenExternalURLOptions? = nil, completionHandler completion: ((Bool) -> Void)? = nil
    ) {
        let isUniversal = options?.universalLinksOnly ?? false
        UIApplication.shared.open(
            url, options: isUniversal ? [.universalLinksOnly: true] : [:], completionHandler: completion)
    }

    func enter(_ state: ActivationState) {
        guard state != activationState else { return }
        let before = activationState
        let center = NotificationCenter.default
        if before == .foregroundActive {
            delegate?.sceneWillResignActive(self)
            center.post(name: Self.willDeactivateNotification, object: self)
        }
        if before == .background || before == .unattached, state != .background, state != .unattached {
            delegate?.sceneWillEnterForeground(self)
            center.post(name: Self.willEnterForegroundNotification, object: self)
        }
        activationState = state
        switch state {
        case .foregroundActive:
            delegate?.sceneDidBecomeActive(self)
            center.post(name: Self.didActivateNotification, object: self)
        case .background:
            delegate?.sceneDidEnterBackground(self)
            center.post(name: Self.didEnterBackgroundNotification, object: self)
        case .unattached:
            delegate?.sceneDidDisconnect(self)
            center.post(name: Self.didDisconnectNotification, object: self)
        case .foregroundInactive: break
        }
    }
}

/// A scene that has windows.
open class UIWindowScene: UIScene, UICoordinateSpace {
    private struct Weak { weak var window: UIWindow? }
    private var held: [Weak] = []

    open var screen: UIScreen { .main }
    open var windows: [UIWindow] { held.compactMap(\.window) }
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
    /// The coordinate space of the whole scene, which a full-screen presentation covers.
    open var coordinateSpace: any UICoordinateSpace { self }
    open var bounds: CGRect { (keyWindow ?? windows.first)?.bounds ?? screen.bounds }
    open var interfaceOrientation: UIInterfaceOrientation {
        bounds.width >= bounds.height ? .landscapeLeft : .portrait
    }
    open var traitCollection: UITraitCollection { windows.first?.traitCollection ?? .current }
    /// The scene's status bar state, as the topmost view controller requests it.
    open private(set) lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager(scene: self)
    open private(set) lazy var sizeRestrictions: UISceneSizeRestrictions? = UISceneSizeRestrictions(scene: self)
    /// The title bar of the scene's windows.
    open private(set) lazy var titlebar: UITitlebar? = UITitlebar(scene: self)
    /// How the user can change the size of the scene's windows.
    var resizingRestrictions = UIWindowSceneResizingRestrictions.unspecified {
        didSet { if resizingRestrictions != oldValue { sizeRestrictionsChanged() } }
    }
    open override var title: String! { didSet { for window in windows { window.title = title ?? "" } } }

    open var effectiveGeometry: Geometry { Geometry(self) }

    /// Requests another position, size or orientation of the window. The window manager may choose a different
    /// geometry; the scene's delegate is notified of the result.
    /// - Parameter errorHandler: called on the main thread, after this call has returned, when the request fails.
    open func requestGeometryUpdate(
        _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
    ) {
        guard let problem = apply(geometryPreferences), let errorHandler else { return }
        HostTime.after(0) { errorHandler(GeometryError(message: problem)) }
    }

    func add(_ window: UIWindow) {
        held.removeAll { $0.window == nil || $0.window === window }
        held.append(Weak(window: window))
    }
    func remove(_ window: UIWindow) { held.removeAll { $0.window == nil || $0.window === window } }
    /// Applies the restrictions to the scene's windows.
    /// - Parameter size: the size that determines the aspect ratio; nil for each window's current size.
    func sizeRestrictionsChanged(size: CGSize? = nil) {
        for window in windows { window.applySizeRestrictions(size: size) }
    }
    func geometryChanged() {
        (delegate as? any UIWindowSceneDelegate)?.windowScene(
            self, didUpdate: self, interfaceOrientation: interfaceOrientation, traitCollection: traitCollection)
    }
}

@preconcurrency @MainActor open class UISceneSession: NSObject {
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    }
    open internal(set) weak var scene: UIScene?
    open private(set) var role: Role
    open private(set) var configuration: UISceneConfiguration
    open private(set) var persistentIdentifier = UUID().uuidString
    open var userInfo: [String: Any]?
    /// The activity by which the scene restores its state: at the start that of the last session, as the scene's delegate returned it.
    open var stateRestorationActivity: NSUserActivity?
    init(configuration: UISceneConfiguration) {
        role = configuration.role
        self.configuration = configuration
    }
}

@preconcurrency @MainActor open class UISceneConfiguration: NSObject {
    open private(set) var name: String?
    open private(set) var role: UISceneSession.Role
    open var sceneClass: AnyClass?
    open var delegateClass: AnyClass?
    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
    }
}

@preconcurrency @MainActor open class UIOpenURLContext: NSObject {
    open private(set) var url: URL
    open private(set) var options: UIScene.OpenURLOptions
    init(url: URL, source: String? = nil) {
        self.url = url
        options = UIScene.OpenURLOptions(source: source)
    }
}

@preconcurrency @MainActor public protocol UISceneDelegate: NSObjectProtocol {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
    func sceneDidDisconnect(_ scene: UIScene)
    func sceneDidBecomeActive(_ scene: UIScene)
    func sceneWillResignActive(_ scene: UIScene)
    func sceneWillEnterForeground(_ scene: UIScene)
    func sceneDidEnterBackground(_ scene: UIScene)
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error)
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
    func scene(_ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity)
}

extension UISceneDelegate {
    public func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {}
    public func sceneDidDisconnect(_ scene: UIScene) {}
    public func sceneDidBecomeActive(_ scene: UIScene) {}
    public func sceneWillResignActive(_ scene: UIScene) {}
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
    public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {}
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
    public func scene(
        _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {}
    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
    public func scene(_ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity) {}
}

@preconcurrency @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
    func windowScene(
        _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
        interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
        traitCollection previousTraitCollection: UITraitCollection)
}

extension UIWindowSceneDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }
    public func windowScene(
        _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
        interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
        traitCollection previousTraitCollection: UITraitCollection
    ) {}
}
