public import CoreMedia
public import Foundation

/// A display of samples that a client enqueues.
public protocol AVQueuedSampleBufferRendering: NSObjectProtocol {
    /// The timeline on which the samples' times lie.
    var timebase: CMTimebase { get }

    /// Adds a sample, which is displayed at its time.
    func enqueue(_ sampleBuffer: CMSampleBuffer)

    /// Removes the samples that are not displayed yet.
    func flush()

    /// Whether the display has room for further samples. Samples that are enqueued without room are accepted.
    var isReadyForMoreMediaData: Bool { get }

    /// Calls a block on a queue, repeatedly, whenever there is room. The block enqueues samples while `isReadyForMoreMediaData` is true.
    func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)

    func stopRequestingMediaData()

    /// Whether so many samples are enqueued that playback can start without gaps.
    var hasSufficientMediaDataForReliablePlaybackStart: Bool { get }
}

public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
    /// Nothing has been enqueued since the last flush.
    case unknown = 0
    case rendering = 1
    /// A sample could not be displayed; `error` says why. A flush leads back to `unknown`.
    case failed = 2
}
