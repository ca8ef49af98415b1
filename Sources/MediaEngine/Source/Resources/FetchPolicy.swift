/// How long and how often each kind of resource is tried, and how big it may be (hls.md, section 10).
struct FetchPolicy: Sendable {
    struct Rule: Sendable, Hashable {
        var firstByteSeconds: Double
        /// For all attempts together, without a byte of the body in between.
        var totalSeconds: Double
        /// Seconds before the second, third, … attempt; so many new attempts there are.
        var delays: [Double]
        /// Unpacked.
        var maximumBytes: Int64
        /// A body that brings next to nothing for so long is given up.
        var stallSeconds = 5.0
        /// Whether the server may pack the body, except where a range is asked for.
        var acceptsGzip = false
        /// For all attempts together where there never was a connection to the server: whoever typed a wrong address
        /// need not wait as long as one whose server is busy.
        var unreachableSeconds = 9.5
        /// Added to both times for each second of the request's duration.
        var heldBackFactor = 0.0
        /// So many times the request's duration is the least for all attempts together.
        var durationFactor = 0.0
        /// A body that keeps coming may take so many times ``totalSeconds``: whether it is worth the wait, those know who hold what is
        /// played meanwhile.
        var flowFactor = 1.0

        /// The rule for a request that says how long it lasts.
        func extended(by duration: Double?) -> Rule {
            guard let duration, duration > 0 else { return self }
            // A playlist may claim any number.
            let seconds = min(duration, FetchPolicy.longestDuration)
            var rule = self
            rule.firstByteSeconds += heldBackFactor * seconds
            rule.totalSeconds = max(totalSeconds + heldBackFactor * seconds, durationFactor * seconds)
            return rule
        }
    }

    static let longestDuration = 60.0
    static let connectSeconds = 5.0
    /// A new attempt needs so much time to be worth it.
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
    /// Servers may take a minute to choose advertisements, and are not asked twice for the same break.
    var interstitialList = Rule(
        firstByteSeconds: 60, totalSeconds: 60, delays: [], maximumBytes: 4 << 20, acceptsGzip: true)
    /// Steering manifests, session data, chapters, pictures.
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
