import AVKit

/// The rule for the size of a window that shows a video.
enum WindowSizeRule {
    /// The size below which the controls have no room.
    static let smallest = CGSize(width: 480, height: 270)

    /// Returns the video's size in its own shape: at least `smallest` where that fits, and never larger than the area.
    /// - Parameters:
    ///   - video: the video's size in points.
    ///   - area: the size of the content for which the window fills the work area.
    ///   - least: the minimum size of the window, which a very narrow video does not fill.
    static func size(video: CGSize, area: CGSize, least: CGSize) -> CGSize {
        let growth = max(1, smallest.width / video.width, smallest.height / video.height)
        let limit = min(area.width / video.width, area.height / video.height)
        let factor = min(growth, limit)
        return CGSize(
            width: min(area.width, max(least.width, (video.width * factor).rounded())),
            height: min(area.height, max(least.height, (video.height * factor).rounded())))
    }
}

/// Gives the window the size and shape of the current item's video, until the viewer chooses another size.
@MainActor
final class WindowSize {
    private let player: AVPlayer
    private let window: UIWindow
    /// Whether the window manager keeps the video's ratio when the viewer resizes the window.
    private let keepsRatio: Bool
    private var observation: NSKeyValueObservation?
    /// The size that the window was given last.
    private var given: CGSize?

    init(_ player: AVPlayer, _ window: UIWindow, keepsRatio: Bool) {
        self.player = player
        self.window = window
        self.keepsRatio = keepsRatio
        observation = player.observe(\.currentItem) { [weak self] _, _ in onMain { self?.fit() } }
    }

    private var isSizedByViewer: Bool {
        guard let given, !window.isFullScreen else { return false }
        return abs(window.bounds.width - given.width) > 2 || abs(window.bounds.height - given.height) > 2
    }

    /// Fits the window to the current item's video. Call it when the video's size may have become known.
    func fit() {
        guard let video = player.currentItem?.presentationSize, video.width > 0, video.height > 0 else { return }
        // A window in memory has no work area, and its size is that of screenshots.
        guard let area = window.workArea?.size ?? (keepsRatio ? window.bounds.size : nil) else { return }
        let least = window.windowScene?.sizeRestrictions?.minimumSize ?? .zero
        let points = CGSize(width: video.width / UIScreen.main.scale, height: video.height / UIScreen.main.scale)
        let size: CGSize
        if isSizedByViewer {
            guard keepsRatio else { return }
            let room = window.bounds.size
            let factor = min(room.width / video.width, room.height / video.height)
            size = CGSize(width: (video.width * factor).rounded(), height: (video.height * factor).rounded())
        } else {
            size = WindowSizeRule.size(video: points, area: area, least: keepsRatio ? .zero : least)
        }
        let isFirst = given == nil
        guard size != given else { return }
        given = size
        window.windowScene?.requestGeometryUpdate(
            UIWindowScene.GeometryPreferences.Vision(
                size: size,
                minimumSize: CGSize(width: min(least.width, size.width), height: min(least.height, size.height)),
                resizingRestrictions: keepsRatio ? .uniform : nil))
        if isFirst { window.center(forSize: size) }
    }
}
