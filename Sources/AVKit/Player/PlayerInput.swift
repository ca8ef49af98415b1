import CoreGraphics
import Foundation
import UIKit

/// Translates pointer, touch, wheel and key input on the content into commands.
///
/// Vertical scrolling changes the volume, horizontal scrolling skips. A click toggles playback and a double click toggles full screen, as
/// on common video sites; taps show or hide the controls, and a double tap switches between fit and fill (R65).
@MainActor
final class PlayerInput: NSObject {
    private weak var controller: AVPlayerViewController?
    private let wheel = UIPanGestureRecognizer()
    private let hover = UIHoverGestureRecognizer()
    private var wheelUsed = CGPoint.zero
    private var lastPointer: CGPoint?
    /// The control under the pointer.
    private weak var hovered: (any PointerTarget)?

    /// Scrolled points per step of volume, and per skipped second.
    private static let pointsPerVolumeStep: CGFloat = 20
    private static let pointsPerSecond: CGFloat = 8

    init(controller: AVPlayerViewController) {
        self.controller = controller
        super.init()
        let content = controller.content
        content.touchHandler = { [weak self] in self?.tapped(count: $0, isPointer: $1) }
        hover.addAction { [weak self] recognizer in self?.hover(recognizer) }
        content.addGestureRecognizer(hover)
        wheel.allowedScrollTypesMask = .all
        wheel.allowedTouchTypes = []
        wheel.addAction { [weak self] _ in self?.wheeled() }
        content.addGestureRecognizer(wheel)
    }

    // MARK: Pointer

    private func hover(_ recognizer: UIGestureRecognizer) {
        guard let controller else { return }
        let content = controller.content
        switch recognizer.state {
        case .began, .changed:
            let point = recognizer.location(in: content)
            // Some desktops report pointer events without movement; only a real move counts as input.
            if let lastPointer, abs(lastPointer.x - point.x) < 1, abs(lastPointer.y - point.y) < 1 { return }
            lastPointer = point
            // A window that opened under a resting pointer: this is no input by the viewer, and creating controls would delay the first
            // frame.
            if recognizer.state == .began, !controller.hasShownFrame, controller.content.controls == nil { return }
            controller.presenter.noteInput()
            light(at: point)
        default:
            lastPointer = nil
            light(at: nil)
        }
    }

    /// Highlights the control under the pointer, and keeps the controls visible while the pointer is over one of them.
    func light(at point: CGPoint?) {
        guard let controller else { return }
        let content = controller.content
        var found: (any PointerTarget)?
        if let point {
            var targets: [any PointerTarget] = content.errorView?.targets ?? []
            if let button = content.breakView?.skipButton, button.isEnabled { targets.append(button) }
            if let controls = content.controls, !controls.isHidden { targets += controls.pointerTargets }
            found = targets.first { target in
                !target.isHidden && target.bounds.contains(target.convert(point, from: content))
            }
        }
        if hovered !== found {
            hovered?.isHovered = false
            hovered = found
            found?.isHovered = true
        }
        if let point, let found { found.pointerMoved(to: found.convert(point, from: content)) }
        let isOver = point.map { content.controls?.isOverControl($0) ?? false } ?? false
        controller.presenter.hold(.hovering, isOver)
    }

    private func tapped(count: Int, isPointer: Bool) {
        guard let controller else { return }
        // The keys go to the player that was used last.
        controller.content.becomeFirstResponder()
        if controller.content.controls?.menu != nil {
            controller.content.controls?.closeMenu()
            return
        }
        if !controller.showsPlaybackControls {
            if count == 2 { controller.run(.toggleAspect) }
            return
        }
        if isPointer {
            controller.run(.togglePlayback)
            if count == 2 { controller.run(.toggleFullScreen) }
        } else if count == 2 {
            controller.run(.toggleAspect)
        } else if controller.presenter.visibility.isVisible {
            controller.presenter.dismiss()
        } else {
            controller.presenter.noteInput()
        }
    }

    private func wheeled() {
        guard let controller else { return }
        if wheel.state == .began { wheelUsed = .zero }
        guard wheel.state == .began || wheel.state == .changed else { return }
        let moved = wheel.translation(in: controller.content)
        let rest = CGPoint(x: moved.x - wheelUsed.x, y: moved.y - wheelUsed.y)
        if let menu = controller.content.controls?.menu, menu.isHovered {
            menu.scroll(by: -Double(rest.y))
            wheelUsed = moved
            return
        }
        // Only the dominant axis is used.
        if abs(moved.y) >= abs(moved.x) {
            let steps = (rest.y / Self.pointsPerVolumeStep).rounded(.towardZero)
            guard steps != 0 else { return }
            wheelUsed.y += steps * Self.pointsPerVolumeStep
            controller.run(.changeVolume(Float(steps) * KeyBindings.volumeStep))
        } else {
            let seconds = (rest.x / Self.pointsPerSecond).rounded(.towardZero)
            guard seconds != 0 else { return }
            wheelUsed.x += seconds * Self.pointsPerSecond
            controller.run(.skip(-Double(seconds)))
        }
    }

    // MARK: Keys

    /// - Returns: whether the key was handled.
    func pressed(_ press: UIPress) -> Bool {
        guard let controller else { return false }
        let flags = press.key?.modifierFlags ?? []
        // Key combinations with modifiers are left to the program.
        guard flags.isDisjoint(with: [.control, .alternate, .command]) else { return false }
        let name = Self.name(of: press)
        if let menu = controller.content.controls?.menu {
            switch name {
            case "up": menu.moveSelection(by: -1)
            case "down": menu.moveSelection(by: 1)
            case "enter", "space": menu.chooseSelection()
            case "escape": controller.content.controls?.closeMenu()
            default: return false
            }
            return true
        }
        guard let command = KeyBindings.command(for: name, shift: flags.contains(.shift)) else { return false }
        if press.isRepeat, !command.repeats { return true }
        return controller.run(command)
    }

    private static func name(of press: UIPress) -> String {
        switch press.type {
        case .upArrow: return "up"
        case .downArrow: return "down"
        case .leftArrow: return "left"
        case .rightArrow: return "right"
        case .select: return "enter"
        case .menu: return "escape"
        case .playPause: return "space"
        case .pageUp: return "pageup"
        case .pageDown: return "pagedown"
        case .stop: return "stop"
        case .nextTrack: return "next"
        case .previousTrack: return "previous"
        case .fastForward: return "fastforward"
        case .rewind: return "rewind"
        case .mute: return "mute"
        case .volumeUp: return "volumeup"
        case .volumeDown: return "volumedown"
        default: break
        }
        switch press.key?.keyCode {
        case .keyboardHome?: return "home"
        case .keyboardEnd?: return "end"
        default: return press.key?.charactersIgnoringModifiers.lowercased() ?? ""
        }
    }
}
