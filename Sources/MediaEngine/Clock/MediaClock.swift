/// Media time as a straight line over host time, bent by small corrections so that it follows a sound device without jumps.
///
/// A value; whoever holds it guards it.
struct MediaClock {
    private var anchorMedia: Nanoseconds = 0
    private var anchorHost: Nanoseconds = 0
    private(set) var rate: Double = 0

    /// Differences beyond this are jumped over, smaller ones are smoothed away.
    static let jumpThreshold: Nanoseconds = 40 * .millisecond
    /// The part of a small difference that one correction takes away.
    static let smoothing = 0.08

    func time(at host: Nanoseconds) -> Nanoseconds {
        guard rate != 0 else { return anchorMedia }
        return anchorMedia &+ Nanoseconds((Double(host &- anchorHost) * rate).clamped(-4e18, 4e18))
    }

    /// The host time at which the clock shows `media`; never, while it stands.
    func host(at media: Nanoseconds) -> Nanoseconds? {
        guard rate != 0 else { return nil }
        return anchorHost &+ Nanoseconds((Double(media &- anchorMedia) / rate).clamped(-4e18, 4e18))
    }

    mutating func set(_ media: Nanoseconds, at host: Nanoseconds) {
        anchorMedia = media
        anchorHost = host
    }

    mutating func setRate(_ rate: Double, at host: Nanoseconds) {
        anchorMedia = time(at: host)
        anchorHost = host
        self.rate = rate
    }

    /// Draws the clock towards what a better clock says.
    mutating func correct(to media: Nanoseconds, at host: Nanoseconds) {
        let own = time(at: host)
        let error = media &- own
        if abs(error) > Self.jumpThreshold {
            set(media, at: host)
        } else {
            set(own &+ Nanoseconds(Double(error) * Self.smoothing), at: host)
        }
    }
}
