import WindowSystem

extension UIWindow {
    /// Renders the window's current content, video included, into an image in pixels; nil for a window without a
    /// platform window. Not in Apple's API.
    package func snapshotImage() -> UIImage? {
        makeScreenshot().map { UIImage(cgImage: $0, scale: platform.map { $0.scale } ?? 1, orientation: .up) }
    }
}
