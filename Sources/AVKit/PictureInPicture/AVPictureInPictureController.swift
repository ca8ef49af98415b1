public import AVFoundation
public import Foundation
public import KeyValueObserving
public import UIKit

/// A controller that shows the video of a client's player layer or sample buffer layer in a small window above all other windows (R111).
///
/// The window appears on every workspace of the desktop, has controls of its own, and is moved and resized by the viewer. Retain the
/// controller while Picture in Picture is wanted: it ends when the controller is deallocated. One session at a time runs in a process, and one
/// is audible in a desktop session.
///
/// `isPictureInPicturePossible`, `isPictureInPictureActive`, `isPictureInPictureSuspended` and `canStopPictureInPicture` are observable.
@preconcurrency @MainActor
open class AVPictureInPictureController: NSObject, KeyValueObservable {
    public nonisolated let _keyValueObservers = KeyValueObservers()
    let part = LayerPictureInPicture()

    /// Whether the system has a display on which windows float over those of other programs. Opens the display.
    open class func isPictureInPictureSupported() -> Bool { PictureInPictureEnvironment().isSupported() }

    /// Creates a controller for a player layer; nil where Picture in Picture is not supported.
    public convenience init?(playerLayer: AVPlayerLayer) {
        guard AVPictureInPictureController.isPictureInPictureSupported() else { return nil }
        self.init(contentSource: ContentSource(playerLayer: playerLayer))
    }

    public init(contentSource: ContentSource) {
        super.init()
        part.attach(self, contentSource)
    }

    isolated deinit { part.session.release() }

    open weak var delegate: (any AVPictureInPictureControllerDelegate)?

    /// The source of the video. It may be replaced while Picture in Picture is active: the window shows the new layer's player if that layer
    /// is ready for display; otherwise Picture in Picture ends.
    open var contentSource: ContentSource? {
        get { part.source }
        set { part.setSource(newValue) }
    }

    /// The player layer of the content source, or the last one.
    open var playerLayer: AVPlayerLayer { part.playerLayer }

    // MARK: Life cycle

    /// Whether Picture in Picture can start now: the system supports it, the audio session's category is `playback`, the program may play
    /// audio in the background, and the layer is ready for display (R101).
    ///
    /// Apple: the program declares background audio in its Info.plist. Here: a program without such a declaration may play in the background,
    /// because Linux suspends none; it may not if it declares `UIBackgroundModes` without `audio`.
    open var isPictureInPicturePossible: Bool {
        _keyValueObservers.access("isPictureInPicturePossible")
        return part.isPossible
    }

    open var isPictureInPictureActive: Bool {
        _keyValueObservers.access("isPictureInPictureActive")
        return part.isActive
    }

    /// Whether the desktop has hidden the window.
    open var isPictureInPictureSuspended: Bool {
        _keyValueObservers.access("isPictureInPictureSuspended")
        return part.isSuspended
    }

    /// Whether a controller of this process is active.
    open var canStopPictureInPicture: Bool {
        _keyValueObservers.access("canStopPictureInPicture")
        return PictureInPictureSession.isAnyActive
    }

    /// Starts Picture in Picture asynchronously; the delegate receives `willStart` and `didStart`, or `failedToStart`.
    open func startPictureInPicture() { part.session.start() }

    /// Stops Picture in Picture asynchronously. Does nothing while it is inactive.
    open func stopPictureInPicture() { part.session.stop() }

    /// Whether Picture in Picture starts by itself when the scene of the layer's window enters the background during playback (R102).
    ///
    /// Apple: the viewer leaves the app. Here: all windows of the scene are hidden or minimized. Picture in Picture that has started by itself
    /// ends when the scene enters the foreground.
    open var canStartPictureInPictureAutomaticallyFromInline = false

    /// Whether the window has no buttons and keys for skipping.
    open var requiresLinearPlayback: Bool {
        get { part.requiresLinearPlayback }
        set { part.requiresLinearPlayback = newValue }
    }

    /// Updates the controls of the window: from the player, or from the delegate of a source of sample buffers.
    open func invalidatePlaybackState() { part.invalidate() }

    // MARK: Images

    /// The template image of a button that starts Picture in Picture.
    open class var pictureInPictureButtonStartImage: UIImage { image("pip.enter") }
    /// The template image of a button that stops Picture in Picture.
    open class var pictureInPictureButtonStopImage: UIImage { image("pip.exit") }
    /// Returns the start image. The traits are ignored, because the image is drawn at any size in the tint color.
    open class func pictureInPictureButtonStartImage(compatibleWith traitCollection: UITraitCollection?) -> UIImage {
        pictureInPictureButtonStartImage
    }
    /// Returns the stop image. The traits are ignored, because the image is drawn at any size in the tint color.
    open class func pictureInPictureButtonStopImage(compatibleWith traitCollection: UITraitCollection?) -> UIImage {
        pictureInPictureButtonStopImage
    }

    private static func image(_ name: String) -> UIImage {
        (UIImage(systemName: name) ?? UIImage()).withRenderingMode(.alwaysTemplate)
    }
}

/// Receives the life cycle of Picture in Picture. Every method is optional. The methods are called on the main thread.
@preconcurrency @MainActor
public protocol AVPictureInPictureControllerDelegate: NSObjectProtocol {
    func pictureInPictureControllerWillStartPictureInPicture(
        _ pictureInPictureController: AVPictureInPictureController)
    func pictureInPictureControllerDidStartPictureInPicture(
        _ pictureInPictureController: AVPictureInPictureController)
    /// Picture in Picture has not started; `didStart` and `didStop` are not called.
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error)
    func pictureInPictureControllerWillStopPictureInPicture(
        _ pictureInPictureController: AVPictureInPictureController)
    func pictureInPictureControllerDidStopPictureInPicture(
        _ pictureInPictureController: AVPictureInPictureController)
    /// The viewer returns to the app. Restore the user interface, then call the handler with true within five seconds: the window then moves
    /// to the layer. Otherwise it just closes. Default: true while the layer is in a window.
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void)
}

extension AVPictureInPictureControllerDelegate {
    public func pictureInPictureControllerWillStartPictureInPicture(
        _ pictureInPictureController: AVPictureInPictureController
    ) {}
    public func pictureInPictureControllerDidStartPictureInPicture(
        _ pictureInPictureController: AVPictureInPictureController
    ) {}
    public func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error
    ) {}
    public func pictureInPictureControllerWillStopPictureInPicture(
        _ pictureInPictureController: AVPictureInPictureController
    ) {}
    public func pictureInPictureControllerDidStopPictureInPicture(
        _ pictureInPictureController: AVPictureInPictureController
    ) {}
    public func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        completionHandler(pictureInPictureController.part.sourceWindow != nil)
    }
}

// MARK: Names

extension AVPictureInPictureController {
    /// Properties of the main actor are read by their names on the main actor only.
    public nonisolated static var _namedProperties: _NamedProperties { MainActor.assumeIsolated { namedProperties } }

    private static let namedProperties = _NamedProperties(
        of: AVPictureInPictureController.self,
        [
            "canStopPictureInPicture": \.canStopPictureInPicture,
            "isPictureInPictureActive": \.isPictureInPictureActive,
            "isPictureInPicturePossible": \.isPictureInPicturePossible,
            "isPictureInPictureSuspended": \.isPictureInPictureSuspended,
        ])
}
