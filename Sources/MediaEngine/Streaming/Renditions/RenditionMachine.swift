import CoreMedia
import Foundation
import HLS

/// The stream of a presentation that a rendition machine and its pipeline belong to.
enum RenditionRole: Hashable, Comparable, Sendable {
    /// The variant's own playlist: video, and the muxed audio if no rendition carries it.
    case main
    /// An audio rendition, by its track.
    case audio(Int)

    /// The kind of media that the rendition mainly carries.
    var mediaKind: TrackInfo.Kind {
        switch self {
        case .main: .video
        case .audio: .audio
        }
    }

    /// The track of a rendition; nil for the variant, which has several.
    var track: Int? {
        switch self {
        case .main: nil
        case .audio(let track): track
        }
    }
}

/// The decision logic of one rendition: its playlist, its next chunk, and the failures of that chunk.
///
/// A value type without clock, network or media data. `StreamMachine` owns one for each rendition; `RenditionPipeline` owns the demuxer and
/// the packets.
struct RenditionMachine {
    /// The position at which loading continues.
    enum Next: Hashable {
        /// At the segment with this sequence number.
        case segment(UInt64)
        /// At this part of the segment, or after it.
        case part(of: UInt64, Int)
        /// At the segment that plays at this time.
        case time(Nanoseconds)
        /// At the end of the previous playlist's media: the segment that starts there, within the rounding of playlist durations.
        case seam(Nanoseconds)
    }

    /// The activity of a rendition. Responses, deadlines and new positions change it.
    enum Activity {
        /// No chunk is requested; `StreamMachine` decides whether to request the next one.
        case idle
        /// A chunk is being loaded, or has arrived and is not demuxed yet.
        case loading(SegmentLoading)
        /// The next chunk is requested again at this time.
        case retrying(at: Duration)
        /// The last chunk of the playlist was demuxed.
        case ended
    }

    /// The handling of the first chunk after a playlist switch.
    struct SeamRepair: Equatable {
        /// Whether the previous chunk is requested if the first chunk starts too late; once per seam.
        var mayStepBack = false
        /// Whether frames before the seam are decoded without display, up to the first displayed frame.
        var needsLeadIn = false
    }

    /// Segments of two playlists whose starts differ by no more than this are assumed to start at the same time.
    static let seamTolerance: Nanoseconds = 100 * .millisecond
    /// The number of queued packets above which no further chunk is requested; the session buffers the rest.
    static let maximumQueuedPackets = 400

    let role: RenditionRole
    /// The index of the variant whose playlist is loaded.
    var variant: Int
    var tracker: PlaylistTracker
    var next: Next
    /// The end of the last chunk that was demuxed or skipped.
    var position: Nanoseconds
    private(set) var activity = Activity.idle
    var seamRepair = SeamRepair()
    var failures = ChunkFailures()
    /// The preload hint whose request failed.
    var brokenHint: MediaChunk?
    /// The number of packets in the pipeline that are not delivered.
    var queuedPackets = 0
    /// Whether packets were demuxed since the last change of position, delivered or not.
    var hasBegun = false
    /// Whether media bytes arrived since the last change of position.
    var hasLoadedMedia = false

    init(role: RenditionRole, variant: Int, url: URL, at time: Nanoseconds) {
        self.role = role
        self.variant = variant
        tracker = PlaylistTracker(url: url)
        next = .time(time)
        position = time
    }

    // MARK: - Activity

    var loading: SegmentLoading? { if case .loading(let loading) = activity { loading } else { nil } }
    var isAtEnd: Bool { if case .ended = activity { true } else { false } }
    var retryAt: Duration? { if case .retrying(let moment) = activity { moment } else { nil } }

    mutating func begin(_ loading: SegmentLoading) { activity = .loading(loading) }

    /// Changes the load with this number if it is the current one.
    mutating func update(_ number: Int, _ change: (inout SegmentLoading) -> Void) {
        guard case .loading(var loading) = activity, loading.number == number else { return }
        activity = .idle
        change(&loading)
        activity = .loading(loading)
    }

    /// Ends the current load.
    /// - Returns: its number, so that the driver cancels the request; nil if there is none.
    mutating func endLoading() -> Int? {
        guard case .loading(let loading) = activity else { return nil }
        activity = .idle
        return loading.number
    }

    mutating func end() { activity = .ended }
    mutating func retry(at moment: Duration) { activity = .retrying(at: moment) }

    /// Allows the next chunk to be requested once the retry is due.
    mutating func continueIfDue(at now: Duration) {
        if case .retrying(let moment) = activity, moment <= now { activity = .idle }
    }

    mutating func leaveEnd() { if isAtEnd { activity = .idle } }

    // MARK: - Position

    /// Discards the loaded media and continues at a time.
    /// - Returns: the number of the abandoned load.
    mutating func move(to time: Nanoseconds) -> Int? {
        let abandoned = endLoading()
        activity = .idle
        hasBegun = false
        hasLoadedMedia = false
        failures.reset()
        next = .time(time)
        position = time
        seamRepair = SeamRepair()
        return abandoned
    }

    /// Continues in another playlist at the current position; queued packets are kept.
    /// - Parameter first: the URL of the first load, if the current playlist has a rendition report for the other one.
    /// - Returns: the number of the abandoned load.
    mutating func change(to url: URL, variant: Int, first: URL? = nil) -> Int? {
        let abandoned = endLoading()
        leaveEnd()
        self.variant = variant
        next = .seam(position)
        seamRepair = SeamRepair(mayStepBack: true, needsLeadIn: true)
        let era = tracker.era
        tracker = first.map { PlaylistTracker(url: url, firstFrom: $0) } ?? PlaylistTracker(url: url)
        tracker.era = era
        return abandoned
    }

    /// Handles a renumbered playlist: the next chunk is found by time. The current load is kept.
    mutating func renumber() {
        switch next {
        case .segment, .part:
            next = .seam(position)
            seamRepair.mayStepBack = true
        case .time, .seam: break
        }
    }

    /// Continues after a chunk that was demuxed or skipped.
    mutating func pass(_ chunk: MediaChunk) {
        position = chunk.end
        if chunk.numbering == tracker.numbering {
            next = chunk.part.map { .part(of: chunk.sequenceNumber, $0 + 1) } ?? .segment(chunk.sequenceNumber &+ 1)
        } else {
            next = .seam(position)
        }
        failures.passedChunk()
    }

    /// Requests the chunk before this one first.
    mutating func stepBack(before chunk: MediaChunk) {
        seamRepair.mayStepBack = false
        _ = endLoading()
        next = .segment(chunk.sequenceNumber - 1)
    }
}
