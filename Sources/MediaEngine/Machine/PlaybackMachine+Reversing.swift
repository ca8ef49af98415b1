/// Reverse playback.
extension PlaybackMachine {
    /// Starts reverse playback; the clock already runs backwards.
    mutating func beginReverse() {
        if case .reversing = mode { return reportRate() }
        video.frames.removeAll()
        enter(.reversing(ReverseRun(before: video.displayed?.time ?? time)))
        collectEarlierFrames()
    }

    /// Lets the decoder fill the run with earlier frames. If these are not buffered, the reader seeks back first.
    private mutating func collectEarlierFrames() {
        guard case .reversing(var run) = mode, let index = source.videoTrack?.index else { return }
        if run.before > 0, let key = cache[index].keyPacket(atOrBefore: max(0, run.before &- 1)) {
            run.stage = .collecting
            run.frames.removeAll()
            mode = .reversing(run)
            return restartVideo(at: key, index)
        }
        guard run.before > PlaybackLimits.startSlack, source.info?.isSeekable == true, source.duration != nil else {
            run.isAtStart = true
            run.stage = .displaying
            mode = .reversing(run)
            return
        }
        guard source.facts.policy.readsBackwards, !run.hasReadBack(for: run.before) else { return beginScan() }
        run.readBack(to: max(0, run.before &- PlaybackLimits.reverseRead))
        mode = .reversing(run)
        perform(.interruptReader)
    }

    /// Whether the reader has read enough for reverse playback.
    func isReaderAheadOfReverse(_ run: ReverseRun<VideoFrame>) -> Bool {
        guard run.stage == .displaying || run.stage == .collecting, let index = source.videoTrack?.index,
            !cache[index].isExhausted
        else { return false }
        return cache[index].endTime ?? 0 > run.before &+ PlaybackLimits.reverseReadBeyond
    }

    /// Handles the packets that the reader read after it went back to `start`.
    mutating func earlierReadCompleted(to start: Nanoseconds, first: [Sample]) {
        guard isReady else { return }
        // The buffer must match the reader's position, even if playback no longer needs it.
        beginRange(at: start, with: first)
        guard case .reversing(var run) = mode, run.stage == .readingBack(to: start) else { return }
        run.stage = .filling
        mode = .reversing(run)
        collectIfFilled()
    }

    /// Handles a failure of the reader to seek back.
    mutating func earlierReadFailed(to start: Nanoseconds, _ error: MediaError) {
        guard isReady else { return }
        source.needsSeekToRead = true
        guard case .reversing(let run) = mode, run.stage == .readingBack(to: start) else { return }
        if error.code != .cancelled { send(.warning(error)) }
        beginScan()
    }

    /// Starts decoding as soon as the reader has reached the time before which frames are needed.
    mutating func collectIfFilled() {
        guard case .reversing(let run) = mode, run.stage == .filling, let index = source.videoTrack?.index,
            cache.isAtEnd || cache[index].endTime ?? 0 >= run.before
        else { return }
        collectEarlierFrames()
    }

    /// Handles a decoded frame of the GOP.
    mutating func collect(_ frame: VideoFrame) {
        guard case .reversing(var run) = mode else { return }
        // The decoder's position does not match the displayed frames, so a seek cannot continue from it.
        video.pipelines.active.lastDecoded = nil
        guard frame.time < run.before else { return finishCollecting() }
        run.frames.append(frame)
        if run.frames.count > PlaybackLimits.reverseFrames { run.frames.removeFirst() }
        mode = .reversing(run)
    }

    mutating func finishCollecting() {
        guard case .reversing(var run) = mode, run.isCollecting else { return }
        run.stage = .displaying
        if let first = run.frames.first {
            run.before = first.time
        } else if run.before > PlaybackLimits.startSlack {
            // No frame could be decoded because of damage; continue with earlier ones.
            run.before = max(0, run.before &- PlaybackLimits.reverseReadBeyond)
        } else {
            run.isAtStart = true
            run.before = 0
        }
        mode = .reversing(run)
    }

    mutating func tickReverse() -> HostTime? {
        guard case .reversing(var run) = mode else { return nil }
        let media = time
        if media <= 0 || run.isAtStart && run.frames.isEmpty {
            reachEnd(at: 0)
            return nil
        }
        if run.stage != .displaying {
            // Time waits for earlier frames.
            clock.set(max(media, min(run.before, video.displayed?.time ?? media)), at: now)
            return now &+ PlaybackLimits.reverseWaitInterval
        }
        guard let next = run.frames.last else {
            collectEarlierFrames()
            return now &+ PlaybackLimits.reverseWaitInterval
        }
        guard next.end >= media || next.time >= media else { return clock.host(at: next.end).map { max($0, now) } }
        run.frames.removeLast()
        mode = .reversing(run)
        // A frame whose duration has passed is dropped.
        if next.time > media, let following = run.frames.last, following.end > media {
            statistics.droppedFrames += 1
        } else {
            display(next)
        }
        if run.frames.isEmpty, !run.isAtStart { collectEarlierFrames() }
        return now
    }
}
