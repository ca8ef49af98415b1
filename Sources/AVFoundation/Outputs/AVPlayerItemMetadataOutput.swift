public import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// Delivers the timed metadata of an item when it is due: ID3 tags and event messages of streams.
///
/// Any thread may use it.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
    // Sendable: the mutable state is behind the lock.
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

    /// - Parameter identifiers: only items with one of these identifiers are delivered, such as `id3/TXXX`; nil delivers all.
    public init(identifiers: [String]?) {
        self.identifiers = identifiers.map(Set.init)
        super.init()
    }

    /// - Parameter delegateQueue: a serial queue; nil is the main queue.
    open func setDelegate(
        _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { state in
            state.delivery.delegate = delegate
            state.delivery.queue = delegateQueue
        }
    }

    open var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? {
        state.withLock { $0.delivery.delegate as? any AVPlayerItemMetadataOutputPushDelegate }
    }
    open var delegateQueue: DispatchQueue? { state.withLock { $0.delivery.queue } }

    /// How many seconds of item time before metadata is due the delegate is called. Here: not before its segment is loaded.
    open var advanceIntervalForDelegateInvocation: TimeInterval {
        get { state.withLock { $0.delivery.advance } }
        set {
            state.withLock { $0.delivery.advance = newValue }
            item?.followMetadata()
        }
    }

    /// Delivers the metadata that is due up to a time, after time has advanced or metadata was added.
    func follow(_ metadata: TimedMetadataList, to time: CMTime, isBackwards: Bool) {
        // Dispatched inside the lock, so that the changes found by two threads are delivered in order; the delegate is called on its queue.
        let delegate = state.withLock { state in
            let delegate = state.delivery.delegate
            let due = state.cursor.move(to: time, ahead: state.delivery.ahead, isBackwards: isBackwards, in: metadata)
            let groups = due.compactMap { AVTimedMetadataGroup($0, identifiers) }
            guard !groups.isEmpty else { return delegate }
            state.delivery.callDelegate(self) { output, delegate in
                (delegate as? any AVPlayerItemMetadataOutputPushDelegate)?
                    .metadataOutput(output, didOutputTimedMetadataGroups: groups, from: nil)
            }
            return delegate
        }
        // Not deallocated inside the lock, where its last other reference ends meanwhile: it may use the output then.
        withExtendedLifetime(delegate) {}
    }

    override func sequenceWasFlushed() {
        let delegate = state.withLock { state in
            let delegate = state.delivery.delegate
            state.cursor.flush()
            state.delivery.callDelegate(self) { $1.outputSequenceWasFlushed($0) }
            return delegate
        }
        withExtendedLifetime(delegate) {}
    }

    override func attach(to item: (any OutputItem)?) {
        super.attach(to: item)
        state.withLock { $0.cursor.flush() }
        item?.followMetadata()
    }
}

/// The delegate of a metadata output.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// Delivers the groups that are due, by time.
    /// - Parameter track: Apple: the track of the metadata. Here: nil, because streams carry it inside the tracks of other media.
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
