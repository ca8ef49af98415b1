import CoreMedia
import Foundation
import HLS

/// Turns pieces that have come into packets. `gate` is held, and let go while a piece is split.
extension StreamingReader {
    /// A hole larger than this at a seam is looked for in the segment before.
    private static let worthFilling: Nanoseconds = 20 * .millisecond

    /// - Returns: whether there was a piece.
    func splitWhatIsHere() -> Bool {
        for role in pipelines.keys.sorted() {
            guard let pipeline = pipelines[role], let loading = pipeline.loading, loading.isWhole,
                !waitsForPictures(role, loading)
            else { continue }
            let seen = generation
            let splitter = pipeline.splitter
            let offset = timeline.offset(of: loading.piece.discontinuity)
            gate.unlock()
            let split: Result<SegmentSplit, MediaError>
            do throws(MediaError) {
                var content = try loading.content()
                content.offset = offset
                split = .success(try splitter.split(content))
            } catch {
                split = .failure(error)
            }
            gate.lock()
            guard generation == seen, pipelines[role]?.loading?.number == loading.number else {
                if case .success(let split) = split { split.samples.forEach { $0.free() } }
                return true
            }
            switch split {
            case .success(let split):
                if leavesUndecodable(role, loading, split) {
                    split.samples.forEach { $0.free() }
                    return true
                }
                if let damage = split.damage?.at(loading.piece.url) {
                    // What was read of it is better than nothing where nobody has more.
                    if pipeline.acceptsDamage {
                        events.tell(damage, "What can be read of it is played.")
                    } else if comesAgain(role, loading, damage) || comesFromElsewhere(role, damage) {
                        split.samples.forEach { $0.free() }
                        return true
                    } else {
                        events.tell(damage, "What can be read of it is played; nobody has more of it.")
                        pipelines[role]?.acceptsDamage = true
                    }
                } else if pipeline.acceptsDamage, !split.samples.isEmpty {
                    pipelines[role]?.acceptsDamage = false
                }
                if isAskedAgain(role, loading, doubt: split) { return true }
                take(split, loading, role)
            case .failure(let error):
                let error = error.at(loading.piece.url)
                if !comesAgain(role, loading, error) { loadingFailed(role, error) }
            }
            return true
        }
        return false
    }

    /// What came makes no sense: another time it may, or in another variant. Keys and init sections may be to blame, so they come again too.
    /// - Returns: whether it has been asked for again.
    private func comesAgain(
        _ role: RenditionPipeline.Role, _ loading: SegmentLoading, _ error: MediaError
    ) -> Bool {
        guard error.code != .contentIsProtected, !loading.piece.isHint, var pipeline = pipelines[role] else {
            return false
        }
        for resource in loading.needed { caches.forget(resource) }
        let name = SpoiltPiece(loading)
        if pipeline.spoilt != name {
            pipeline.spoilt = name
            pipeline.abandonLoading()
            pipelines[role] = pipeline
            events.tell(error, "It is asked for again.")
            return true
        }
        return false
    }

    /// A piece with less in it than there should be: once is an accident, twice is how the stream is made.
    /// - Returns: whether it has been asked for again; its samples are given back then.
    private func isAskedAgain(
        _ role: RenditionPipeline.Role, _ loading: SegmentLoading, doubt split: SegmentSplit
    ) -> Bool {
        guard let doubt = split.doubt, split.damage == nil else {
            if split.doubt == nil { pipelines[role]?.acceptsShortness = false }
            return false
        }
        guard pipelines[role]?.acceptsShortness == false else {
            // Streams that are made too short are so throughout; damage is news each time.
            if doubt.code != .truncated { events.tell(doubt, "It is played as it is.") }
            return false
        }
        if comesAgain(role, loading, doubt) {
            split.samples.forEach { $0.free() }
            return true
        }
        pipelines[role]?.acceptsShortness = true
        events.tell(doubt, "It is played as it is.")
        return false
    }

    private func comesFromElsewhere(_ role: RenditionPipeline.Role, _ error: MediaError) -> Bool {
        guard leaveRung(role, because: error) else { return false }
        events.tell(error, "It is played from another variant.")
        return true
    }

    /// Sound waits for the pictures to say where the clock of a new discontinuity stands.
    private func waitsForPictures(_ role: RenditionPipeline.Role, _ loading: SegmentLoading) -> Bool {
        guard role != .main, timeline.offset(of: loading.piece.discontinuity) == nil, let main = pipelines[.main],
            !main.isAtEnd, failure == nil
        else { return false }
        return main.loading?.piece.discontinuity == loading.piece.discontinuity
    }

    private func take(_ split: SegmentSplit, _ loading: SegmentLoading, _ role: RenditionPipeline.Role) {
        guard var pipeline = pipelines[role] else { return split.samples.forEach { $0.free() } }
        let piece = loading.piece
        let leading = split.samples.contains { $0.kind == .video } ? TrackInfo.Kind.video : .audio
        let first = split.samples.lazy.filter { $0.kind == leading }.map(\.time).min()
        if let first, split.hasClock { timeline.learn(piece.discontinuity, stamp: first, start: piece.start) }
        var offset = timeline.offset(of: piece.discontinuity) ?? 0
        if let first {
            let track = trackNumber(of: leading, role)
            offset =
                split.hasClock ? place(first, of: piece, pipeline, track) : start(of: piece, track) &- first
        }
        if goesBack(to: piece, &pipeline, split, offset, leading, role) {
            pipelines[role] = pipeline
            return split.samples.forEach { $0.free() }
        }
        for (kind, track) in split.tracks where trackDetails[kind] == nil || role == .main {
            trackDetails[kind] = track
        }
        if role == .main {
            containerName = split.container
            if !isPrimed, tracks.searchesCaptions { tracks.found(CaptionSurvey(split.samples).channels) }
        }
        tell(split.metadata, offset)
        let leadIn = leadIn(of: split.samples, offset, &pipeline, role)
        let times = split.samples.lazy.filter { $0.kind == .video }.map { $0.time &+ offset }
        if role == .main, let first = times.min(), let last = times.max() {
            let isTold = split.damage != nil || split.doubt?.code == .malformed
            playedPieces.add(piece.url, times: first...last, isTold: isTold)
        }
        for (index, sample) in split.samples.enumerated() {
            if leadIn.contains(index) {
                pipeline.append(
                    sample.packet(track: StreamTracks.video, offset: offset, isLeadIn: true, rung: loading.rung))
                continue
            }
            guard let track = trackNumber(of: sample.kind, role),
                seams[track, default: SeamCutter()].lets(
                    decodeTime: sample.decodeTime &+ offset, time: sample.time &+ offset, duration: sample.duration,
                    isSound: sample.kind == .audio)
            else {
                sample.free()
                continue
            }
            let packet = sample.packet(
                track: track, offset: offset, rung: track == StreamTracks.video ? loading.rung : nil)
            if formats[track] == nil { formats[track] = packet.format }
            pipeline.append(packet)
        }
        if role == .main, leading == .audio { holes.note(from: piece.start, to: piece.end) }
        pipeline.loading = nil
        pipeline.lostPieces = 0
        pipeline.outage = nil
        pipeline.mayGoBack = false
        pipeline.passed(piece)
        pipelines[role] = pipeline
    }

    /// What stands in several segments, or in those of several renditions, is told once.
    private func tell(_ metadata: [SegmentMetadata], _ offset: Nanoseconds) {
        for item in metadata {
            let told = TimedMetadata(
                range: CMTimeRange(start: (item.time &+ offset).time, duration: (item.duration ?? 0).time),
                content: item.content)
            if toldMetadata.insert(told) { events.tell(.timedMetadata(told)) }
        }
    }

    /// What is added to the stamps of a piece that begins with `stamp`.
    private func place(
        _ stamp: Nanoseconds, of piece: MediaPiece, _ pipeline: RenditionPipeline, _ track: Int?
    ) -> Nanoseconds {
        let target = pipeline.tracker.playlist?.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
        var expected = [piece.start]
        // Behind what came before, where that lies directly in front of it: playlists stretch.
        if let reached = track.flatMap({ seams[$0]?.shownUntil }),
            abs(piece.start &- pipeline.position) <= RenditionPipeline.seamTolerance
        {
            let isNear = abs(reached &- piece.start) <= target
            expected.insert(reached, at: isNear ? 0 : 1)
        }
        let placement = timeline.place(
            stamp, of: piece.discontinuity, expected: expected, tolerance: max(target, .second))
        if let jump = placement.jump {
            events.tell(
                MediaError(
                    .contentChanged,
                    "The time stamps of a segment jump by \(Int(jump.seconds.rounded())) s, and nothing says so.",
                    url: piece.url), "It is played where the playlist has it.")
        }
        return placement.offset
    }

    /// Where a piece begins whose container has no clock: behind what came before, or where the playlist has it.
    private func start(of piece: MediaPiece, _ track: Int?) -> Nanoseconds {
        if !hasToldMissingClock {
            hasToldMissingClock = true
            events.tell(
                MediaError(.malformed, "A segment of packed audio does not say where it begins.", url: piece.url),
                "It is played where the playlist has it.")
        }
        guard let reached = track.flatMap({ seams[$0]?.reached }),
            abs(reached &- piece.start) <= RenditionPipeline.seamTolerance
        else { return piece.start }
        return reached
    }

    /// Where two playlists cut their media at other places, the first segment after a switch may begin too late: then the one before it
    /// is fetched first.
    private func goesBack(
        to piece: MediaPiece, _ pipeline: inout RenditionPipeline, _ split: SegmentSplit, _ offset: Nanoseconds,
        _ leading: TrackInfo.Kind, _ role: RenditionPipeline.Role
    ) -> Bool {
        // What damage has taken from its beginning is not in the segment before.
        guard pipeline.mayGoBack, split.damage == nil, let track = trackNumber(of: leading, role),
            let reached = seams[track]?.reached,
            let first = split.samples.first(where: { $0.kind == leading }),
            // What was passed over before the switch is no business of the seam.
            reached &+ RenditionPipeline.seamTolerance >= pipeline.position,
            first.decodeTime &+ offset > reached &+ max(Self.worthFilling, first.duration / 2),
            let playlist = pipeline.tracker.playlist, piece.sequenceNumber > playlist.mediaSequence
        else { return false }
        pipeline.mayGoBack = false
        pipeline.loading = nil
        pipeline.next = .segment(piece.sequenceNumber - 1)
        return true
    }

    /// The pictures of a piece that were given out of another variant and that those behind them need, by their indices: from the last key
    /// picture before the seam on.
    private func leadIn(
        of samples: [SegmentSample], _ offset: Nanoseconds, _ pipeline: inout RenditionPipeline,
        _ role: RenditionPipeline.Role
    ) -> Set<Int> {
        guard role == .main, pipeline.needsLeadIn, let seam = seams[StreamTracks.video] else { return [] }
        var found: Set<Int> = []
        for (index, sample) in samples.enumerated() where sample.kind == .video {
            guard seam.hasPassed(sample.decodeTime &+ offset) else {
                pipeline.needsLeadIn = false
                return sample.isKey ? [] : found
            }
            if sample.isKey { found = [] }
            found.insert(index)
        }
        return found
    }

    private func trackNumber(of kind: TrackInfo.Kind, _ role: RenditionPipeline.Role) -> Int? {
        switch (role, kind) {
        case (.main, .video): StreamTracks.video
        case (.main, .audio): mainAudioTrack
        case (.audio(let track), .audio): track
        default: nil
        }
    }
}

extension MediaError {
    /// The same, with the address that it is about where it says none.
    func at(_ url: URL) -> MediaError {
        var copy = self
        copy.url = self.url ?? url
        return copy
    }
}
