package import Foundation
import WindowSystem

/// A small window without a frame that stays above all other windows, on every workspace, such as one for Picture in Picture.
///
/// A panel belongs to no scene: it is not among the windows of the application, does not become the key window, and does not keep a scene in
/// the foreground.
@MainActor package final class WindowPanel {
    package var title: String
    /// The requested frame of the window on the desktop, in points.
    package internal(set) var frame: CGRect
    package let minimumSize: CGSize
    package let maximumSize: CGSize
    /// Called when the viewer has requested through the desktop that the window be closed. The window stays open.
    package var closeHandler: () -> Void = {}
    /// Called when the window has ceased to exist: its display was lost, or another program has destroyed it.
    package var lossHandler: () -> Void = {}
    /// Called when the desktop has hidden the window (false) or shows it again (true).
    package var visibilityHandler: (Bool) -> Void = { _ in }

    package init(title: String, frame: CGRect, minimumSize: CGSize, maximumSize: CGSize) {
        self.title = title
        self.frame = frame
        self.minimumSize = minimumSize
        self.maximumSize = maximumSize
    }

    func apply(to options: inout WindowOptions) {
        options.title = title
        (options.size, options.position) = (frame.size, frame.origin)
        (options.minimumSize, options.maximumSize) = (minimumSize, maximumSize)
        options.resizing = .proportional(frame.size)
        options.hasFrame = false
        options.isAlwaysOnTop = true
        options.isFullScreen = false
        options.isPanel = true
    }

    /// - Returns: whether the window does nothing else with the event.
    func handles(_ event: WindowEvent, in window: UIWindow) -> Bool {
        switch event {
        case .closeRequested: closeHandler()
        case .lost:
            window.displayWasLost()
            lossHandler()
        case .visibilityChanged(let isVisible):
            visibilityHandler(isVisible)
            return false
        default: return false
        }
        return true
    }
}

extension UIWindow {
    private struct Weak { weak var window: UIWindow? }
    private static var shownPanels: [Weak] = []
    /// The windows of panels.
    static var panels: [UIWindow] { shownPanels.compactMap(\.window) }

    /// Creates the hidden window of a panel.
    package convenience init(panel: WindowPanel) {
        self.init(frame: CGRect(origin: .zero, size: panel.frame.size))
        windowScene?.remove(self)
        windowScene = nil
        self.panel = panel
        title = panel.title
        Self.shownPanels.removeAll { $0.window == nil }
        Self.shownPanels.append(Weak(window: self))
    }

    /// Whether a display is available on which panels can be shown. Opens the display.
    package static var canShowPanels: Bool {
        guard !UIApplication.isHeadless else { return false }
        return (try? DisplayServer.shared.open()) != nil
    }

    /// Requests another frame of a panel, in points of the desktop.
    package func movePanel(to frame: CGRect) {
        panel?.frame = frame
        platform?.move(to: frame)
    }

    /// Sets the ratio of width to height that the window manager keeps when it resizes the panel.
    package func keepPanelRatio(of size: CGSize) { platform?.resizing = .proportional(size) }

    /// The frame of the window's content in points of the desktop; nil while the window is not visible.
    package var frameOnDesktop: CGRect? {
        guard let platform, platform.isVisible else { return nil }
        return CGRect(origin: platform.position, size: platform.size)
    }

    /// Returns the position of a touch in points of the desktop, also while the window moves under the pointer.
    package func desktopPoint(of touch: UITouch) -> CGPoint {
        if touch.type != .direct, let point = (platform as? DisplayWindow)?.pointerPosition { return point }
        let (origin, point) = (platform?.position ?? .zero, touch.location(in: self))
        return CGPoint(x: origin.x + point.x, y: origin.y + point.y)
    }

    /// Returns the area of a display that no panel of the desktop covers, in points of the desktop.
    /// - Parameter point: a point on the wanted display; nil for the first display.
    package static func workArea(near point: CGPoint?) -> CGRect {
        let displays = UIApplication.isHeadless ? [] : DisplayServer.shared.displays
        let display = point.flatMap { point in displays.first { $0.frame.contains(point) } } ?? displays.first
        return display?.usableFrame ?? CGRect(x: 0, y: 0, width: 1920, height: 1080)
    }

    /// Shows the window in front of the others, also when it is minimized, and requests keyboard focus.
    package func bringForward() { platform?.raise() }
}
