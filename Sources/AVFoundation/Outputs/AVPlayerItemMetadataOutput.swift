public import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// Gives what an item's media says about moments of it, when these are due: ID3 tags and messages of streams.
///
/// Any thread may use it.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
    // All that changes is behind the lock.
    private struct State: Sendable {
        var delivery = PushDelivery()
        var cursor = TimedMetadataCursor()
    }

    private let identifiers: Set<String>?
    private let state = Mutex(State())

    public override init() {
        identifiers = nil
        super.init()
    }

    /// - Parameter identifiers: only items with one of these are given, as `id3/TXXX`; nil: all.
    public init(identifiers: [String]?) {
        self.identifiers = identifiers.map(Set.init)
        super.init()
    }

    /// - Parameter delegateQueue: serial; nil is the main queue.
    public func setDelegate(
        _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { state in
            state.delivery.delegate = delegate
            state.delivery.queue = delegateQueue
        }
    }

    public var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? {
        state.withLock { $0.delivery.delegate as? any AVPlayerItemMetadataOutputPushDelegate }
    }
    public var delegateQueue: DispatchQueue? { state.withLock { $0.delivery.queue } }

    /// Seconds of item time by which the delegate is told before metadata is due. Here: no earlier than its segment is loaded.
    public var advanceIntervalForDelegateInvocation: TimeInterval {
        get { state.withLock { $0.delivery.advance } }
        set {
            state.withLock { $0.delivery.advance = newValue }
            item?.followMetadata()
        }
    }

    /// Time has moved to here, or other metadata is known.
    func follow(_ metadata: TimedMetadataList, to time: CMTime, isBackwards: Bool) {
        // Inside the lock, so that what two threads find comes in order; the delegate is called elsewhere.
        state.withLock { state in
            let due = state.cursor.move(to: time, ahead: state.delivery.ahead, isBackwards: isBackwards, in: metadata)
            let groups = due.compactMap { AVTimedMetadataGroup($0, identifiers) }
            guard !groups.isEmpty else { return }
            state.delivery.tell(self) { output, delegate in
                (delegate as? any AVPlayerItemMetadataOutputPushDelegate)?
                    .metadataOutput(output, didOutputTimedMetadataGroups: groups, from: nil)
            }
        }
    }

    override func sequenceWasFlushed() {
        state.withLock { state in
            state.cursor.flush()
            state.delivery.tell(self) { $1.outputSequenceWasFlushed($0) }
        }
    }

    override func attach(to item: (any OutputItem)?) {
        super.attach(to: item)
        state.withLock { $0.cursor.flush() }
        item?.followMetadata()
    }
}

/// Told of metadata.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// Groups that are due, by their times.
    /// - Parameter track: Apple: the track that the metadata came in. Here: nil, as streams have it between the samples of others.
    func metadataOutput(
        _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?)
}

extension AVPlayerItemMetadataOutputPushDelegate {
    public func metadataOutput(
        _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
        from track: AVPlayerItemTrack?
    ) {}
}
