public import CoreGraphics
public import Foundation
public import Selectors
import AppLinks
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
        public static let sourceApplication = Self(rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
        public static let userActivityDictionary = Self(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
        public static let userActivityType = Self(rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
    }
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let sourceApplication = Self(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    }
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Opens the URL only if an app of the user has it as a universal link; the value is a Boolean.
        public static let universalLinksOnly = Self(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
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

    /// Active while a window has the keyboard focus, in the background while no window is visible.
    ///
    /// Apple: unit tests run in an app, which is active. Here: a program with XCTest that launches no application is active, too.
    open var applicationState: State { isHostOfTests ? .active : state }
    private var state = State.inactive
    /// Whether XCTest runs in this program, and no application.
    private var isHostOfTests = NSClassFromString("XCTest.XCTestCase") != nil
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

    /// Calls a method: without parameters, with the sender, or with the sender and the event.
    ///
    /// - Parameters:
    ///   - target: nil: the first responder up the chain that can perform the action, from the first responder or the sender.
    ///   - sender: the argument of the method.
    /// - Returns: whether an object was found that has the method.
    @discardableResult
    open func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
        let object = target.map { $0 as AnyObject } ?? responder(for: action, sender: sender)
        let event: Any =
            event
            ?? MissingArgument(substitute: UIEvent(type: .touches, timestamp: ProcessInfo.processInfo.systemUptime))
        return object.map { action.call(on: $0, with: [sender as Any, event]) } ?? false
    }

    private func responder(for action: Selector, sender: Any?) -> UIResponder? {
        let start = (sender as? UIView)?.window?.firstResponder ?? keyWindow?.firstResponder
        let found = start?.target(forAction: action, withSender: sender)
        return (found ?? (sender as? UIResponder ?? self).target(forAction: action, withSender: sender)) as? UIResponder
    }

    // MARK: Life cycle

    /// Launches and runs the main loop.
    /// - Returns: the exit code passed to `quit(code:)`, or 1 when the main loop fails; the error is written to
    ///   standard error.
    package static func run(delegate: (any UIApplicationDelegate)?) -> Int32 {
        let application = shared
        let request = LaunchRequest()
        StartEnvironment.remove(LaunchRequest.variables)
        if !isHeadless { DisplayServer.shared.openBeforeThreads() }
        // A second process of the app has passed its links to the first one, and ends.
        guard AppRequests.shared.begin(request) else { return 0 }
        application.restoration = SceneRestoration()
        application.launch(delegate: delegate, requests: AppRequests.shared.takeLaunchRequests())
        do {
            return try MainLoop.shared.run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return 1
        }
    }

    /// Whether the delegates are still being called for the launch. A window that they show makes nothing active before its end.
    private var isLaunching = false
    /// Stores what the scene restores at the next start; nil where nothing is stored, as in tests.
    var restoration: SceneRestoration?

    /// Performs the whole launch except running the main loop. Tests call it directly.
    package func launch(delegate newDelegate: (any UIApplicationDelegate)?) {
        launch(delegate: newDelegate, requests: LaunchRequests())
    }

    /// - Parameter requests: those with which the app was started. The delegates receive them in Apple's order.
    func launch(delegate newDelegate: (any UIApplicationDelegate)?, requests: LaunchRequests) {
        if let link = requests.links.last { LinkCampaign.shared.note(link) }
        heldDelegate = newDelegate
        delegate = newDelegate
        MainLoop.shared.terminationHandler = { [weak self] signal in self?.quit(code: 128 + signal) }
        isLaunching = true
        isHostOfTests = false
        let launchOptions = requests.launchOptions
        let will = newDelegate?.application(self, willFinishLaunchingWithOptions: launchOptions) ?? true
        let did = newDelegate?.application(self, didFinishLaunchingWithOptions: launchOptions) ?? true
        NotificationCenter.default.post(name: Self.didFinishLaunchingNotification, object: self)
        let scene = defaultScene
        scene.session.stateRestorationActivity = restoration?.activity
        let options = UIScene.ConnectionOptions(requests)
        let configuration = newDelegate?.application(self, configurationForConnecting: scene.session, options: options)
        if let type = configuration?.delegateClass {
            scene.delegate = makeInstance(of: type) as? any UISceneDelegate
            NotificationCenter.default.post(name: UIScene.willConnectNotification, object: scene)
            scene.delegate?.scene(scene, willConnectTo: scene.session, options: options)
            if let activity = scene.session.stateRestorationActivity {
                scene.delegate?.scene(scene, restoreInteractionStateWith: activity)
            }
        } else if will, did {
            deliverToDelegate(requests.links, source: requests.source)
        }
        isLaunching = false
        scene.enter(.foregroundActive)
        enter(.active)
        for request in requests.all {
            if case .continueActivity = request { perform(request) }
        }
    }

    /// Notifies the delegate and the observers of `willTerminateNotification`, then leaves the main loop.
    package func quit(code: Int32 = 0) {
        saveScenes()
        delegate?.applicationWillTerminate(self)
        NotificationCenter.default.post(name: Self.willTerminateNotification, object: self)
        // Foundation on Linux writes user defaults only on request.
        UserDefaults.standard.synchronize()
        MainLoop.shared.quit(code: code)
    }

    /// Stores the activities by which the scenes restore their state.
    func saveScenes() {
        guard let restoration else { return }
        for scene in connectedScenes where scene.activationState != .unattached { restoration.save(scene) }
    }

    /// Updates the states of a scene and of the application after the focus or the visibility of a window has changed:
    /// active while a window has the keyboard focus, in the background while no window is visible.
    func windowStateChanged(in scene: UIWindowScene?) {
        guard !isLaunching else { return }
        let own = scene?.windows.compactMap(\.platform) ?? []
        let all = own + windows.filter { $0.windowScene !== scene }.compactMap(\.platform)
        scene?.enter(
            own.contains(where: \.hasFocus)
                ? .foregroundActive : own.contains(where: \.isVisible) ? .foregroundInactive : .background)
        enter(all.contains(where: \.hasFocus) ? .active : all.contains(where: \.isVisible) ? .inactive : .background)
    }

    private func enter(_ newState: State) {
        guard newState != state else { return }
        let before = state
        let center = NotificationCenter.default
        if before == .active {
            delegate?.applicationWillResignActive(self)
            center.post(name: Self.willResignActiveNotification, object: self)
        }
        if before == .background {
            delegate?.applicationWillEnterForeground(self)
            center.post(name: Self.willEnterForegroundNotification, object: self)
        }
        state = newState
        if newState == .active {
            delegate?.applicationDidBecomeActive(self)
            center.post(name: Self.didBecomeActiveNotification, object: self)
        } else if newState == .background {
            delegate?.applicationDidEnterBackground(self)
            saveScenes()
            center.post(name: Self.didEnterBackgroundNotification, object: self)
        }
    }

    func closeRequested(_ window: UIWindow) {
        let scene = window.windowScene
        window.close()
        guard windows.allSatisfy(\.isHidden) || windows.isEmpty else { return }
        saveScenes()
        scene?.enter(.unattached)
        if Self.endsWithLastWindow { quit(code: 0) }
    }

    // MARK: Links and files

    /// Offers dropped files and links first to the responders under the pointer, then to the scene's delegate, then to
    /// the application's delegate.
    func open(_ urls: [URL], droppedAt point: CGPoint, in window: UIWindow) {
        guard !urls.isEmpty else { return }
        let responder: UIResponder = window.hitTest(point, with: nil) ?? window
        if responder._openDroppedURLs(urls) { return }
        deliver(urls, to: window.windowScene)
    }

    /// Opens a URL with the desktop's default program. Tests replace the closure.
    package static var linkOpener: @Sendable (URL) async -> Bool = { await Desktop.open($0) }

    /// Whether an app has registered the URL, or the desktop has a default program for its scheme. For a file URL, whether the file exists.
    open func canOpenURL(_ url: URL) -> Bool {
        let destination = try? LinkResolver().destination(of: url, fetches: false)
        return destination?.app != nil || Desktop.canOpen(url)
    }

    /// Opens a URL with the app that has registered its scheme or domain, else with the desktop's default program. `completion` runs on the
    /// main thread, with false when no program accepted the URL.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: ((Bool) -> Void)? = nil
    ) {
        let universalLinksOnly = options[.universalLinksOnly] as? Bool ?? false
        Task { @MainActor in
            let isDone = await openLink(url, universalLinksOnly: universalLinksOnly)
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
        UIAccessibility.update(usesScreenReader: settings.usesScreenReader)
        let category = UIContentSizeCategory(desktopScale: settings.textScale)
        // Windows mostly show video: without a preference they are dark.
        let style: UIUserInterfaceStyle = settings.colourScheme == .light ? .light : .dark
        let former = UITraitCollection.current
        guard category != former.preferredContentSizeCategory || style != former.userInterfaceStyle else { return }
        UITraitCollection.current = former.merging(
            UITraitCollection(traitsFrom: [
                UITraitCollection(preferredContentSizeCategory: category), UITraitCollection(userInterfaceStyle: style),
            ]))
        for window in windows + UIWindow.panels { window.traitsChanged() }
        guard category != former.preferredContentSizeCategory else { return }
        NotificationCenter.default.post(name: UIContentSizeCategory.didChangeNotification, object: self)
    }

    open func beginReceivingRemoteControlEvents() {}
    open func endReceivingRemoteControlEvents() {}

    /// Only issues an identifier: Linux does not suspend processes in the background, so `handler` is never called.
    open func beginBackgroundTask(expirationHandler handler: (() -> Void)? = nil) -> UIBackgroundTaskIdentifier {
        lastTask &+= 1
        return UIBackgroundTaskIdentifier(rawValue: lastTask)
    }
    /// The same; the name has no effect.
    open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (() -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(expirationHandler: handler)
    }

    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}
