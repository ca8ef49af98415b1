public import Foundation

/// A time range in which a resource of an interstitial is to be preloaded: a date range of the class `com.apple.hls.preload`.
public struct InterstitialPreload: Sendable, Hashable {
    public var id: String
    public var uri: String
    public var targetID: String
    public var start: Date
    public var end: Date

    public static let category = "com.apple.hls.preload"

    /// Returns the preload ranges of a playlist whose target exists and has the same URI. Empty for a playlist that has ended.
    public static func all(in playlist: MediaPlaylist) -> [InterstitialPreload] {
        guard !playlist.hasEnded else { return [] }
        let known = Dictionary(playlist.dateRanges.map { ($0.id, $0) }) { first, _ in first }
        return playlist.dateRanges.compactMap { range in
            guard range.category == category, let end = range.endDate ?? range.duration.map({ range.start + $0 }),
                range.cues.isEmpty, !range.endsOnNext, let uri = range.attributes["X-URI"]?.text,
                let target = range.attributes["X-TARGET-ID"]?.text, let kind = range.attributes["X-TARGET-CLASS"]?.text,
                let event = known[target], event.category == kind,
                event.attributes["X-ASSET-URI"]?.text == uri || event.attributes["X-ASSET-LIST"]?.text == uri
            else { return nil }
            return InterstitialPreload(id: range.id, uri: uri, targetID: target, start: range.start, end: end)
        }
    }

    /// Returns when to fetch: a random moment in the remaining range, so that requests of all viewers are spread out.
    /// - Parameter chance: a random number from 0 to 1.
    /// - Returns: nil where the range is over.
    public func moment(now: Date, chance: Double) -> Date? {
        let first = max(start, now)
        guard first < end else { return nil }
        return first + end.timeIntervalSince(first) * min(max(chance, 0), 1)
    }
}
