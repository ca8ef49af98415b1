public import CoreMedia
public import Foundation
import Synchronization

/// Gives a client what an item plays, beside its being shown and heard.
///
/// Any thread may use it. Apple: abstract, as here: use one of the subclasses.
open class AVPlayerItemOutput: NSObject, @unchecked Sendable {
    // What subclasses add is behind locks of their own.
    private let attached = Mutex(Attached())

    private struct Attached: Sendable {
        weak var item: ItemCore?
        var suppressesPlayerRendering = false
    }

    override init() {}

    var item: ItemCore? { attached.withLock { $0.item } }

    /// Called when an item takes the output in, or lets it go: nil.
    func attach(to item: ItemCore?) { attached.withLock { $0.item = item } }

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

extension AVPlayerItem {
    public nonisolated var outputs: [AVPlayerItemOutput] { core.read { $0.outputs } }

    /// - Parameter output: must not be in an item.
    public nonisolated func add(_ output: AVPlayerItemOutput) {
        // The misuse that Apple answers with an exception.
        precondition(output.item == nil, "An AVPlayerItemOutput can be in one AVPlayerItem only.")
        core.update { $0.outputs.append(output) }
        output.attach(to: core)
    }

    public nonisolated func remove(_ output: AVPlayerItemOutput) {
        let removed = core.update { state in
            let count = state.outputs.count
            state.outputs.removeAll { $0 === output }
            return state.outputs.count != count
        }
        guard removed else { return }
        output.attach(to: nil)
        core.followCaptions()
        core.followMetadata()
    }
}
