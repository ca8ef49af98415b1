import CoreGraphics
import WindowSystem

extension UIWindow {
    /// Passes the restrictions of the window's scene to the window manager.
    /// - Parameter size: the size that determines the aspect ratio; nil keeps the ratio, or takes it from the current size.
    func applySizeRestrictions(size: CGSize? = nil) {
        guard let platform else { return }
        if let restrictions = windowScene?.sizeRestrictions {
            platform.minimumSize = restrictions.minimumSize
            platform.maximumSize = restrictions.maximumSize
        }
        let rule = resizing(atSize: size ?? platform.size)
        // The size in full screen, or one that the window manager has rounded, is not the requested ratio.
        if size == nil, case .proportional = rule, case .proportional = platform.resizing { return }
        platform.resizing = rule
    }

    /// The resizing rule of the window's scene for a window of this size.
    func resizing(atSize size: CGSize) -> WindowResizing {
        switch windowScene?.resizingRestrictions {
        case .some(.none): .fixed
        case .uniform: .proportional(size)
        case .unspecified, .freeform, nil: .free
        }
    }

    /// Applies the size that was requested while the window covered the display.
    func applySizeAfterFullScreen() {
        guard let platform, let size = sizeAfterFullScreen, !platform.isFullScreen else { return }
        sizeAfterFullScreen = nil
        if platform.size != size { platform.size = size }
    }
}
