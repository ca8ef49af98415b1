public import Foundation
import HLS
import Synchronization

/// Collects data of an item's whole media, whether or not the item plays. Abstract, as in Apple's API. Any thread may use it.
open class AVPlayerItemMediaDataCollector: NSObject, @unchecked Sendable {
    // Sendable: the state that subclasses add is behind locks of their own.
    override init() {}

    /// Processes the current date ranges of the item's stream.
    func collect(_ ranges: [DateRange]) {}
}

/// Collects the date ranges of a stream (EXT-X-DATERANGE) as groups of metadata.
open class AVPlayerItemMetadataCollector: AVPlayerItemMediaDataCollector, @unchecked Sendable {
    private struct State: Sendable {
        weak var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?
        var queue: DispatchQueue?
        var collection: DateRangeCollection
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - identifiers: only groups that have an item with one of these identifiers are collected; nil collects all.
    ///   - classifyingLabels: only groups of these classes are collected; nil collects all.
    public init(identifiers: [String]?, classifyingLabels: [String]?) {
        state = Mutex(
            State(
                collection: DateRangeCollection(
                    identifiers: identifiers.map(Set.init), labels: classifyingLabels.map(Set.init))))
        super.init()
    }

    /// - Parameter delegateQueue: serial; nil is the main queue.
    open func setDelegate(
        _ delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?, queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = delegateQueue
        }
    }

    open var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)? { state.withLock { $0.delegate } }
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    override func collect(_ ranges: [DateRange]) {
        // Dispatched inside the lock, so that the changes found by two threads are delivered in order.
        let delegate = state.withLock { state -> (any AVPlayerItemMetadataCollectorPushDelegate)? in
            guard let change = state.collection.update(ranges), let delegate = state.delegate else { return nil }
            (state.queue ?? .main).async { [weak self, weak delegate] in
                guard let self, let delegate else { return }
                delegate.metadataCollector(
                    self, didCollect: change.groups, indexesOfNewGroups: change.new,
                    indexesOfModifiedGroups: change.modified)
            }
            return delegate
        }
        // Not deallocated inside the lock, where its last other reference ends meanwhile: it may use the collector then.
        withExtendedLifetime(delegate) {}
    }
}

/// The delegate that receives the groups of a metadata collector.
@preconcurrency
public protocol AVPlayerItemMetadataCollectorPushDelegate: NSObjectProtocol, Sendable {
    /// - Parameter metadataGroups: all groups that the stream has now, by start date.
    func metadataCollector(
        _ metadataCollector: AVPlayerItemMetadataCollector, didCollect metadataGroups: [AVDateRangeMetadataGroup],
        indexesOfNewGroups: IndexSet, indexesOfModifiedGroups: IndexSet)
}
