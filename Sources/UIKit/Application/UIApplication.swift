public import CoreGraphics
public import Foundation
import WindowSystem

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// The running program: its state, its scenes, and the last responder of every chain.
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
    /// Whether windows are made in memory although there may be a display. Set before the first window.
    package static var isHeadless = false
    /// Whether the program ends when its last window is closed.
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
    /// The scene of windows that name none.
    private(set) lazy var defaultScene: UIWindowScene = {
        let scene = UIWindowScene(session: UISceneSession(configuration: Self.standardConfiguration))
        connectedScenes.insert(scene)
        return scene
    }()

    open override var next: UIResponder? { delegate as? UIResponder }

    open func sendEvent(_ event: UIEvent) { for window in windows { window.sendEvent(event) } }
    func sendEvent(_ event: UIEvent, to window: UIWindow) { window.sendEvent(event) }

    // MARK: Life

    /// Launches and runs the main loop.
    /// - Returns: the exit code that `quit(code:)` was given.
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

    /// Everything of a start but the loop; tests call it too.
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
        activityChanged(true, scene: scene)
    }

    /// Tells everybody and leaves the main loop.
    package func quit(code: Int32 = 0) {
        delegate?.applicationWillTerminate(self)
        NotificationCenter.default.post(name: Self.willTerminateNotification, object: self)
        MainLoop.shared.quit(code: code)
    }

    func activityChanged(_ isActive: Bool, scene: UIWindowScene?) {
        scene?.enter(
            isActive ? .foregroundActive : scene?.activationState == .background ? .background : .foregroundInactive)
        enter(isActive ? .active : applicationState == .background ? .background : .inactive)
    }

    func visibilityChanged(_ isVisible: Bool, scene: UIWindowScene?) {
        if isVisible {
            guard applicationState == .background else { return }
            scene?.enter(.foregroundInactive)
            enter(.inactive)
        } else {
            scene?.enter(.background)
            enter(.background)
        }
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

    /// Dropped files and links go to the responders under the pointer first, then to the scene's delegate, then to the application's.
    func open(_ urls: [URL], droppedAt point: CGPoint, in window: UIWindow) {
        guard !urls.isEmpty else { return }
        let responder: UIResponder = window.hitTest(point, with: nil) ?? window
        if responder.openDroppedURLs(urls) { return }
        deliver(urls, to: window.windowScene)
    }

    /// Links of the web are activities to continue, as universal links are on Apple's platforms; everything else is a URL to open.
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

    private enum Continuation { case taken, declined }

    /// Hands an activity to the application's delegate. The responders that the delegate names restore their state from the activity.
    private func continueActivity(_ activity: NSUserActivity) -> Continuation {
        let isTaken = delegate?.application(self, continue: activity) { objects in
            for case let responder as UIResponder in objects ?? [] { responder.restoreUserActivityState(activity) }
        }
        return isTaken == true ? .taken : .declined
    }

    /// Hands links to the desktop's programs; tests put their own here.
    package static var linkOpener: @Sendable (URL) async -> Bool = { await Desktop.open($0) }

    /// Whether the desktop has a program for such links.
    open func canOpenURL(_ url: URL) -> Bool { Desktop.canOpen(url) }

    /// Hands a link to the desktop. `completion` runs on the main thread, with false where no program took it.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: ((Bool) -> Void)? = nil
    ) {
        Task { @MainActor in
            let isDone = url.scheme != nil ? await Self.linkOpener(url) : false
            completion?(isDone)
        }
    }

    // MARK: Sleep

    /// True keeps the display from being dimmed and locked; players that show video do so themselves.
    open var isIdleTimerDisabled = false { didSet { updateSleep() } }
    private var wakefulOwners: Set<ObjectIdentifier> = []
    private var inhibitor: AnyObject?
    /// Makes what keeps the display awake for as long as it lives; tests put their own here.
    package static var inhibitorMaker: @MainActor () -> AnyObject = { IdleInhibitor(reason: "Playing video") }

    /// Keeps the display awake while `owner` plays video. Call it with false before `owner` goes.
    package func keepDisplayAwake(_ isOn: Bool, for owner: ObjectIdentifier) {
        if isOn { wakefulOwners.insert(owner) } else { wakefulOwners.remove(owner) }
        updateSleep()
    }

    private func updateSleep() {
        guard isIdleTimerDisabled || !wakefulOwners.isEmpty else {
            inhibitor = nil
            return
        }
        if inhibitor == nil { inhibitor = Self.inhibitorMaker() }
    }

    // MARK: Settings of the desktop

    open var preferredContentSizeCategory: UIContentSizeCategory {
        UITraitCollection.current.preferredContentSizeCategory
    }
    private var hasAskedDesktop = false
    private var desktopWatch: DesktopSettingsWatch?

    /// Applies the desktop's settings, now and after each change. The first answer comes from another thread, after the first frame.
    func followDesktop() {
        guard !hasAskedDesktop else { return }
        hasAskedDesktop = true
        Task { desktopWatch = await DesktopSettingsWatch.start { [weak self] in self?.apply($0) } }
    }

    func apply(_ settings: DesktopSettings) {
        UIAccessibility.update(reducesMotion: settings.reducesMotion)
        let category = UIContentSizeCategory(desktopScale: settings.textScale)
        guard category != preferredContentSizeCategory else { return }
        UITraitCollection.current = UITraitCollection.current.merging(
            UITraitCollection(preferredContentSizeCategory: category))
        for window in windows { window.traitsChanged() }
        NotificationCenter.default.post(name: UIContentSizeCategory.didChangeNotification, object: self)
    }

    open func beginReceivingRemoteControlEvents() {}
    open func endReceivingRemoteControlEvents() {}

    /// Linux suspends nobody: the task is only counted.
    open func beginBackgroundTask(expirationHandler handler: (() -> Void)? = nil) -> UIBackgroundTaskIdentifier {
        lastTask &+= 1
        return UIBackgroundTaskIdentifier(rawValue: lastTask)
    }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}
