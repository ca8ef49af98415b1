import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation

/// The video of a client's sample buffer layer in a Picture in Picture window. The client's delegate plays, pauses and skips.
@MainActor
final class SampleBufferContent: PictureInPictureContent {
    private weak var controller: AVPictureInPictureController?
    private weak var layer: AVSampleBufferDisplayLayer?
    private weak var delegate: (any AVPictureInPictureSampleBufferPlaybackDelegate)?
    private(set) var isPlaying = false
    private var range = CMTimeRange.invalid
    private var renderSize = CMVideoDimensions()
    /// Called when a skip has completed.
    var changeHandler: @MainActor () -> Void = {}

    init(
        _ controller: AVPictureInPictureController?, _ layer: AVSampleBufferDisplayLayer,
        _ delegate: (any AVPictureInPictureSampleBufferPlaybackDelegate)?
    ) {
        self.controller = controller
        self.layer = layer
        self.delegate = delegate
    }

    /// Whether layer and delegate still exist.
    var exists: Bool { layer != nil && delegate != nil }
    var isReady: Bool { exists && layer?.isReadyForDisplay == true }

    /// Queries the delegate's state.
    func query() {
        guard let controller, let delegate else { return }
        isPlaying = !delegate.pictureInPictureControllerIsPlaybackPaused(controller)
        range = delegate.pictureInPictureControllerTimeRangeForPlayback(controller)
    }

    // MARK: PictureInPictureContent

    var player: AVPlayer? { nil }
    var frames: AnyObject? { layer?.contents as AnyObject? }
    var videoSize: CGSize { layer?.videoSize ?? .zero }

    /// The start and the length of the playable range in seconds; nil for live video, whose range is not finite.
    private var playable: (start: Double, length: Double)? {
        let (start, length) = (range.start.seconds, range.duration.seconds)
        return start.isFinite && length.isFinite && length > 0 ? (start, length) : nil
    }

    var windowControls: PictureInPictureControls.Content {
        var content = PictureInPictureControls.Content()
        content.isPlaying = isPlaying
        content.canSkip = playable != nil && controller?.requiresLinearPlayback == false
        if let playable, let time = layer?.timebase.time.seconds, time.isFinite {
            content.setProgress((time - playable.start) / playable.length)
        }
        return content
    }

    func perform(_ command: PictureInPictureControls.Command) {
        guard let controller, let delegate else { return }
        switch command {
        case .togglePlayback:
            delegate.pictureInPictureController(controller, setPlaying: !isPlaying)
            query()
        case .skip(let seconds):
            guard windowControls.canSkip else { return }
            delegate.pictureInPictureController(
                controller, skipByInterval: CMTime(seconds: seconds, preferredTimescale: 600)
            ) { [weak self] in
                // The client may complete on any thread.
                DispatchQueue.main.async { MainActor.assumeIsolated { self?.changeHandler() } }
            }
        case .changeVolume, .close, .returnToApp: break
        }
    }

    func pausePlayback() {
        guard let controller, let delegate, isPlaying else { return }
        delegate.pictureInPictureController(controller, setPlaying: false)
        query()
    }

    func windowDidResize(to size: CMVideoDimensions) {
        guard size != renderSize, size.width > 0, size.height > 0, let controller, let delegate else { return }
        renderSize = size
        delegate.pictureInPictureController(controller, didTransitionToRenderSize: size)
    }
}
