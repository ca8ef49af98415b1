import CoreMedia
import HLS

/// A playlist on the presentation timeline: its seekable range, the distance to keep from the live edge, and where playback joins
/// (spec/hls.md section 6; bis sections 4.4.2.2, 4.4.3.8 and 6.3.3).
struct LiveWindow {
    var playlist: MediaPlaylist
    /// The presentation time at which the playlist's first segment starts.
    var windowStart: Nanoseconds
    /// Whether parts are played, not only whole segments.
    var playsParts = false
    /// The distance from the live edge that the app configured.
    var configuredDistance: Nanoseconds?

    var isLive: Bool { !playlist.hasEnded && playlist.kind != .videoOnDemand }

    /// The end of the last complete segment.
    var segmentsEnd: Nanoseconds { windowStart &+ (Nanoseconds(playlist.segments.duration) ?? 0) }

    /// The end of the newest media.
    var edge: Nanoseconds {
        guard playsParts else { return segmentsEnd }
        return playlist.parts.reduce(segmentsEnd) { $0 &+ (Nanoseconds($1.duration) ?? 0) }
    }

    /// The duration by which the stream usually grows at once: a part or a segment.
    var step: Nanoseconds {
        let target = playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
        return playsParts ? playlist.partTargetDuration.flatMap { Nanoseconds($0) } ?? target : target
    }

    /// The distance to keep from the live edge: the app's, at least one `step`; else PART-HOLD-BACK, HOLD-BACK or three
    /// target durations.
    var distance: Nanoseconds {
        guard isLive else { return 0 }
        if let configuredDistance { return max(configuredDistance, step) }
        return usualDistance
    }

    /// The distance that the stream specifies, regardless of the app's.
    var usualDistance: Nanoseconds {
        let target = playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
        if playsParts, let back = playlist.serverControl?.partHoldBack.flatMap({ Nanoseconds($0) }) { return back }
        return playlist.holdBack.flatMap { Nanoseconds($0) } ?? 3 &* target
    }

    /// The latest position to play: the live edge minus the distance, or the end of a finished playlist.
    var latest: Nanoseconds { max(windowStart, edge &- distance) }

    /// The seekable range; nil for a playlist without media.
    var seekable: ClosedRange<Nanoseconds>? {
        playlist.segments.isEmpty && playlist.parts.isEmpty ? nil : windowStart...latest
    }

    /// Returns the position where playback joins.
    /// - Parameter start: EXT-X-START; the multivariant playlist's takes precedence over the media playlist's.
    func join(_ start: StartPoint?) -> Nanoseconds {
        var wanted = isLive ? latest : windowStart
        if let start {
            let offset = Nanoseconds(seconds: start.timeOffset.clamped(-1e9, 1e9))
            let requested = offset >= 0 ? windowStart &+ offset : segmentsEnd &+ offset
            // A start position inside the hold-back distance is moved back; one beyond the ends becomes the first or last segment.
            wanted = min(max(requested, windowStart), isLive ? latest : segmentsEnd)
        }
        let segments = playlist.segments
        // Low-latency playback joins exactly at the latest position, even if decoding must start earlier.
        if playsParts, isLive, wanted == latest { return wanted }
        guard !segments.isEmpty else { return wanted }
        let at = segments.position(at: (wanted &- windowStart).time) ?? segments.endIndex - 1
        let segment = segments[at]
        let begin = windowStart &+ (Nanoseconds(segment.start) ?? 0)
        let isInside = wanted < begin &+ (Nanoseconds(segment.duration) ?? 0)
        return start?.precise == true && isInside ? wanted : begin
    }
}
