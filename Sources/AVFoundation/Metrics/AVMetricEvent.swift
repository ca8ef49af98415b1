public import CoreMedia
public import Foundation

/// An event during the loading or playback of an item, with its date and media time.
///
/// Events are delivered by `AVPlayerItem.metrics(forType:)` and are immutable.
open class AVMetricEvent: NSObject, @unchecked Sendable {
    // Sendable: the properties, and those of subclasses, are constants.
    open private(set) var date: Date
    /// The item's current time at the event; invalid before the item is ready.
    open private(set) var mediaTime: CMTime
    /// The session identifier, as in the item's logs.
    open private(set) var sessionID: String?

    init(_ moment: Moment) {
        date = moment.date
        mediaTime = moment.mediaTime
        sessionID = moment.sessionID
    }

    /// The properties that all events share.
    struct Moment: Sendable {
        var date: Date
        /// The time of the event on `SystemHostClock`, in nanoseconds; transfers are timed by the same clock.
        var hostTime: Int64
        var mediaTime: CMTime
        var sessionID: String?
    }
}

/// An error, as a property of the event in which it occurred.
open class AVMetricErrorEvent: AVMetricEvent, @unchecked Sendable {
    // Sendable: constants only, as in the base class.
    open private(set) var error: any Error
    /// Whether loading or playback continued in spite of the error.
    open private(set) var didRecover: Bool

    init(_ moment: Moment, _ error: any Error, didRecover: Bool) {
        self.error = error
        self.didRecover = didRecover
        super.init(moment)
    }
}
