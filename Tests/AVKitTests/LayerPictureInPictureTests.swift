import AVFoundation
import CoreGraphics
import Foundation
import MediaTesting
import QuartzCore
import Testing
import UIKit
import WindowSystem

@testable import AVKit

extension PictureInPictureTests {
    /// Picture in Picture of a client's player layer.
    @MainActor
    final class LayerStage {
        let layer: AVPlayerLayer
        let player: AVPlayer
        let window: UIWindow
        let controller: AVPictureInPictureController
        let recorder = PictureInPictureRecorder()
        var session: PictureInPictureSession { controller.part.session }

        init() async throws {
            player = AVPlayer(
                url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 20, width: 320, height: 180)))
            player.isMuted = true
            layer = AVPlayerLayer(player: player)
            let root = UIViewController()
            window = makeWindow(root)
            layer.frame = CGRect(x: 40, y: 30, width: 640, height: 360)
            root.view.layer.addSublayer(layer)
            controller = AVPictureInPictureController(contentSource: .init(playerLayer: layer))
            controller.delegate = recorder
            session.environment = try .inMemory()
            controller.part.updatePossible()
            let layer = layer
            try #require(await eventually { layer.isReadyForDisplay })
            player.play()
        }

        func end() {
            session.stopNow(.replaced)
            layer.player = nil
            window.isHidden = true
        }
    }

    @Test(
        "R111 S11.1: a layer's controller starts and stops with its delegate's calls in order and observable properties"
    )
    func layer_startsAndStops() async throws {
        let stage = try await LayerStage()
        defer { stage.end() }
        let controller = stage.controller
        #expect(await eventually { controller.isPictureInPicturePossible })
        var changes: [Bool] = []
        let token = controller.observe(\.isPictureInPictureActive, options: [.new]) { _, change in
            MainActor.assumeIsolated { changes.append(change.newValue ?? false) }
        }
        defer { token.invalidate() }
        #expect(!controller.canStopPictureInPicture)
        controller.startPictureInPicture()
        #expect(stage.recorder.events == [])
        #expect(await eventually { controller.isPictureInPictureActive && stage.recorder.events.count == 2 })
        #expect(stage.recorder.events == ["willStart false", "didStart true"])
        #expect(controller.canStopPictureInPicture)
        #expect(stage.layer.sublayers?.count == 1)
        let surface = stage.session.window?.view.descendants(PictureInPictureSurface.self).first
        #expect(surface?.player === stage.player)
        controller.stopPictureInPicture()
        #expect(await eventually { stage.recorder.events.count == 4 })
        #expect(stage.recorder.events.suffix(2) == ["willStop true", "didStop false"])
        #expect(changes == [true, false] && stage.layer.sublayers?.isEmpty != false && stage.player.rate == 1)
        controller.stopPictureInPicture()
        #expect(!controller.canStopPictureInPicture)
    }

    @Test("R101: a layer's Picture in Picture becomes possible with the playback category and a ready layer")
    func layer_possible() async throws {
        let stage = try await LayerStage()
        defer { stage.end() }
        let controller = stage.controller
        #expect(await eventually { controller.isPictureInPicturePossible })
        let audio = stage.session.environment.audioSession
        try audio.setCategory(.ambient)
        #expect(await eventually { !controller.isPictureInPicturePossible })
        try audio.setCategory(.playback)
        #expect(await eventually { controller.isPictureInPicturePossible })
        stage.layer.player = nil
        #expect(await eventually { !controller.isPictureInPicturePossible })
        controller.startPictureInPicture()
        #expect(await eventually { stage.recorder.events == ["failed true"] })
    }

    @Test("a desktop that hides the window suspends Picture in Picture until the window is shown again")
    func layer_suspended() async throws {
        let stage = try await LayerStage()
        defer { stage.end() }
        stage.controller.startPictureInPicture()
        #expect(await eventually { stage.controller.isPictureInPictureActive })
        stage.session.memory?.inject(.visibilityChanged(false))
        #expect(stage.controller.isPictureInPictureSuspended)
        stage.session.memory?.inject(.visibilityChanged(true))
        #expect(!stage.controller.isPictureInPictureSuspended && stage.controller.isPictureInPictureActive)
    }

    @Test(
        "S11.9: a new content source that is ready continues in the window; one that is not ready ends Picture in Picture"
    )
    func layer_sourceChanges() async throws {
        let stage = try await LayerStage()
        defer { stage.end() }
        stage.controller.startPictureInPicture()
        #expect(await eventually { stage.recorder.events.count == 2 })
        let next = AVPlayer(url: try await StreamMaker.shared.clip(.marked(frames: 100, width: 320, height: 240)))
        next.isMuted = true
        let layer = AVPlayerLayer(player: next)
        #expect(await eventually { layer.isReadyForDisplay })
        stage.controller.contentSource = .init(playerLayer: layer)
        #expect(stage.controller.isPictureInPictureActive && stage.controller.playerLayer === layer)
        let surface = stage.session.window?.view.descendants(PictureInPictureSurface.self).first
        #expect(surface?.player === next)
        #expect(stage.layer.sublayers?.isEmpty != false && layer.sublayers?.count == 1)
        stage.controller.contentSource = .init(playerLayer: AVPlayerLayer())
        #expect(!stage.controller.isPictureInPictureActive)
        #expect(stage.recorder.events.suffix(2) == ["willStop true", "didStop false"])
        layer.player = nil
    }

    @Test("requiresLinearPlayback of a layer's controller removes the skip buttons (S11.7)")
    func layer_linear() async throws {
        let stage = try await LayerStage()
        defer { stage.end() }
        stage.controller.startPictureInPicture()
        #expect(await eventually { stage.controller.isPictureInPictureActive })
        #expect(await eventually { stage.session.button("Forward 10 seconds") != nil })
        stage.controller.requiresLinearPlayback = true
        #expect(stage.session.button("Forward 10 seconds") == nil)
        stage.controller.requiresLinearPlayback = false
        #expect(stage.session.button("Forward 10 seconds") != nil)
    }

    @Test("a controller that is released while active closes its window; the delegate is not called")
    func layer_controllerReleased() async throws {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 20)))
        player.isMuted = true
        let layer = AVPlayerLayer(player: player)
        let recorder = PictureInPictureRecorder()
        #expect(await eventually { layer.isReadyForDisplay })
        weak var window: UIWindow?
        do {
            let controller = AVPictureInPictureController(contentSource: .init(playerLayer: layer))
            controller.delegate = recorder
            controller.part.session.environment = try .inMemory()
            controller.startPictureInPicture()
            #expect(await eventually { controller.isPictureInPictureActive })
            window = controller.part.session.window?.window
            #expect(window != nil)
        }
        #expect(await eventually { window == nil })
        #expect(recorder.events == ["willStart false", "didStart true"] && !PictureInPictureSession.isAnyActive)
        layer.player = nil
    }

    @Test(
        "without a display, Picture in Picture is not supported and a controller for a layer is nil; images are templates"
    )
    func layer_unsupported() {
        UIApplication.isHeadless = true
        #expect(!AVPictureInPictureController.isPictureInPictureSupported())
        #expect(AVPictureInPictureController(playerLayer: AVPlayerLayer()) == nil)
        for image in [
            AVPictureInPictureController.pictureInPictureButtonStartImage,
            AVPictureInPictureController.pictureInPictureButtonStopImage(compatibleWith: nil),
        ] {
            #expect(image.renderingMode == .alwaysTemplate && image.size.width > 0)
        }
    }
}
