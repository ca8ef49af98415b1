public import CoreGraphics
public import Foundation
import WindowSystem

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// The running program: its state, its scenes, and the last responder of every responder chain except the delegate.
@preconcurrency @MainActor open class UIApplication: UIResponder {
    public enum State: Int, Sendable { case active = 0, inactive, background }

    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
    }
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let sourceApplication = Self(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    }
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")
    public static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification")
    public static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackgroundNotification")
    public static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
    public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
    public static let didFinishLaunchingNotification = Notification.Name("UIApplicationDidFinishLaunchingNotification")
    public static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")

    public static let shared = UIApplication()
    /// Whether windows render into memory even when a display is available. Set it before the first window is created.
    package static var isHeadless = false
    /// Whether the program quits when its last window is closed.
    package static var endsWithLastWindow = true

    open private(set) var applicationState = State.inactive
    open weak var delegate: (any UIApplicationDelegate)?
    private var heldDelegate: (any UIApplicationDelegate)?
    open private(set) var connectedScenes: Set<UIScene> = []
    open var openSessions: Set<UISceneSession> { Set(connectedScenes.map(\.session)) }
    open var windows: [UIWindow] { connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows) }
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
    open var supportsMultipleScenes: Bool { false }
    private var lastTask = 0

    private static let standardConfiguration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
    /// The scene of windows that are created without a scene.
    private(set) lazy var defaultScene: UIWindowScene = {
        let scene = UIWindowScene(session: UISceneSession(configuration: Self.standardConfiguration))
        connectedScenes.insert(scene)
        return scene
    }()

    open override var next: UIResponder? { delegate as? UIResponder }

    open func sendEvent(_ event: UIEvent) { for window in windows { window.sendEvent(event) } }
    func sendEvent(_ event: UIEvent, to window: UIWindow) { window.sendEvent(event) }

    // MARK: Life cycle

    /// Launches and runs the main loop.
    /// - Returns: the exit code passed to `quit(code:)`, or 1 when the main loop fails; the error is written to
    ///   standard error.
    package static func run(delegate: (any UIApplicationDelegate)?) -> Int32 {
        let application = shared
        if !isHeadless { DisplayServer.shared.openBeforeThreads() }
        application.launch(delegate: delegate)
        do {
            return try MainLoop.shared.run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return 1
        }
    }

    /// Performs the whole launch except running the main loop. Tests call it directly.
    package func launch(delegate newDelegate: (any UIApplicationDelegate)?) {
        heldDelegate = newDelegate
        delegate = newDelegate
        MainLoop.shared.terminationHandler = { [weak self] signal in self?.quit(code: 128 + signal) }
        _ = newDelegate?.application(self, willFinishLaunchingWithOptions: nil)
        _ = newDelegate?.application(self, didFinishLaunchingWithOptions: nil)
        NotificationCenter.default.post(name: Self.didFinishLaunchingNotification, object: self)
        let scene = defaultScene
        let options = UIScene.ConnectionOptions()
        let configuration = newDelegate?.application(self, configurationForConnecting: scene.session, options: options)
        if let type = configuration?.delegateClass {
            scene.delegate = makeInstance(of: type) as? any UISceneDelegate
            NotificationCenter.default.post(name: UIScene.willConnectNotification, object: scene)
            scene.delegate?.scene(scene, willConnectTo: scene.session, options: options)
        }
        scene.enter(.foregroundActive)
        enter(.active)
    }

    /// Notifies the delegate and the observers of `willTerminateNotification`, then leaves the main loop.
    package func quit(code: Int32 = 0) {
        delegate?.applicationWillTerminate(self)
        NotificationCenter.default.post(name: Self.willTerminateNotification, object: self)
        MainLoop.shared.quit(code: code)
    }

    /// Updates the states of a scene and of the application after the focus or the visibility of a window has changed:
    /// active while a window has the keyboard focus, in the background while no window is visible.
    func windowStateChanged(in scene: UIWindowScene?) {
        let own = scene?.windows.compactMap(\.platform) ?? []
        let all = own + windows.filter { $0.windowScene !== scene }.compactMap(\.platform)
        scene?.enter(
            own.contains(where: \.hasFocus)
                ? .foregroundActive : own.contains(where: \.isVisible) ? .foregroundInactive : .background)
        enter(all.contains(where: \.hasFocus) ? .active : all.contains(where: \.isVisible) ? .inactive : .background)
    }

    private func enter(_ state: State) {
        guard state != applicationState else { return }
        let before = applicationState
        let center = NotificationCenter.default
        if before == .active {
            delegate?.applicationWillResignActive(self)
            center.post(name: Self.willResignActiveNotification, object: self)
        }
        if before == .background {
            delegate?.applicationWillEnterForeground(self)
            center.post(name: Self.willEnterForegroundNotification, object: self)
        }
        applicationState = state
        if state == .active {
            delegate?.applicationDidBecomeActive(self)
            center.post(name: Self.didBecomeActiveNotification, object: self)
        } else if state == .background {
            delegate?.applicationDidEnterBackground(self)
            center.post(name: Self.didEnterBackgroundNotification, object: self)
        }
    }

    func closeRequested(_ window: UIWindow) {
        let scene = window.windowScene
        window.close()
        guard windows.allSatisfy(\.isHidden) || windows.isEmpty else { return }
        scene?.enter(.unattached)
        if Self.endsWithLastWindow { quit(code: 0) }
    }

    // MARK: Links and files

    /// Offers dropped files and links first to the responders under the pointer, then to the scene's delegate, then to
    /// the application's delegate.
    func open(_ urls: [URL], droppedAt point: CGPoint, in window: UIWindow) {
        guard !urls.isEmpty else { return }
        let responder: UIResponder = window.hitTest(point, with: nil) ?? window
        if responder.openDroppedURLs(urls) { return }
        deliver(urls, to: window.windowScene)
    }

    /// Delivers http and https URLs as user activities to continue, as universal links are on Apple's platforms, and
    /// all other URLs as URLs to open.
    private func deliver(_ urls: [URL], to scene: UIWindowScene?) {
        if let scene, let delegate = scene.delegate {
            for url in urls where url.isWebLink { delegate.scene(scene, continue: NSUserActivity(webLink: url)) }
            let others = urls.filter { !$0.isWebLink }
            guard !others.isEmpty else { return }
            delegate.scene(scene, openURLContexts: Set(others.map { UIOpenURLContext(url: $0) }))
        } else {
            for url in urls {
                if url.isWebLink, continueActivity(NSUserActivity(webLink: url)) == .taken { continue }
                _ = delegate?.application(self, open: url, options: [:])
            }
        }
    }

    /// Opens a URL that another program has passed on. Called on the main thread.
    /// - Returns: false if no delegate opens it.
    package func receive(_ url: URL) -> Bool {
        guard let scene = connectedScenes.first as? UIWindowScene, scene.delegate != nil else {
            if url.isWebLink, continueActivity(NSUserActivity(webLink: url)) == .taken { return true }
            return delegate?.application(self, open: url, options: [:]) ?? false
        }
        deliver([url], to: scene)
        return true
    }

    private enum Continuation { case taken, declined }

    /// Passes an activity to the application's delegate. The responders that the delegate returns restore their state
    /// from the activity.
    private func continueActivity(_ activity: NSUserActivity) -> Continuation {
        let isTaken = delegate?.application(self, continue: activity) { objects in
            for case let responder as UIResponder in objects ?? [] { responder.restoreUserActivityState(activity) }
        }
        return isTaken == true ? .taken : .declined
    }

    /// Opens a URL with the desktop's default program. Tests replace the closure.
    package static var linkOpener: @Sendable (URL) async -> Bool = { await Desktop.open($0) }

    /// Whether the desktop has a default program for the URL's scheme. For a file URL, whether the file exists.
    open func canOpenURL(_ url: URL) -> Bool { Desktop.canOpen(url) }

    /// Opens a URL with the desktop's default program. `completion` runs on the main thread, with false when no program
    /// accepted the URL.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: ((Bool) -> Void)? = nil
    ) {
        Task { @MainActor in
            let isDone = url.scheme != nil ? await Self.linkOpener(url) : false
            completion?(isDone)
        }
    }

    // MARK: Display sleep

    /// Whether the display is kept from dimming and locking. Players that show video inhibit display sleep by
    /// themselves.
    open var isIdleTimerDisabled = false { didSet { updateSleep() } }
    private var displayAwakeOwners: Set<ObjectIdentifier> = []
    private var inhibitor: AnyObject?
    /// Creates the object that keeps the display awake during its lifetime. Tests replace the closure.
    package static var inhibitorMaker: @MainActor () -> AnyObject = {
        IdleInhibitor(reason: ControlStrings.current.playingVideo)
    }

    /// Keeps the display awake while `owner` plays video. The owner must call it with false before the owner is
    /// deallocated.
    package func keepDisplayAwake(_ isOn: Bool, for owner: ObjectIdentifier) {
        if isOn { displayAwakeOwners.insert(owner) } else { displayAwakeOwners.remove(owner) }
        updateSleep()
    }

    private func updateSleep() {
        guard isIdleTimerDisabled || (!displayAwakeOwners.isEmpty && viewerTraits.keepsDisplayAwake) else {
            inhibitor = nil
            return
        }
        if inhibitor == nil { inhibitor = Self.inhibitorMaker() }
    }

    // MARK: Desktop settings

    open var preferredContentSizeCategory: UIContentSizeCategory {
        UITraitCollection.current.preferredContentSizeCategory
    }
    private var hasAskedDesktop = false
    private var desktopWatch: DesktopSettingsWatch?

    /// Applies the desktop's settings now and after each change. The first settings arrive asynchronously, after the
    /// first frame.
    func followDesktop() {
        guard !hasAskedDesktop else { return }
        hasAskedDesktop = true
        Task { desktopWatch = await DesktopSettingsWatch.start { [weak self] in self?.apply($0) } }
    }

    /// The viewer's own settings, which take precedence over the desktop's.
    package var viewerTraits = ViewerTraits() {
        didSet {
            guard viewerTraits != oldValue else { return }
            apply(desktopSettings)
            updateSleep()
        }
    }
    private var desktopSettings = DesktopSettings()

    func apply(_ desktop: DesktopSettings) {
        desktopSettings = desktop
        let settings = viewerTraits.applied(to: desktop)
        UIAccessibility.update(reducesMotion: settings.reducesMotion)
        UIAccessibility.update(darkensColors: settings.prefersHighContrast)
        let category = UIContentSizeCategory(desktopScale: settings.textScale)
        guard category != preferredContentSizeCategory else { return }
        UITraitCollection.current = UITraitCollection.current.merging(
            UITraitCollection(preferredContentSizeCategory: category))
        for window in windows + UIWindow.panels { window.traitsChanged() }
        NotificationCenter.default.post(name: UIContentSizeCategory.didChangeNotification, object: self)
    }

    open func beginReceivingRemoteControlEvents() {}
    open func endReceivingRemoteControlEvents() {}

    /// Only issues an identifier: Linux does not suspend processes in the background, so `handler` is never called.
    open func beginBackgroundTask(expirationHandler handler: (() -> Void)? = nil) -> UIBackgroundTaskIdentifier {
        lastTask &+= 1
        return UIBackgroundTaskIdentifier(rawValue: lastTask)
    }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}
