import CoreGraphics
import Foundation
import UIKit

/// The small window of a session: its place on the desktop, its movements, and the view in it.
///
/// The viewer moves the window by dragging anywhere on it, whereupon it snaps to the nearest corner, and resizes it by dragging its edges or
/// turning the wheel. The next window of the process opens with the same size in the same corner. Main thread only.
@MainActor
final class PictureInPictureWindow {
    enum Event {
        /// The window shows its first frame.
        case opened
        /// The window has ceased to exist by itself.
        case lost
        case suspended(Bool)
        case stopRequested(PictureInPictureStopReason)
    }

    /// The corner and the width of the last window.
    private static var last: (corner: PictureInPicturePlacement.Corner, width: CGFloat)?
    /// The time that a window manager has for showing the window's first frame before the start counts as completed.
    private static let firstFrameLimit = Duration.seconds(1)
    private static let snapSeconds = 0.18
    private static let returnSeconds = 0.25

    let view: PictureInPictureView
    let window: UIWindow
    private(set) var placement: PictureInPicturePlacement
    private let panel: WindowPanel
    private let motion = PanelMotion()
    private let openTimer = MainTimer()
    private let handler: (Event) -> Void
    private var hasOpened = false
    /// Whether the window is moving to the place of the video in the app, to be closed there.
    private var isReturning = false
    private var drag: Drag?

    private struct Drag {
        var pointer: CGPoint
        var frame: CGRect
        var edges: PictureInPicturePlacement.Edges
    }

    /// - Parameter source: the frame of the app's window, whose display is used.
    /// - Returns: nil if no window can be opened, or only one in memory where a display is needed.
    init?(
        content: any PictureInPictureContent, near source: CGRect?, needsDisplay: Bool,
        handler: @escaping (Event) -> Void
    ) {
        self.handler = handler
        let area = UIWindow.workArea(near: source.map { CGPoint(x: $0.midX, y: $0.midY) })
        placement = PictureInPicturePlacement(
            video: content.videoSize, in: area, corner: Self.last?.corner ?? .bottomRight,
            width: Self.last?.width)
        panel = WindowPanel(
            title: StringTable.current[.pictureInPicture], frame: placement.frame, minimumSize: placement.smallest,
            maximumSize: .zero)
        window = UIWindow(panel: panel)
        view = PictureInPictureView(frame: CGRect(origin: .zero, size: placement.frame.size))
        window.backgroundColor = .black
        window.rootViewController = PictureInPictureRootController(view)
        view.delegate = self
        panel.closeHandler = { [weak self] in self?.handler(.stopRequested(.closedByViewer)) }
        panel.lossHandler = { [weak self] in self?.handler(.lost) }
        panel.visibilityHandler = { [weak self] isVisible in
            guard let self, hasOpened else { return }
            self.handler(.suspended(!isVisible))
        }
        view.content = content
        window.firstFrameHandler = { [weak self] in self?.opened() }
        window.isHidden = false
        guard window.isOnDisplay || !needsDisplay else {
            window.close()
            return nil
        }
    }

    /// Begins to wait for the first frame, which `Event.opened` reports.
    func open() {
        show(view.content)
        openTimer.fire(after: Self.firstFrameLimit) { [weak self] in self?.opened() }
    }

    private func opened() {
        guard !hasOpened else { return }
        hasOpened = true
        openTimer.cancel()
        handler(.opened)
    }

    func close() {
        motion.cancel()
        openTimer.cancel()
        view.content = nil
        window.firstFrameHandler = nil
        window.close()
    }

    /// Shows the state of the video, and follows the aspect ratio of another one.
    func show(_ content: (any PictureInPictureContent)?) {
        view.content = content
        view.update()
        guard !isReturning, let size = content?.videoSize, size.width > 0, size.height > 0 else { return }
        var next = placement
        next.setVideo(size)
        guard abs(next.ratio - placement.ratio) > 0.005 else { return }
        placement = next
        window.keepPanelRatio(of: next.size)
        window.movePanel(to: next.frame)
    }

    // MARK: Moving

    /// Moves and resizes the window to the place of the video in the app.
    func move(toVideoAt frame: CGRect, completion: @escaping () -> Void) {
        isReturning = true
        drag = nil
        view.hideControls()
        // The window shows the picture only, which may be smaller than the view.
        let size = placement.size
        let factor = min(frame.width / max(1, size.width), frame.height / max(1, size.height))
        let target = CGSize(width: size.width * factor, height: size.height * factor)
        let place = CGRect(
            x: frame.midX - target.width / 2, y: frame.midY - target.height / 2, width: target.width,
            height: target.height)
        motion.run(window, from: panel.frame, to: place, seconds: Self.returnSeconds, completion: completion)
    }

    private func settle() {
        Self.last = (placement.corner, placement.size.width)
        motion.run(window, from: panel.frame, to: placement.frame, seconds: Self.snapSeconds)
    }
}

extension PictureInPictureWindow: PictureInPictureViewDelegate {
    func viewDidBegin(_ touch: UITouch) {
        guard !isReturning else { return }
        motion.cancel()
        let point = touch.location(in: view)
        drag = Drag(
            pointer: window.desktopPoint(of: touch), frame: window.frameOnDesktop ?? panel.frame,
            edges: PictureInPicturePlacement.edges(at: point, in: view.bounds.size))
    }

    func viewDidMove(_ touch: UITouch) {
        guard let drag else { return }
        let pointer = window.desktopPoint(of: touch)
        let distance = CGPoint(x: pointer.x - drag.pointer.x, y: pointer.y - drag.pointer.y)
        let frame =
            drag.edges.isEmpty
            ? drag.frame.offsetBy(dx: distance.x, dy: distance.y)
            : placement.resized(drag.frame, dragging: drag.edges, by: distance)
        if frame != panel.frame { window.movePanel(to: frame) }
    }

    func viewDidEnd() {
        guard drag != nil else { return }
        drag = nil
        let frame = panel.frame
        // The window stays on the display that it was dragged to.
        placement.drop(at: frame, in: UIWindow.workArea(near: CGPoint(x: frame.midX, y: frame.midY)))
        settle()
    }

    func viewWantsScale(by factor: CGFloat) {
        guard drag == nil, !isReturning else { return }
        placement.scale(by: factor)
        motion.cancel()
        Self.last = (placement.corner, placement.size.width)
        window.movePanel(to: placement.frame)
    }

    func viewWantsStop(_ reason: PictureInPictureStopReason) { handler(.stopRequested(reason)) }
}

/// Moves a panel over a short time; at once where motion is reduced.
@MainActor
private final class PanelMotion {
    private let timer = MainTimer()
    private let clock = ContinuousClock()
    private static let interval = Duration.milliseconds(16)

    func cancel() { timer.cancel() }

    func run(
        _ window: UIWindow, from start: CGRect, to end: CGRect, seconds: Double, completion: @escaping () -> Void = {}
    ) {
        timer.cancel()
        guard start != end, !UIAccessibility.isReduceMotionEnabled else {
            window.movePanel(to: end)
            return completion()
        }
        step(window, start, end, begun: clock.now, seconds: seconds, completion)
    }

    private func step(
        _ window: UIWindow, _ start: CGRect, _ end: CGRect, begun: ContinuousClock.Instant, seconds: Double,
        _ completion: @escaping () -> Void
    ) {
        let elapsed = begun.duration(to: clock.now)
        let part = min(
            1, (Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18) / seconds)
        // Ease out.
        let eased = CGFloat(1 - (1 - part) * (1 - part) * (1 - part))
        func between(_ a: CGFloat, _ b: CGFloat) -> CGFloat { (a + (b - a) * eased).rounded() }
        let frame = CGRect(
            x: between(start.minX, end.minX), y: between(start.minY, end.minY),
            width: between(start.width, end.width), height: between(start.height, end.height))
        window.movePanel(to: part < 1 ? frame : end)
        guard part < 1 else { return completion() }
        timer.fire(after: Self.interval) { [weak self, weak window] in
            guard let self, let window else { return completion() }
            step(window, start, end, begun: begun, seconds: seconds, completion)
        }
    }
}
