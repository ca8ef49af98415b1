import AVFoundation
import CoreGraphics
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Picture in Picture of a player view controller, in windows in memory.
@MainActor
@Suite(.english, .serialized, .enabled(if: StreamMaker.isAvailable), .timeLimit(.minutes(2)))
struct PictureInPictureTests {
    private static let inline = CGRect(x: 100, y: 50, width: 640, height: 360)
    private static let clip = ClipRecipe.markedWithTone(seconds: 20, width: 320, height: 180)

    private func stage(
        embeddedIn frame: CGRect? = inline, starts: Bool = true
    ) async throws -> (PlayerStage, PictureInPictureRecorder, PictureInPictureSession) {
        let stage = try await PlayerStage.clip(Self.clip, embeddedIn: frame, starts: starts)
        let recorder = PictureInPictureRecorder()
        stage.controller.delegate = recorder
        let session = stage.controller.pictureInPicture.session
        session.environment = try .inMemory()
        try #require(await eventually { stage.controller.isReadyForDisplay })
        stage.showControls()
        return (stage, recorder, session)
    }

    private func end(_ stage: PlayerStage) {
        stage.controller.pictureInPicture.session.stopNow(.replaced)
        stage.end()
    }

    private func becomes(_ session: PictureInPictureSession, active: Bool) async -> Bool {
        await eventually { session.isActive == active && (active || session.machine.phase == .idle) }
    }

    @Test(
        "R104 S11.1: the button starts: willStart, didStart; the stop button: willStop, didStop; playback never pauses")
    func button_startsAndStops() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        try stage.click(.pictureInPicture)
        #expect(await becomes(session, active: true))
        #expect(recorder.events == ["willStart", "didStart"])
        #expect(stage.player.rate == 1)
        stage.showControls()
        #expect(stage.controls?.button(.pictureInPicture)?.accessibilityLabel == "Leave Picture in Picture")
        try stage.click(.pictureInPicture)
        #expect(await becomes(session, active: false))
        #expect(recorder.events == ["willStart", "didStart", "willStop", "didStop"])
        #expect(stage.player.rate == 1 && session.window == nil)
    }

    @Test("Shift and P starts and stops; P alone does not")
    func key_toggles() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        let memory = try #require(stage.window.platform as? MemoryWindow)
        stage.controller.content.becomeFirstResponder()
        stage.key("p")
        memory.inject(.key(KeyEvent(phase: .down, usage: nil, characters: "P", modifiers: .shift)))
        memory.inject(.key(KeyEvent(phase: .up, usage: nil, characters: "P", modifiers: .shift)))
        #expect(await becomes(session, active: true))
        #expect(recorder.events == ["willStart", "didStart"])
    }

    @Test("R101 S11.6: no button and a failure without the playback category, background audio or a display")
    func conditions() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        let possible = session.environment
        var lacking: [PictureInPictureEnvironment] = []
        var environment = possible
        environment.isSupported = { false }
        lacking.append(environment)
        environment = possible
        environment.hasBackgroundAudio = { false }
        lacking.append(environment)
        environment = possible
        environment.audioSession = AVAudioSession(environment: QuietEnvironment())
        lacking.append(environment)
        for environment in lacking {
            session.environment = environment
            stage.showControls()
            #expect(stage.controls?.button(.pictureInPicture)?.isHidden == true)
            recorder.events = []
            session.start()
            #expect(await eventually { !recorder.events.isEmpty })
            #expect(recorder.events == ["failed true"] && !session.isActive)
        }
        #expect(PictureInPictureEnvironment.allowsBackgroundAudio(nil))
        #expect(PictureInPictureEnvironment.allowsBackgroundAudio(["fetch", "audio"]))
        #expect(!PictureInPictureEnvironment.allowsBackgroundAudio(["fetch"]))
        #expect(!PictureInPictureEnvironment.allowsBackgroundAudio("audio"))
    }

    @Test("a window that cannot be opened: willStart, then a failure, and a later start works")
    func windowFails() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        session.environment.needsDisplay = true
        session.start()
        #expect(await eventually { recorder.events.count == 2 })
        #expect(recorder.events == ["willStart", "failed true"])
        session.environment.needsDisplay = false
        session.start()
        #expect(await becomes(session, active: true))
    }

    @Test("R112: the window has the video's ratio, shows the whole video, and the inline view shows a placeholder")
    func window_showsVideo() async throws {
        let (stage, _, session) = try await stage()
        defer { end(stage) }
        let center = CGPoint(x: Self.inline.midX, y: Self.inline.midY)
        session.start()
        #expect(await becomes(session, active: true))
        let window = try #require(session.window)
        let size = window.window.bounds.size
        #expect(abs(size.width / size.height - 16.0 / 9) < 0.01)
        let surface = try #require(window.view.descendants(PictureInPictureSurface.self).first)
        #expect(await eventually { surface.playerLayer.isReadyForDisplay })
        #expect(surface.playerLayer.videoGravity == .resizeAspect)
        #expect(surface.playerLayer.videoRect.insetBy(dx: -1, dy: -1).contains(surface.bounds.insetBy(dx: 1, dy: 1)))
        #expect(stage.controller.content.surface.isHidden)
        let placeholder = stage.controller.content.descendants(PictureInPicturePlaceholder.self)
        #expect(placeholder.count == 1 && placeholder.first?.frame == stage.controller.content.bounds)
        let label = placeholder.first?.descendants(UILabel.self).first
        #expect(label?.text == "This video is playing in Picture in Picture.")
        // The start button is removed soon after playback was requested, which may be later than the start of Picture in Picture.
        #expect(await eventually { stage.window.hitTest(center, with: nil) === stage.controller.content })
        session.stop()
        #expect(await becomes(session, active: false))
        #expect(!stage.controller.content.surface.isHidden)
        #expect(stage.controller.content.descendants(PictureInPicturePlaceholder.self).isEmpty)
    }

    @Test("R105 S11.4: allowsPictureInPicturePlayback set to false stops Picture in Picture and hides the button")
    func notAllowed_stops() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        session.start()
        #expect(await becomes(session, active: true))
        stage.controller.allowsPictureInPicturePlayback = false
        #expect(await becomes(session, active: false))
        #expect(recorder.events == ["willStart", "didStart", "willStop", "didStop"])
        stage.showControls()
        #expect(stage.controls?.button(.pictureInPicture)?.isHidden == true)
        session.start()
        #expect(await eventually { recorder.events.count == 5 })
        #expect(recorder.events.last == "failed true")
    }

    @Test("S11.8: the close button of the window pauses without a request to restore; the window's close request too")
    func close_pauses() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        for byButton in [true, false] {
            recorder.events = []
            stage.player.play()
            session.start()
            #expect(await becomes(session, active: true))
            if byButton {
                session.click(try #require(session.button("Close")))
            } else {
                session.memory?.inject(.closeRequested)
            }
            #expect(await becomes(session, active: false))
            #expect(recorder.events == ["willStart", "didStart", "willStop", "didStop"])
            #expect(stage.player.rate == 0)
        }
    }

    @Test(
        "the window's buttons and keys play, pause and skip; linear playback has neither skip buttons nor keys (S11.7)")
    func controls_work() async throws {
        let (stage, _, session) = try await stage()
        defer { end(stage) }
        session.start()
        #expect(await becomes(session, active: true))
        session.click(try #require(session.button("Pause")))
        #expect(stage.player.rate == 0)
        session.key(.space)
        #expect(stage.player.rate == 1)
        session.key(.space)
        #expect(stage.player.rate == 0)
        session.click(try #require(session.button("Forward 10 seconds")))
        #expect(await eventually { stage.player.currentTime().seconds >= 10 })
        session.key(.leftArrow)
        #expect(await eventually { stage.player.currentTime().seconds < 5 })
        stage.controller.requiresLinearPlayback = true
        session.update()
        #expect(session.button("Forward 10 seconds") == nil && session.button("Back 10 seconds") == nil)
        let time = stage.player.currentTime().seconds
        session.key(.rightArrow)
        #expect(await !eventually(within: .milliseconds(200)) { abs(stage.player.currentTime().seconds - time) > 1 })
        #expect(session.buttons.allSatisfy { $0.accessibilityLabel?.isEmpty == false })
    }

    @Test("R108 S11.3: the return button asks to restore, then willStop and didStop; playback continues inline")
    func returnButton_restores() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        session.start()
        #expect(await becomes(session, active: true))
        session.click(try #require(session.button("Return to the app")))
        #expect(await becomes(session, active: false))
        #expect(recorder.events == ["willStart", "didStart", "restore", "willStop", "didStop"])
        #expect(stage.player.rate == 1)
        recorder.events = []
        session.start()
        #expect(await becomes(session, active: true))
        session.key(.escape)
        #expect(await becomes(session, active: false))
        #expect(recorder.events == ["willStart", "didStart", "restore", "willStop", "didStop"])
    }

    @Test("the handler called twice, late and from other threads: the first answer decides")
    func restoreHandler_calledOften() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        recorder.restore = { handler in
            for _ in 0..<3 { Thread.detachNewThread { handler(false) } }
        }
        session.start()
        #expect(await becomes(session, active: true))
        session.stop(.returnToApp)
        #expect(await becomes(session, active: false))
        #expect(recorder.events == ["willStart", "didStart", "restore", "willStop", "didStop"])
    }

    @Test("R109 S11.3: a handler that is not called: the window closes after five seconds")
    func restoreHandler_notCalled() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        var handlers: [@Sendable (Bool) -> Void] = []
        recorder.restore = { handlers.append($0) }
        session.start()
        #expect(await becomes(session, active: true))
        let began = ContinuousClock.now
        session.stop(.returnToApp)
        #expect(await eventually(within: .seconds(60)) { session.machine.phase == .idle })
        // How late a busy machine runs the timer proves nothing; `PictureInPictureMachineTests` has the exact time.
        #expect(began.duration(to: .now) > .seconds(4.9))
        #expect(recorder.events == ["willStart", "didStart", "restore", "willStop", "didStop"])
        for handler in handlers { handler(true) }
        await Task.yield()
        #expect(session.machine.phase == .idle)
    }

    @Test(
        "R106 R107 R110 S11.2: a presented controller is dismissed, stays alive without its client, and is presented again"
    )
    func presented_dismissesAndRestores() async throws {
        let root = UIViewController()
        let window = makeWindow(root)
        let recorder = PictureInPictureRecorder()
        let player = AVPlayer(url: try await StreamMaker.shared.clip(Self.clip))
        player.isMuted = true
        weak var lastController: AVPlayerViewController?
        var session: PictureInPictureSession?
        do {
            let controller = AVPlayerViewController()
            lastController = controller
            controller.player = player
            controller.delegate = recorder
            session = controller.pictureInPicture.session
            session?.environment = try .inMemory()
            root.present(controller, animated: false) { player.play() }
            try #require(
                await eventually { controller.isReadyForDisplay && controller.presentingViewController != nil })
            session?.start()
            try #require(await eventually { session?.isActive == true })
        }
        #expect(recorder.events == ["willStart", "didStart", "shouldDismiss"])
        #expect(await eventually { root.presentedViewController == nil })
        #expect(lastController != nil && player.rate == 1)
        recorder.restore = { handler in
            guard let controller = lastController else { return handler(false) }
            root.present(controller, animated: true) { handler(true) }
        }
        session?.stop(.returnToApp)
        #expect(await eventually { session?.machine.phase == .idle })
        #expect(recorder.events == ["willStart", "didStart", "shouldDismiss", "restore", "willStop", "didStop"])
        #expect(root.presentedViewController === lastController && lastController?.view.window === window)
        #expect(player.rate == 1)
        root.dismiss(animated: false)
        session = nil
        #expect(await eventually { lastController == nil })
        window.isHidden = true
    }

    @Test("S11.2: a delegate that objects keeps the presented controller")
    func presented_staysIfWanted() async throws {
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        let recorder = PictureInPictureRecorder()
        recorder.dismisses = false
        let player = AVPlayer(url: try await StreamMaker.shared.clip(Self.clip))
        player.isMuted = true
        let controller = AVPlayerViewController()
        controller.player = player
        controller.delegate = recorder
        let session = controller.pictureInPicture.session
        session.environment = try .inMemory()
        root.present(controller, animated: false)
        try #require(await eventually { controller.isReadyForDisplay && controller.presentingViewController != nil })
        session.start()
        #expect(await becomes(session, active: true))
        #expect(root.presentedViewController === controller)
        session.stopNow(.replaced)
        controller.player = nil
    }

    @Test(
        "R102 S11.5: a hidden app starts Picture in Picture where the client wants that; it ends when the app is visible"
    )
    func background_startsAutomatically() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        let scene = try #require(stage.window.windowScene)
        func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: scene) }
        post(UIScene.didEnterBackgroundNotification)
        #expect(session.machine.phase == .idle && stage.player.rate == 1)
        stage.controller.canStartPictureInPictureAutomaticallyFromInline = true
        stage.player.pause()
        #expect(await eventually { !stage.controller.model.isPlaying })
        post(UIScene.didEnterBackgroundNotification)
        #expect(session.machine.phase == .idle)
        stage.player.play()
        #expect(await eventually { stage.controller.model.isPlaying })
        post(UIScene.didEnterBackgroundNotification)
        #expect(await becomes(session, active: true))
        #expect(recorder.events == ["willStart", "didStart"] && stage.player.rate == 1)
        post(UIScene.willEnterForegroundNotification)
        #expect(await becomes(session, active: false))
        #expect(recorder.events == ["willStart", "didStart", "willStop", "didStop"] && stage.player.rate == 1)
    }

    @Test(
        "the Picture in Picture window is no window of the app: the app is in the background while only it is visible")
    func window_isNoneOfTheApp() async throws {
        let (stage, _, session) = try await stage()
        defer { end(stage) }
        session.start()
        #expect(await becomes(session, active: true))
        let window = try #require(session.window?.window)
        #expect(!UIApplication.shared.windows.contains { $0 === window } && window.windowScene == nil)
        session.memory?.inject(.focusChanged(true))
        #expect(!window.isKeyWindow)
    }

    @Test(
        "R113 R226: the start of a second session ends the first and pauses its player, so that their audio is never mixed"
    )
    func second_endsFirst() async throws {
        let (first, recorder, session) = try await stage()
        let (second, other, newer) = try await stage()
        defer {
            end(first)
            end(second)
        }
        session.start()
        #expect(await becomes(session, active: true))
        newer.start()
        #expect(await becomes(newer, active: true))
        #expect(recorder.events == ["willStart", "didStart", "willStop", "didStop"])
        #expect(other.events == ["willStart", "didStart"])
        #expect(first.player.rate == 0 && second.player.rate == 1)
    }

    @Test("a replaced player is shown; no player, or an item that fails, ends Picture in Picture")
    func player_changes() async throws {
        let (stage, recorder, session) = try await stage()
        defer { end(stage) }
        session.start()
        #expect(await becomes(session, active: true))
        let next = AVPlayer(url: try await StreamMaker.shared.clip(.marked(frames: 100, width: 320, height: 240)))
        next.isMuted = true
        stage.controller.player = next
        let window = try #require(session.window)
        #expect(await eventually { window.view.descendants(PictureInPictureSurface.self).first?.player === next })
        #expect(await eventually { abs(window.window.bounds.width / window.window.bounds.height - 4.0 / 3) < 0.01 })
        #expect(session.isActive)
        next.replaceCurrentItem(with: AVPlayerItem(url: URL(fileURLWithPath: "/no/such/file.mp4")))
        #expect(await becomes(session, active: false))
        #expect(recorder.events == ["willStart", "didStart", "willStop", "didStop"])
    }

    @Test("drags move the window, which snaps to the nearest corner; edges and the wheel resize it in its ratio")
    func window_movesAndResizes() async throws {
        let (stage, _, session) = try await stage()
        defer { end(stage) }
        session.start()
        #expect(await becomes(session, active: true))
        let memory = try #require(session.memory)
        let window = try #require(session.window)
        let start = CGRect(origin: memory.position, size: memory.size)
        #expect(start == window.placement.frame && start.maxX == 1900 && start.maxY == 1060)
        func drag(from point: CGPoint, by distance: CGPoint) {
            memory.inject(
                .pointer(
                    PointerEvent(
                        phase: .pressed, location: point, button: .primary, heldButtons: [.primary], clickCount: 1)))
            // The position in the window stays the same once the window follows the pointer.
            memory.inject(
                .pointer(
                    PointerEvent(
                        phase: .moved, location: CGPoint(x: point.x + distance.x, y: point.y + distance.y),
                        heldButtons: [.primary])))
            memory.inject(.pointer(PointerEvent(phase: .released, location: point, button: .primary)))
        }
        drag(from: CGPoint(x: 60, y: 60), by: CGPoint(x: -1500, y: -700))
        #expect(window.placement.corner == .topLeft)
        #expect(await eventually { memory.position == CGPoint(x: 20, y: 20) })
        drag(from: CGPoint(x: start.width - 2, y: start.height / 2), by: CGPoint(x: 100, y: 0))
        #expect(memory.size.width == start.width + 100)
        #expect(abs(memory.size.width * 9 - memory.size.height * 16) <= 16)
        #expect(await eventually { memory.position == CGPoint(x: 20, y: 20) })
        let before = memory.size.width
        memory.inject(.wheel(WheelEvent(deltaX: 0, deltaY: 1, location: CGPoint(x: 60, y: 60))))
        #expect(memory.size.width > before)
    }

    @Test("R107: a controller that only Picture in Picture retains is deallocated when Picture in Picture stops")
    func lastOwner_isReleased() async throws {
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        let recorder = PictureInPictureRecorder()
        let player = AVPlayer(url: try await StreamMaker.shared.clip(Self.clip))
        player.isMuted = true
        weak var lastController: AVPlayerViewController?
        weak var lastSession: PictureInPictureSession?
        do {
            let controller = AVPlayerViewController()
            lastController = controller
            controller.player = player
            controller.delegate = recorder
            let session = controller.pictureInPicture.session
            lastSession = session
            session.environment = try .inMemory()
            root.addChild(controller)
            root.view.addSubview(controller.view)
            controller.didMove(toParent: root)
            player.play()
            try #require(await eventually { controller.isReadyForDisplay })
            session.start()
            try #require(await eventually { session.isActive })
            controller.view.removeFromSuperview()
            controller.removeFromParent()
        }
        #expect(lastController != nil)
        lastSession?.stop(.closedByViewer)
        #expect(await eventually { lastController == nil })
        #expect(recorder.events.suffix(2) == ["willStop", "didStop"])
        player.pause()
    }
}
