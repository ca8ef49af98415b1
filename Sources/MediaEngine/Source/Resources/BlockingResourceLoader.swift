/// Loads resources for threads that may block; another thread can cancel the wait. Thread-safe.
final class BlockingResourceLoader: Sendable {
    private struct State: Sendable {
        var isCancelled = false
        /// The results of the pending calls, by call and by index of the request.
        var results: [Int: [Int: Result<FetchedResource, MediaError>]] = [:]
        var nextCall = 0
    }

    private let loader: ResourceLoader
    private let monitor = Monitor(State())

    init(_ loader: ResourceLoader) { self.loader = loader }

    /// Loads several resources at once. The first failure cancels the other requests.
    /// - Returns: as many resources as requests, in the same order.
    /// - Throws: the first failure, or `cancelled` after `cancel`.
    func fetch(_ requests: [ResourceRequest]) throws(MediaError) -> [FetchedResource] {
        let call = monitor.withLock { state -> Int? in
            guard !state.isCancelled else { return nil }
            defer { state.nextCall += 1 }
            state.results[state.nextCall] = [:]
            return state.nextCall
        }
        guard let call else { throw Self.cancellation(requests) }
        let fetches = requests.enumerated().map { index, request in
            loader.fetch(request) { [monitor] result in
                monitor.withLock { $0.results[call]?[index] = result }
                monitor.broadcast()
            }
        }
        let outcome: Result<[FetchedResource], MediaError> = monitor.wait(on: SystemHostClock()) { state in
            if state.isCancelled { return .done(.failure(Self.cancellation(requests))) }
            let results = state.results[call] ?? [:]
            for case .failure(let error) in results.values { return .done(.failure(error)) }
            guard results.count == requests.count else { return .wait(until: nil) }
            return .done(.success(requests.indices.compactMap { try? results[$0]?.get() }))
        }
        monitor.withLock { $0.results[call] = nil }
        if case .failure = outcome { for fetch in fetches { fetch.cancel() } }
        return try outcome.get()
    }

    /// Loads one resource.
    func fetch(_ request: ResourceRequest) throws(MediaError) -> FetchedResource {
        guard let resource = try fetch([request]).first else { throw Self.cancellation([request]) }
        return resource
    }

    /// Ends the pending calls with `cancelled`, and every later call until `resume`. Idempotent.
    func cancel() {
        monitor.withLock { $0.isCancelled = true }
        monitor.broadcast()
    }

    func resume() { monitor.withLock { $0.isCancelled = false } }

    private static func cancellation(_ requests: [ResourceRequest]) -> MediaError {
        MediaError(.cancelled, "Loading was cancelled.", url: requests.first?.url)
    }
}
