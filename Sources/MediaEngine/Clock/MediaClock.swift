/// Media time as a straight line over host time, bent by small corrections so that it follows an audio device.
///
/// A value: its owner guards it. While the rate is positive, corrections never make the time decrease: where the device is behind, the
/// time stands until the device has caught up.
struct MediaClock: Sendable {
    private var anchorMedia: Nanoseconds = 0
    private var anchorHost = HostTime.zero
    /// The latest time that was reported before a correction backwards; the line counts again once it has passed this.
    private var floor: Nanoseconds?
    private(set) var rate: Double = 0

    /// Differences beyond this are jumped over, smaller ones are smoothed away.
    static let jumpThreshold: Nanoseconds = 40 * .millisecond
    /// The part of a small difference that one correction takes away.
    static let smoothing = 0.08

    func time(at host: HostTime) -> Nanoseconds {
        let line = line(at: host)
        guard let floor else { return line }
        return max(floor, line)
    }

    /// A moment before the line began, which a reader may have taken before it had the lock, counts as its beginning.
    private func line(at host: HostTime) -> Nanoseconds {
        guard rate != 0 else { return anchorMedia }
        return anchorMedia &+ Nanoseconds((Double(max(0, host &- anchorHost)) * rate).clamped(-4e18, 4e18))
    }

    /// The first host time at which the clock shows `media`, or has passed it; nil while it stands.
    func host(at media: Nanoseconds) -> HostTime? {
        guard rate != 0 else { return nil }
        // Rounded down, the time would be a moment too early: a caller that waits for it would find `media` still to come, and wait again.
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
        // A time that is held for the device to catch up is where the clock stands from now on, unless it goes on forwards.
        anchorMedia = rate > 0 && self.rate > 0 ? line(at: host) : time(at: host)
        if rate <= 0 || self.rate <= 0 { floor = nil }
        anchorHost = host
        self.rate = rate
    }

    /// Runs at `rate` from now on, along a line through `media`. A time that was shown already is not gone back behind.
    mutating func start(at media: Nanoseconds, rate: Double, at host: HostTime) {
        let shown = time(at: host)
        self.rate = rate
        anchorMedia = media
        anchorHost = host
        floor = rate > 0 && media < shown ? shown : nil
    }

    /// Draws the clock towards what the audio device says.
    mutating func correct(to media: Nanoseconds, at host: HostTime) {
        let own = line(at: host)
        let shown = time(at: host)
        let error = media &- own
        anchorMedia = abs(error) > Self.jumpThreshold ? media : own &+ Nanoseconds(Double(error) * Self.smoothing)
        anchorHost = host
        floor = rate > 0 && anchorMedia < shown ? shown : nil
    }
}
