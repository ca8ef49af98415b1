import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

@MainActor
struct WindowRestrictionTests {
    private func makeScene() -> (UIWindowScene, UIWindow) {
        UIApplication.isHeadless = true
        let session = UISceneSession(configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
        let scene = UIWindowScene(session: session)
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UIViewController()
        return (scene, window)
    }

    @Test("size restrictions and the title bar of a scene apply to windows that are shown before and after the change")
    func restrictionsApply() throws {
        let (scene, window) = makeScene()
        scene.sizeRestrictions?.minimumSize = CGSize(width: 200, height: 100)
        scene.titlebar?.titleVisibility = .hidden
        window.makeKeyAndVisible()
        let platform = try #require(window.memory)
        #expect(platform.minimumSize == CGSize(width: 200, height: 100))
        #expect(!platform.hasFrame)
        scene.sizeRestrictions?.minimumSize = CGSize(width: 300, height: 100)
        scene.sizeRestrictions?.maximumSize = CGSize(width: 800, height: 600)
        scene.titlebar?.titleVisibility = .visible
        #expect(platform.minimumSize == CGSize(width: 300, height: 100))
        #expect(platform.maximumSize == CGSize(width: 800, height: 600))
        #expect(platform.hasFrame)
        // A second window of the scene has the same style.
        scene.titlebar?.titleVisibility = .hidden
        let second = UIWindow(windowScene: scene)
        second.makeKeyAndVisible()
        #expect(second.memory?.hasFrame == false)
        #expect(second.memory?.maximumSize == CGSize(width: 800, height: 600))
        second.close()
        window.close()
    }

    @Test("a geometry request sets the size, its limits and how the user resizes; nil keeps a value")
    func visionRequest() throws {
        try withManualTime { time in
            let (scene, window) = makeScene()
            window.makeKeyAndVisible()
            defer { window.close() }
            let platform = try #require(window.memory)
            var errors: [String] = []
            @MainActor func request(_ wish: UIWindowScene.GeometryPreferences.Vision) {
                scene.requestGeometryUpdate(wish) { errors.append("\($0)") }
                time.advance(by: 0)
            }
            request(.init(size: CGSize(width: 640, height: 360), resizingRestrictions: .uniform))
            #expect(window.bounds.size == CGSize(width: 640, height: 360))
            #expect(platform.resizing == .proportional(CGSize(width: 640, height: 360)))
            #expect(scene.effectiveGeometry.resizingRestrictions == .uniform)
            request(.init(minimumSize: CGSize(width: 400, height: 225)))
            #expect(platform.minimumSize == CGSize(width: 400, height: 225))
            #expect(platform.resizing == .proportional(CGSize(width: 640, height: 360)))
            request(.init(resizingRestrictions: UIWindowScene.ResizingRestrictions.none))
            #expect(platform.resizing == .fixed)
            request(.init(resizingRestrictions: .freeform))
            #expect(platform.resizing == .free)
            #expect(errors.isEmpty)
            request(.init(size: CGSize(width: 100, height: 50)))
            #expect(errors.count == 1)
            request(.init(maximumSize: CGSize(width: 10, height: 10)))
            #expect(errors.count == 2)
            #expect(scene.effectiveGeometry.minimumSize == CGSize(width: 400, height: 225))
            #expect(window.bounds.size == CGSize(width: 640, height: 360))
        }
    }

    @Test(
        "a size and a ratio that are requested in full screen apply after full screen, and other limits keep the ratio")
    func requestInFullScreen() throws {
        let (scene, window) = makeScene()
        window.makeKeyAndVisible()
        defer { window.close() }
        let platform = try #require(window.memory)
        window.isFullScreen = true
        let full = platform.size
        scene.requestGeometryUpdate(
            UIWindowScene.GeometryPreferences.Vision(
                size: CGSize(width: 400, height: 300), resizingRestrictions: .uniform))
        #expect(platform.size == full)
        scene.sizeRestrictions?.minimumSize = CGSize(width: 330, height: 180)
        #expect(platform.resizing == .proportional(CGSize(width: 400, height: 300)))
        window.isFullScreen = false
        #expect(platform.size == CGSize(width: 400, height: 300))
        #expect(window.bounds.size == CGSize(width: 400, height: 300))
        platform.size = CGSize(width: 800, height: 600)
        #expect(window.bounds.size == CGSize(width: 800, height: 600))
    }

    @Test("a window whose display is lost is hidden, and has its content again when it is shown again")
    func displayLoss() throws {
        let (scene, window) = makeScene()
        let view = try #require(window.rootViewController?.view)
        window.makeKeyAndVisible()
        let lost = try #require(window.memory)
        lost.inject(.lost(.display))
        #expect(window.isHidden)
        #expect(window.memory == nil)
        #expect(!window.isKeyWindow)
        #expect(scene.activationState == .background)
        window.makeKeyAndVisible()
        #expect(window.memory != nil && window.memory !== lost)
        #expect(view.window === window)
        #expect(scene.activationState == .foregroundActive)
        window.close()
    }
}
