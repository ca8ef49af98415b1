/// Decides what becomes of the keys of one object that are loaded all at once: semantics section 2.
///
/// A key goes unknown → loading → loaded, failed or cancelled, and stays there. No locks, no I/O: the caller does what comes back.
struct KeyLoadingMachine {
    /// What the caller has to do.
    struct Actions {
        /// Begin to load, in this generation.
        var start: Int?
        /// End the load under way.
        var stopsLoading = false
        /// The requests whose keys are all final now.
        var completed: [Int] = []
    }

    private enum Phase {
        case idle
        case loading
        case loaded
        case failed(any Error)
    }

    private let knownKeys: Set<String>
    private var phase = Phase.idle
    private var generation = 0
    private var pending: Set<String> = []
    private var cancelled: Set<String> = []
    private var failed: Set<String> = []
    private var requests: [Int: Set<String>] = [:]
    private var nextRequest = 0

    init(knownKeys: Set<String>) { self.knownKeys = knownKeys }

    /// Whether a load is under way.
    var isLoading: Bool {
        if case .loading = phase { return true }
        return false
    }

    func status(of key: String) -> AVKeyValueStatus {
        if cancelled.contains(key) { return .cancelled }
        if failed.contains(key) { return .failed }
        if pending.contains(key) { return .loading }
        if case .loaded = phase, knownKeys.contains(key) { return .loaded }
        return .unknown
    }

    /// nil unless the key has failed or was cancelled.
    func error(of key: String) -> (any Error)? {
        if cancelled.contains(key) { return AVError(.operationCancelled) }
        guard failed.contains(key) else { return nil }
        guard knownKeys.contains(key), case .failed(let error) = phase else {
            return AVError(.operationNotSupportedForAsset)
        }
        return error
    }

    /// Takes a request for some keys. Unknown names fail at once.
    mutating func request(_ keys: [String]) -> (request: Int, actions: Actions) {
        let request = nextRequest
        nextRequest += 1
        var actions = Actions()
        var waiting: Set<String> = []
        for key in keys where ![.loaded, .failed, .cancelled].contains(status(of: key)) {
            guard knownKeys.contains(key) else {
                failed.insert(key)
                continue
            }
            switch phase {
            case .failed: failed.insert(key)
            case .loaded: break
            case .idle, .loading:
                pending.insert(key)
                waiting.insert(key)
            }
        }
        if waiting.isEmpty {
            actions.completed = [request]
        } else {
            requests[request] = waiting
            actions.start = startIfIdle()
        }
        return (request, actions)
    }

    /// Begins to load without a key being asked for: for reads that wait.
    mutating func startIfIdle() -> Int? {
        guard case .idle = phase else { return nil }
        phase = .loading
        return generation
    }

    /// The load that was started in a generation has ended. Late ends of cancelled loads change nothing.
    mutating func finish(generation: Int, error: (any Error)?) -> Actions {
        guard generation == self.generation, isLoading else { return Actions() }
        if let error {
            phase = .failed(error)
            failed.formUnion(pending)
        } else {
            phase = .loaded
        }
        pending = []
        defer { requests = [:] }
        return Actions(completed: requests.keys.sorted())
    }

    /// Cancels every key that is being loaded.
    mutating func cancel() -> Actions {
        guard isLoading else { return Actions() }
        phase = .idle
        generation += 1
        cancelled.formUnion(pending)
        pending = []
        defer { requests = [:] }
        return Actions(stopsLoading: true, completed: requests.keys.sorted())
    }
}
