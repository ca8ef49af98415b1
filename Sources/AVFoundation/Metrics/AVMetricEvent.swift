public import CoreMedia
public import Foundation

/// Something that happened while an item was loaded or played, with when it did.
///
/// Events come from `AVPlayerItem.metrics(forType:)`. Nothing in one ever changes.
public class AVMetricEvent: NSObject, @unchecked Sendable {
    // Its properties, and those of its subclasses, are constants.
    public let date: Date
    /// Where playing was; invalid before the item is ready.
    public let mediaTime: CMTime
    /// The same as in the item's logs.
    public let sessionID: String?

    init(_ moment: Moment) {
        date = moment.date
        mediaTime = moment.mediaTime
        sessionID = moment.sessionID
    }

    /// What all events have.
    struct Moment: Sendable {
        var date: Date
        /// The same moment on `SystemHostClock`, in nanoseconds, by which transfers are timed.
        var hostTime: Int64
        var mediaTime: CMTime
        var sessionID: String?
    }
}

/// An error, in the event of what it happened to.
public final class AVMetricErrorEvent: AVMetricEvent, @unchecked Sendable {
    // As its base class: constants alone.
    public let error: any Error
    /// Whether loading or playing went on in spite of it.
    public let didRecover: Bool

    init(_ moment: Moment, _ error: any Error, didRecover: Bool) {
        self.error = error
        self.didRecover = didRecover
        super.init(moment)
    }
}
