import CoreGraphics
import UIKit

/// The owner of the video that a `PictureInPictureSession` shows: a player view controller or a client's layer.
@MainActor
protocol PictureInPictureClient: AnyObject {
    /// The video; the same object from the start of the session to its end, unless the client replaces the source.
    var pictureInPictureContent: any PictureInPictureContent { get }
    /// Whether Picture in Picture is possible now.
    var canStartPictureInPicture: Bool { get }
    /// Whether the player still has video that can be shown.
    var canContinuePictureInPicture: Bool { get }
    /// Whether Picture in Picture starts by itself when the app is hidden now.
    var startsPictureInPictureInBackground: Bool { get }
    /// The object that is retained from `willStart` to `didStop`; nil for none.
    var pictureInPictureOwner: AnyObject? { get }
    /// The window with the video in the app; nil if the video is in no window.
    var sourceWindow: UIWindow? { get }
    /// The frame of the video in `sourceWindow`.
    var sourceFrame: CGRect { get }

    func pictureInPictureChanged(_ notification: PictureInPictureAction.Notification)
    func pictureInPictureBecameActive(_ isActive: Bool)
    func pictureInPictureSuspended(_ isSuspended: Bool)
    /// Asks the program to restore its user interface.
    func restoreUserInterface(completion: @escaping @Sendable (Bool) -> Void)
    /// Shows or removes the placeholder at the place of the video in the app.
    func showPlaceholder(_ isShown: Bool)
}
