import CoreMedia
import HLS

/// A playlist on the presentation's time line: what of it may be sought, how far from its end to stay, and where to begin
/// (spec/hls.md section 6; bis sections 4.4.2.2, 4.4.3.8 and 6.3.3).
struct LiveWindow {
    var playlist: MediaPlaylist
    /// The presentation time at which the playlist's first segment starts.
    var windowStart: Nanoseconds
    /// Whether parts are played, not only whole segments.
    var playsParts = false
    /// How far from the end the app wants to stay.
    var configuredDistance: Nanoseconds?

    var isLive: Bool { !playlist.hasEnded && playlist.kind != .videoOnDemand }

    /// The end of the last whole segment.
    var segmentsEnd: Nanoseconds { windowStart &+ (Nanoseconds(playlist.segments.duration) ?? 0) }

    /// The end of the newest media.
    var edge: Nanoseconds {
        guard playsParts else { return segmentsEnd }
        return playlist.parts.reduce(segmentsEnd) { $0 &+ (Nanoseconds($1.duration) ?? 0) }
    }

    /// What the stream usually grows by at once.
    var step: Nanoseconds {
        let target = playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
        return playsParts ? playlist.partTargetDuration.flatMap { Nanoseconds($0) } ?? target : target
    }

    /// How far from the end to stay: PART-HOLD-BACK, HOLD-BACK or three target durations, or what the app says.
    var distance: Nanoseconds {
        guard isLive else { return 0 }
        if let configuredDistance { return max(configuredDistance, step) }
        return usualDistance
    }

    /// The same as the stream says, whatever the app does.
    var usualDistance: Nanoseconds {
        let target = playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
        if playsParts, let back = playlist.serverControl?.partHoldBack.flatMap({ Nanoseconds($0) }) { return back }
        return playlist.holdBack.flatMap { Nanoseconds($0) } ?? 3 &* target
    }

    /// Where to play at the latest: the end, or that far from it.
    var latest: Nanoseconds { max(windowStart, edge &- distance) }

    /// What may be sought; nil for a list without segments.
    var seekable: ClosedRange<Nanoseconds>? {
        playlist.segments.isEmpty && playlist.parts.isEmpty ? nil : windowStart...latest
    }

    /// Where to begin.
    /// - Parameter start: EXT-X-START, that of the multivariant playlist before the media playlist's own.
    func join(_ start: StartPoint?) -> Nanoseconds {
        var wanted = isLive ? latest : windowStart
        if let start {
            let offset = Nanoseconds(seconds: start.timeOffset.clamped(-1e9, 1e9))
            let asked = offset >= 0 ? windowStart &+ offset : segmentsEnd &+ offset
            // Hold-back is not beaten, and what lies beyond the ends is the first or last segment.
            wanted = min(max(asked, windowStart), isLive ? latest : segmentsEnd)
        }
        let segments = playlist.segments
        // Close to the end every second counts: exactly there, whatever a decoder has to begin with.
        if playsParts, isLive, wanted == latest { return wanted }
        guard !segments.isEmpty else { return wanted }
        let at = segments.position(at: (wanted &- windowStart).time) ?? segments.endIndex - 1
        let segment = segments[at]
        let begin = windowStart &+ (Nanoseconds(segment.start) ?? 0)
        let isInside = wanted < begin &+ (Nanoseconds(segment.duration) ?? 0)
        return start?.precise == true && isInside ? wanted : begin
    }
}
