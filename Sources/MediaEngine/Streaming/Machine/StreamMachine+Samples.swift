import CoreMedia
import Foundation
import HLS

/// What demuxing a chunk has found, without the media: what the machine decides by.
struct ChunkSummary {
    struct Sample {
        var kind: TrackInfo.Kind
        var time: Nanoseconds
        var decodeTime: Nanoseconds
        var duration: Nanoseconds
        var isKey: Bool
    }

    /// In the order of the container, with times of the stream's own clock.
    var samples: [Sample] = []
    var tracks: [TrackInfo.Kind: TrackInfo] = [:]
    /// Whether the times are those of the stream's clock; packed audio may count from 0.
    var hasClock = true
    /// What is wrong with the chunk where only a part of it could be read.
    var damage: MediaError?
    /// What casts doubt on the chunk's being complete.
    var doubt: MediaError?
    /// Why the video cannot be decoded here.
    var missingDecoder: MediaError?
    /// Captions found in the video.
    var captions: [ClosedCaptionChannel] = []
    var metadata: [SegmentMetadata] = []
}

/// What becomes of the samples of a chunk.
enum ChunkVerdict: Equatable {
    /// Nothing of the chunk is delivered; it is requested again, or another one instead.
    case discarded
    /// Samples are placed on the presentation's time line and queued, each for its use.
    case queued(offset: Nanoseconds, uses: [SampleUse])
}

enum SampleUse: Equatable {
    case dropped
    /// Decoded and not shown.
    case leadIn
    case track(Int)
}

/// What becomes of chunks that are here.
extension StreamMachine {
    /// A gap larger than this at a seam is looked for in the segment before.
    private static let worthFilling: Nanoseconds = 20 * .millisecond

    /// The chunk that has arrived and is to be demuxed next.
    var chunkToDemux: (role: RenditionRole, loading: SegmentLoading)? {
        guard !isCancelled else { return nil }
        for role in renditions.keys.sorted() {
            guard let loading = renditions[role]?.loading, loading.isWhole, !loading.isDemuxedEarly,
                !waitsForVideo(role, loading)
            else { continue }
            return (role, loading)
        }
        return nil
    }

    /// Takes the chunk that is to be demuxed next while it arrives.
    mutating func takeArrivingChunk() -> (role: RenditionRole, loading: SegmentLoading)? {
        guard !isCancelled else { return nil }
        for role in renditions.keys.sorted() {
            guard let loading = renditions[role]?.loading, loading.canBeDemuxedEarly, !waitsForVideo(role, loading)
            else { continue }
            renditions[role]?.update(loading.number) { $0.arrival = .demuxed(nil) }
            return (role, loading)
        }
        return nil
    }

    /// Whether the next chunk is searched for captions.
    func surveysCaptions(_ role: RenditionRole) -> Bool {
        role == .main && !hasStarted && selection.options.searchesCaptions
    }

    /// Audio waits for the video to place the clock of a new discontinuity.
    private func waitsForVideo(_ role: RenditionRole, _ loading: SegmentLoading) -> Bool {
        guard role != .main, timeline.clocks.offset(of: loading.piece.discontinuity) == nil, let main, !main.isAtEnd,
            failure == nil
        else { return false }
        return main.loading?.piece.discontinuity == loading.piece.discontinuity
    }

    /// A chunk was demuxed.
    /// - Parameters:
    ///   - number: of the chunk's load.
    ///   - generation: of the machine when demuxing began.
    mutating func demuxed(
        _ number: Int, _ role: RenditionRole, generation: Int, _ result: Result<ChunkSummary, MediaError>
    ) -> ChunkVerdict {
        guard self.generation == generation, let loading = renditions[role]?.loading, loading.number == number else {
            return .discarded
        }
        switch result {
        case .failure(let error):
            let error = error.at(loading.piece.url)
            if requestAgain(loading, role, error) == .final { loadFailed(role, error) }
            return .discarded
        case .success(let summary):
            // A segment says what the playlist may not say rightly (spec/hls.md sections 3 and 10).
            if role == .main, let error = summary.missingDecoder?.at(loading.piece.url),
                switchAway(fromVariant: loading.rung, because: .noDecoder, error) == .switched
            {
                return .discarded
            }
            guard reviewDamage(summary, loading, role) == .accepted,
                reviewDoubt(summary, loading, role) == .accepted
            else { return .discarded }
            return queue(summary, loading, role)
        }
    }

    /// Samples of a chunk were demuxed while the rest arrives: they are delivered before the whole can be judged. Should the chunk be
    /// loaded again, here or in another variant, the samples that were delivered are left out.
    mutating func demuxedPart(
        _ number: Int, _ role: RenditionRole, generation: Int, _ summary: ChunkSummary
    ) -> ChunkVerdict {
        guard self.generation == generation, let loading = renditions[role]?.loading, loading.number == number,
            !isCancelled
        else { return .discarded }
        if role == .main, let error = summary.missingDecoder?.at(loading.piece.url),
            switchAway(fromVariant: loading.rung, because: .noDecoder, error) == .switched
        {
            return .discarded
        }
        return queue(summary, loading, role, isLast: false)
    }

    private enum Review { case accepted, discarded }

    private mutating func reviewDamage(
        _ summary: ChunkSummary, _ loading: SegmentLoading, _ role: RenditionRole
    ) -> Review {
        let acceptsDamage = renditions[role]?.failures.acceptsDamage == true
        guard let damage = summary.damage?.at(loading.piece.url) else {
            if acceptsDamage, !summary.samples.isEmpty { renditions[role]?.failures.acceptsDamage = false }
            return .accepted
        }
        // The readable part is better than nothing where every source is damaged.
        if acceptsDamage {
            report(damage, "What can be read of it is played.")
            return .accepted
        }
        if requestAgain(loading, role, damage) == .repeated { return .discarded }
        if case .switched = fallBack(role, because: damage) {
            report(damage, "It is played from another variant.")
            return .discarded
        }
        report(damage, "What can be read of it is played; nobody has more of it.")
        renditions[role]?.failures.acceptsDamage = true
        return .accepted
    }

    /// A chunk with less in it than there should be: once is an accident, twice is how the stream is made.
    private mutating func reviewDoubt(
        _ summary: ChunkSummary, _ loading: SegmentLoading, _ role: RenditionRole
    ) -> Review {
        guard let doubt = summary.doubt else {
            renditions[role]?.failures.acceptsShortness = false
            return .accepted
        }
        guard summary.damage == nil else { return .accepted }
        guard renditions[role]?.failures.acceptsShortness == false else {
            // Streams whose segments are too short are so throughout; damage is reported each time.
            if doubt.code != .truncated { report(doubt, "It is played as it is.") }
            return .accepted
        }
        if requestAgain(loading, role, doubt) == .repeated { return .discarded }
        renditions[role]?.failures.acceptsShortness = true
        report(doubt, "It is played as it is.")
        return .accepted
    }

    private enum RepeatOutcome { case repeated, final }

    /// Requests a chunk that makes no sense once more, with its keys and init section, which may be to blame.
    private mutating func requestAgain(
        _ loading: SegmentLoading, _ role: RenditionRole, _ error: MediaError
    ) -> RepeatOutcome {
        guard error.code != .contentIsProtected, !loading.piece.isHint, let rendition = renditions[role] else {
            return .final
        }
        for resource in loading.needed { resources.caches.forget(resource) }
        let identity = ChunkIdentity(loading)
        guard rendition.failures.repeated != identity else { return .final }
        renditions[role]?.failures.repeated = identity
        abandonLoad(role)
        report(error, "It is requested again.")
        return .repeated
    }

    // MARK: - Samples to packets

    /// - Parameter isLast: whether the chunk ends with these samples.
    private mutating func queue(
        _ summary: ChunkSummary, _ loading: SegmentLoading, _ role: RenditionRole, isLast: Bool = true
    ) -> ChunkVerdict {
        guard let rendition = renditions[role] else { return .discarded }
        let piece = loading.piece
        let leading =
            loading.delivered?.leading
            ?? (summary.samples.contains { $0.kind == .video } ? TrackInfo.Kind.video : .audio)
        let offset: Nanoseconds
        if let delivered = loading.delivered {
            offset = delivered.offset
        } else {
            offset = place(summary, piece, rendition, leading)
            if beginsTooLate(piece, rendition, summary, offset, leading) {
                renditions[role]?.stepBack(before: piece)
                actions.append(.cancelLoad(loading.number))
                return .discarded
            }
        }
        record(summary, role)
        report(summary.metadata, offset)
        let leadIn = leadIn(of: summary.samples, offset, rendition)
        if let needsLeadIn = leadIn.isStillNeeded { renditions[role]?.seamRepair.needsLeadIn = needsLeadIn }
        let times = summary.samples.lazy.filter { $0.kind == .video }.map { $0.time &+ offset }
        if role == .main, let first = times.min(), let last = times.max() {
            let isReported = summary.damage != nil || summary.doubt?.code == .malformed
            timeline.playedChunks.add(piece.url, of: loading.number, times: first...last, isTold: isReported)
        }
        let audioTrack = track(of: .audio, role)
        var uses: [SampleUse] = []
        uses.reserveCapacity(summary.samples.count)
        for (index, sample) in summary.samples.enumerated() {
            if leadIn.indices.contains(index) {
                uses.append(.leadIn)
                continue
            }
            let track = sample.kind == .audio ? audioTrack : track(of: sample.kind, role)
            guard let track,
                timeline.seams[track, default: SeamCutter()].admit(
                    decodeTime: sample.decodeTime &+ offset, time: sample.time &+ offset, duration: sample.duration,
                    isAudio: sample.kind == .audio) == .admitted
            else {
                uses.append(.dropped)
                continue
            }
            uses.append(.track(track))
        }
        let count = uses.count { $0 != .dropped }
        renditions[role]?.queuedPackets += count
        if count > 0 { renditions[role]?.hasBegun = true }
        if isLast {
            if role == .main, leading == .audio { timeline.gaps.note(from: piece.start, to: piece.end) }
            finish(piece, role)
        } else {
            renditions[role]?.update(loading.number) {
                $0.arrival = .demuxed(DeliveredPart(offset: offset, leading: leading))
            }
        }
        return .queued(offset: offset, uses: uses)
    }

    private mutating func finish(_ piece: MediaPiece, _ role: RenditionRole) {
        _ = renditions[role]?.endLoading()
        renditions[role]?.failures.demuxedChunk()
        renditions[role]?.seamRepair.mayStepBack = false
        renditions[role]?.pass(piece)
    }

    private mutating func record(_ summary: ChunkSummary, _ role: RenditionRole) {
        for (kind, track) in summary.tracks where selection.details[kind] == nil || role == .main {
            selection.details[kind] = track
        }
        if role == .main, !hasStarted { selection.options.found(summary.captions) }
    }

    /// Metadata that stands in several segments, or in those of several renditions, is reported once.
    private mutating func report(_ metadata: [SegmentMetadata], _ offset: Nanoseconds) {
        for item in metadata {
            let timed = TimedMetadata(
                range: CMTimeRange(start: (item.time &+ offset).time, duration: (item.duration ?? 0).time),
                content: item.content)
            if timeline.reportedMetadata.insert(timed) { actions.append(.report(.timedMetadata(timed))) }
        }
    }

    /// What is added to the time stamps of a chunk that begins with these samples.
    private mutating func place(
        _ summary: ChunkSummary, _ piece: MediaPiece, _ rendition: RenditionMachine, _ leading: TrackInfo.Kind
    ) -> Nanoseconds {
        let first = summary.samples.lazy.filter { $0.kind == leading }.map(\.time).min()
        guard let first else { return timeline.clocks.offset(of: piece.discontinuity) ?? 0 }
        let track = track(of: leading, rendition.role)
        guard summary.hasClock else { return start(of: piece, track) &- first }
        timeline.clocks.learn(piece.discontinuity, stamp: first, start: piece.start)
        return place(first, of: piece, rendition, track)
    }

    /// What is added to the time stamps of a chunk that begins with `stamp`.
    private mutating func place(
        _ stamp: Nanoseconds, of piece: MediaPiece, _ rendition: RenditionMachine, _ track: Int?
    ) -> Nanoseconds {
        let target = rendition.tracker.playlist?.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
        var expected = [piece.start]
        // Behind the previous chunk, where that lies directly in front: playlists stretch.
        if let reached = track.flatMap({ timeline.seams[$0]?.shownUntil }),
            abs(piece.start &- rendition.position) <= RenditionMachine.seamTolerance
        {
            let isNear = abs(reached &- piece.start) <= target
            expected.insert(reached, at: isNear ? 0 : 1)
        }
        let placement = timeline.clocks.place(
            stamp, of: piece.discontinuity, expected: expected, tolerance: max(target, .second))
        if let jump = placement.jump {
            report(
                MediaError(
                    .contentChanged,
                    "The time stamps of a segment jump by \(Int(jump.seconds.rounded())) s, and nothing says so.",
                    url: piece.url), "It is played where the playlist has it.")
        }
        return placement.offset
    }

    /// The start of a chunk whose container has no clock: behind the previous chunk, or where the playlist has it.
    private mutating func start(of piece: MediaPiece, _ track: Int?) -> Nanoseconds {
        if !timeline.hasReportedMissingClock {
            timeline.hasReportedMissingClock = true
            report(
                MediaError(.malformed, "A segment of packed audio does not say where it begins.", url: piece.url),
                "It is played where the playlist has it.")
        }
        guard let reached = track.flatMap({ timeline.seams[$0]?.reached }),
            abs(reached &- piece.start) <= RenditionMachine.seamTolerance
        else { return piece.start }
        return reached
    }

    /// Whether the first segment behind a switch begins so late that the one before it is needed: two playlists may cut their media at
    /// different places.
    private func beginsTooLate(
        _ piece: MediaPiece, _ rendition: RenditionMachine, _ summary: ChunkSummary, _ offset: Nanoseconds,
        _ leading: TrackInfo.Kind
    ) -> Bool {
        // What damage has taken from the beginning is not in the segment before.
        guard rendition.seamRepair.mayStepBack, summary.damage == nil,
            let track = track(of: leading, rendition.role), let reached = timeline.seams[track]?.reached,
            let first = summary.samples.first(where: { $0.kind == leading }),
            // Chunks skipped before the switch do not belong to the seam.
            reached &+ RenditionMachine.seamTolerance >= rendition.position,
            let playlist = rendition.tracker.playlist
        else { return false }
        return first.decodeTime &+ offset > reached &+ max(Self.worthFilling, first.duration / 2)
            && piece.sequenceNumber > playlist.mediaSequence
    }

    /// The pictures of a chunk that were delivered from another variant and that later pictures need for decoding, by their indices: from the
    /// last key picture before the seam on.
    /// - Returns: with the indices whether later chunks need a lead-in too; nil where that does not change.
    private func leadIn(
        of samples: [ChunkSummary.Sample], _ offset: Nanoseconds, _ rendition: RenditionMachine
    ) -> (indices: Set<Int>, isStillNeeded: Bool?) {
        guard rendition.role == .main, rendition.seamRepair.needsLeadIn,
            let seam = timeline.seams[StreamTracks.video]
        else { return ([], nil) }
        var found: Set<Int> = []
        for (index, sample) in samples.enumerated() where sample.kind == .video {
            guard seam.hasPassed(sample.decodeTime &+ offset) else {
                return (sample.isKey ? [] : found, false)
            }
            if sample.isKey { found = [] }
            found.insert(index)
        }
        return (found, nil)
    }
}

extension MediaError {
    /// The same, with a URL where the error has none.
    func at(_ url: URL) -> MediaError {
        var copy = self
        copy.url = self.url ?? url
        return copy
    }
}
