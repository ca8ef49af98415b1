import CoreGraphics
import Foundation
import UIKit

/// Translates pointer, touch and wheel input on the content into commands; `PlayerInput+Keys` does so for keys.
///
/// A click or tap on the video shows or hides the controls, a double click toggles full screen, a double tap and a pinch zoom (R65), the
/// secondary button and a long touch open the menu with all functions. The wheel changes the volume, horizontal scrolling skips.
@MainActor
final class PlayerInput: NSObject, UIGestureRecognizerDelegate {
    private(set) weak var controller: AVPlayerViewController?
    private let wheel = UIPanGestureRecognizer()
    private let hover = UIHoverGestureRecognizer()
    private let pinch = UIPinchGestureRecognizer()
    private let longPress = UILongPressGestureRecognizer()
    private var wheelUsed = CGPoint.zero
    private var lastPointer: CGPoint?
    /// The movements of the pointer before the first frame.
    private var earlyMoves = 0
    /// The place of the click that has hidden the controls. Small movements there do not show them again.
    private var restPlace: CGPoint?
    /// Hides the controls unless a second click follows.
    private let clickTimer = MainTimer()
    /// The control under the pointer.
    private weak var hovered: (any PointerTarget)?

    /// Scrolled points per step of volume, and per skipped second: one notch changes the volume by one step and skips 5 seconds.
    private static let pointsPerVolumeStep: CGFloat = 40
    private static let pointsPerSecond: CGFloat = 8
    /// The time in which a second click makes a double click.
    static let doubleClickTime = Duration.milliseconds(350)
    /// The movement of a resting pointer that does not count as input, in points.
    private static let restSlack: CGFloat = 8
    /// The number of movements that count as input before the first frame is displayed.
    private static let movesBeforeFirstFrame = 3
    /// The change of the distance between two fingers from which on a pinch zooms.
    private static let pinchFactor: CGFloat = 1.12

    init(controller: AVPlayerViewController) {
        self.controller = controller
        super.init()
        let content = controller.content
        content.pressHandler = { [weak self] in self?.pressed(on: $0) }
        content.keyFocus.onChange = { [weak controller] in controller?.presenter.hold(.keyFocus, $0) }
        content.keyFocus.scope = { [weak content] in content?.panels.openPanel ?? content?.controls?.menu }
        content.keyFocus.initial = { [weak content] in content?.controls?.firstKeyTarget }
        content.panels.information.attach(controller)
        content.panels.readStatistics = { [weak controller] in controller.map { PlaybackStatistics($0.model) } }
        hover.addAction { [weak self] recognizer in self?.hover(recognizer) }
        content.addGestureRecognizer(hover)
        wheel.allowedScrollTypesMask = .all
        wheel.allowedTouchTypes = []
        wheel.delegate = self
        wheel.addAction { [weak self] _ in self?.wheeled() }
        content.addGestureRecognizer(wheel)
        pinch.addAction { [weak self] _ in self?.pinched() }
        content.addGestureRecognizer(pinch)
        longPress.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
        longPress.delegate = self
        longPress.addAction { [weak self] recognizer in self?.held(recognizer) }
        content.addGestureRecognizer(longPress)
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
            // A window that opens or changes its size under a resting pointer causes single events. They are no input by the viewer, and
            // creating controls would delay the first frame.
            if !controller.hasShownFrame, controller.content.controls == nil {
                earlyMoves = recognizer.state == .began ? 0 : earlyMoves + 1
                if earlyMoves < Self.movesBeforeFirstFrame { return }
            }
            if let restPlace, hypot(restPlace.x - point.x, restPlace.y - point.y) < Self.restSlack { return }
            restPlace = nil
            // Over a poster only the big play button reacts.
            if !controller.start.isShown { controller.presenter.noteInput() }
            light(at: point)
        default:
            lastPointer = nil
            restPlace = nil
            light(at: nil)
        }
    }

    /// Highlights the control under the pointer, and keeps the controls visible while the pointer is over one of them.
    func light(at point: CGPoint?) {
        guard let controller else { return }
        let content = controller.content
        var found: (any PointerTarget)?
        if let point {
            var targets: [any PointerTarget] = content.panels.shortcuts?.pointerTargets ?? []
            targets += content.panels.information.view?.pointerTargets ?? []
            targets += content.errorView?.targets ?? []
            if let button = content.breakView?.skipButton, button.isEnabled { targets.append(button) }
            if let button = controller.start.button { targets.append(button) }
            if let controls = content.controls, !controls.isHidden { targets += controls.pointerTargets }
            found = targets.first { target in
                !target.isHidden && target.bounds.contains(target.convert(point, from: content))
            }
        }
        if hovered !== found {
            hovered?.isHovered = false
            hovered = found
            found?.isHovered = true
            content.panels.tooltip.follow(found as? PlayerControl)
        }
        if let point, let found { found.pointerMoved(to: found.convert(point, from: content)) }
        let isOver =
            point.map { point in
                content.controls.map { $0.isOverControl($0.convert(point, from: content)) } ?? false
            } ?? false
        controller.presenter.hold(.hovering, isOver)
    }

    // MARK: Clicks and taps

    private func pressed(on press: PlayerPress) {
        guard let controller else { return }
        let content = controller.content
        // The keys go to the player that was used last, and to no control of it.
        content.becomeFirstResponder()
        if let shortcuts = content.panels.shortcuts {
            if !shortcuts.frame.contains(press.point) { content.panels.closeShortcuts() }
            return
        }
        if let view = content.panels.information.view {
            if !view.frame.contains(press.point) { content.panels.information.close() }
            return
        }
        if content.controls?.menu != nil {
            content.controls?.closeMenu()
            return
        }
        switch press.device {
        case .other: return
        case .secondary: openContextMenu(at: press.point)
        case .finger, .pointer:
            // R250: a tap anywhere on the poster starts playback.
            if controller.start.isShown {
                controller.run(.togglePlayback)
                return
            }
            let isDouble = press.count.isMultiple(of: 2)
            if !isDouble {
                if press.count == 1 { clicked(at: press.point) }
            } else if !isNearControl(press.point) {
                clickTimer.cancel()
                controller.run(press.device == .pointer ? .toggleFullScreen : .toggleAspect)
            }
        }
    }

    /// Whether a press misses the controls by little: it has no effect.
    private func isNearControl(_ point: CGPoint) -> Bool {
        guard let content = controller?.content, let controls = content.controls, !controls.isHidden else {
            return false
        }
        return controls.isOverControl(controls.convert(point, from: content))
    }

    /// Shows the controls at once, or hides them when no second click has followed.
    private func clicked(at point: CGPoint) {
        guard let controller, controller.showsPlaybackControls else { return }
        guard controller.presenter.visibility.isVisible else { return controller.presenter.noteInput() }
        guard !isNearControl(point) else { return controller.presenter.noteInput() }
        clickTimer.fire(after: Self.doubleClickTime) { [weak self] in
            guard let self, let presenter = self.controller?.presenter else { return }
            presenter.dismiss()
            if !presenter.visibility.isVisible { restPlace = point }
        }
    }

    func openContextMenu(at point: CGPoint) {
        guard let controller, controller.showsPlaybackControls else { return }
        clickTimer.cancel()
        controller.presenter.noteInput()
        let content = controller.content
        content.layoutIfNeeded()
        content.controls.map { $0.openContextMenu(at: $0.convert(point, from: content)) }
    }

    private func held(_ recognizer: UIGestureRecognizer) {
        guard recognizer.state == .began, let content = controller?.content else { return }
        openContextMenu(at: recognizer.location(in: content))
    }

    private func pinched() {
        guard let controller, pinch.state == .changed || pinch.state == .ended else { return }
        if pinch.scale > Self.pinchFactor {
            controller.zoom(.fill)
        } else if pinch.scale < 1 / Self.pinchFactor {
            controller.zoom(.fit)
        }
    }

    // MARK: Wheel

    /// Inline in a scroll view, the wheel scrolls that view.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === wheel, let controller, !controller.placement.coversDisplay else { return true }
        if controller.content.controls?.menu?.isHovered == true { return true }
        var view = controller.content.superview
        while let present = view {
            if let scroll = present as? UIScrollView, scroll.isScrollEnabled {
                let size = scroll.contentSize
                if size.height > scroll.bounds.height || size.width > scroll.bounds.width { return false }
            }
            view = present.superview
        }
        return true
    }

    /// A long touch on a control belongs to the control.
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        gestureRecognizer !== longPress || !(touch.view is UIControl)
    }

    private func wheeled() {
        guard let controller else { return }
        if wheel.state == .began { wheelUsed = .zero }
        guard wheel.state == .began || wheel.state == .changed else { return }
        let moved = wheel.translation(in: controller.content)
        let rest = CGPoint(x: moved.x - wheelUsed.x, y: moved.y - wheelUsed.y)
        if controller.content.panels.information.view?.frame.contains(wheel.location(in: controller.content)) == true {
            return
        }
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
}
