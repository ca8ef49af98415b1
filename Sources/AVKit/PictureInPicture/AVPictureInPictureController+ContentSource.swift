public import AVFoundation
public import CoreMedia
public import Foundation

extension AVPictureInPictureController {
    /// The video that a controller shows: that of a player layer, or of a layer for sample buffers.
    ///
    /// Sources of video calls do not exist here.
    @preconcurrency @MainActor
    open class ContentSource: NSObject {
        /// The layer of a source that was created with one.
        open private(set) var playerLayer: AVPlayerLayer?
        /// The layer of a source that was created with one. Retain it: the source does not.
        open private(set) weak var sampleBufferDisplayLayer: AVSampleBufferDisplayLayer?
        open private(set) weak var sampleBufferPlaybackDelegate: (any AVPictureInPictureSampleBufferPlaybackDelegate)?

        public init(playerLayer: AVPlayerLayer) {
            self.playerLayer = playerLayer
            super.init()
        }

        /// Creates a source of the frames that the layer displays.
        /// - Parameter playbackDelegate: plays, pauses and skips on behalf of the viewer.
        public init(
            sampleBufferDisplayLayer: AVSampleBufferDisplayLayer,
            playbackDelegate: any AVPictureInPictureSampleBufferPlaybackDelegate
        ) {
            self.sampleBufferDisplayLayer = sampleBufferDisplayLayer
            sampleBufferPlaybackDelegate = playbackDelegate
            super.init()
        }
    }
}

/// Plays, pauses and skips the video of a sample buffer layer. The methods are called on the main thread.
///
/// The state is queried when Picture in Picture starts, after each command and by `invalidatePlaybackState()`.
@preconcurrency @MainActor
public protocol AVPictureInPictureSampleBufferPlaybackDelegate: NSObjectProtocol {
    /// The viewer plays or pauses the video: set the rate of the layer's timebase.
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController, setPlaying playing: Bool)
    /// Returns the range of the timebase that can be played. An infinite one is that of live video, which has no progress and is not skipped.
    func pictureInPictureControllerTimeRangeForPlayback(
        _ pictureInPictureController: AVPictureInPictureController
    ) -> CMTimeRange
    func pictureInPictureControllerIsPlaybackPaused(
        _ pictureInPictureController: AVPictureInPictureController
    ) -> Bool
    /// Reports the size of the video in the window in pixels: frames of more pixels are scaled down.
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController,
        didTransitionToRenderSize newRenderSize: CMVideoDimensions)
    /// The viewer skips by an interval, negative for backward. Call the handler when the video is there.
    func pictureInPictureController(
        _ pictureInPictureController: AVPictureInPictureController, skipByInterval skipInterval: CMTime,
        completion completionHandler: @escaping @Sendable () -> Void)
}
