import CoreMedia
import Foundation
import HLS

/// A piece of media of one variant that could not be read.
struct SpoiltPiece: Equatable {
    var rung: Int
    var number: UInt64
    var part: Int?

    init(_ loading: SegmentLoading) {
        (rung, number, part) = (loading.rung, loading.piece.sequenceNumber, loading.piece.part)
    }
}

/// One stream of a presentation on its way: its playlist, the piece under way, and the packets made of those that are here.
///
/// A value inside the reader's lock; decides nothing about the network by itself.
struct RenditionPipeline {
    enum Role: Hashable, Comparable {
        /// The variant's own playlist: pictures, and sound where no rendition carries it.
        case main
        /// An audio rendition, by its track.
        case audio(Int)
    }

    /// Where to go on.
    enum Next: Hashable {
        /// At the segment of this number.
        case segment(UInt64)
        /// At this part of the segment, or behind it.
        case part(of: UInt64, Int)
        /// At the segment that plays at this time.
        case time(Nanoseconds)
        /// Where the playlist before this one left off: a segment that begins there, give or take what playlists round.
        case seam(Nanoseconds)
    }

    /// Segments of two playlists that begin so close to each other begin at the same place.
    static let seamTolerance: Nanoseconds = 100 * .millisecond
    /// Packets that wait here before more is fetched; the session holds the rest.
    static let maximumWaitingPackets = 400

    let role: Role
    var rung: Int
    var tracker: PlaylistTracker
    var next: Next
    /// Where the last piece that was taken ends.
    var position: Nanoseconds
    /// A piece before the next one is asked for where the next one begins too late; once for each seam.
    var mayGoBack = false
    /// Pictures of another variant follow: what is left out of them may be needed to decode the first that are not.
    var needsLeadIn = false
    var loading: SegmentLoading?
    let splitter: any SegmentSplitting
    private(set) var packets: [Packet] = []
    /// Whether anything has come since it began here, given out or not.
    private(set) var hasBegun = false
    /// Index of the first packet not given out.
    private var taken = 0
    /// The piece that was asked for again because it made no sense.
    var spoilt: SpoiltPiece?
    /// The last piece was damaged wherever it came from: the next ones are not asked for twice.
    var acceptsDamage = false
    /// The last piece held less than the playlist said each time: the next ones are not asked for twice.
    var acceptsShortness = false
    /// A hint that led to nothing.
    var brokenHint: MediaPiece?
    var isAtEnd = false
    /// Rungs in which the piece that is wanted now could not be had.
    var failedRungs: Set<Int> = []
    /// Redundant streams of a rung in which it could not be had, one after the other.
    var failedCopies: [Int: Int] = [:]
    /// The servers do not answer: since when, and how often that was found.
    var outage: (since: Double, count: Int)?
    /// Not before, after that.
    var retryAt: Double?
    /// How often nobody had the piece that is wanted now.
    var misses = 0
    /// Pieces in a row that could not be had in any.
    var lostPieces = 0

    init(role: Role, rung: Int, url: URL, at time: Nanoseconds, splitter: any SegmentSplitting) {
        self.role = role
        self.rung = rung
        self.splitter = splitter
        tracker = PlaylistTracker(url: url)
        next = .time(time)
        position = time
    }

    var hasPackets: Bool { taken < packets.count }
    var waitingPackets: Int { packets.count - taken }
    var nextPacket: Packet? { hasPackets ? packets[taken] : nil }

    mutating func append(_ packet: Packet) {
        packets.append(packet)
        hasBegun = true
    }

    mutating func takePacket() -> Packet? {
        guard let packet = nextPacket else { return nil }
        taken += 1
        if taken == packets.count {
            packets.removeAll(keepingCapacity: true)
            taken = 0
        }
        return packet
    }

    /// Leaves out what has not been given out of tracks that nobody wants any more.
    mutating func drop(tracks unwanted: Set<Int>) {
        packets = packets[taken...].filter { !unwanted.contains($0.trackIndex) }
        taken = 0
    }

    /// Forgets what is under way and goes on at a time.
    mutating func move(to time: Nanoseconds) {
        abandonLoading()
        packets.removeAll()
        taken = 0
        hasBegun = false
        isAtEnd = false
        failedRungs = []
        failedCopies = [:]
        outage = nil
        retryAt = nil
        misses = 0
        lostPieces = 0
        next = .time(time)
        position = time
        mayGoBack = false
        needsLeadIn = false
    }

    mutating func abandonLoading() {
        loading?.fetch?.cancel()
        loading = nil
    }

    /// Goes on in another playlist where this one stops; nothing that is here is lost.
    /// - Parameter first: where its first load goes instead, as the present playlist reports of it.
    mutating func change(to url: URL, rung: Int, first: URL? = nil) {
        abandonLoading()
        self.rung = rung
        next = .seam(position)
        mayGoBack = true
        needsLeadIn = true
        isAtEnd = false
        let era = tracker.era
        tracker = first.map { PlaylistTracker(url: url, firstFrom: $0) } ?? PlaylistTracker(url: url)
        tracker.era = era
    }

    /// The playlist's numbers are others now: what comes next is known by its place. What is under way stays.
    mutating func renumbered() {
        switch next {
        case .segment, .part:
            next = .seam(position)
            mayGoBack = true
        case .time, .seam: break
        }
    }

    /// The piece is here or given up: on with the one behind it.
    mutating func passed(_ piece: MediaPiece) {
        position = piece.end
        if piece.numbering == tracker.numbering {
            next = piece.part.map { .part(of: piece.sequenceNumber, $0 + 1) } ?? .segment(piece.sequenceNumber &+ 1)
        } else {
            next = .seam(position)
        }
        failedRungs = []
        failedCopies = [:]
        misses = 0
    }
}
