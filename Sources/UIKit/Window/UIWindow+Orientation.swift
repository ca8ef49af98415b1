import CoreGraphics
import WindowSystem

extension UIWindow {
    /// The orientations that the topmost controller and the application's delegate support.
    var supportedOrientations: UIInterfaceOrientationMask {
        let application = UIApplication.shared
        let permitted = application.delegate?.application(application, supportedInterfaceOrientationsFor: self) ?? .all
        return (topController?.supportedInterfaceOrientations ?? .all).intersection(permitted)
    }

    /// Exchanges the window's width and height where its current orientation is not supported. Both landscape
    /// orientations are equivalent, as are both portrait orientations.
    func turnToSupportedOrientation() {
        guard let platform, !platform.isFullScreen else { return }
        let isLandscape = bounds.width >= bounds.height
        let supported = supportedOrientations
        let matching: UIInterfaceOrientationMask = isLandscape ? .landscape : [.portrait, .portraitUpsideDown]
        guard !supported.isEmpty, supported.isDisjoint(with: matching) else { return }
        platform.size = CGSize(width: platform.size.height, height: platform.size.width)
    }
}
