/// Maps host time linearly to media time, with small corrections that follow an audio device.
///
/// A value type, synchronized by its owner. While the rate is positive, corrections never decrease the time: if the
/// device is behind, the time does not advance until the device has caught up.
struct MediaClock: Sendable {
    private var anchorMedia: Nanoseconds = 0
    private var anchorHost = HostTime.zero
    /// The latest time returned before a backward correction; the linear mapping applies again once it exceeds this time.
    private var floor: Nanoseconds?
    private(set) var rate: Double = 0

    /// Larger differences are applied at once, smaller ones are smoothed.
    static let jumpThreshold: Nanoseconds = 40 * .millisecond
    /// The fraction of a small difference that one correction applies.
    static let smoothing = 0.08

    func time(at host: HostTime) -> Nanoseconds {
        let line = line(at: host)
        guard let floor else { return line }
        return max(floor, line)
    }

    /// A host time before the anchor, read by a caller before it acquired the lock, counts as the anchor.
    private func line(at host: HostTime) -> Nanoseconds {
        guard rate != 0 else { return anchorMedia }
        return anchorMedia &+ Nanoseconds((Double(max(0, host &- anchorHost)) * rate).clamped(-4e18, 4e18))
    }

    /// Returns the first host time at which the clock has reached `media`; nil while the clock is stopped.
    func host(at media: Nanoseconds) -> HostTime? {
        guard rate != 0 else { return nil }
        // Rounded down, the result would be too early: a caller that waits for it would have to wait again.
        let host = anchorHost &+ Nanoseconds((Double(media &- anchorMedia) / rate).rounded(.up).clamped(-4e18, 4e18))
        let isShort = rate > 0 ? line(at: host) < media : line(at: host) > media
        return isShort ? host &+ 1 : host
    }

    mutating func set(_ media: Nanoseconds, at host: HostTime) {
        anchorMedia = media
        anchorHost = host
        floor = nil
    }

    mutating func setRate(_ rate: Double, at host: HostTime) {
        // While a backward correction holds the time at `floor`, a stop or a change of direction starts from the held
        // time.
        anchorMedia = rate > 0 && self.rate > 0 ? line(at: host) : time(at: host)
        if rate <= 0 || self.rate <= 0 { floor = nil }
        anchorHost = host
        self.rate = rate
    }

    /// Runs at `rate` from now on, with `media` as the current time. The time does not decrease below one that was already returned.
    mutating func start(at media: Nanoseconds, rate: Double, at host: HostTime) {
        let shown = time(at: host)
        self.rate = rate
        anchorMedia = media
        anchorHost = host
        floor = rate > 0 && media < shown ? shown : nil
    }

    /// Corrects the clock towards the position of the audio device.
    mutating func correct(to media: Nanoseconds, at host: HostTime) {
        let own = line(at: host)
        let shown = time(at: host)
        let error = media &- own
        anchorMedia = abs(error) > Self.jumpThreshold ? media : own &+ Nanoseconds(Double(error) * Self.smoothing)
        anchorHost = host
        floor = rate > 0 && anchorMedia < shown ? shown : nil
    }
}
