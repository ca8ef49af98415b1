/// The state machine for the keys of one object, which are all loaded together (semantics section 2).
///
/// A key changes from unknown to loading to loaded, failed or cancelled, and stays there. The machine has no locks and no I/O: the caller
/// performs the returned actions.
struct KeyLoadingMachine {
    /// The actions that the caller must perform.
    struct Actions {
        /// Start loading, with this generation number.
        var start: Int?
        /// Stop the load in progress.
        var stopsLoading = false
        /// The requests whose keys are now all final.
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

    /// Whether a load is in progress.
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

    /// Adds a request for keys. Unknown key names fail at once.
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

    /// Starts loading without a requested key, for reads that block.
    mutating func startIfIdle() -> Int? {
        guard case .idle = phase else { return nil }
        phase = .loading
        return generation
    }

    /// Ends the load of a generation. The late end of a cancelled load changes nothing.
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

    /// Cancels every key that is loading.
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
