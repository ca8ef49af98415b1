import AppLinks
import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

@MainActor
private final class LaunchRecorder: UIResponder, UIApplicationDelegate {
    var log: [String] = []
    var accepts = true
    var usesScenes = false
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 100))

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        log.append("didFinish \(launchOptions?[.url] ?? "-")")
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        return accepts
    }
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        log.append("open \(url) \(options[.sourceApplication] ?? "-")")
        return true
    }
    func application(_ application: UIApplication, willContinueUserActivityWithType userActivityType: String) -> Bool {
        log.append("willContinue")
        return true
    }
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        log.append("continue \(userActivity.webpageURL?.absoluteString ?? "-")")
        return true
    }
}

@MainActor
struct LaunchLinkTests {
    private func launch(_ links: [String], accepts: Bool = true) -> LaunchRecorder {
        UIApplication.isHeadless = true
        let recorder = LaunchRecorder()
        recorder.accepts = accepts
        let before = UIApplication.shared.delegate
        let requests = LaunchRequests([.open(links.compactMap { URL(string: $0) }, source: "com.example.tv")])
        UIApplication.shared.launch(delegate: recorder, requests: requests)
        recorder.window.isHidden = true
        UIApplication.shared.delegate = before
        return recorder
    }

    @Test(
        "R211: the application delegate opens the link of the launch after didFinishLaunching, unless that returned false"
    )
    func applicationDelegate() {
        #expect(
            launch(["app:play/1", "https://example.com/2"]).log == [
                "didFinish app:play/1", "open app:play/1 com.example.tv", "willContinue",
                "continue https://example.com/2",
            ])
        #expect(launch(["app:play/1"], accepts: false).log == ["didFinish app:play/1"])
        #expect(launch([]).log == ["didFinish -"])
    }

    @Test("R227: a window without content of its own is black in its first frame")
    func black() throws {
        UIApplication.isHeadless = true
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 32, height: 16))
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        defer { window.isHidden = true }
        let memory = try #require(window.memory)
        for (x, y) in [(0, 0), (16, 8), (31, 15)] {
            let pixel = try #require(memory.pixel(x: x, y: y))
            #expect(pixel.blue == 0 && pixel.green == 0 && pixel.red == 0)
        }
    }

    @Test("R206 R208: a change of the current activity is recorded; its userInfo is limited to the required keys")
    func records() {
        let activity = NSUserActivity(activityType: "")
        activity.externalMediaContentIdentifier = "content_id"
        activity.userInfo = ["a": 1, "b": "x"]
        #expect(activity.record().userInfo == ["a": .integer(1), "b": .text("x")])
        #expect(activity.record(withUserInfo: false).userInfo.isEmpty)
        activity.requiredUserInfoKeys = ["b"]
        let copy = NSUserActivity(activity.record())
        #expect(copy.activityType.isEmpty && copy.externalMediaContentIdentifier == "content_id")
        #expect(copy.userInfo as? [String: String] == ["b": "x"])
        #expect(copy.expirationDate == .distantFuture)
    }
}
