import WindowSystem

extension UIWindow {
    /// The window as it looks now, video included: drawn anew, in pixels. Not in Apple's API.
    public func snapshotImage() -> UIImage? {
        makeScreenshot().map { UIImage(cgImage: $0, scale: platform.map { $0.scale } ?? 1, orientation: .up) }
    }
}
