import Dispatch

/// The state of a name's addresses.
struct NameResolution {
    /// nil before the first answer; none if the name could not be resolved.
    private(set) var addresses: [SocketAddress]?
    private(set) var isRunning = false
    private var mustRepeat = false
    private var ended: DispatchTime?

    /// For how long an answer is used for a target that is not scheduled.
    static let lifetime: Double = 10

    func isOutdated(at now: DispatchTime) -> Bool {
        guard let ended else { return true }
        return Double(now.uptimeNanoseconds - ended.uptimeNanoseconds) / 1e9 > Self.lifetime
    }

    /// - Parameter repeats: whether a running resolution is repeated, because the network has changed.
    /// - Returns: whether a resolution must be started.
    mutating func begin(repeats: Bool) -> Bool {
        guard isRunning else {
            isRunning = true
            return true
        }
        if repeats { mustRepeat = true }
        return false
    }

    /// - Returns: whether the resolution must be repeated.
    mutating func end(_ addresses: [SocketAddress], at now: DispatchTime) -> Bool {
        self.addresses = addresses
        ended = now
        isRunning = false
        defer { mustRepeat = false }
        return mustRepeat
    }
}
