import CoreMedia
public import Foundation

/// Updates a low-latency playlist from a cache before playback joins it, by requesting the part that the origin should have reached
/// (spec/hls.md section 6, CDN tune-in).
public struct TuneIn: Sendable, Hashable {
    /// The number of responses after which the newest one is used as it is.
    public static let maximumRounds = 3
    /// A response older than this many target durations is not updated this way.
    public static let plausibleTargets = 10.0

    /// Seconds of media missing from the first response.
    private let goal: Double
    private let since: Duration
    private let start: Place
    private var rounds = 0

    /// The end of a playlist as a part number.
    private struct Place: Hashable {
        var part: Double
        var partsPerSegment: Double
        var partSeconds: Double

        /// nil for a playlist without parts.
        init?(_ playlist: MediaPlaylist) {
            guard let seconds = playlist.partTargetDuration?.seconds, seconds > 0.01,
                let segment = (playlist.segments.last?.duration ?? playlist.targetDuration)?.seconds
            else { return nil }
            partSeconds = seconds
            partsPerSegment = max(1, (segment / seconds).rounded())
            part = Double(playlist.nextSequenceNumber) * partsPerSegment + Double(playlist.parts.count)
        }
    }

    /// - Parameter playlist: the first response, requested without delivery directives.
    /// - Parameter age: the Age header in seconds.
    /// - Returns: nil where the response is fresh, or the server does not support blocking reloads.
    public init?(_ playlist: MediaPlaylist, age: Double, now: Duration) {
        guard let start = Place(playlist), !playlist.hasEnded, playlist.serverControl?.canBlockReload == true,
            playlist.nextSequenceNumber < 1 << 52, age >= max(1, start.partSeconds.rounded(.down)),
            age <= (playlist.targetDuration?.seconds ?? 6) * Self.plausibleTargets
        else { return nil }
        self.start = start
        // The Age header has whole seconds.
        goal = age + (start.partSeconds < 1 ? 1 : 0)
        since = now
    }

    /// Returns the URL of the next request: for the part that the playlist should have reached.
    /// - Parameter playlist: the newest response.
    public func request(after playlist: MediaPlaylist, url: URL, now: Duration) -> URL {
        let wanted = start.part + ((goal + (now - since).seconds) / start.partSeconds).rounded(.down)
        let have = Place(playlist)?.part ?? start.part
        let part = max(wanted, have)
        let number = (part / start.partsPerSegment).rounded(.down)
        return QueryText.adding(
            [
                "_HLS_msn": String(UInt64(number)),
                "_HLS_part": String(UInt64(part - number * start.partsPerSegment)),
            ], to: url)
    }

    /// Processes a response to such a request.
    /// - Returns: whether it is new enough to join.
    public mutating func received(_ playlist: MediaPlaylist, age: Double?, now: Duration) -> Bool {
        rounds += 1
        guard rounds < Self.maximumRounds, let place = Place(playlist), !playlist.hasEnded else { return true }
        if (age ?? 0) < start.partSeconds { return true }
        return (place.part - start.part) * start.partSeconds >= goal + (now - since).seconds
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
