import Foundation
import Synchronization

/// One fetch under way. Any thread.
final class ResourceFetch: Sendable {
    typealias Completion = @Sendable (Result<FetchedResource, MediaError>) -> Void

    /// Takes the bytes while they arrive, in place of the answer.
    let body: ArrivingBody?
    private let url: URL
    private let received = Atomic<Int64>(0)
    private let expected = Atomic<Int64>(-1)
    private let progress: (@Sendable (Int64, Int64?) -> Void)?
    private let state: Mutex<State>

    private struct State {
        var completion: Completion?
        /// How many bytes are enough, where somebody has said so; and who wants to know.
        var limit: Int64?
        var limiter: (@Sendable (Int64) -> Void)?
        /// Frees what the fetch holds; run once it has ended, however it did.
        var cleanUp: (@Sendable () -> Void)?
    }

    /// - Parameter completion: called once, on the thread that ends the fetch.
    init(
        url: URL, body: ArrivingBody? = nil, progress: (@Sendable (Int64, Int64?) -> Void)?,
        completion: @escaping Completion
    ) {
        self.url = url
        self.body = body
        self.progress = progress
        state = Mutex(State(completion: completion))
    }

    /// Ends the fetch, whose completion is given `MediaError.Code.cancelled`; nothing where it has ended.
    func cancel() {
        end(.failure(MediaError(.cancelled, "Loading was cancelled.", url: url)))
    }

    /// Ends the fetch of an open range with success as soon as so many bytes of it are here; the first limit counts.
    func limit(to count: Int64) {
        let limiter = state.withLock { state -> (@Sendable (Int64) -> Void)? in
            guard state.limit == nil else { return nil }
            state.limit = count
            return state.limiter
        }
        limiter?(count)
    }

    /// Runs `action` with the limit once there is one.
    func atLimit(_ action: @escaping @Sendable (Int64) -> Void) {
        let limit = state.withLock { state -> Int64? in
            state.limiter = state.completion == nil ? nil : action
            return state.limit
        }
        if let limit { action(limit) }
    }

    /// Of the attempt under way, headers not counted; what a range does not include is not counted either.
    var bytesReceived: Int64 { received.load(ordering: .relaxed) }

    /// How many bytes the attempt under way will bring, where the server says so.
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

    /// Runs `action` at the end, or now where the fetch has ended.
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
