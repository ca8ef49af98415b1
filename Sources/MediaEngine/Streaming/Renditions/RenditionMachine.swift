import CoreMedia
import Foundation
import HLS

/// Which stream of a presentation a rendition machine and its pipeline belong to.
enum RenditionRole: Hashable, Comparable, Sendable {
    /// The variant's own playlist: video, and audio where no rendition carries it.
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

/// The decisions about one stream of a presentation: its playlist, which chunk comes next, and what failed about that chunk.
///
/// A value without clock, network or media. `StreamMachine` owns one for each stream; `RenditionPipeline` owns the demuxer and the packets.
struct RenditionMachine {
    /// The position at which loading continues.
    enum Next: Hashable {
        /// At the segment of this number.
        case segment(UInt64)
        /// At this part of the segment, or behind it.
        case part(of: UInt64, Int)
        /// At the segment that plays at this time.
        case time(Nanoseconds)
        /// Where the previous playlist stopped: a segment that begins there, within the rounding of playlists.
        case seam(Nanoseconds)
    }

    /// What the rendition does. Each case has an exit: an answer, a moment, or a new position.
    enum Activity {
        /// Nothing is requested; `StreamMachine` decides whether the next chunk is.
        case idle
        /// A chunk is requested, or here and not demuxed yet.
        case loading(SegmentLoading)
        /// The next chunk is requested again at this moment.
        case retrying(at: Duration)
        /// The last chunk of the playlist was demuxed.
        case ended
    }

    /// What the first chunk behind a switch of playlists needs.
    struct SeamRepair: Equatable {
        /// The previous chunk is requested where the first chunk begins too late; once a seam.
        var mayStepBack = false
        /// Pictures in front of the seam are kept for decoding up to the first one that is shown.
        var needsLeadIn = false
    }

    /// Segments of two playlists that begin so close to each other begin at the same place.
    static let seamTolerance: Nanoseconds = 100 * .millisecond
    /// Packets that wait in the pipeline before the next chunk is requested; the session buffers the rest.
    static let maximumQueuedPackets = 400

    let role: RenditionRole
    /// Index of the variant whose playlist is loaded.
    var variant: Int
    var tracker: PlaylistTracker
    var next: Next
    /// The end of the last chunk that was demuxed or skipped.
    var position: Nanoseconds
    private(set) var activity = Activity.idle
    var seamRepair = SeamRepair()
    var failures = ChunkFailures()
    /// A preload hint that led to nothing.
    var brokenHint: MediaPiece?
    /// Packets that the pipeline has and has not delivered.
    var queuedPackets = 0
    /// Whether packets came since the rendition began at its last position, delivered or not.
    var hasBegun = false
    /// Whether media bytes came since then.
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

    /// Changes the load of this number, while it is the present one.
    mutating func update(_ number: Int, _ change: (inout SegmentLoading) -> Void) {
        guard case .loading(var loading) = activity, loading.number == number else { return }
        activity = .idle
        change(&loading)
        activity = .loading(loading)
    }

    /// Ends the present load.
    /// - Returns: its number, for the driver to cancel the request; nil where there is none.
    mutating func endLoading() -> Int? {
        guard case .loading(let loading) = activity else { return nil }
        activity = .idle
        return loading.number
    }

    mutating func end() { activity = .ended }
    mutating func retry(at moment: Duration) { activity = .retrying(at: moment) }

    /// Lets the next chunk be requested once the moment of the retry has come, or at once after an end that was no end.
    mutating func continueIfDue(at now: Duration) {
        if case .retrying(let moment) = activity, moment <= now { activity = .idle }
    }

    mutating func leaveEnd() { if isAtEnd { activity = .idle } }

    // MARK: - Position

    /// Forgets what was loaded and continues at a time.
    /// - Returns: the number of the load that is abandoned.
    mutating func move(to time: Nanoseconds) -> Int? {
        let abandoned = endLoading()
        activity = .idle
        hasBegun = false
        hasLoadedMedia = false
        failures.startAnew()
        next = .time(time)
        position = time
        seamRepair = SeamRepair()
        return abandoned
    }

    /// Continues in another playlist where the present one stops; packets stay.
    /// - Parameter first: the URL of its first load, where the present playlist reports about the other one.
    /// - Returns: the number of the load that is abandoned.
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

    /// The playlist has new media sequence numbers: the next chunk is found by its time. The present load stays.
    mutating func renumber() {
        switch next {
        case .segment, .part:
            next = .seam(position)
            seamRepair.mayStepBack = true
        case .time, .seam: break
        }
    }

    /// The chunk was demuxed or skipped: continues behind it.
    mutating func pass(_ piece: MediaPiece) {
        position = piece.end
        if piece.numbering == tracker.numbering {
            next = piece.part.map { .part(of: piece.sequenceNumber, $0 + 1) } ?? .segment(piece.sequenceNumber &+ 1)
        } else {
            next = .seam(position)
        }
        failures.passedChunk()
    }

    /// The chunk in front of this one is requested first.
    mutating func stepBack(before piece: MediaPiece) {
        seamRepair.mayStepBack = false
        _ = endLoading()
        next = .segment(piece.sequenceNumber - 1)
    }
}
