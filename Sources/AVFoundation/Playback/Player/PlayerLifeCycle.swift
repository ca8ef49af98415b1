/// The life cycle of a player (semantics section 6).
struct PlayerLifeCycle: Sendable {
    private enum Phase: Sendable { case isInitializing, unknown, ready, failed(any Error), closed(AVPlayer.Status) }

    enum Failure: Sendable { case failed, hadFailed }

    private var phase = Phase.isInitializing

    var status: AVPlayer.Status {
        switch phase {
        case .isInitializing, .unknown: .unknown
        case .ready: .readyToPlay
        case .failed: .failed
        case .closed(let status): status
        }
    }

    /// The error because of which the player cannot play again.
    var error: (any Error)? {
        if case .failed(let error) = phase { return error }
        return nil
    }

    var isClosed: Bool {
        if case .closed = phase { return true }
        return false
    }

    var isInitializing: Bool {
        if case .isInitializing = phase { return true }
        return false
    }

    /// The initializer has finished.
    mutating func initialized() { if case .isInitializing = phase { phase = .unknown } }

    /// Handles an item becoming playable.
    mutating func becomeReady() {
        if case .unknown = phase { phase = .ready }
    }

    mutating func fail(_ error: any Error) -> Failure {
        switch phase {
        case .failed, .closed: return .hadFailed
        case .isInitializing, .unknown, .ready:
            phase = .failed(error)
            return .failed
        }
    }

    mutating func close() { phase = .closed(status) }
}

/// The volume, muting and audio device of a player, for its current and later sessions.
struct PlayerAudioSettings: Sendable {
    private(set) var volume: Float = 1
    var isMuted = false
    /// The client's device: a sink's name, or the identifier of a port of the sink; nil: the output of the audio session.
    var deviceID: String?
    /// The sink of `deviceID`. The names of sinks have no colon, which precedes the port.
    var deviceName: String? {
        deviceID.map { String($0.prefix { $0 != ":" }) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    /// From -1, the left channel only, to 1, the right one only.
    private(set) var pan: Float = 0
    /// Whether the levels of the audio are measured.
    var measuresLevels = false
    /// Seconds by which audio and captions are later than the video; negative: earlier.
    private(set) var delay = 0.0
    private(set) var captionDelay = 0.0

    /// The limit of delays in seconds.
    private static let longestDelay = 60.0

    mutating func setDelay(_ seconds: Double) { if let delay = Self.usable(seconds) { self.delay = delay } }
    mutating func setCaptionDelay(_ seconds: Double) {
        if let delay = Self.usable(seconds) { captionDelay = delay }
    }

    private static func usable(_ seconds: Double) -> Double? {
        seconds.isFinite ? min(max(seconds, -longestDelay), longestDelay) : nil
    }

    /// The factor by which the user interface reduces the volume, 0 to 1.
    private(set) var interfaceGain: Float = 1

    /// The volume of the audio output.
    var gain: Float { volume * interfaceGain }

    /// - Parameter gain: clamped to 0 to 1; a value that is not finite is ignored.
    mutating func setInterfaceGain(_ gain: Float) {
        guard gain.isFinite else { return }
        interfaceGain = min(max(gain, 0), 1)
    }

    /// - Parameter pan: clamped to -1 to 1; a value that is not finite is ignored.
    mutating func setPan(_ pan: Float) { if pan.isFinite { self.pan = min(max(pan, -1), 1) } }

    /// - Parameter volume: clamped to 0 to 1; a value that is not finite is ignored.
    mutating func setVolume(_ volume: Float) {
        guard volume.isFinite else { return }
        self.volume = min(max(volume, 0), 1)
    }
}

/// The time observers that the player itself sets on the current item.
struct PlayerMarks: Sendable {
    /// For the preparation of the next item.
    private var preload: TimeObserverToken?
    /// For the end of reverse playback.
    private var reverseEnd: TimeObserverToken?

    /// - Returns: the replaced observers, which the caller must remove.
    mutating func replace(preload: TimeObserverToken?, reverseEnd: TimeObserverToken?) -> [TimeObserverToken] {
        defer { (self.preload, self.reverseEnd) = (preload, reverseEnd) }
        return [self.preload, self.reverseEnd].compactMap { $0 }
    }
}

/// A start that is scheduled for a time of the host clock. Until then the transport is playing and the session is not.
struct ScheduledStart: Sendable {
    private var timer: (any PlaybackTimer)?
    /// Incremented with each start, so that a late timer is ignored.
    private(set) var serial: UInt64 = 0

    var isPending: Bool { timer != nil }

    /// - Parameter schedule: creates the timer for the start's serial number.
    mutating func begin(_ schedule: (_ serial: UInt64) -> any PlaybackTimer) {
        cancel()
        timer = schedule(serial)
    }

    mutating func cancel() {
        timer?.cancel()
        timer = nil
        serial &+= 1
    }
}
