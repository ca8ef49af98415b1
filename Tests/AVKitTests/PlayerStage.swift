import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// A player view controller in a window in memory that receives pointer, wheel, key and touch events.
@MainActor
final class PlayerStage {
    let controller: AVPlayerViewController
    let player: AVPlayer
    let window: UIWindow
    /// The controller that embeds the player; nil where the player fills its window.
    let parent: UIViewController?
    /// The time of the last tap, in seconds.
    private var tapTime = 0.0

    /// - Parameter frame: the frame of the player's view in another controller's view; nil: the player fills its window.
    init(_ player: AVPlayer = AVPlayer(), width: Double = 1280, height: Double = 720, embeddedIn frame: CGRect? = nil) {
        controller = AVPlayerViewController()
        self.player = player
        controller.model.preferences = ViewerSelection(store: SettingsStore(file: nil), app: "test")
        controller.player = player
        guard let frame else {
            parent = nil
            window = makeWindow(controller, width: width, height: height)
            return
        }
        let parent = UIViewController()
        self.parent = parent
        window = makeWindow(parent, width: width, height: height)
        parent.addChild(controller)
        parent.view.addSubview(controller.view)
        controller.view.frame = frame
        controller.didMove(toParent: parent)
        window.layoutIfNeeded()
    }

    /// Plays a clip and waits until it is ready, its first frame is displayed and its controls are visible.
    static func clip(
        _ recipe: ClipRecipe, embeddedIn frame: CGRect? = nil, starts: Bool = false
    ) async throws -> PlayerStage {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(recipe))
        player.isMuted = true
        let stage = PlayerStage(player, embeddedIn: frame)
        let model = stage.controller.model
        let chapters = recipe.chapters.count
        try #require(
            await eventually {
                model.seekEnd != nil && model.isFrameReady && model.chapters.count == chapters
                    && model.media.selection.groups.count >= (recipe.subtitles.isEmpty ? 0 : 2)
            })
        if starts { player.play() }
        stage.showControls()
        return stage
    }

    /// Ends playback and hides the window.
    func end() {
        controller.player = nil
        window.isHidden = true
    }

    func showControls() {
        controller.presenter.showControls()
        controller.presenter.noteInput()
        controller.updateControls()
        window.layoutIfNeeded()
    }

    var controls: ControlsView? { controller.content.controls as? ControlsView }
    var menu: GlassMenuView? { controls?.menu }
    var preview: ScrubPreviewView? { controls?.descendants(ScrubPreviewView.self).first }
    private var memory: MemoryWindow? { window.platform as? MemoryWindow }

    // MARK: Events

    func move(to point: CGPoint) { memory?.inject(.pointer(PointerEvent(phase: .moved, location: point))) }

    func press(at point: CGPoint, _ button: PointerButton = .primary, clicks: Int = 1) {
        memory?.inject(
            .pointer(
                PointerEvent(
                    phase: .pressed, location: point, button: button, heldButtons: [button], clickCount: clicks)))
    }

    func release(at point: CGPoint, _ button: PointerButton = .primary) {
        memory?.inject(.pointer(PointerEvent(phase: .released, location: point, button: button)))
    }

    func click(at point: CGPoint, _ button: PointerButton = .primary, clicks: Int = 1) {
        move(to: point)
        press(at: point, button, clicks: clicks)
        release(at: point, button)
        window.layoutIfNeeded()
    }

    func click(_ view: UIView) { click(at: center(of: view)) }

    func click(_ part: ControlsLayout.Part) throws {
        let button = try #require(controls?.button(part))
        try #require(!button.isHidden)
        click(button)
    }

    func doubleClick(at point: CGPoint) {
        click(at: point)
        click(at: point, clicks: 2)
    }

    /// Taps with one finger, later than the previous taps by so many seconds.
    func tap(at point: CGPoint, after pause: Double = 1) {
        tapTime += pause
        for phase in [TouchEvent.Phase.began, .ended] {
            memory?.inject(.touch(TouchEvent(phase: phase, finger: 1, location: point, timestamp: tapTime)))
        }
        window.layoutIfNeeded()
    }

    func doubleTap(at point: CGPoint) {
        tap(at: point)
        tap(at: point, after: 0.1)
    }

    func key(_ usage: KeyUsage, _ characters: String = "") {
        for phase in [KeyEvent.Phase.down, .up] {
            memory?.inject(.key(KeyEvent(phase: phase, usage: usage, characters: characters)))
        }
        window.layoutIfNeeded()
    }

    func key(_ character: Character) {
        for phase in [KeyEvent.Phase.down, .up] {
            memory?.inject(.key(KeyEvent(phase: phase, usage: nil, characters: String(character))))
        }
        window.layoutIfNeeded()
    }

    func wheel(_ turns: Double, horizontal: Double = 0, at point: CGPoint) {
        memory?.inject(.wheel(WheelEvent(deltaX: horizontal, deltaY: turns, location: point)))
        window.layoutIfNeeded()
    }

    /// Moves two fingers apart or together, at the same distances from a point.
    func pinch(around point: CGPoint, from start: Double, to end: Double) {
        tapTime += 1
        func send(_ phase: TouchEvent.Phase, _ distance: Double) {
            for finger in [1, 2] {
                let place = CGPoint(x: point.x + (finger == 1 ? -distance : distance) / 2, y: point.y)
                memory?.inject(
                    .touch(TouchEvent(phase: phase, finger: Int64(finger), location: place, timestamp: tapTime)))
            }
        }
        send(.began, start)
        for step in 1...4 { send(.moved, start + (end - start) * Double(step) / 4) }
        send(.ended, end)
        window.layoutIfNeeded()
    }

    func tab(backwards: Bool = false) {
        for phase in [KeyEvent.Phase.down, .up] {
            memory?.inject(
                .key(KeyEvent(phase: phase, usage: .tab, characters: "\t", modifiers: backwards ? .shift : [])))
        }
        window.layoutIfNeeded()
    }

    // MARK: Places and pixels

    /// The middle of a view in the window's coordinates.
    func center(of view: UIView) -> CGPoint { point(in: view, x: 0.5, y: 0.5) }

    /// A point of a view in the window's coordinates.
    /// - Parameters:
    ///   - x: the point's place from the view's left to its right, 0 to 1.
    ///   - y: the point's place from the view's top to its bottom, 0 to 1.
    func point(in view: UIView, x: Double, y: Double) -> CGPoint {
        let bounds = view.bounds
        return view.convert(CGPoint(x: bounds.minX + bounds.width * x, y: bounds.minY + bounds.height * y), to: window)
    }

    func frame(of view: UIView) -> CGRect { view.convert(view.bounds, to: window) }

    /// Draws the window and returns the brightness of one of its pixels, 0 to 255.
    func brightness(at point: CGPoint) -> Int {
        window.renderNow()
        guard let pixel = memory?.pixel(x: Int(point.x), y: Int(point.y)) else { return -1 }
        return (Int(pixel.red) + Int(pixel.green) + Int(pixel.blue)) / 3
    }
}

extension UIView {
    /// The views of a class below this view, in depth-first order.
    func descendants<View: UIView>(_ type: View.Type) -> [View] {
        subviews.flatMap { ($0 as? View).map { [$0] } ?? [] + $0.descendants(type) }
    }
}

extension GlassMenuView {
    /// The rows from top to bottom.
    var rowViews: [MenuRowView] { descendants(MenuRowView.self).sorted { $0.frame.minY < $1.frame.minY } }
    /// The texts of titles and rows from top to bottom, a selected row with a check mark before its text.
    var texts: [String] {
        let titles = descendants(UILabel.self).filter { $0.accessibilityTraits.contains(.header) }
        let all =
            titles.map { ($0.frame.minY, $0.text ?? "") }
            + rowViews.map { row in
                let isOn = row.accessibilityTraits.contains(.selected)
                return (row.frame.minY, (isOn ? "\u{2713} " : "") + (row.accessibilityLabel ?? ""))
            }
        return all.sorted { $0.0 < $1.0 }.map(\.1)
    }

    func row(_ text: String, after title: String? = nil) -> MenuRowView? {
        let top = descendants(UILabel.self).first { $0.text == title }?.frame.minY ?? 0
        return rowViews.first { $0.accessibilityLabel == text && $0.frame.minY >= top }
    }
}
