import AVKit

/// Gives a window the aspect ratio of the video of the player's current item, and lets the window manager keep the ratio.
@MainActor
final class VideoAspect {
    private let player: AVPlayer
    private var observation: NSKeyValueObservation?
    /// The area that the window may use, and the size that the window was given in that area.
    private var last: (room: CGSize, size: CGSize)?

    init(_ player: AVPlayer) { self.player = player }

    /// Fits the window to the current item, and to each later item whose video size is known when the item begins. Must be called again
    /// when the first frame of another item is displayed.
    func follow(_ window: UIWindow) {
        fit(window)
        guard observation == nil else { return }
        observation = player.observe(\.currentItem) { [weak self, weak window] _, _ in
            onMain { if let window { self?.fit(window) } }
        }
    }

    /// Resizes the window for the current item's video. The window keeps the area that the viewer has given it, so that items of different
    /// ratios do not make the window smaller and smaller.
    private func fit(_ window: UIWindow) {
        guard let video = player.currentItem?.presentationSize, video.width > 0, video.height > 0 else { return }
        let room =
            if let last, window.isFullScreen || window.bounds.size == last.size {
                last.room
            } else {
                window.isFullScreen ? UIScreen.main.bounds.size : window.bounds.size
            }
        let factor = min(room.width / video.width, room.height / video.height)
        let size = CGSize(width: (video.width * factor).rounded(), height: (video.height * factor).rounded())
        last = (room, size)
        let least = window.windowScene?.sizeRestrictions?.minimumSize ?? size
        window.windowScene?.requestGeometryUpdate(
            UIWindowScene.GeometryPreferences.Vision(
                size: size,
                minimumSize: CGSize(width: min(least.width, size.width), height: min(least.height, size.height)),
                resizingRestrictions: .uniform))
    }
}
