import AVFoundation
import CoreGraphics
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit

extension PictureInPictureTests {
    @MainActor
    private final class ViewRecorder: NSObject, AVPlayerViewPictureInPictureDelegate {
        var events: [String] = []
        var dismisses = true
        var restore: (@escaping @Sendable (Bool) -> Void) -> Void = { $0(true) }

        func playerViewWillStartPicture(inPicture playerView: AVPlayerView) { events.append("willStart") }
        func playerViewDidStartPicture(inPicture playerView: AVPlayerView) { events.append("didStart") }
        func playerView(_ playerView: AVPlayerView, failedToStartPictureInPictureWithError error: any Error) {
            events.append("failed")
        }
        func playerViewWillStopPicture(inPicture playerView: AVPlayerView) { events.append("willStop") }
        func playerViewDidStopPicture(inPicture playerView: AVPlayerView) { events.append("didStop") }
        func playerViewShouldAutomaticallyDismissAtPicture(inPictureStart playerView: AVPlayerView) -> Bool {
            events.append("shouldDismiss")
            return dismisses
        }
        func playerView(
            _ playerView: AVPlayerView,
            restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
                @escaping @Sendable (Bool) -> Void
        ) {
            events.append("restore")
            restore(completionHandler)
        }
    }

    /// An `AVPlayerView` in a window that plays and may play in Picture in Picture.
    @MainActor
    private final class ViewStage {
        let view = AVPlayerView(frame: CGRect(x: 60, y: 40, width: 960, height: 540))
        let player: AVPlayer
        let window: UIWindow
        let recorder = ViewRecorder()
        var session: PictureInPictureSession { view.controller.pictureInPicture.session }
        var controls: PlayerViewControls? { view.controller.content.controls as? PlayerViewControls }

        init() async throws {
            player = AVPlayer(
                url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 20, width: 320, height: 180)))
            player.isMuted = true
            let root = UIViewController()
            window = makeWindow(root)
            view.player = player
            view.pictureInPictureDelegate = recorder
            view.controller.pictureInPicture.session.environment = try .inMemory()
            root.view.addSubview(view)
            let view = view
            try #require(await eventually { view.isReadyForDisplay })
            player.play()
            showControls()
        }

        func showControls() {
            view.controller.presenter.showControls()
            view.controller.presenter.noteInput()
            view.controller.updateControls()
            window.layoutIfNeeded()
        }

        func end() {
            session.stopNow(.replaced)
            view.player = nil
            window.isHidden = true
        }
    }

    @Test("R111: a player view has no button for Picture in Picture until its client allows it")
    func view_permission() async throws {
        #expect(!AVPlayerView(frame: .zero).allowsPictureInPicturePlayback)
        let stage = try await ViewStage()
        defer { stage.end() }
        #expect(stage.controls?.button(.pictureInPicture)?.isHidden == true)
        stage.session.start()
        #expect(await eventually { stage.recorder.events == ["failed"] })
        stage.view.allowsPictureInPicturePlayback = true
        stage.showControls()
        #expect(stage.controls?.button(.pictureInPicture)?.isHidden == false)
    }

    @Test("S11.1: a player view's Picture in Picture calls its delegate in order, and ends when it is disallowed")
    func view_life() async throws {
        let stage = try await ViewStage()
        defer { stage.end() }
        stage.view.allowsPictureInPicturePlayback = true
        stage.showControls()
        let button = try #require(stage.controls?.button(.pictureInPicture))
        button.sendActions(for: .primaryActionTriggered)
        #expect(await eventually { stage.session.isActive })
        #expect(stage.recorder.events == ["willStart", "didStart"] && stage.player.rate == 1)
        stage.session.window?.view.showControls()
        stage.session.click(try #require(stage.session.button("Return to the app")))
        #expect(await eventually { stage.session.machine.phase == .idle })
        #expect(stage.recorder.events == ["willStart", "didStart", "restore", "willStop", "didStop"])
        stage.recorder.events = []
        stage.session.start()
        #expect(await eventually { stage.session.isActive })
        stage.view.allowsPictureInPicturePlayback = false
        #expect(await eventually { stage.session.machine.phase == .idle })
        #expect(stage.recorder.events == ["willStart", "didStart", "willStop", "didStop"])
    }

    @Test("a player view in full screen leaves it when Picture in Picture starts, unless the delegate objects")
    func view_fullScreen() async throws {
        let stage = try await ViewStage()
        defer { stage.end() }
        stage.view.allowsPictureInPicturePlayback = true
        let placement = stage.view.controller.placement
        placement.enterFullScreen()
        #expect(await eventually { placement.machine.isFullScreen })
        stage.recorder.dismisses = false
        stage.session.start()
        #expect(await eventually { stage.recorder.events == ["willStart", "didStart", "shouldDismiss"] })
        #expect(placement.machine.isFullScreen)
        stage.session.stop()
        #expect(await eventually { stage.session.machine.phase == .idle })
        (stage.recorder.events, stage.recorder.dismisses) = ([], true)
        stage.session.start()
        #expect(await eventually { stage.recorder.events.last == "shouldDismiss" })
        #expect(await eventually { !placement.machine.isFullScreen })
    }
}
