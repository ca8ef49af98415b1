/// Loads resources for a thread that waits, until another one ends the wait.
final class StillWait: @unchecked Sendable {
    // Every stored `var` is read and written with `gate` held.
    private let loader: ResourceLoader
    private let gate = Condition()
    private var fetches: [ResourceFetch] = []
    private var isCancelled = false

    init(_ loader: ResourceLoader) { self.loader = loader }

    /// All of them at once; blocks. The first failure ends the others.
    /// - Returns: as many as asked for, in the same order.
    func fetch(_ requests: [ResourceRequest]) throws(MediaError) -> [FetchedResource] {
        let answers = Answers()
        gate.lock()
        for (index, request) in requests.enumerated() where !isCancelled {
            fetches.append(
                loader.fetch(request) { [gate] result in
                    gate.withLock {
                        answers.results[index] = result
                        gate.broadcast()
                    }
                })
        }
        while !isCancelled, answers.results.count < requests.count, answers.failure == nil { gate.wait() }
        let (stopped, started) = (isCancelled, fetches)
        let (failure, results) = (answers.failure, answers.results)
        fetches = []
        gate.unlock()
        if stopped || failure != nil { for fetch in started { fetch.cancel() } }
        if stopped { throw MediaError(.cancelled, "Loading a picture was cancelled.", url: requests.first?.url) }
        if let failure { throw failure }
        var resources: [FetchedResource] = []
        for index in requests.indices {
            guard let result = results[index] else { continue }
            resources.append(try result.get())
        }
        return resources
    }

    /// Ends the wait under way, and every later one until `resume`.
    func cancel() {
        gate.withLock {
            isCancelled = true
            gate.broadcast()
        }
    }

    func resume() { gate.withLock { isCancelled = false } }

    private final class Answers: @unchecked Sendable {
        // Read and written with the waiting object's gate held.
        var results: [Int: Result<FetchedResource, MediaError>] = [:]

        var failure: MediaError? {
            for case .failure(let error) in results.values { return error }
            return nil
        }
    }
}
