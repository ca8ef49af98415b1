public import CoreMedia
public import Foundation
import Synchronization

/// The interface of a player item for its outputs. Called on any thread, with no lock held.
protocol OutputItem: AnyObject, Sendable {
    /// The video of the session that plays the item; nil without a session.
    var sessionVideo: (any ItemVideo)? { get }
    /// Returns the current position and rate.
    func anchor() -> (anchor: TimeAnchor, time: CMTime)
    /// Delivers the captions that are due to the outputs, and schedules the next delivery.
    func followCaptions()
    /// Delivers the timed metadata that is due to the outputs, and schedules the next delivery.
    func followMetadata()
}

/// Delivers the media of an item to the client, in addition to its presentation.
///
/// Any thread may use it. Abstract, as in Apple's API: use one of the subclasses.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    // Sendable: the state that subclasses add is behind locks of their own.
    private let attached = Mutex(Attached())

    private struct Attached: Sendable {
        weak var item: (any OutputItem)?
        var suppressesPlayerRendering = false
    }

    override init() {}

    var item: (any OutputItem)? { attached.withLock { $0.item } }

    /// Called when the output is added to an item, and with nil when it is removed.
    func attach(to item: (any OutputItem)?) { attached.withLock { $0.item = item } }

    /// Called after a jump of the position: the next delivered media does not continue the media before the jump.
    func sequenceWasFlushed() {}

    /// Whether the player omits the media that this output delivers. Here: honoured only for captions, by the layers of AVKit.
    open var suppressesPlayerRendering: Bool {
        get { attached.withLock { $0.suppressesPlayerRendering } }
        set { attached.withLock { $0.suppressesPlayerRendering = newValue } }
    }

    /// Returns the item time that is displayed at a host time.
    /// - Parameter hostTimeInSeconds: a time of `CMClock.hostTimeClock`.
    /// - Returns: invalid where the output belongs to no item.
    open func itemTime(forHostTime hostTimeInSeconds: TimeInterval) -> CMTime {
        guard let item, hostTimeInSeconds.isFinite else { return .invalid }
        let (anchor, time) = item.anchor()
        guard anchor.rate != 0 else { return time }
        let ahead = hostTimeInSeconds - Double(anchor.hostTime) / 1e9
        return CMTime(seconds: max(0, anchor.seconds + ahead * anchor.rate), preferredTimescale: Self.timescale)
    }

    /// Returns the item time for a machine tick count. Here: ticks are nanoseconds of the host clock.
    open func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
        itemTime(forHostTime: Double(machAbsoluteTime) / 1e9)
    }

    private static let timescale: CMTimeScale = 1_000_000
}

/// The delegate of an output that delivers media by itself.
@preconcurrency
public protocol AVPlayerItemOutputPushDelegate: NSObjectProtocol, Sendable {
    /// Reports a jump of the position: the next delivered media does not continue the media before the jump.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// The delegate of an output from which the client copies media.
@preconcurrency
public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol, Sendable {
    /// Reports new media, once after each `requestNotificationOfMediaDataChange`.
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
    /// Reports a jump of the position: the next copied media does not continue the media before the jump.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
    public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}
