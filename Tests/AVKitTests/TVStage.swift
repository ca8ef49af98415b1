import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// A player in the television idiom in a window in memory that receives presses and touches.
///
/// The idiom belongs to the process: suites that use this type run alone.
@MainActor
final class TVStage {
    let controller = AVPlayerViewController()
    let player: AVPlayer
    let window: UIWindow
    private let before: UIUserInterfaceIdiom
    private var touchTime = 0.0

    init(_ player: AVPlayer = AVPlayer(), width: Double = 1280, height: Double = 720, root: UIViewController? = nil) {
        before = UIDevice.current.userInterfaceIdiom
        UIDevice.current.setIdiom(.tv)
        self.player = player
        player.isMuted = true
        controller.model.preferences = ViewerSelection(store: SettingsStore(file: nil), app: "test")
        controller.player = player
        window = makeWindow(root ?? controller, width: width, height: height)
    }

    /// Plays a clip and waits until its first frame is displayed and its description is known.
    static func clip(
        _ recipe: ClipRecipe, width: Double = 1280, height: Double = 720,
        prepare: (AVPlayerViewController) -> Void = { _ in }
    ) async throws -> TVStage {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(recipe))
        let stage = TVStage(player, width: width, height: height)
        prepare(stage.controller)
        let model = stage.controller.model
        player.play()
        try await stage.waitUntil {
            model.seekEnd != nil && model.isFrameReady && model.chapters.count == recipe.chapters.count
                && model.media.selection.groups.count >= (recipe.subtitles.isEmpty ? 0 : 2)
                && stage.controller.content.controls != nil
        }
        return stage
    }

    /// Waits until the player is ready for a test; ends the stage if it does not get there, so that the idiom does not stay.
    func waitUntil(_ condition: () -> Bool) async throws {
        guard await eventually(condition) else {
            let model = controller.model
            var state = "\(model.state), live \(model.isLive), frame \(model.isFrameReady), controls \(controls != nil)"
            if let item = player.currentItem {
                state +=
                    ", status \(item.status.rawValue), duration \(item.duration.seconds), time \(item.currentTime().seconds)"
                state += ", loaded \(item.loadedTimeRanges), transport \(player.timeControlStatus.rawValue)"
                state += ", errors \(item.errorLog()?.events.map { $0.errorComment ?? "\($0.errorStatusCode)" } ?? [])"
                state +=
                    ", layer \(controller.content.surface.playerLayer.isReadyForDisplay), item \(model.item === item)"
            }
            end()
            throw NotReady(state: state)
        }
    }

    struct NotReady: Error {
        var state: String
    }

    func end() {
        controller.player = nil
        window.isHidden = true
        UIDevice.current.setIdiom(before)
    }

    var tv: TelevisionController { controller.television }
    var controls: TVControlsView? { controller.content.controls as? TVControlsView }
    var mode: TVNavigation.Mode { tv.navigation.mode }
    var focused: UIView? { UIFocusSystem.focusSystem(for: window)?.focusedItem as? UIView }
    private var memory: MemoryWindow? { window.platform as? MemoryWindow }

    /// Hides the controls, as the viewer does with Menu.
    func hideControls() {
        controller.presenter.conceal()
        window.layoutIfNeeded()
    }

    // MARK: Events

    enum Button { case up, down, left, right, select, menu, space, pageUp, pageDown }

    private static let usages: [Button: KeyUsage] = [
        .up: .upArrow, .down: .downArrow, .left: .leftArrow, .right: .rightArrow, .select: .returnOrEnter,
        .menu: .escape, .space: .space, .pageUp: .pageUp, .pageDown: .pageDown,
    ]

    func press(_ button: Button, repeats: Int = 0) {
        guard let usage = Self.usages[button] else { return }
        memory?.inject(.key(KeyEvent(phase: .down, usage: usage)))
        for _ in 0..<repeats { memory?.inject(.key(KeyEvent(phase: .down, usage: usage, isRepeat: true))) }
        memory?.inject(.key(KeyEvent(phase: .up, usage: usage)))
        window.layoutIfNeeded()
    }

    func press(_ usage: KeyUsage) {
        for phase in [KeyEvent.Phase.down, .up] { memory?.inject(.key(KeyEvent(phase: phase, usage: usage))) }
        window.layoutIfNeeded()
    }

    func press(_ key: MediaKey) {
        for phase in [KeyEvent.Phase.down, .up] {
            memory?.inject(.key(KeyEvent(phase: phase, usage: nil, mediaKey: key)))
        }
        window.layoutIfNeeded()
    }

    func press(_ button: GamepadButton) {
        for isDown in [true, false] { memory?.inject(.gamepad(GamepadEvent(button: button, isDown: isDown))) }
        window.layoutIfNeeded()
    }

    func touch(_ phase: TouchEvent.Phase, at point: CGPoint, after seconds: Double = 0.05) {
        touchTime += seconds
        memory?.inject(.touch(TouchEvent(phase: phase, finger: 1, location: point, timestamp: touchTime)))
        window.layoutIfNeeded()
    }

    /// Moves a finger from one point to another and lifts it.
    func swipe(from start: CGPoint, to end: CGPoint, seconds: Double = 0.2) {
        touch(.began, at: start, after: 1)
        for step in 1...8 {
            let part = Double(step) / 8
            touch(
                .moved, at: CGPoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part),
                after: seconds / 8)
        }
        touch(.ended, at: end, after: 0.001)
    }

    // MARK: Places and pixels

    func frame(of view: UIView) -> CGRect { view.convert(view.bounds, to: window) }

    /// Draws the window and returns the brightness of one of its pixels, 0 to 255.
    func brightness(at point: CGPoint) -> Int {
        window.renderNow()
        guard let pixel = memory?.pixel(x: Int(point.x), y: Int(point.y)) else { return -1 }
        return (Int(pixel.red) + Int(pixel.green) + Int(pixel.blue)) / 3
    }

    func labels(in view: UIView) -> [String] { view.descendants(UILabel.self).compactMap(\.text) }
}

/// A client's controller that records its appearance callbacks and has a focusable button.
@MainActor
final class RecordingController: UIViewController {
    private(set) var events: [String] = []
    let first = ClientButton(frame: CGRect(x: 100, y: 100, width: 200, height: 60))
    let second = ClientButton(frame: CGRect(x: 400, y: 100, width: 200, height: 60))
    var prefersSecond = false

    override func loadView() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 640, height: 360))
        view.backgroundColor = .red
        view.addSubview(first)
        view.addSubview(second)
        self.view = view
    }

    override var preferredFocusEnvironments: [any UIFocusEnvironment] { prefersSecond ? [second] : [first] }
    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        events.append("willAppear")
    }
    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        events.append("didAppear")
    }
    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        events.append("willDisappear")
    }
    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        events.append("didDisappear")
    }

    static let all = ["willAppear", "didAppear", "willDisappear", "didDisappear"]
}

/// A focusable control that counts its presses.
@MainActor
final class ClientButton: UIControl {
    private(set) var presses = 0

    override init(frame: CGRect) {
        super.init(frame: frame)
        addAction(UIAction { [weak self] _ in self?.presses += 1 }, for: .primaryActionTriggered)
    }
    required init?(coder: NSCoder) { nil }
    override var canBecomeFocused: Bool { true }
}

/// Expects a condition on views. The testing library describes the operands of a failed comparison, which for views is their whole window.
func holds(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: sourceLocation)
}
