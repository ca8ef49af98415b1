/// Whether a player can be used: semantics section 6.
struct PlayerLife: Sendable {
    private enum Phase: Sendable { case isBeingMade, unknown, ready, failed(any Error), closed(AVPlayer.Status) }

    enum Failure: Sendable { case failed, hadFailed }

    private var phase = Phase.isBeingMade

    var status: AVPlayer.Status {
        switch phase {
        case .isBeingMade, .unknown: .unknown
        case .ready: .readyToPlay
        case .failed: .failed
        case .closed(let status): status
        }
    }

    /// Why the player can never play again.
    var error: (any Error)? {
        if case .failed(let error) = phase { return error }
        return nil
    }

    var isClosed: Bool {
        if case .closed = phase { return true }
        return false
    }

    var isBeingMade: Bool {
        if case .isBeingMade = phase { return true }
        return false
    }

    /// The initializer has finished.
    mutating func made() { if case .isBeingMade = phase { phase = .unknown } }

    /// An item can be played.
    mutating func becomeReady() {
        if case .unknown = phase { phase = .ready }
    }

    mutating func fail(_ error: any Error) -> Failure {
        switch phase {
        case .failed, .closed: return .hadFailed
        case .isBeingMade, .unknown, .ready:
            phase = .failed(error)
            return .failed
        }
    }

    mutating func close() { phase = .closed(status) }
}

/// The sound of a player, for its sessions of now and later.
struct PlayerSound: Sendable {
    private(set) var volume: Float = 1
    var isMuted = false

    /// - Parameter volume: cut to 0 to 1; what is no number changes nothing.
    mutating func setVolume(_ volume: Float) {
        guard volume.isFinite else { return }
        self.volume = min(max(volume, 0), 1)
    }
}

/// Marks on the current item's time line that the player sets for itself.
struct PlayerMarks: Sendable {
    /// Where the next item is made ready.
    private var preload: TimeObserverToken?
    /// Where playing backwards ends.
    private var reverseEnd: TimeObserverToken?

    /// - Returns: the marks that are replaced, which have to be removed.
    mutating func replace(preload: TimeObserverToken?, reverseEnd: TimeObserverToken?) -> [TimeObserverToken] {
        defer { (self.preload, self.reverseEnd) = (preload, reverseEnd) }
        return [self.preload, self.reverseEnd].compactMap { $0 }
    }
}

/// A start that waits for a moment of the host's clock. The transport plays already; the session does not.
struct HeldStart: Sendable {
    private var timer: (any PlaybackTimer)?
    /// Grows with each start, so that a late timer is recognized.
    private(set) var serial: UInt64 = 0

    var isHeld: Bool { timer != nil }

    /// - Parameter schedule: makes the timer for the start's serial number.
    mutating func hold(_ schedule: (_ serial: UInt64) -> any PlaybackTimer) {
        drop()
        timer = schedule(serial)
    }

    mutating func drop() {
        timer?.cancel()
        timer = nil
        serial &+= 1
    }
}
