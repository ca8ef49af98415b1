import CoreMedia
import Foundation
import HLS

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
    var loading: SegmentLoading?
    let splitter: any SegmentSplitting
    private(set) var packets: [Packet] = []
    /// Index of the first packet not given out.
    private var taken = 0
    var isAtEnd = false
    /// Rungs in which the piece that is wanted now could not be had.
    var failedRungs: Set<Int> = []
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

    mutating func append(_ packet: Packet) { packets.append(packet) }

    mutating func takePacket() -> Packet? {
        guard let packet = nextPacket else { return nil }
        taken += 1
        if taken == packets.count {
            packets.removeAll(keepingCapacity: true)
            taken = 0
        }
        return packet
    }

    /// Forgets what is under way and goes on at a time.
    mutating func move(to time: Nanoseconds) {
        abandonLoading()
        packets.removeAll()
        taken = 0
        isAtEnd = false
        failedRungs = []
        lostPieces = 0
        next = .time(time)
        position = time
        mayGoBack = false
    }

    mutating func abandonLoading() {
        loading?.fetch?.cancel()
        loading = nil
    }

    /// Goes on in another playlist where this one stops; nothing that is here is lost.
    mutating func change(to url: URL, rung: Int) {
        abandonLoading()
        self.rung = rung
        next = .seam(position)
        mayGoBack = true
        isAtEnd = false
        let era = tracker.era
        tracker = PlaylistTracker(url: url)
        tracker.era = era
    }

    /// The piece is here or given up: on with the one behind it.
    mutating func passed(_ piece: MediaPiece) {
        next = .segment(piece.sequenceNumber &+ 1)
        position = piece.end
        failedRungs = []
    }

    /// The piece to load next.
    enum Upcoming {
        case piece(MediaPiece)
        /// Not in the playlist yet.
        case later
        /// No more will come.
        case end
        /// A segment whose address cannot be used.
        case unusable(MediaSegment)
    }

    func upcoming() -> Upcoming {
        guard let playlist = tracker.playlist else { return .later }
        guard let at = upcomingPosition(in: playlist) else { return tracker.isLive ? .later : .end }
        let segment = playlist.segments[at]
        return MediaPiece(segment, in: playlist, windowStart: tracker.windowStart, era: tracker.era)
            .map { .piece($0) } ?? .unusable(segment)
    }

    func upcomingPosition(in playlist: MediaPlaylist) -> Int? {
        let segments = playlist.segments
        guard !segments.isEmpty else { return nil }
        switch next {
        case .segment(let number):
            // The window may have moved past us: on with what there is.
            if number < playlist.mediaSequence { return 0 }
            return segments.position(ofSequenceNumber: number)
        case .time(let time):
            return Self.position(of: time, in: playlist, tracker.windowStart)
        case .seam(let time):
            guard let at = Self.position(of: time, in: playlist, tracker.windowStart) else { return nil }
            let segment = segments[at]
            let start = tracker.windowStart &+ (Nanoseconds(segment.start) ?? 0)
            let end = start &+ (Nanoseconds(segment.duration) ?? 0)
            let tolerance = min(Self.seamTolerance, (end &- start) / 4)
            guard end &- time <= tolerance else { return at }
            return at + 1 < segments.endIndex ? at + 1 : nil
        }
    }

    private static func position(of time: Nanoseconds, in playlist: MediaPlaylist, _ start: Nanoseconds) -> Int? {
        let wanted = time &- start
        // What ends where it is asked for has nothing to give.
        if wanted >= (Nanoseconds(playlist.segments.duration) ?? 0) { return nil }
        return wanted <= 0 ? 0 : playlist.segments.position(at: wanted.time)
    }
}
