import CoreMedia
import Foundation
import HLS
import Synchronization

/// Loads the captions of one subtitle rendition ahead of the play head, while `captions` is called for it. Thread-safe.
///
/// Audio and video do not wait for captions: the feed has its own requests, and a failure affects captions only.
final class SubtitleFeed: Sendable {
    /// The state of the stream that a feed depends on.
    struct Surroundings {
        var timeline: StreamTimeline
        /// The variant's window; nil until it is known.
        var reference: WindowAlignment?
        /// Variables of the multivariant playlist.
        var variables: [String: String]?
    }

    /// Captions are loaded up to this far ahead of the play head.
    static let goal: Nanoseconds = 30 * .second
    /// The range of captions retained before the play head, for backward seeks.
    static let kept: Nanoseconds = 600 * .second
    /// The numbers of cues and segments above which those far from the play head are dropped.
    static let maximumCues = 20_000
    static let maximumSegments = 2_000
    /// The maximum number of attempts to load a segment (each with the loader's own retries), and the delay after a failure.
    static let attempts = 3
    static let retryDelay = Duration.seconds(5)

    /// The state of a segment that was requested.
    enum Progress {
        case loaded(MediaChunk)
        case failed(times: Int, retryAt: Duration)
    }

    struct State {
        var tracker: PlaylistTracker
        var isAligned = false
        var playlistAttempts = 0
        var playlistRetryAt = Duration.zero
        var loading: SegmentLoading?
        /// The request of the segment in flight; requests of keys and initialization sections are independent of it.
        var fetch: ResourceFetch?
        var loadCount = 0
        var progress: [Key: Progress] = [:]
        /// Segments that were loaded before the clock of their discontinuity was known.
        var waiting: [(segment: SubtitleSegment, chunk: MediaChunk)] = []
        var cues = SubtitleCues()
        var caches = StreamCaches()
        var isClosed = false
    }

    /// Identifies a segment of the playlist by its start time, because its number may change.
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
    let client = HLSClient()

    /// - Parameter changed: called when captions have been loaded, or when another request may be due; on a network thread.
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

    /// Cancels the pending requests; nothing more is loaded.
    func close() {
        let fetch = state.withLock { state in
            state.isClosed = true
            return state.fetch
        }
        fetch?.cancel()
    }

    /// Returns the loaded captions between two times, and requests the missing ones.
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
        return cues.map { $0.timedText(track) }
    }

    /// Adds the cues of segments whose clock offset is now known.
    private func place(_ state: inout State, _ surroundings: Surroundings) {
        let tolerance = state.tracker.playlist?.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
        var waiting: [(segment: SubtitleSegment, chunk: MediaChunk)] = []
        for (segment, chunk) in state.waiting {
            guard let offset = surroundings.timeline.offset(of: chunk.discontinuity) else {
                waiting.append((segment, chunk))
                continue
            }
            let (cues, ignoresTimestamps) = segment.placed(chunk, offset: offset, tolerance: tolerance)
            if ignoresTimestamps {
                events.report(
                    MediaError(
                        .malformed, "The timestamps of subtitles do not match their segment.", url: chunk.url),
                    "The playlist's times are used.")
            }
            for cue in cues { state.cues.add(cue) }
        }
        state.waiting = waiting
    }
}
