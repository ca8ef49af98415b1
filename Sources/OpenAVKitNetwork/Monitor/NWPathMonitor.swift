public import Dispatch
import Foundation
import NetworkRoutes
import Synchronization

/// Reports changes of the system's network path: the kernel's default routes and the interfaces that they use.
///
/// Thread-safe. A monitor is started once; after `cancel()` it reports nothing and cannot be started again.
public final class NWPathMonitor: Sendable {
    private struct State {
        var handler: (@Sendable (NWPath) -> Void)?
        var queue: DispatchQueue?
        var path: NWPath?
        var follower: PathFollower?
        var isCancelled = false
    }

    private let evaluator: PathEvaluator
    private let state = Mutex(State())

    /// Creates a monitor of all interfaces.
    public convenience init() { self.init(filter: .all) }

    /// Creates a monitor whose path is satisfied only by an interface of this kind.
    public convenience init(requiredInterfaceType: NWInterface.InterfaceType) {
        self.init(filter: .only(requiredInterfaceType))
    }

    /// Creates a monitor that ignores interfaces of these kinds.
    public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
        self.init(filter: .not(Set(prohibitedInterfaceTypes)))
    }

    private init(filter: InterfaceFilter) {
        evaluator = PathEvaluator(
            filter: filter, isExpensive: ProcessInfo.processInfo.environment["OPENAVKIT_EXPENSIVE_NETWORK"] == "1",
            interfaceType: SystemNetwork.interfaceType, hasNameServer: SystemNetwork.hasNameServer)
    }

    deinit { state.withLock { $0.follower }?.stop() }

    /// Called on the queue given to `start(queue:)`: once soon after the start, then for each change.
    @preconcurrency
    public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { state.withLock { $0.handler } }
        set {
            // Released outside of the lock: what the former handler holds may use the monitor when it is deallocated.
            let former = state.withLock { state in
                defer { state.handler = newValue }
                return state.handler
            }
            withExtendedLifetime(former) {}
        }
    }

    /// The queue of the handler; nil before the start.
    public var queue: DispatchQueue? { state.withLock { $0.queue } }

    /// The latest path. Before the start and its first report: the path of this moment.
    public var currentPath: NWPath {
        state.withLock { $0.path } ?? evaluator.path(NetworkRequests().tables())
    }

    /// Starts the reports. Other calls than the first have no effect.
    public func start(queue: DispatchQueue) {
        let follower = PathFollower(evaluator) { [weak self] path in self?.changed(to: path) }
        let isFirst = state.withLock { state in
            guard state.follower == nil, !state.isCancelled else { return false }
            state.follower = follower
            state.queue = queue
            return true
        }
        if isFirst { follower.start() }
    }

    /// Ends the reports. A handler that has been called already may still run.
    public func cancel() {
        let follower = state.withLock { state in
            state.isCancelled = true
            return state.follower
        }
        follower?.stop()
    }

    private func changed(to path: NWPath) {
        let queue = state.withLock { state -> DispatchQueue? in
            guard !state.isCancelled else { return nil }
            state.path = path
            return state.queue
        }
        queue?.async { [weak self] in
            let handler = self?.state.withLock { $0.isCancelled ? nil : $0.handler }
            handler?(path)
        }
    }
}

extension NWPathMonitor: AsyncSequence {
    public typealias Element = NWPath

    /// The paths of a monitor, of which only the latest waits for its reader. It starts the monitor, and cancels it at its end.
    public struct Iterator: AsyncIteratorProtocol {
        public typealias Element = NWPath
        var paths: AsyncStream<NWPath>.Iterator

        public mutating func next() async -> NWPath? { await paths.next() }
    }

    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: NWPath.self, bufferingPolicy: .bufferingNewest(1))
        // The monitor lives as long as the stream.
        continuation.onTermination = { _ in self.cancel() }
        pathUpdateHandler = { continuation.yield($0) }
        start(queue: DispatchQueue(label: "OpenAVKit.NWPathMonitor.sequence"))
        return Iterator(paths: stream.makeAsyncIterator())
    }
}
