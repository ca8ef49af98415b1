import CoreMedia
import Foundation
import HLS

/// One stream of a presentation on its way: its playlist, the segment under way, and the packets made of those that are here.
///
/// A value inside the reader's lock; decides nothing about the network by itself.
struct RenditionPipeline {
    enum Role: Hashable {
        /// The variant's own playlist: pictures, and sound where no rendition carries it.
        case main
        /// An audio rendition, by its track.
        case audio(Int)
    }

    /// What is being fetched, with everything that the answer is to be taken with.
    struct Loading {
        var number: Int
        var segment: MediaSegment
        var rung: Int
        var start: Nanoseconds
        var startedAt: Double
        var bytes: [UInt8]?
        var initBytes: [UInt8]?
        var key: [UInt8]?
        var needsInit: Bool
        var needsKey: Bool
        var fetches: [ResourceFetch] = []
        var isWhole: Bool { bytes != nil && (!needsInit || initBytes != nil) && (!needsKey || key != nil) }
    }

    let role: Role
    var rung: Int
    /// The address as the multivariant playlist gives it.
    var url: URL
    var playlist: MediaPlaylist?
    /// The presentation time at which the playlist's first segment starts.
    var windowStart: Nanoseconds = 0
    var isPlaylistLoading = false
    var playlistLoadedAt = 0.0
    /// When the playlist may be asked for again; nil: not at all.
    var reloadAt: Double?
    var reloadFailures = 0

    /// Where the next segment is to start.
    var position: Nanoseconds = 0
    /// The number of the segment after the last one that was taken; nil after a seek or a switch, when `position` decides.
    var nextSequence: UInt64?
    var loading: Loading?
    var splitter = SegmentSplitter()
    var packets: [Packet] = []
    /// Index of the first packet not given out.
    var taken = 0
    /// The end of what has been given out or waits in `packets`, for each kind, so that seams have no packet twice.
    var lastTimes: [TrackInfo.Kind: Nanoseconds] = [:]
    var isAtEnd = false
    var segmentFailures = 0

    init(role: Role, rung: Int, url: URL) {
        self.role = role
        self.rung = rung
        self.url = url
    }

    var hasPackets: Bool { taken < packets.count }
    var next: Packet? { hasPackets ? packets[taken] : nil }

    mutating func takePacket() -> Packet? {
        guard let packet = next else { return nil }
        taken += 1
        if taken == packets.count {
            packets.removeAll(keepingCapacity: true)
            taken = 0
        }
        return packet
    }

    /// Forgets what is under way and goes on at a time.
    mutating func move(to time: Nanoseconds) {
        for fetch in loading?.fetches ?? [] { fetch.cancel() }
        loading = nil
        packets.removeAll()
        taken = 0
        lastTimes = [:]
        isAtEnd = false
        nextSequence = nil
        segmentFailures = 0
        position = time
    }

    /// The segment to load next; nil: there is none yet, or no more.
    func nextSegment() -> (segment: MediaSegment, start: Nanoseconds)? {
        guard let playlist, !playlist.segments.isEmpty else { return nil }
        let segments = playlist.segments
        let at: Int
        if let nextSequence {
            if let found = segments.position(ofSequenceNumber: nextSequence) {
                at = found
            } else if nextSequence < playlist.mediaSequence {
                // The window has moved past us: on with what there is.
                at = 0
            } else {
                return nil
            }
        } else {
            let wanted = position &- windowStart
            if wanted <= 0 {
                at = 0
            } else if let found = segments.position(at: wanted.time) {
                at = found
            } else {
                return nil
            }
        }
        let segment = segments[at]
        return (segment, windowStart &+ (Nanoseconds(segment.start) ?? 0))
    }

    /// The end of the playlist's last segment on the presentation's time line.
    var windowEnd: Nanoseconds { windowStart &+ (playlist.flatMap { Nanoseconds($0.segments.duration) } ?? 0) }

    /// Takes a playlist over, and keeps the time line where it was.
    mutating func update(_ fresh: MediaPlaylist, at now: Double) {
        if let old = playlist, !old.segments.isEmpty, !fresh.segments.isEmpty {
            if let at = old.segments.position(ofSequenceNumber: fresh.mediaSequence) {
                windowStart = windowStart &+ (Nanoseconds(old.segments[at].start) ?? 0)
            } else if let at = fresh.segments.position(ofSequenceNumber: old.mediaSequence) {
                windowStart = windowStart &- (Nanoseconds(fresh.segments[at].start) ?? 0)
            } else if fresh.mediaSequence > old.mediaSequence {
                windowStart = windowEnd
            }
        }
        let isNew = playlist?.nextSequenceNumber != fresh.nextSequenceNumber || playlist == nil
        playlist = fresh
        playlistLoadedAt = now
        reloadFailures = 0
        let target = fresh.targetDuration?.seconds ?? 6
        reloadAt = fresh.hasEnded ? nil : now + (isNew ? target : target / 2)
    }
}
