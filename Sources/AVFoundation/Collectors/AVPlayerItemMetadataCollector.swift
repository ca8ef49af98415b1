public import Foundation
import HLS
import Synchronization

/// Collects data of an item's whole media, whether or not it plays. Apple: abstract, as here. Any thread may use it.
open class AVPlayerItemMediaDataCollector: NSObject, @unchecked Sendable {
    // What subclasses add is behind locks of their own.
    override init() {}

    /// What the item's media says of dates, now.
    func collect(_ ranges: [DateRange]) {}
}

/// Collects the date ranges of a stream (EXT-X-DATERANGE) as groups of metadata.
public final class AVPlayerItemMetadataCollector: AVPlayerItemMediaDataCollector, @unchecked Sendable {
    private struct State: Sendable {
        weak var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?
        var queue: DispatchQueue?
        var collection: DateRangeCollection
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - identifiers: only groups with an item of one of these; nil: all.
    ///   - classifyingLabels: only groups of these classes; nil: all.
    public init(identifiers: [String]?, classifyingLabels: [String]?) {
        state = Mutex(
            State(
                collection: DateRangeCollection(
                    identifiers: identifiers.map(Set.init), labels: classifyingLabels.map(Set.init))))
        super.init()
    }

    /// - Parameter delegateQueue: serial; nil is the main queue.
    public func setDelegate(
        _ delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
    }

    public var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)? { state.withLock { $0.delegate } }
    public var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    override func collect(_ ranges: [DateRange]) {
        // Inside the lock, so that what two threads find comes in order.
        state.withLock { state in
            guard let change = state.collection.update(ranges), let delegate = state.delegate else { return }
            (state.queue ?? .main).async { [weak self, weak delegate] in
                guard let self, let delegate else { return }
                delegate.metadataCollector(
                    self, didCollect: change.groups, indexesOfNewGroups: change.new,
                    indexesOfModifiedGroups: change.modified)
            }
        }
    }
}

/// Told of what a metadata collector has found.
public protocol AVPlayerItemMetadataCollectorPushDelegate: NSObjectProtocol, Sendable {
    /// - Parameter metadataGroups: all that the stream has now, by their starts.
    func metadataCollector(
        _ metadataCollector: AVPlayerItemMetadataCollector, didCollect metadataGroups: [AVDateRangeMetadataGroup],
        indexesOfNewGroups: IndexSet, indexesOfModifiedGroups: IndexSet)
}
