import CoreMedia
import Foundation
import HLS

/// The result of demuxing a chunk, without the media data: the input of the machine's decisions.
struct ChunkSummary {
    struct Sample {
        var kind: TrackInfo.Kind
        var time: Nanoseconds
        var decodeTime: Nanoseconds
        var duration: Nanoseconds
        var isKey: Bool
    }

    /// In container order, with timestamps of the stream's own clock.
    var samples: [Sample] = []
    var tracks: [TrackInfo.Kind: TrackInfo] = [:]
    /// Whether the timestamps are those of the stream's clock; the timestamps of packed audio may start at 0.
    var hasClock = true
    /// The error of a chunk of which only a part could be read.
    var corruption: MediaError?
    /// The reason to assume that the chunk is incomplete.
    var doubt: MediaError?
    /// The reason why no decoder for the video is available.
    var missingDecoder: MediaError?
    /// Caption channels found in the video.
    var captions: [ClosedCaptionChannel] = []
    var metadata: [SegmentMetadata] = []
}

/// The machine's decision about the samples of a chunk.
enum ChunkVerdict: Equatable {
    /// Nothing of the chunk is delivered; it is requested again or replaced by another chunk.
    case discarded
    /// The samples are mapped to the presentation timeline and queued, each with its use.
    case queued(offset: Nanoseconds, uses: [SampleUse])
}

enum SampleUse: Equatable {
    case dropped
    /// Decoded but not displayed.
    case leadIn
    case track(Int)
}

/// Handles chunks that have arrived.
extension StreamMachine {
    /// A gap larger than this after a switch is filled from the previous segment of the new variant.
    private static let worthFilling: Nanoseconds = 20 * .millisecond

    /// The chunk that has arrived and is demuxed next.
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

    /// Takes the chunk that is demuxed next while it is still arriving.
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

    /// Whether the next chunk is scanned for captions.
    func surveysCaptions(_ role: RenditionRole) -> Bool {
        role == .main && !hasStarted && selection.options.searchesCaptions
    }

    /// Whether a rendition waits for the video, which sets the clock offset of a new discontinuity.
    private func waitsForVideo(_ role: RenditionRole, _ loading: SegmentLoading) -> Bool {
        guard role != .main, timeline.clocks.offset(of: loading.chunk.discontinuity) == nil, let main, !main.isAtEnd,
            failure == nil
        else { return false }
        return main.loading?.chunk.discontinuity == loading.chunk.discontinuity
    }

    /// Handles a demuxed chunk.
    /// - Parameters:
    ///   - number: the number of the chunk's load.
    ///   - generation: the machine's generation when demuxing started.
    mutating func demuxed(
        _ number: Int, _ role: RenditionRole, generation: Int, _ result: Result<ChunkSummary, MediaError>
    ) -> ChunkVerdict {
        guard self.generation == generation, let loading = renditions[role]?.loading, loading.number == number else {
            return .discarded
        }
        switch result {
        case .failure(let error):
            let error = error.at(loading.chunk.url)
            if requestAgain(loading, role, error) == .final { loadFailed(role, error) }
            return .discarded
        case .success(let summary):
            // The codecs in the segment override the ones declared in the playlist (spec/hls.md sections 3 and 10).
            if role == .main, let error = summary.missingDecoder?.at(loading.chunk.url),
                switchAway(fromVariant: loading.variant, because: .noDecoder, error) == .switched
            {
                return .discarded
            }
            guard reviewCorruption(summary, loading, role) == .accepted,
                reviewDoubt(summary, loading, role) == .accepted
            else { return .discarded }
            return queue(summary, loading, role)
        }
    }

    /// Handles samples of a chunk that is still arriving. The samples are delivered before the whole chunk can be validated. If the chunk
    /// is loaded again, from this or another variant, the samples that were already delivered are dropped.
    mutating func demuxedPart(
        _ number: Int, _ role: RenditionRole, generation: Int, _ summary: ChunkSummary
    ) -> ChunkVerdict {
        guard self.generation == generation, let loading = renditions[role]?.loading, loading.number == number,
            !isCancelled
        else { return .discarded }
        if role == .main, let error = summary.missingDecoder?.at(loading.chunk.url),
            switchAway(fromVariant: loading.variant, because: .noDecoder, error) == .switched
        {
            return .discarded
        }
        return queue(summary, loading, role, isLast: false)
    }

    private enum Review { case accepted, discarded }

    private mutating func reviewCorruption(
        _ summary: ChunkSummary, _ loading: SegmentLoading, _ role: RenditionRole
    ) -> Review {
        let acceptsCorruption = renditions[role]?.failures.acceptsCorruption == true
        guard let corruption = summary.corruption?.at(loading.chunk.url) else {
            if acceptsCorruption, !summary.samples.isEmpty { renditions[role]?.failures.acceptsCorruption = false }
            return .accepted
        }
        // If every source is damaged, the readable part is played.
        if acceptsCorruption {
            report(corruption, "The readable part of the segment is played.")
            return .accepted
        }
        if requestAgain(loading, role, corruption) == .repeated { return .discarded }
        if case .switched = fallBack(role, because: corruption) {
            report(corruption, "The segment is played from another variant.")
            return .discarded
        }
        report(corruption, "The readable part of the segment is played, because every other source failed too.")
        renditions[role]?.failures.acceptsCorruption = true
        return .accepted
    }

    /// Reviews a chunk with less media than declared. The chunk is requested once more; if it is short again, it is
    /// played, and so are the short chunks that follow, because the stream was probably made with them.
    private mutating func reviewDoubt(
        _ summary: ChunkSummary, _ loading: SegmentLoading, _ role: RenditionRole
    ) -> Review {
        guard let doubt = summary.doubt else {
            renditions[role]?.failures.acceptsShortness = false
            return .accepted
        }
        guard summary.corruption == nil else { return .accepted }
        guard renditions[role]?.failures.acceptsShortness == false else {
            // Streams with short segments usually have them throughout; damage is reported each time.
            if doubt.code != .truncated { report(doubt, "The segment is played nevertheless.") }
            return .accepted
        }
        if requestAgain(loading, role, doubt) == .repeated { return .discarded }
        renditions[role]?.failures.acceptsShortness = true
        report(doubt, "The segment is played nevertheless.")
        return .accepted
    }

    private enum RepeatOutcome { case repeated, final }

    /// Requests a chunk that could not be parsed once more, with its keys and initialization section, which may be the cause.
    private mutating func requestAgain(
        _ loading: SegmentLoading, _ role: RenditionRole, _ error: MediaError
    ) -> RepeatOutcome {
        guard error.code != .contentIsProtected, !loading.chunk.isHint, let rendition = renditions[role] else {
            return .final
        }
        for resource in loading.needed { resources.caches.forget(resource) }
        let identity = ChunkIdentity(loading)
        guard rendition.failures.repeated != identity else { return .final }
        renditions[role]?.failures.repeated = identity
        abandonLoad(role)
        report(error, "The segment is requested again.")
        return .repeated
    }

    // MARK: - Mapping samples to packets

    /// - Parameter isLast: whether the chunk ends with these samples.
    private mutating func queue(
        _ summary: ChunkSummary, _ loading: SegmentLoading, _ role: RenditionRole, isLast: Bool = true
    ) -> ChunkVerdict {
        guard let rendition = renditions[role] else { return .discarded }
        let chunk = loading.chunk
        let leading =
            loading.delivered?.leading
            ?? (summary.samples.contains { $0.kind == .video } ? TrackInfo.Kind.video : .audio)
        let offset: Nanoseconds
        if let delivered = loading.delivered {
            offset = delivered.offset
        } else {
            offset = place(summary, chunk, rendition, leading)
            if beginsTooLate(chunk, rendition, summary, offset, leading) {
                renditions[role]?.stepBack(before: chunk)
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
            let isReported = summary.corruption != nil || summary.doubt?.code == .malformed
            timeline.playedChunks.add(chunk.url, of: loading.number, times: first...last, isReported: isReported)
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
            if role == .main, leading == .audio { timeline.gaps.note(from: chunk.start, to: chunk.end) }
            finish(chunk, role)
        } else {
            renditions[role]?.update(loading.number) {
                $0.arrival = .demuxed(DeliveredPart(offset: offset, leading: leading))
            }
        }
        return .queued(offset: offset, uses: uses)
    }

    private mutating func finish(_ chunk: MediaChunk, _ role: RenditionRole) {
        _ = renditions[role]?.endLoading()
        renditions[role]?.failures.demuxedChunk()
        renditions[role]?.seamRepair.mayStepBack = false
        renditions[role]?.pass(chunk)
    }

    private mutating func record(_ summary: ChunkSummary, _ role: RenditionRole) {
        for (kind, track) in summary.tracks where selection.details[kind] == nil || role == .main {
            selection.details[kind] = track
        }
        if role == .main, !hasStarted { selection.options.found(summary.captions) }
    }

    /// Reports timed metadata. Metadata that repeats in several segments or renditions is reported once.
    private mutating func report(_ metadata: [SegmentMetadata], _ offset: Nanoseconds) {
        for item in metadata {
            let timed = TimedMetadata(
                range: CMTimeRange(start: (item.time &+ offset).time, duration: (item.duration ?? 0).time),
                content: item.content)
            if timeline.reportedMetadata.insert(timed) { actions.append(.report(.timedMetadata(timed))) }
        }
    }

    /// Returns the offset added to the timestamps of a chunk that begins with these samples.
    private mutating func place(
        _ summary: ChunkSummary, _ chunk: MediaChunk, _ rendition: RenditionMachine, _ leading: TrackInfo.Kind
    ) -> Nanoseconds {
        let first = summary.samples.lazy.filter { $0.kind == leading }.map(\.time).min()
        guard let first else { return timeline.clocks.offset(of: chunk.discontinuity) ?? 0 }
        let track = track(of: leading, rendition.role)
        guard summary.hasClock else { return start(of: chunk, track) &- first }
        timeline.clocks.learn(chunk.discontinuity, stamp: first, start: chunk.start)
        return place(first, of: chunk, rendition, track)
    }

    /// Returns the offset added to the timestamps of a chunk whose first timestamp is `stamp`.
    private mutating func place(
        _ stamp: Nanoseconds, of chunk: MediaChunk, _ rendition: RenditionMachine, _ track: Int?
    ) -> Nanoseconds {
        let target = rendition.tracker.playlist?.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
        var expected = [chunk.start]
        // Prefer the end of the previous chunk if that chunk is adjacent, because playlist durations are rounded.
        if let reached = track.flatMap({ timeline.seams[$0]?.shownUntil }),
            abs(chunk.start &- rendition.position) <= RenditionMachine.seamTolerance
        {
            let isNear = abs(reached &- chunk.start) <= target
            expected.insert(reached, at: isNear ? 0 : 1)
        }
        let placement = timeline.clocks.place(
            stamp, of: chunk.discontinuity, expected: expected, tolerance: max(target, .second))
        if let jump = placement.jump {
            report(
                MediaError(
                    .contentChanged,
                    "The timestamps of a segment jump by \(Int(jump.seconds.rounded())) s without EXT-X-DISCONTINUITY.",
                    url: chunk.url), "The segment is played at the time that the playlist states.")
        }
        return placement.offset
    }

    /// Returns the start of a chunk without timestamps: the end of the previous chunk, or the start stated by the playlist.
    private mutating func start(of chunk: MediaChunk, _ track: Int?) -> Nanoseconds {
        if !timeline.hasReportedMissingClock {
            timeline.hasReportedMissingClock = true
            report(
                MediaError(.malformed, "A segment of packed audio has no timestamp.", url: chunk.url),
                "The segment is played at the time that the playlist states.")
        }
        guard let reached = track.flatMap({ timeline.seams[$0]?.reached }),
            abs(reached &- chunk.start) <= RenditionMachine.seamTolerance
        else { return chunk.start }
        return reached
    }

    /// Whether the first segment after a switch starts so late that the previous segment of the new variant is needed too: segment
    /// boundaries of two playlists may differ.
    private func beginsTooLate(
        _ chunk: MediaChunk, _ rendition: RenditionMachine, _ summary: ChunkSummary, _ offset: Nanoseconds,
        _ leading: TrackInfo.Kind
    ) -> Bool {
        // Samples that damage removed from the start of the segment are not in the previous one.
        guard rendition.seamRepair.mayStepBack, summary.corruption == nil,
            let track = track(of: leading, rendition.role), let reached = timeline.seams[track]?.reached,
            let first = summary.samples.first(where: { $0.kind == leading }),
            // Chunks skipped before the switch do not belong to the seam.
            reached &+ RenditionMachine.seamTolerance >= rendition.position,
            let playlist = rendition.tracker.playlist
        else { return false }
        return first.decodeTime &+ offset > reached &+ max(Self.worthFilling, first.duration / 2)
            && chunk.sequenceNumber > playlist.mediaSequence
    }

    /// Returns the indices of the lead-in: frames before the seam, from the last key frame on, that were already delivered from another
    /// variant but are needed to decode the frames after the seam.
    /// - Returns: the indices, and whether later chunks need a lead-in too; nil if that does not change.
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
    /// Returns the error with this URL if it has none.
    func at(_ url: URL) -> MediaError {
        var copy = self
        copy.url = self.url ?? url
        return copy
    }
}
