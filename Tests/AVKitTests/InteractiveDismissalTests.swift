import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// One finger on the screen of a window in memory, with a clock of its own.
@MainActor
final class Finger {
    private let window: UIWindow
    private var time = 1000.0
    private(set) var place = CGPoint.zero

    init(on window: UIWindow) { self.window = window }

    private func send(_ phase: TouchEvent.Phase, after seconds: Double) {
        time += seconds
        (window.platform as? MemoryWindow)?.inject(
            .touch(TouchEvent(phase: phase, finger: 7, location: place, timestamp: time)))
        window.layoutIfNeeded()
    }

    func down(at point: CGPoint) {
        place = point
        send(.began, after: 2)
    }

    /// Moves by a vector in four steps that take a second together.
    func move(_ x: CGFloat, _ y: CGFloat, seconds: Double = 1) {
        let start = place
        for step in 1...4 {
            place = CGPoint(x: start.x + x * CGFloat(step) / 4, y: start.y + y * CGFloat(step) / 4)
            send(.moved, after: seconds / 4)
        }
    }

    /// Lifts the finger, after a rest by default.
    func lift(after seconds: Double = 0.5) { send(.ended, after: seconds) }
}

/// The drag down that takes a player out of full screen, in windows that are drawn and with events of finger and pointer.
@MainActor
@Suite(.english)
struct InteractiveDismissalTests {
    private static let inline = CGRect(x: 100, y: 50, width: 640, height: 360)
    private static let begun = ["begin", "beside", "begun false"]

    private func place(_ controller: AVPlayerViewController) -> PlacementMachine.Place {
        controller.placement.machine.place
    }

    /// Returns a stage whose embedded player is in full screen, and its delegate.
    /// - Parameter coversDisplay: whether the window covers the display also before and after.
    private func expandedStage(
        _ player: AVPlayer = AVPlayer(), coversDisplay: Bool = false
    ) async -> (PlayerStage, DelegateRecorder) {
        let stage = PlayerStage(player, embeddedIn: Self.inline)
        stage.window.isFullScreen = coversDisplay
        let delegate = DelegateRecorder()
        stage.controller.delegate = delegate
        stage.controller.placement.enterFullScreen()
        #expect(await eventually { place(stage.controller) == .fullScreen(.shown) && delegate.events == Self.begun })
        return (stage, delegate)
    }

    private func presentedController(
        style: UIModalPresentationStyle = .automatic
    ) async -> (AVPlayerViewController, UIWindow, DelegateRecorder) {
        let root = UIViewController()
        root.view.backgroundColor = .white
        let window = makeWindow(root)
        let controller = AVPlayerViewController()
        controller.modalPresentationStyle = style
        controller.player = AVPlayer()
        let delegate = DelegateRecorder()
        controller.delegate = delegate
        root.present(controller, animated: false)
        #expect(await eventually { delegate.events == Self.begun && !controller.isBeingPresented })
        return (controller, window, delegate)
    }

    @Test(
        "R31 R32 R47 R48 R54 S10.2 S10.4: a viewer who enters full screen, drags, cancels, and drags again: the delegate sees begin, a cancelled end and an end; the audio fades and returns"
    )
    func expanded_cancelThenDismiss() async {
        let (stage, delegate) = await expandedStage()
        defer { stage.end() }
        let (content, bounds) = (stage.controller.content, stage.window.bounds)
        stage.player.volume = 0.8
        let finger = Finger(on: stage.window)
        finger.down(at: CGPoint(x: bounds.midX, y: 200))
        #expect(delegate.events == Self.begun)
        finger.move(0, 120)
        #expect(delegate.events == Self.begun + ["end"])
        #expect(place(stage.controller) == .fullScreen(.dragged))
        #expect(content.transform.a < 1 && stage.frame(of: content).midY > bounds.midY + 40)
        let faded = stage.player.interfaceGain
        #expect(faded < 0.9 && faded > 0.5 && stage.player.volume == 0.8)
        finger.move(0, 40)
        #expect(stage.player.interfaceGain < faded)
        finger.lift()
        #expect(delegate.events == Self.begun + ["end"])
        #expect(await eventually { delegate.events == Self.begun + ["end", "ended true"] })
        #expect(place(stage.controller) == .fullScreen(.shown) && content.transform == .identity)
        #expect(stage.frame(of: content) == bounds)
        #expect(await eventually { stage.player.interfaceGain == 1 })
        finger.down(at: CGPoint(x: bounds.midX, y: 200))
        finger.move(0, 400)
        finger.lift()
        #expect(await eventually { delegate.events == Self.begun + ["end", "ended true", "end", "ended false"] })
        #expect(place(stage.controller) == .inline && content.superview === stage.controller.view)
        #expect(stage.frame(of: content) == Self.inline && content.transform == .identity)
        #expect(await eventually { stage.player.interfaceGain == 1 })
        #expect(stage.player.volume == 0.8)
    }

    @Test(
        "R32: while the viewer drags, the video is drawn under the finger and the client's views show around it",
        .enabled(if: StreamMaker.isAvailable))
    func dragged_isDrawn() async throws {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(.solid(red: 255, green: 255, blue: 255)))
        player.isMuted = true
        let (stage, _) = await expandedStage(player, coversDisplay: true)
        defer { stage.end() }
        stage.parent?.view.backgroundColor = UIColor(white: 0.75, alpha: 1)
        #expect(await eventually { stage.controller.isReadyForDisplay })
        let bounds = stage.window.bounds
        #expect(stage.brightness(at: CGPoint(x: 4, y: 4)) < 8)
        let center = CGPoint(x: bounds.midX, y: bounds.midY)
        #expect(stage.brightness(at: center) > 240)
        let finger = Finger(on: stage.window)
        finger.down(at: center)
        finger.move(0, 270)
        let corner = stage.brightness(at: CGPoint(x: 4, y: 4))
        #expect(corner > 70 && corner < 130)
        #expect(stage.brightness(at: finger.place) > 240)
        // The video is square, as high as the window before the drag.
        let shrunk = stage.frame(of: stage.controller.content)
        #expect(shrunk.height < bounds.height * 0.72 && shrunk.minY > 200)
        // The edge of the video is where it was when the finger is lifted: the way to the inline view starts there.
        let edge = CGPoint(x: shrunk.midX - shrunk.height / 2 + 30, y: shrunk.midY)
        #expect(stage.brightness(at: edge) > 240)
        finger.lift()
        #expect(stage.controller.content.bounds.size == Self.inline.size)
        #expect(stage.brightness(at: edge) > 240)
        #expect(await eventually { place(stage.controller) == .inline })
        #expect(abs(stage.brightness(at: CGPoint(x: 4, y: 4)) - 191) < 4)
    }

    @Test("R32: a fast stroke down dismisses from near the start; a stroke up cancels a long drag")
    func strokes() async {
        let (stage, delegate) = await expandedStage()
        defer { stage.end() }
        let finger = Finger(on: stage.window)
        finger.down(at: CGPoint(x: 600, y: 200))
        finger.move(0, 400)
        finger.move(0, -60, seconds: 0.08)
        finger.lift(after: 0.01)
        #expect(await eventually { delegate.events.last == "ended true" })
        finger.down(at: CGPoint(x: 600, y: 200))
        finger.move(0, 80, seconds: 0.04)
        finger.lift(after: 0.01)
        #expect(await eventually { delegate.events.last == "ended false" })
    }

    @Test("R32: the primary button of a pointer drags like a finger; the secondary button does not")
    func pointer() async {
        let (stage, delegate) = await expandedStage()
        defer { stage.end() }
        for (button, isDragged) in [(PointerButton.secondary, false), (.primary, true)] {
            let start = CGPoint(x: 600, y: 200)
            stage.press(at: start, button)
            for way in [20.0, 200, 420] { stage.move(to: CGPoint(x: start.x, y: start.y + way)) }
            #expect((place(stage.controller) == .fullScreen(.dragged)) == isDragged)
            stage.release(at: CGPoint(x: start.x, y: start.y + 420), button)
        }
        #expect(await eventually { delegate.events.last == "ended false" && place(stage.controller) == .inline })
        #expect(stage.player.rate == 0)
    }

    @Test(
        "R32 R61 R64 S10.9: a presented player without controls is dragged over the client's views; cancelled, it stays; completed, it is dismissed and paused",
        arguments: [UIModalPresentationStyle.automatic, .overFullScreen])
    func presented_cancelThenDismiss(style: UIModalPresentationStyle) async {
        let (controller, window, delegate) = await presentedController(style: style)
        defer { window.isHidden = true }
        controller.showsPlaybackControls = false
        let overlay = UIView(frame: CGRect(x: 0, y: 0, width: 1280, height: 400))
        controller.contentOverlayView?.addSubview(overlay)
        window.layoutIfNeeded()
        #expect(window.hitTest(CGPoint(x: 600, y: 100), with: nil) === overlay)
        controller.player?.play()
        let finger = Finger(on: window)
        finger.down(at: CGPoint(x: 600, y: 100))
        finger.move(0, 90)
        #expect(controller.isBeingDismissed && controller.player?.interfaceGain ?? 1 < 0.9)
        #expect(delegate.events.suffix(2) == ["should dismiss", "end"])
        #expect(controller.view.transform.a < 1)
        finger.lift()
        #expect(await eventually { delegate.events.last == "ended true" })
        #expect(!controller.isBeingDismissed && controller.presentingViewController != nil)
        #expect(controller.view.transform == .identity && controller.view.window === window)
        #expect(await eventually { controller.player?.interfaceGain == 1 })
        #expect(controller.player?.rate == 1)
        finger.down(at: CGPoint(x: 600, y: 100))
        finger.move(0, 300)
        finger.lift()
        #expect(await eventually { delegate.events.last == "did dismiss" })
        #expect(
            delegate.events == Self.begun + [
                "should dismiss", "end", "ended true", "should dismiss", "end", "will dismiss", "ended false",
                "did dismiss",
            ])
        #expect(controller.presentingViewController == nil && controller.viewIfLoaded?.window == nil)
        #expect(controller.player?.rate == 0 && controller.player?.interfaceGain == 1)
        #expect(window.rootViewController?.view.window === window)
    }

    @Test("S12.10: a client that refuses the dismissal keeps the player in place during the whole drag")
    func refused() async {
        let (controller, window, delegate) = await presentedController()
        defer { window.isHidden = true }
        delegate.mayDismiss = false
        let finger = Finger(on: window)
        finger.down(at: CGPoint(x: 600, y: 100))
        finger.move(0, 300)
        #expect(controller.view.transform == .identity && !controller.isBeingDismissed)
        finger.lift()
        #expect(delegate.events == Self.begun + ["should dismiss"])
        #expect(place(controller) == .inline && controller.player?.interfaceGain == 1)
    }

    @Test("a program that dismisses the player during a drag: the player is dismissed also if the viewer cancels")
    func programDismisses_duringDrag() async {
        let (controller, window, delegate) = await presentedController()
        defer { window.isHidden = true }
        let finger = Finger(on: window)
        finger.down(at: CGPoint(x: 600, y: 100))
        finger.move(0, 60)
        var isDone = false
        window.rootViewController?.dismiss(animated: false) { isDone = true }
        finger.lift()
        #expect(await eventually { isDone })
        #expect(controller.presentingViewController == nil)
        #expect(delegate.events.filter { $0.hasPrefix("ended") } == ["ended true", "ended false"])
    }

    @Test("R32: a player that fills a window which covers the display leaves the display by a drag")
    func coveringWindow() async {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.key("f")
        #expect(stage.window.isFullScreen)
        let finger = Finger(on: stage.window)
        for (way, isFullScreen) in [(100.0, true), (400, false)] {
            finger.down(at: CGPoint(x: 600, y: 100))
            finger.move(0, way)
            #expect(stage.controller.content.transform.a < 1)
            finger.lift()
            #expect(await eventually { stage.controller.placement.drag == nil })
            #expect(stage.window.isFullScreen == isFullScreen)
            #expect(stage.controller.content.transform == .identity)
            #expect(stage.frame(of: stage.controller.content) == stage.window.bounds)
        }
        // In the window, a drag moves nothing.
        finger.down(at: CGPoint(x: 600, y: 100))
        finger.move(0, 300)
        #expect(place(stage.controller) == .inline && stage.controller.content.transform == .identity)
        finger.lift()
    }

    @Test("R32 R240: a drag on an inline player in a scroll view scrolls, and neither plays nor moves the player")
    func inline_scrolls() {
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        guard let parent = stage.parent else { return }
        let scroll = UIScrollView(frame: parent.view.bounds)
        scroll.contentSize = CGSize(width: parent.view.bounds.width, height: 3000)
        parent.view.addSubview(scroll)
        scroll.addSubview(stage.controller.view)
        scroll.contentOffset.y = 40
        stage.window.layoutIfNeeded()
        let finger = Finger(on: stage.window)
        finger.down(at: CGPoint(x: 400, y: 300))
        finger.move(0, -120)
        #expect(scroll.contentOffset.y == 160)
        finger.move(0, 100)
        #expect(scroll.contentOffset.y == 60)
        finger.lift()
        #expect(place(stage.controller) == .inline && stage.player.rate == 0)
        #expect(stage.controller.content.transform == .identity)
    }

    @Test("a drag that begins on the scrubber, on a button or sideways leaves full screen as it is")
    func otherDrags() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 4), embeddedIn: Self.inline)
        defer { stage.end() }
        stage.controller.placement.enterFullScreen()
        #expect(await eventually { place(stage.controller) == .fullScreen(.shown) })
        stage.showControls()
        let controls = try #require(stage.controls)
        let button = try #require(controls.button(.play))
        let finger = Finger(on: stage.window)
        for (start, way) in [
            (stage.center(of: controls.scrubber), CGPoint(x: 0, y: 200)),
            (stage.center(of: button), CGPoint(x: 0, y: 60)),
            (CGPoint(x: 600, y: 200), CGPoint(x: 300, y: 200)), (CGPoint(x: 600, y: 500), CGPoint(x: 0, y: -300)),
        ] {
            finger.down(at: start)
            finger.move(way.x, way.y)
            #expect(place(stage.controller) == .fullScreen(.shown))
            finger.lift()
        }
    }

    @Test("R53: the drag lands on the frame that the inline view has after the callback")
    func retargeted() async {
        let (stage, delegate) = await expandedStage()
        defer { stage.end() }
        let target = CGRect(x: 300, y: 200, width: 320, height: 180)
        delegate.onEnd = { stage.controller.view.frame = target }
        let finger = Finger(on: stage.window)
        finger.down(at: CGPoint(x: 600, y: 200))
        finger.move(0, 400)
        finger.lift()
        #expect(stage.controller.content.frame == target)
        #expect(await eventually { delegate.events.last == "ended false" })
        #expect(stage.frame(of: stage.controller.content) == target)
    }

    @Test("Escape and the end of the item complete a drag in progress")
    func otherWaysOut_duringDrag() async {
        let (stage, delegate) = await expandedStage()
        defer { stage.end() }
        let finger = Finger(on: stage.window)
        finger.down(at: CGPoint(x: 600, y: 200))
        finger.move(0, 60)
        stage.key(.escape)
        finger.move(0, 10)
        #expect(await eventually { delegate.events.last == "ended false" && place(stage.controller) == .inline })
        finger.lift()
        #expect(stage.frame(of: stage.controller.content) == Self.inline)
        #expect(await eventually { stage.player.interfaceGain == 1 })
    }

    /// Returns a stage whose embedded player is in full screen and has controls.
    private func stageWithControls(visible: Bool) async -> PlayerStage {
        let (stage, _) = await expandedStage()
        stage.showControls()
        if !visible { stage.controller.presenter.conceal() }
        #expect(await eventually { stage.controls?.isHidden == !visible })
        return stage
    }

    private func areShown(_ stage: PlayerStage) -> Bool {
        stage.controls.map { !$0.isHidden && $0.alpha == 1 && $0.layer.animation(forKey: "opacity") == nil } ?? false
    }

    @Test(
        "controls that are visible before a drag are visible after it, in the inline view too",
        arguments: [true, false])
    func controls_returnAfterDrag(completes: Bool) async {
        let stage = await stageWithControls(visible: true)
        defer { stage.end() }
        // Otherwise they would hide by themselves on a slow machine.
        stage.controller.presenter.hold(.waiting, true)
        let finger = Finger(on: stage.window)
        finger.down(at: CGPoint(x: 600, y: 200))
        finger.move(0, 300)
        #expect(stage.controls?.alpha == 0)
        if !completes { finger.move(0, -290) }
        finger.lift()
        #expect(await eventually { place(stage.controller) == (completes ? .inline : .fullScreen(.shown)) })
        #expect(await eventually { areShown(stage) })
    }

    @Test("controls that a change shows or hides during a drag are in that state after it", arguments: [true, false])
    func controls_changeDuringDrag(isShown: Bool) async {
        let stage = await stageWithControls(visible: !isShown)
        defer { stage.end() }
        let presenter = stage.controller.presenter
        presenter.hold(.waiting, !isShown)
        let finger = Finger(on: stage.window)
        finger.down(at: CGPoint(x: 600, y: 200))
        finger.move(0, 60)
        #expect(place(stage.controller) == .fullScreen(.dragged))
        if isShown {
            presenter.hold(.waiting, true)
        } else {
            presenter.hold(.waiting, false)
            presenter.conceal()
        }
        finger.move(0, -50)
        finger.lift()
        #expect(await eventually { place(stage.controller) == .fullScreen(.shown) })
        #expect(await eventually { isShown ? areShown(stage) : stage.controls?.isHidden == true })
    }
}
