import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

@MainActor
private final class SceneRecorder: NSObject, UIWindowSceneDelegate {
    var log: [String] = []
    var opened: [URL] = []
    var continued: [NSUserActivity] = []
    func sceneDidBecomeActive(_ scene: UIScene) { log.append("active") }
    func sceneWillResignActive(_ scene: UIScene) { log.append("resign") }
    func sceneWillEnterForeground(_ scene: UIScene) { log.append("foreground") }
    func sceneDidEnterBackground(_ scene: UIScene) { log.append("background") }
    func sceneDidDisconnect(_ scene: UIScene) { log.append("disconnect") }
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        opened += URLContexts.map(\.url)
    }
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { continued.append(userActivity) }
    func windowScene(
        _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
        interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
        traitCollection previousTraitCollection: UITraitCollection
    ) { log.append("geometry") }
}

@MainActor
private func makeScene() -> (UIWindowScene, SceneRecorder, UIWindow) {
    UIApplication.isHeadless = true
    let session = UISceneSession(configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
    let scene = UIWindowScene(session: session)
    let recorder = SceneRecorder()
    scene.delegate = recorder
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UIViewController()
    return (scene, recorder, window)
}

@MainActor
struct SceneTests {
    @Test("R103 uikit table 1: a scene that becomes active, inactive and hidden receives its callbacks in order")
    func lifecycle() {
        let (scene, recorder, window) = makeScene()
        #expect(scene.activationState == .unattached)
        window.makeKeyAndVisible()
        #expect(scene.activationState == .foregroundActive)
        #expect(recorder.log.filter { $0 != "geometry" } == ["foreground", "active"])
        recorder.log = []
        window.memory?.inject(.focusChanged(false))
        #expect(scene.activationState == .foregroundInactive)
        window.memory?.inject(.visibilityChanged(false))
        #expect(scene.activationState == .background)
        #expect(recorder.log == ["resign", "background"])
        window.memory?.inject(.visibilityChanged(true))
        window.memory?.inject(.focusChanged(true))
        #expect(recorder.log == ["resign", "background", "foreground", "active"])
        window.isHidden = true
    }

    @Test("uikit table 1: a requested window geometry is applied, or rejected with an error")
    func geometry() {
        withManualTime { time in
            let (scene, recorder, window) = makeScene()
            var errors: [String] = []
            let wish = UIWindowScene.GeometryPreferences.Mac(
                systemFrame: CGRect(x: 30, y: 40, width: 500, height: 400))
            scene.requestGeometryUpdate(wish) { errors.append("\($0)") }
            time.advance(by: 0)
            #expect(errors.count == 1)
            window.makeKeyAndVisible()
            recorder.log = []
            scene.requestGeometryUpdate(wish) { errors.append("\($0)") }
            #expect(scene.effectiveGeometry.systemFrame == CGRect(x: 30, y: 40, width: 500, height: 400))
            #expect(window.bounds.size == CGSize(width: 500, height: 400))
            #expect(recorder.log.contains("geometry"))
            scene.requestGeometryUpdate(UIWindowScene.GeometryPreferences.iOS(interfaceOrientations: .portrait)) {
                errors.append("\($0)")
            }
            #expect(scene.interfaceOrientation == .portrait)
            #expect(window.bounds.size == CGSize(width: 400, height: 500))
            wish.systemFrame.size.width = 10
            scene.requestGeometryUpdate(wish) { errors.append("\($0)") }
            time.advance(by: 0)
            #expect(errors.count == 2)
            #expect(errors.last?.contains("minimum") == true)
            window.isHidden = true
        }
    }

    @Test("a dropped web link is an activity that the scene continues; a file and a link of another scheme are opened")
    func droppedLinks_reachScene() throws {
        let (scene, recorder, window) = makeScene()
        window.makeKeyAndVisible()
        let urls = ["https://example.org/film", "file:///film.mp4", "app:film"].compactMap { URL(string: $0) }
        UIApplication.shared.open(urls, droppedAt: .zero, in: window)
        #expect(recorder.continued.map(\.webpageURL) == [urls[0]])
        #expect(recorder.continued.first?.activityType == NSUserActivityTypeBrowsingWeb)
        #expect(Set(recorder.opened) == Set(urls.dropFirst()))
        window.isHidden = true
        withExtendedLifetime(scene) {}
    }

    @Test("without a scene delegate the application continues a web link, or opens it if the delegate declines")
    func droppedLinks_reachApplication() throws {
        final class Page: UIViewController {
            var restored: URL?
            override func restoreUserActivityState(_ activity: NSUserActivity) { restored = activity.webpageURL }
        }
        final class Delegate: NSObject, UIApplicationDelegate {
            let page = Page()
            var continued: [URL] = []
            var opened: [URL] = []
            func application(
                _ application: UIApplication, continue userActivity: NSUserActivity,
                restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
            ) -> Bool {
                guard let url = userActivity.webpageURL, url.path == "/taken" else { return false }
                continued.append(url)
                restorationHandler([page])
                return true
            }
            func application(
                _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
            ) -> Bool {
                opened.append(url)
                return true
            }
        }
        let delegate = Delegate()
        let before = UIApplication.shared.delegate
        UIApplication.shared.delegate = delegate
        defer { UIApplication.shared.delegate = before }
        let (scene, _, window) = makeScene()
        scene.delegate = nil
        window.makeKeyAndVisible()
        let urls = ["https://example.org/taken", "https://example.org/left", "file:///film.mp4"].compactMap {
            URL(string: $0)
        }
        UIApplication.shared.open(urls, droppedAt: .zero, in: window)
        #expect(delegate.continued == [urls[0]])
        #expect(delegate.page.restored == urls[0])
        #expect(delegate.opened == [urls[1], urls[2]])
        window.isHidden = true
    }

    @Test("a window rotates to the orientations that its topmost controller supports, and no other")
    func orientations_areSupported() {
        withManualTime { time in
            final class Page: UIViewController {
                var orientations = UIInterfaceOrientationMask.all
                override var supportedInterfaceOrientations: UIInterfaceOrientationMask { orientations }
            }
            let (scene, _, window) = makeScene()
            let page = Page()
            window.rootViewController = page
            window.makeKeyAndVisible()
            window.platform?.size = CGSize(width: 600, height: 400)
            page.setNeedsUpdateOfSupportedInterfaceOrientations()
            #expect(window.bounds.size == CGSize(width: 600, height: 400))
            page.orientations = .portrait
            page.setNeedsUpdateOfSupportedInterfaceOrientations()
            #expect(window.bounds.size == CGSize(width: 400, height: 600))
            var errors: [String] = []
            scene.requestGeometryUpdate(UIWindowScene.GeometryPreferences.iOS(interfaceOrientations: .landscape)) {
                errors.append("\($0)")
            }
            time.advance(by: 0)
            #expect(errors.count == 1)
            #expect(scene.interfaceOrientation == .portrait)
            let film = Page()
            film.orientations = .landscape
            page.present(film, animated: false)
            for _ in 0..<10 { time.advance(by: 0.02) }
            #expect(window.bounds.size == CGSize(width: 600, height: 400))
            window.platform?.isFullScreen = true
            film.orientations = .portrait
            film.setNeedsUpdateOfSupportedInterfaceOrientations()
            #expect(window.bounds.width > window.bounds.height)
            window.isHidden = true
        }
    }

    @Test("R63: the status bar manager reports what the topmost controller, or the child that it names, requests")
    func statusBar_reportsController() {
        final class Child: UIViewController {
            override var prefersStatusBarHidden: Bool { true }
            override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
        }
        final class Parent: UIViewController {
            var child: Child?
            override var childForStatusBarHidden: UIViewController? { child }
            override var childForStatusBarStyle: UIViewController? { child }
        }
        let (scene, _, window) = makeScene()
        let parent = Parent()
        window.rootViewController = parent
        window.makeKeyAndVisible()
        #expect(scene.statusBarManager?.isStatusBarHidden == false)
        #expect(scene.statusBarManager?.statusBarStyle == .default)
        parent.child = Child()
        #expect(scene.statusBarManager?.isStatusBarHidden == true)
        #expect(scene.statusBarManager?.statusBarStyle == .lightContent)
        #expect(scene.statusBarManager?.statusBarFrame == .zero)
        window.isHidden = true
    }

    @Test("R205 R206 S20.1: an activity is current while its controller is visible, and is asked to be saved")
    func activity() async {
        final class Page: UIViewController {
            override func updateUserActivityState(_ activity: NSUserActivity) {
                activity.addUserInfoEntries(from: ["place": 12])
            }
        }
        let page = Page()
        let activity = NSUserActivity(activityType: "watching")
        activity.externalMediaContentIdentifier = "film-1"
        page.userActivity = activity
        #expect(!activity.isCurrent)
        #expect(activity.externalMediaContentIdentifier == "film-1")
        let window = makeWindow(page)
        #expect(activity.isCurrent)
        let next = NSUserActivity(activityType: "browsing")
        page.userActivity = next
        #expect(next.isCurrent && !activity.isCurrent)
        next.needsSave = true
        for _ in 0..<1000 where next.needsSave { await Task.yield() }
        #expect(next.userInfo?["place"] as? Int == 12)
        window.rootViewController = UIViewController()
        #expect(!next.isCurrent)
        next.invalidate()
        next.becomeCurrent()
        #expect(!next.isCurrent)
        window.isHidden = true
    }

    @Test(
        "R207 R208 R210 S20.1: an activity is current while its page is displayed, and lasts as long as a strong reference"
    )
    func activityLifetime() {
        final class Details: UIViewController {
            override func viewWillAppear(_ animated: Bool) {
                super.viewWillAppear(animated)
                let activity = NSUserActivity(activityType: "details")
                activity.externalMediaContentIdentifier = "film-2"
                userActivity = activity
                activity.becomeCurrent()
            }
            override func viewWillDisappear(_ animated: Bool) {
                super.viewWillDisappear(animated)
                userActivity?.invalidate()
                userActivity = nil
            }
        }
        NSUserActivity.currentActivity?.resignCurrent()
        let root = UIViewController()
        let window = makeWindow(root)
        #expect(NSUserActivity.currentActivity == nil)
        root.present(Details(), animated: false)
        #expect(NSUserActivity.currentActivity?.externalMediaContentIdentifier == "film-2")
        root.dismiss(animated: false)
        #expect(NSUserActivity.currentActivity == nil)

        weak var gone: NSUserActivity?
        do {
            let activity = NSUserActivity(activityType: "watching")
            activity.becomeCurrent()
            gone = activity
            #expect(NSUserActivity.currentActivity === activity)
        }
        #expect(gone == nil && NSUserActivity.currentActivity == nil)
        let holder = UIViewController()
        do { holder.userActivity = NSUserActivity(activityType: "browsing") }
        #expect(holder.userActivity?.activityType == "browsing")
        window.isHidden = true
    }
}

struct TextSizeTests {
    @Test("uikit table 7: fonts and metrics scale with the user's text size")
    func metrics() {
        let large = UITraitCollection(preferredContentSizeCategory: .large)
        let huge = UITraitCollection(preferredContentSizeCategory: .accessibilityLarge)
        let metrics = UIFontMetrics(forTextStyle: .headline)
        let font = UIFont.systemFont(ofSize: 17)
        #expect(metrics.scaledValue(for: 20, compatibleWith: large) == 20)
        #expect(metrics.scaledFont(for: font, compatibleWith: huge).pointSize == 33)
        #expect(metrics.scaledFont(for: font, maximumPointSize: 25, compatibleWith: huge).pointSize == 25)
        #expect(UIFont.preferredFont(forTextStyle: .body, compatibleWith: huge).pointSize == 33)
        #expect(UIContentSizeCategory(desktopScale: 1) == .large)
        #expect(UIContentSizeCategory(desktopScale: 1.25) == .extraExtraLarge)
        #expect(UIContentSizeCategory(desktopScale: 9) == .accessibilityExtraExtraExtraLarge)
    }

    @Test("uikit table 7: a color set has a light and a dark variant; a damaged one is nil")
    func colorSets() throws {
        let json = """
            {"colors": [
              {"idiom": "universal", "color": {"color-space": "srgb", "components":
                {"red": "0xFF", "green": "128", "blue": "0.000", "alpha": "1.000"}}},
              {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
               "color": {"components": {"white": "0.5", "alpha": "0.25"}}}]}
            """
        let set = try #require(ColorSet(json: Data(json.utf8)))
        #expect(set.light == UIColor(red: 1, green: 128 / 255, blue: 0, alpha: 1))
        #expect(set.dark == UIColor(white: 0.5, alpha: 0.25))
        #expect(ColorSet(json: Data("{\"colors\": [{}]}".utf8)) == nil)
        #expect(ColorSet(json: Data("[".utf8)) == nil)
        #expect(UIColor(named: "no such colour") == nil)
        #expect(UIColor(named: "../etc") == nil)
    }
}
