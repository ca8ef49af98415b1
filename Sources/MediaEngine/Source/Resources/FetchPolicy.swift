/// Timeouts, retries and size limits for each kind of resource (hls.md, section 10).
struct FetchPolicy: Sendable {
    struct Rule: Sendable, Hashable {
        var firstByteSeconds: Double
        /// The limit for all attempts together, counted from the last received byte of the body.
        var totalSeconds: Double
        /// The delays in seconds before the second, third, … attempt; their number limits the retries.
        var delays: [Double]
        /// The maximum size after decompression.
        var maximumBytes: Int64
        /// A body that receives fewer than `NetworkTimeouts.stallBytes` bytes in this time is aborted.
        var stallSeconds = 5.0
        /// Whether the server may compress the body, unless a range is requested.
        var acceptsGzip = false
        /// The limit for all attempts together if no connection was ever established: a wrong URL should fail sooner than a busy server.
        var unreachableSeconds = 9.5
        /// This many times the request's duration is added to both limits.
        var heldBackFactor = 0.0
        /// This many times the request's duration is the minimum of `totalSeconds`.
        var durationFactor = 0.0
        /// A body that continues to arrive may take this many times ``totalSeconds``; the adaptation decides whether to abandon it earlier.
        var flowFactor = 1.0

        /// Returns the rule for a request with a duration.
        func extended(by duration: Double?) -> Rule {
            guard let duration, duration > 0 else { return self }
            // A playlist may declare any duration.
            let seconds = min(duration, FetchPolicy.longestDuration)
            var rule = self
            rule.firstByteSeconds += heldBackFactor * seconds
            rule.totalSeconds = max(totalSeconds + heldBackFactor * seconds, durationFactor * seconds)
            return rule
        }

        /// Returns the rule with a smaller limit for the size.
        func limited(to bytes: Int64?) -> Rule {
            guard let bytes, bytes < maximumBytes else { return self }
            var rule = self
            rule.maximumBytes = bytes
            return rule
        }
    }

    static let longestDuration = 60.0
    static let connectSeconds = 5.0
    /// The minimum remaining time in which a new attempt is started.
    static let attemptSeconds = 0.25

    var multivariant = Rule(
        firstByteSeconds: 8, totalSeconds: 20, delays: [0, 1, 2], maximumBytes: 16 << 20, acceptsGzip: true)
    var playlist = Rule(
        firstByteSeconds: 8, totalSeconds: 20, delays: [1, 2], maximumBytes: 16 << 20, acceptsGzip: true,
        heldBackFactor: 3)
    var segment = Rule(
        firstByteSeconds: 10, totalSeconds: 20, delays: [1, 2], maximumBytes: 512 << 20, durationFactor: 5,
        flowFactor: 3)
    var initSection = Rule(firstByteSeconds: 10, totalSeconds: 20, delays: [1, 2], maximumBytes: 64 << 20)
    var key = Rule(firstByteSeconds: 8, totalSeconds: 20, delays: [1, 2, 3], maximumBytes: 1 << 10)
    /// Ad servers may take a minute to choose ads, and are not requested twice for the same break.
    var interstitialList = Rule(
        firstByteSeconds: 60, totalSeconds: 60, delays: [], maximumBytes: 4 << 20, acceptsGzip: true)
    /// Steering manifests, session data, chapters, images.
    var other = Rule(
        firstByteSeconds: 10, totalSeconds: 20, delays: [1], maximumBytes: 64 << 20, acceptsGzip: true)

    static let standard = FetchPolicy()

    subscript(kind: ResourceRequest.Kind) -> Rule {
        switch kind {
        case .multivariant: multivariant
        case .playlist: playlist
        case .segment: segment
        case .initSection: initSection
        case .key: key
        case .interstitialList: interstitialList
        case .other: other
        }
    }
}
