import CoreGraphics
import WindowSystem

extension UIWindow {
    /// The orientations that the topmost controller and the application's delegate support.
    var supportedOrientations: UIInterfaceOrientationMask {
        let application = UIApplication.shared
        let permitted = application.delegate?.application(application, supportedInterfaceOrientationsFor: self) ?? .all
        return (topController?.supportedInterfaceOrientations ?? .all).intersection(permitted)
    }

    /// Turns a window whose shape is not supported. A window has a shape and no upper side: both landscape orientations are one.
    func turnToSupportedOrientation() {
        guard let platform, !platform.isFullScreen else { return }
        let isLandscape = bounds.width >= bounds.height
        let supported = supportedOrientations
        let matching: UIInterfaceOrientationMask = isLandscape ? .landscape : [.portrait, .portraitUpsideDown]
        guard !supported.isEmpty, supported.isDisjoint(with: matching) else { return }
        platform.size = CGSize(width: platform.size.height, height: platform.size.width)
    }
}
