/// Updates that a player owes, with the time until which they may arrive.
struct Promises {
    enum Kind: Int, Hashable, CaseIterable {
        case firstUpdate, pause, play, seek, jump, identifiers, state, stopped, completion, withdrawn, command
        case commandsBefore, commandsAfter
    }

    struct Promise {
        var deadline: Double
        /// What is reported when the update does not arrive.
        var finding: NowPlayingFinding
        /// The target of a seek.
        var position: Double?
    }

    private var pending: [Kind: Promise] = [:]
    private(set) var nextDeadline = Double.infinity

    subscript(kind: Kind) -> Promise? {
        get { pending[kind] }
        set {
            pending[kind] = newValue
            nextDeadline = pending.values.reduce(.infinity) { min($0, $1.deadline) }
        }
    }

    mutating func cancel(_ kinds: Kind...) {
        for kind in kinds where pending[kind] != nil { self[kind] = nil }
    }

    mutating func cancelAll() {
        pending = [:]
        nextDeadline = .infinity
    }

    /// Removes the broken promises and returns them, the earliest first.
    mutating func takeExpired(at time: Double) -> [(kind: Kind, promise: Promise)] {
        guard nextDeadline < time else { return [] }
        let expired = pending.filter { $0.value.deadline < time }
        for kind in expired.keys { pending[kind] = nil }
        nextDeadline = pending.values.reduce(.infinity) { min($0, $1.deadline) }
        return expired.sorted { ($0.value.deadline, $0.key.rawValue) < ($1.value.deadline, $1.key.rawValue) }
            .map { (kind: $0.key, promise: $0.value) }
    }
}
