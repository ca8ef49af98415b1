import Foundation
import Synchronization

/// A pending fetch. Thread-safe.
final class ResourceFetch: Sendable {
    typealias Completion = @Sendable (Result<FetchedResource, MediaError>) -> Void

    /// Receives the bytes as they arrive, instead of the result.
    let body: ArrivingBody?
    private let url: URL
    private let received = Atomic<Int64>(0)
    private let expected = Atomic<Int64>(-1)
    private let progress: (@Sendable (Int64, Int64?) -> Void)?
    private let part: (@Sendable ([UInt8]) -> Void)?
    private let state: Mutex<State>

    private struct State {
        var completion: Completion?
        /// The number of bytes that are sufficient, if it was set; and the closure to notify of it.
        var limit: Int64?
        var limiter: (@Sendable (Int64) -> Void)?
        /// Frees the resources of the fetch; called once when it has ended for any reason.
        var cleanUp: (@Sendable () -> Void)?
    }

    /// - Parameters:
    ///   - part: receives bytes that a provider supplies before the result, in order.
    ///   - completion: called once, on the thread that ends the fetch.
    init(
        url: URL, body: ArrivingBody? = nil, progress: (@Sendable (Int64, Int64?) -> Void)?,
        part: (@Sendable ([UInt8]) -> Void)? = nil, completion: @escaping Completion
    ) {
        self.url = url
        self.body = body
        self.progress = progress
        self.part = part
        state = Mutex(State(completion: completion))
    }

    /// Ends the fetch with `MediaError.Code.cancelled`; no effect after it has ended.
    func cancel() {
        end(.failure(MediaError(.cancelled, "Loading was cancelled.", url: url)))
    }

    /// Ends the fetch of an open range successfully as soon as this many bytes have been received; only the first limit applies.
    func limit(to count: Int64) {
        let limiter = state.withLock { state -> (@Sendable (Int64) -> Void)? in
            guard state.limit == nil else { return nil }
            state.limit = count
            return state.limiter
        }
        limiter?(count)
    }

    /// Calls `action` with the limit once it is set.
    func atLimit(_ action: @escaping @Sendable (Int64) -> Void) {
        let limit = state.withLock { state -> Int64? in
            state.limiter = state.completion == nil ? nil : action
            return state.limit
        }
        if let limit { action(limit) }
    }

    /// The number of bytes received by the current attempt, without headers and without bytes outside of the range.
    var bytesReceived: Int64 { received.load(ordering: .relaxed) }

    /// The number of bytes expected by the current attempt, if the server declares it.
    var bytesExpected: Int64? {
        let count = expected.load(ordering: .relaxed)
        return count < 0 ? nil : count
    }

    var hasEnded: Bool { state.withLock { $0.completion == nil } }

    func report(received count: Int64, expected total: Int64?) {
        received.store(count, ordering: .relaxed)
        expected.store(total ?? -1, ordering: .relaxed)
        if count > 0, !hasEnded { progress?(count, total) }
    }

    /// Passes on the next bytes of the resource, of which the result will have all.
    func deliver(_ bytes: [UInt8]) {
        if !hasEnded { part?(bytes) }
    }

    /// Calls `action` when the fetch ends, or immediately if it has ended.
    func atEnd(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.completion != nil { state.cleanUp = action }
            return state.completion == nil
        }
        if isOver { action() }
    }

    func end(_ result: Result<FetchedResource, MediaError>) {
        let (completion, cleanUp) = state.withLock { state in
            defer { state = State() }
            return (state.completion, state.cleanUp)
        }
        cleanUp?()
        completion?(result)
    }
}
