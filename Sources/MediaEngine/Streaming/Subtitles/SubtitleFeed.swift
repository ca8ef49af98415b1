import CoreMedia
import Foundation
import HLS
import Synchronization

/// The captions of one subtitle rendition, fetched from the play head on for as long as somebody follows them. Any thread.
///
/// Sound and picture do not wait for it and do not notice it: it has its own requests, and failures cost captions and nothing else.
final class SubtitleFeed: Sendable {
    /// What of the stream a feed has to know.
    struct Surroundings {
        var timeline: StreamTimeline
        /// The variant's window; nil: not known yet.
        var reference: WindowAlignment?
        /// Variables of the multivariant playlist.
        var variables: [String: String]?
    }

    /// Captions are fetched so far ahead of the play head.
    static let goal: Nanoseconds = 30 * .second
    /// Kept behind the play head, so that a seek back finds them.
    static let kept: Nanoseconds = 600 * .second
    /// Cues and segments beyond which what lies further away is forgotten.
    static let maximumCues = 20_000
    static let maximumSegments = 2_000
    /// How often a segment is asked for, beside what the loader tries by itself, and how long after each failure.
    static let attempts = 3
    static let retryDelay = Duration.seconds(5)

    /// A segment that has been asked for, or has come.
    enum Progress {
        case here(MediaPiece)
        case failed(times: Int, retryAt: Duration)
    }

    struct State {
        var tracker: PlaylistTracker
        var isAligned = false
        var playlistAttempts = 0
        var playlistRetryAt = Duration.zero
        var loading: SegmentLoading?
        /// The request of the segment under way; those of keys and init sections continue without it.
        var fetch: ResourceFetch?
        var loadCount = 0
        var progress: [Key: Progress] = [:]
        /// What has come before anybody knows where the clock of its discontinuity stands.
        var waiting: [(segment: SubtitleSegment, piece: MediaPiece)] = []
        var cues = SubtitleCues()
        var caches = StreamCaches()
        var isClosed = false
    }

    /// A segment of the playlist, by its place: its number may change.
    struct Key: Hashable {
        var era: Int
        var start: Nanoseconds
    }

    let url: URL
    let track: Int
    let loader: ResourceLoader
    let clock: any HostClock
    let events: StreamEvents
    let changed: @Sendable () -> Void
    let state: Mutex<State>

    /// - Parameter changed: captions have come, or something else that makes it worth to follow again; on a thread of the network.
    init(
        url: URL, track: Int, loader: ResourceLoader, clock: any HostClock, events: StreamEvents,
        changed: @escaping @Sendable () -> Void
    ) {
        self.url = url
        self.track = track
        self.loader = loader
        self.clock = clock
        self.events = events
        self.changed = changed
        state = Mutex(State(tracker: PlaylistTracker(url: url)))
    }

    deinit { close() }

    var now: Duration { .nanoseconds(clock.now) }

    /// Ends what is under way; nothing more is fetched.
    func close() {
        let fetch = state.withLock { state in
            state.isClosed = true
            return state.fetch
        }
        fetch?.cancel()
    }

    /// The captions that show between two times, as far as they are here; what is missing is asked for.
    func captions(
        from start: Nanoseconds, through end: Nanoseconds, in surroundings: Surroundings
    ) -> [TimedText] {
        let (cues, work) = state.withLock { state -> ([SubtitleCues.Cue], [Work]) in
            guard !state.isClosed else { return ([], []) }
            place(&state, surroundings)
            var work: [Work] = []
            if let step = nextStep(&state, at: start, surroundings) { work.append(step) }
            return (state.cues.showing(from: start, through: end), work)
        }
        for step in work { carryOut(step, surroundings) }
        return cues.map { cue in
            TimedText(
                range: CMTimeRange(start: cue.start.time, end: cue.end.time), text: cue.text, trackIndex: track,
                placement: cue.placement, styles: cue.styles)
        }
    }

    /// Cues of segments whose clock has become known.
    private func place(_ state: inout State, _ surroundings: Surroundings) {
        let tolerance = state.tracker.playlist?.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
        var waiting: [(segment: SubtitleSegment, piece: MediaPiece)] = []
        for (segment, piece) in state.waiting {
            guard let offset = surroundings.timeline.offset(of: piece.discontinuity) else {
                waiting.append((segment, piece))
                continue
            }
            let (cues, ignoresTimestamps) = segment.placed(piece, offset: offset, tolerance: tolerance)
            if ignoresTimestamps {
                events.tell(
                    MediaError(
                        .malformed, "The time stamps of subtitles lead nowhere near their segment.", url: piece.url),
                    "The playlist's times count.")
            }
            for cue in cues { state.cues.add(cue) }
        }
        state.waiting = waiting
    }
}
