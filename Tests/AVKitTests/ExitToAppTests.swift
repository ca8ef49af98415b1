import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// What the viewer sees before and after the player that an app presents over its page of a title.
@MainActor
@Suite(.english, .timeLimit(.minutes(2)))
struct ExitToAppTests {
    /// The app's page of a title, as the integration guide describes it: it presents the player and offers to resume afterwards.
    @MainActor
    private final class DetailPage: UIViewController {
        let resumeButton = UIButton(type: .system)
        private(set) var appearances = 0
        private(set) var position = 0.0
        private var player: AVPlayer?

        override func viewDidLoad() {
            super.viewDidLoad()
            view.backgroundColor = .white
            resumeButton.frame = CGRect(x: 40, y: 40, width: 300, height: 60)
            resumeButton.isHidden = true
            view.addSubview(resumeButton)
        }

        override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            appearances += 1
            guard let player else { return }
            player.pause()
            position = player.currentTime().seconds
            resumeButton.setTitle("Resume at \(Int(position)) s", for: .normal)
            resumeButton.isHidden = false
        }

        func play(_ item: AVPlayerItem) -> AVPlayerViewController {
            let player = AVPlayer(playerItem: item)
            player.isMuted = true
            self.player = player
            let controller = AVPlayerViewController()
            controller.player = player
            present(controller, animated: false) { player.play() }
            return controller
        }
    }

    /// A server that never responds.
    private final class SilentLoader: NSObject, AVAssetResourceLoaderDelegate {
        func resourceLoader(
            _ resourceLoader: AVAssetResourceLoader,
            shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
        ) -> Bool { true }
    }

    private func brightness(of window: UIWindow, in area: CGRect) -> (least: Int, greatest: Int) {
        window.renderNow()
        guard let memory = window.platform as? MemoryWindow else { return (-1, -1) }
        var values: [Int] = []
        for y in stride(from: area.minY + 2, to: area.maxY, by: 8) {
            for x in stride(from: area.minX + 2, to: area.maxX, by: 8) {
                guard let pixel = memory.pixel(x: Int(x), y: Int(y)) else { continue }
                values.append((Int(pixel.red) + Int(pixel.green) + Int(pixel.blue)) / 3)
            }
        }
        return (values.min() ?? -1, values.max() ?? -1)
    }

    private func press(_ usage: KeyUsage, in window: UIWindow) {
        for phase in [KeyEvent.Phase.down, .up] {
            (window.platform as? MemoryWindow)?.inject(.key(KeyEvent(phase: phase, usage: usage, characters: "")))
        }
        window.layoutIfNeeded()
    }

    @Test("R233: while an item loads, the player displays a black background, and of the app only its own small logo")
    func loading_isBlack() async throws {
        let page = DetailPage()
        let window = makeWindow(page)
        defer { window.isHidden = true }
        let asset = AVURLAsset(url: try #require(URL(string: "silent://host/film.mp4")))
        let loader = SilentLoader()
        asset.resourceLoader.setDelegate(loader, queue: .global())
        // The asset does not retain its delegate.
        defer { withExtendedLifetime(loader) {} }
        let controller = page.play(AVPlayerItem(asset: asset))
        controller.showsPlaybackControls = false
        let logo = UIView(frame: CGRect(x: 1120, y: 40, width: 120, height: 40))
        logo.backgroundColor = .white
        controller.contentOverlayView?.addSubview(logo)
        #expect(await eventually { controller.view.window === window })
        window.layoutIfNeeded()
        #expect(await eventually { brightness(of: window, in: logo.frame).least > 250 })
        // The page below is white.
        for area in [
            CGRect(x: 0, y: 0, width: 1280, height: 36), CGRect(x: 0, y: 100, width: 400, height: 620),
            CGRect(x: 880, y: 100, width: 400, height: 620), CGRect(x: 400, y: 480, width: 480, height: 240),
        ] { #expect(brightness(of: window, in: area).greatest == 0, "\(area)") }
        controller.player = nil
    }

    @Test(
        "R234: after the viewer leaves the player, the page of the title is displayed and can offer to resume",
        .enabled(if: StreamMaker.isAvailable))
    func exit_returnsToThePage() async throws {
        let page = DetailPage()
        let window = makeWindow(page)
        defer { window.isHidden = true }
        let controller = page.play(AVPlayerItem(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 20))))
        try #require(await eventually { controller.player?.currentTime().seconds ?? 0 > 1 })
        press(.escape, in: window)
        #expect(await eventually { page.presentedViewController == nil && page.appearances == 2 })
        #expect(page.view.window === window && controller.viewIfLoaded?.window == nil)
        #expect(page.position > 1 && page.position < 20)
        #expect(!page.resumeButton.isHidden && page.resumeButton.currentTitle == "Resume at \(Int(page.position)) s")
        window.layoutIfNeeded()
        #expect(brightness(of: window, in: CGRect(x: 0, y: 400, width: 1280, height: 320)).least > 250)
    }

    @Test("R235: a viewer who leaves before the item has loaded is at once on the page, which works again")
    func exit_beforeTheFirstFrame_returnsToThePage() async throws {
        let page = DetailPage()
        let window = makeWindow(page)
        defer { window.isHidden = true }
        let asset = AVURLAsset(url: try #require(URL(string: "silent://host/film.mp4")))
        let loader = SilentLoader()
        asset.resourceLoader.setDelegate(loader, queue: .global())
        // The asset does not retain its delegate.
        defer { withExtendedLifetime(loader) {} }
        weak var former: AVPlayerViewController?
        for round in 1...3 {
            let controller = page.play(AVPlayerItem(asset: asset))
            former = controller
            try #require(await eventually { controller.view.window === window && !controller.isBeingPresented })
            #expect(!controller.isReadyForDisplay)
            press(.escape, in: window)
            #expect(await eventually { page.presentedViewController == nil && page.appearances == round + 1 })
            #expect(page.view.window === window && !page.resumeButton.isHidden)
            controller.player = nil
        }
        #expect(await eventually { former == nil })
        window.layoutIfNeeded()
        #expect(brightness(of: window, in: CGRect(x: 0, y: 400, width: 1280, height: 320)).least > 250)
    }
}
