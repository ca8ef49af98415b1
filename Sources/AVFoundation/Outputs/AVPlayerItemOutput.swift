public import CoreMedia
public import Foundation
import Synchronization

/// What an output asks of the item that it is in. Called on any thread, with no lock held.
protocol OutputItem: AnyObject, Sendable {
    /// The picture of the session that plays the item; nil without a session.
    var sessionPicture: (any ItemPicture)? { get }
    /// Where time is and how fast it goes.
    func anchor() -> (anchor: TimeAnchor, time: CMTime)
    /// Gives the outputs the captions that are due, and sets the mark for the next ones.
    func followCaptions()
    /// The same for timed metadata.
    func followMetadata()
}

/// Gives a client what an item plays, beside its being shown and heard.
///
/// Any thread may use it. Apple: abstract, as here: use one of the subclasses.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    // What subclasses add is behind locks of their own.
    private let attached = Mutex(Attached())

    private struct Attached: Sendable {
        weak var item: (any OutputItem)?
        var suppressesPlayerRendering = false
    }

    override init() {}

    var item: (any OutputItem)? { attached.withLock { $0.item } }

    /// Called when an item takes the output in, or lets it go: nil.
    func attach(to item: (any OutputItem)?) { attached.withLock { $0.item = item } }

    /// The position moved, so that what was given out before is no longer followed by what comes.
    func sequenceWasFlushed() {}

    /// Whether the player is to leave out what this output gives. Here: only the layers of AVKit look at it, for captions.
    public var suppressesPlayerRendering: Bool {
        get { attached.withLock { $0.suppressesPlayerRendering } }
        set { attached.withLock { $0.suppressesPlayerRendering = newValue } }
    }

    /// The item time that is shown at a host time.
    /// - Parameter hostTimeInSeconds: of `CMClock.hostTimeClock`.
    /// - Returns: invalid without an item.
    public func itemTime(forHostTime hostTimeInSeconds: TimeInterval) -> CMTime {
        guard let item, hostTimeInSeconds.isFinite else { return .invalid }
        let (anchor, time) = item.anchor()
        guard anchor.rate != 0 else { return time }
        let ahead = hostTimeInSeconds - Double(anchor.hostTime) / 1e9
        return CMTime(seconds: max(0, anchor.seconds + ahead * anchor.rate), preferredTimescale: Self.timescale)
    }

    /// The same for the machine's tick count. Here: nanoseconds of the host clock.
    public func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
        itemTime(forHostTime: Double(machAbsoluteTime) / 1e9)
    }

    private static let timescale: CMTimeScale = 1_000_000
}

/// Told about the media that an output pushes.
public protocol AVPlayerItemOutputPushDelegate: NSObjectProtocol, Sendable {
    /// What comes does not follow what came before.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// Told when there is something to be pulled from an output.
public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol, Sendable {
    /// Asked for by `requestNotificationOfMediaDataChange`.
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
    /// What comes does not follow what came before.
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
    public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
    public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}
