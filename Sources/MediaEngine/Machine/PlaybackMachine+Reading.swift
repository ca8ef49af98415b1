import CoreMedia
import Foundation

/// The reader's next job, and the handling of packets.
extension PlaybackMachine {
    enum ReaderJob: Sendable {
        /// Read the next packet; the play head and rate are passed for the reader's adaptation. The read's result is of the tracks in
        /// `selection`.
        case read(playHead: Nanoseconds, rate: Double, selection: Int)
        case seek(SeekRequest)
        /// Seek back to this time, for reverse playback.
        case goBack(to: Nanoseconds)
        /// Keep the window of a live stream up to date until the reader is interrupted.
        case followWindow
    }

    /// Returns the reader's next job; nil: wait.
    func readerJob() -> ReaderJob? {
        guard isReady else { return nil }
        if let seek = pendingSeek, seek.isRequested { return .seek(seek.request) }
        switch mode {
        case .reversing(let run):
            if case .readingBack(let start) = run.stage { return .goBack(to: start) }
            if isReaderAheadOfReverse(run) { return nil }
        case .scanning: return nil
        default: break
        }
        guard !cache.isAtEnd, !isReaderHeldBack, !source.selections.isAwaited else { return nil }
        let read = ReaderJob.read(playHead: time, rate: transport.rate, selection: source.selections.applied)
        // Only a reader that reads finds the rest of the media, and it loads no more video before that.
        guard source.isComplete else { return read }
        if isPausedLive, isCacheFull || hasEnoughForResuming {
            return transport.streaming.usesNetworkWhilePaused ? .followWindow : nil
        }
        return isCacheFull ? nil : read
    }

    /// Whether a live stream is paused and no selected track is missing.
    private var isPausedLive: Bool {
        guard case .paused = mode, source.facts.live != nil else { return false }
        return source.pendingAudioTrack == nil
    }

    private var hasEnoughForResuming: Bool { aheadOfPlayHead >= source.facts.policy.sufficientAhead }

    /// Interrupts the reader of a live stream after a pause or a resumption, because the reader now has another job.
    mutating func reviewReaderOfLive() {
        if source.facts.live != nil { perform(.interruptReader) }
    }

    /// Whether enough is buffered ahead of the play head.
    var isCacheFull: Bool {
        guard cache.aheadBytes(source.playableIndexes) < source.facts.policy.maximumBytes else { return true }
        if waitsForOneTrack || source.pendingAudioTrack != nil { return false }
        guard pendingSeek?.target == nil else { return false }
        if transport.forwardBuffer > 0 { return aheadOfPlayHead >= max(transport.forwardBuffer, .second) }
        return hasReachedUsualGoal
    }

    /// Whether as much is buffered ahead of the play head as without a client's request.
    private var hasReachedUsualGoal: Bool {
        let policy = source.facts.policy
        guard let goal = policy.bufferGoal else { return false }
        let part = isReaderPaused && policy.readsInBursts ? 0.75 : 1
        guard cache.aheadBytes(source.playableIndexes) >= Int(Double(policy.minimumBytes) * part) else { return false }
        // The end of a closed caption must be known when the caption starts.
        let least = captions.closed == nil ? Nanoseconds.second : PlaybackLimits.closedCaptionLead
        return aheadOfPlayHead >= max(Nanoseconds(Double(goal) * part), least)
    }

    /// Whether playback waits because one track has no buffered packets, regardless of the others.
    private var waitsForOneTrack: Bool {
        guard case .waiting(.buffering) = mode else { return false }
        return !cache.isAtEnd && source.playableIndexes.contains { cache[$0].isExhausted }
            && cache.aheadBytes(source.playableIndexes) < source.facts.policy.maximumBytes
    }

    /// The buffered range of the tracks that play. It does not extend to the duration if the media is truncated.
    var bufferedRange: (start: Nanoseconds, end: Nanoseconds)? {
        let isWhole = source.readFailure == nil && !source.isTruncated
        return cache.range(of: source.playableIndexes, duration: isWhole ? source.duration : nil)
    }

    /// Media buffered ahead of the play head.
    var aheadOfPlayHead: Nanoseconds {
        guard let range = bufferedRange else { return 0 }
        return max(0, range.end &- time)
    }

    /// The reader has applied the next of the requested selections.
    mutating func selectionApplied() { source.selections.apply() }

    /// Handles a packet that was read; nil: the end.
    /// - Parameter selection: the selection of the job; nil: the present one.
    mutating func read(_ sample: Sample?, selection: Int? = nil) {
        statistics.bytesRead = source.facts.bytesRead
        guard isReady else { return }
        let selection = selection ?? source.selections.requested
        if let sample {
            let isSelectedAudio = sample.trackIndex == source.selected[.audio]
            guard !isSelectedAudio || !source.selections.isOutdatedAudio(of: selection) else { return }
            cache.append(sample)
            considerForSeek(sample)
        } else {
            guard source.selections.end(of: selection) == .selectedTracks else { return }
            cache.isAtEnd = true
            markCoverFinal()
            checkForTruncation()
            if hasNothing { return fail(nothingInside) }
        }
        let isFilled = updateReaderPause() == .began
        collectIfFilled()
        let end = bufferedRange?.end ?? 0
        let isStalled = if case .waiting(.buffering) = mode { true } else { false }
        let step = abs(end &- reported.loadedEnd)
        // The first sufficient buffer is always reported, because the reader of a paused live stream then reads no further.
        let isNowSufficient =
            reported.buffer?.isLikelyToKeepUp != true && (isReaderPaused || isPausedLive && hasEnoughForResuming)
        if source.isComplete,
            step >= PlaybackLimits.loadedStep || sample == nil || isStalled || isFilled || isNowSufficient
        {
            reported.loadedEnd = end
            send(.loadedRangesChanged)
            reportBuffer()
        }
    }

    private enum ReaderPause { case began, unchanged }

    /// Lets the reader rest if the buffer is full after a read.
    private mutating func updateReaderPause() -> ReaderPause {
        // The full goal decides while the reader reads.
        isReaderPaused = false
        isReaderPaused = isCacheFull
        return isReaderPaused && source.facts.policy.readsInBursts ? .began : .unchanged
    }

    /// Handles a read error. A read that was cancelled for a seek or for closing is not an error.
    mutating func readingFailed(_ error: MediaError) {
        guard isReady, error.code != .cancelled else { return }
        if hasNothing || !source.isComplete { return fail(error) }
        source.readFailure = error
        source.needsSeekToRead = error.isOfNetwork
        cache.isAtEnd = true
        markCoverFinal()
        send(.warning(error))
        reportBuffer()
    }

    /// Drops packets that are no longer needed.
    mutating func trimCache() {
        let head = min(video.displayed?.time ?? 0, time)
        // Media before the live window cannot be sought to, so it is not retained.
        cache.backwardByteLimit = source.facts.policy.maximumBytesBehind
        let seekable = source.duration == nil ? source.facts.live?.window?.lowerBound : nil
        cache.trim(behind: head, seekable: seekable, video: source.videoTrack?.index, active: activeTracks)
    }

    /// Whether no packet was read at the start.
    private var hasNothing: Bool {
        pendingSeek?.request.origin == .start && source.playableIndexes.allSatisfy { cache[$0].end == 0 }
    }

    private var nothingInside: MediaError {
        MediaError(
            .truncated,
            "The file's header describes media, but the file contains none of it: it was truncated. Download it again.",
            detail: "no packets after \(statistics.bytesRead) bytes", url: url)
    }

    /// Detects a file that ends long before the duration in its header.
    private mutating func checkForTruncation() {
        guard !source.facts.policy.reportsMissingMedia else { return }
        let indexes = source.playableIndexes
        for track in source.playableTracks {
            let isUntouched = cache.stretchStart == 0 && cache[track.index].end == 0
            guard let end = cache[track.index].endTime ?? (isUntouched ? 0 : nil) else { continue }
            if let own = Nanoseconds(track.duration) {
                if own &- end > max(PlaybackLimits.missingFromTrack, own / 50) { source.isTruncated = true }
            } else if let duration = source.duration,
                indexes.allSatisfy({ duration &- (cache[$0].endTime ?? 0) > duration / 20 })
            {
                source.isTruncated = duration &- end > PlaybackLimits.missingFromContainer
            }
        }
    }

    /// Reports the state of the buffer if it has changed, and ends waiting if it is sufficient.
    mutating func reportBuffer() {
        guard source.isComplete, isReady else { return }
        // Reads after the end, for instance for the last frame, do not affect the reported state.
        switch mode {
        case .ended(Ending(isEarly: false)): return
        case .seeking(let seek) where seek.next != .resume: return
        default: break
        }
        let isFull = cache.isAtEnd || isCacheFull
        let ahead = waitsForOneTrack ? 0 : aheadOfPlayHead
        let state = BufferState(
            isEmpty: ahead <= 0 && !cache.isAtEnd,
            isLikelyToKeepUp: isFull || ahead >= source.facts.policy.sufficientAhead,
            isFull: isFull)
        if state != reported.buffer {
            reported.buffer = state
            send(.bufferStateChanged(state))
        }
        guard state.isLikelyToKeepUp else { return }
        switch mode {
        case .waiting(.buffering):
            mode = .paused(isAfterStall: false)
            settle()
        case .paused(isAfterStall: true): mode = .paused(isAfterStall: false)
        default: break
        }
    }
}
