import CoreMedia
public import Foundation

/// How a low-latency playlist that a cache has kept for a while is brought up to date before it is joined (spec/hls.md section 6, CDN
/// tune-in): by asking for what the origin must have made since.
public struct TuneIn: Sendable, Hashable {
    /// After so many answers the newest one is taken as it is.
    public static let maximumRounds = 3
    /// A cache that is older than so many target durations says nothing that could be reckoned with.
    public static let believableTargets = 10.0

    /// Seconds of media that the first answer lacked.
    private let goal: Double
    private let since: Duration
    private let start: Place
    private var rounds = 0

    /// The end of a playlist, as the number of a part.
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

    /// - Parameter playlist: the first answer, asked for without directives.
    /// - Parameter age: seconds, of the Age header.
    /// - Returns: nil where it is fresh, or cannot be asked for anything newer.
    public init?(_ playlist: MediaPlaylist, age: Double, now: Duration) {
        guard let start = Place(playlist), !playlist.hasEnded, playlist.serverControl?.canBlockReload == true,
            playlist.nextSequenceNumber < 1 << 52, age >= max(1, start.partSeconds.rounded(.down)),
            age <= (playlist.targetDuration?.seconds ?? 6) * Self.believableTargets
        else { return nil }
        self.start = start
        // Ages are whole seconds.
        goal = age + (start.partSeconds < 1 ? 1 : 0)
        since = now
    }

    /// What to ask for next: the part by which the playlist should have grown.
    /// - Parameter playlist: the newest answer.
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

    /// An answer to such a request.
    /// - Returns: whether it is new enough to be joined.
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
