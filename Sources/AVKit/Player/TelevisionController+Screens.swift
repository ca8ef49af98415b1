import CoreGraphics
import Foundation
import UIKit

/// The client's overlay with its hint, and touch gestures.
extension TelevisionController {
    /// How long the hint of the overlay is visible, in seconds.
    static let hintSeconds = 5.0
    /// The distance of a vertical swipe in points, and the speed of a horizontal one in points per second.
    private static let swipeDistance: CGFloat = 60
    private static let swipeSpeed: CGFloat = 500

    // MARK: Overlay

    func presentOverlay() {
        guard let child = settings.overlay, let controller else { return }
        hideOverlayHint()
        controller.presenter.conceal()
        overlay.show(
            child, in: controller.content, of: controller, from: CGPoint(x: 0, y: TVLook.panelSlide),
            isInteractive: true)
    }

    func openOverlayFromButton() {
        controller?.presenter.conceal()
        apply(.controlsHidden)
        apply(.heading(.up, isRepeat: false))
    }

    /// The client has replaced or removed its overlay.
    func overlayDidChange(_ old: UIViewController) {
        if settings.overlay == nil { hideOverlayHint() }
        guard overlay.controller === old else { return }
        overlay.removeNow()
        apply(.overlayRemoved)
    }

    /// Whether the hint takes the place of the controls when a video begins.
    var startsWithHint: Bool { isActive && settings.overlay != nil }

    /// The first frame of an item is visible: shows the hint if there is an overlay.
    func videoDidBegin() {
        guard startsWithHint, let controller, controller.showsPlaybackControls, overlay.controller == nil,
            !controller.presenter.visibility.isVisible, overlayHint == nil
        else { return }
        let strings = StringTable.current
        let title = settings.overlay?.title ?? ""
        let hint = OverlayHintView(title.isEmpty ? strings[.swipeUp] : strings.swipeUp(for: title))
        overlayHint = hint
        controller.content.addSubview(hint)
        hint.place(in: controller.content.bounds)
        UIView.performWithoutAnimation { hint.alpha = 0 }
        UIView.animate(withDuration: TVLook.panelTime) { hint.alpha = 1 }
        hintTimer.fire(after: .seconds(Self.hintSeconds)) { [weak self] in self?.hideOverlayHint() }
    }

    func hideOverlayHint() {
        hintTimer.cancel()
        guard let hint = overlayHint else { return }
        overlayHint = nil
        UIView.animate(withDuration: TVLook.panelTime) {
            hint.alpha = 0
        } completion: { _ in
            hint.removeFromSuperview()
        }
    }

    func contentDidLayOut() {
        guard let content = controller?.content else { return }
        overlayHint?.place(in: content.bounds)
        channelHint?.frame = content.bounds
    }

    // MARK: Touch

    /// Adds the gestures of the television idiom: swipes, and the hints for channels while a finger rests.
    func addGestures() {
        guard isActive, let content = controller?.content else { return }
        let pan = UIPanGestureRecognizer()
        pan.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
        pan.addAction { [weak self, weak pan] _ in if let self, let pan { panned(pan) } }
        content.addGestureRecognizer(pan)
        let rest = RestingTouchRecognizer { [weak self] in self?.showChannelHint($0) }
        content.addGestureRecognizer(rest)
    }

    private func panned(_ pan: UIPanGestureRecognizer) {
        guard let content = controller?.content else { return }
        let moved = pan.translation(in: content)
        switch pan.state {
        case .began:
            let isHorizontal = abs(moved.x) > abs(moved.y)
            let mayFlip = navigation.mode == .hidden || navigation.mode == .flipping
            if isHorizontal, mayFlip { flipper.start(moved.x < 0 ? .next : .previous) }
        case .ended:
            if let direction = flipper.machine.started {
                let toward = direction == .next ? -moved.x : moved.x
                let speed = pan.velocity(in: content).x * (direction == .next ? -1 : 1)
                flipper.finish(commits: toward > content.bounds.width / 4 || toward > 0 && speed > Self.swipeSpeed)
            } else {
                swiped(moved)
            }
        case .cancelled, .failed: flipper.finish(commits: false)
        default: break
        }
    }

    private func swiped(_ moved: CGPoint) {
        guard max(abs(moved.x), abs(moved.y)) >= Self.swipeDistance else { return }
        let heading: TVNavigation.Heading =
            abs(moved.x) > abs(moved.y) ? (moved.x > 0 ? .right : .left) : (moved.y > 0 ? .down : .up)
        if navigation.mode == .overlay {
            if heading == .down { apply(.menu) }
            return
        }
        apply(.heading(heading, isRepeat: false))
    }

    private func showChannelHint(_ isOn: Bool) {
        guard let content = controller?.content else { return }
        guard isOn, navigation.mode == .hidden, flipper.isPossible else {
            guard let hint = channelHint else { return }
            channelHint = nil
            UIView.animate(withDuration: TVLook.focusTime) {
                hint.alpha = 0
            } completion: { _ in
                hint.removeFromSuperview()
            }
            return
        }
        guard channelHint == nil else { return }
        let hint = ChannelHintView(frame: content.bounds)
        channelHint = hint
        content.addSubview(hint)
        UIView.performWithoutAnimation { hint.alpha = 0 }
        UIView.animate(withDuration: TVLook.focusTime) { hint.alpha = 1 }
    }
}

/// Reports whether a finger rests on the view, without taking part in the recognition of other gestures.
final class RestingTouchRecognizer: UIGestureRecognizer {
    private let onRest: @MainActor (Bool) -> Void

    init(_ onRest: @escaping @MainActor (Bool) -> Void) {
        self.onRest = onRest
        super.init(target: nil, action: nil)
        allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
        cancelsTouchesInView = false
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { onRest(true) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        onRest(false)
        state = .failed
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        onRest(false)
        state = .failed
    }
}
