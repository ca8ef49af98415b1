import AVKit
import Foundation

/// The delegate of the application. It receives links itself unless LINK_PROBE_SCENES is 1.
@MainActor
final class ProbeDelegate: UIResponder, UIApplicationDelegate {
    private lazy var pages = ProbePages()

    private func describe(_ options: [UIApplication.LaunchOptionsKey: Any]?) -> String {
        guard let options else { return "nil" }
        let link = (options[.url] as? URL)?.absoluteString ?? "-"
        let source = options[.sourceApplication] as? String ?? "-"
        return "\(link) \(source) \(options[.userActivityDictionary] == nil ? "-" : "activity")"
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Probe.log("app willFinish \(describe(launchOptions))")
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Probe.log("app didFinish \(describe(launchOptions))")
        if !Probe.isOn("LINK_PROBE_SCENES") { pages.show() }
        return true
    }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        Probe.log("app configuration")
        let configuration = connectingSceneSession.configuration
        if Probe.isOn("LINK_PROBE_SCENES") { configuration.delegateClass = ProbeScene.self }
        return configuration
    }

    func applicationDidBecomeActive(_ application: UIApplication) { Probe.log("app active") }
    func applicationWillTerminate(_ application: UIApplication) { Probe.log("app terminate") }

    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        Probe.log("app open \(url.absoluteString) \(options[.sourceApplication] as? String ?? "-")")
        pages.open(url)
        return true
    }

    func application(_ application: UIApplication, willContinueUserActivityWithType userActivityType: String) -> Bool {
        Probe.log("app willContinue \(userActivityType)")
        return false
    }

    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        Probe.log("app continue \(userActivity.activityType) \(userActivity.webpageURL?.absoluteString ?? "-")")
        if let url = userActivity.webpageURL { pages.open(url) }
        return true
    }
}

/// The delegate of the scene.
@MainActor
final class ProbeScene: UIResponder, UIWindowSceneDelegate {
    private lazy var pages = ProbePages()
    var window: UIWindow?

    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
        let links = options.urlContexts.map { "\($0.url.absoluteString) \($0.options.sourceApplication ?? "-")" }
        let activities = options.userActivities.map { "\($0.activityType) \($0.webpageURL?.absoluteString ?? "-")" }
        Probe.log("scene willConnect \((links + activities).sorted().joined(separator: ", "))")
        if let type = options.handoffUserActivityType { Probe.log("scene handoff \(type)") }
        pages.show()
        for link in options.urlContexts.map(\.url) + options.userActivities.compactMap(\.webpageURL) {
            pages.open(link)
        }
    }

    func sceneWillEnterForeground(_ scene: UIScene) { Probe.log("scene foreground") }
    func sceneDidBecomeActive(_ scene: UIScene) { Probe.log("scene active") }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        for context in URLContexts {
            Probe.log("scene open \(context.url.absoluteString) \(context.options.sourceApplication ?? "-")")
            pages.open(context.url)
        }
    }

    func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
        Probe.log("scene willContinue \(userActivityType)")
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        let place = userActivity.userInfo?["place"] as? Int
        Probe.log(
            "scene continue \(userActivity.activityType) \(userActivity.webpageURL?.absoluteString ?? "-") "
                + "\(userActivity.externalMediaContentIdentifier ?? "-") \(place.map { "\($0)" } ?? "-")")
        if let url = userActivity.webpageURL { pages.open(url) }
    }

    func scene(_ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error) {
        Probe.log("scene didFail \(userActivityType)")
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        guard let page = pages.current else { return nil }
        let activity = NSUserActivity(activityType: "restoration")
        activity.userInfo = ["page": page]
        return activity
    }

    func scene(_ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity) {
        Probe.log("scene restore \(stateRestorationActivity.userInfo?["page"] as? String ?? "-")")
    }
}
