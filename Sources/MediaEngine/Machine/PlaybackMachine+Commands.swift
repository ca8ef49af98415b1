import CoreMedia
import Foundation
import HLS

/// The client's commands.
extension PlaybackMachine {
    mutating func setRate(_ wanted: Double) {
        let limit = PlaybackLimits.fastestRate
        let rate = wanted.isFinite ? wanted.clamped(-limit, limit) : 0
        guard rate != transport.rate else { return }
        // Time up to now ran at the old rate.
        if isReady, pendingSeek == nil { freeze() }
        transport.rate = rate
        if rate == 0, live.interruption == nil { live.interruption = .pause }
        audio.playOutDeadline = nil
        leaveEnd(for: rate)
        switch mode {
        case .reversing where rate >= 0 && !mustScan(rate): resumeExactly(isSilent: false)
        case .scanning where rate == 0 || !mustScan(rate): resumeExactly(isSilent: true)
        default: settle()
        }
        reviewReaderOfLive()
    }

    /// Changes what the client requires of a stream.
    mutating func prefer(_ preferences: StreamingPreferences) {
        let follows = transport.streaming.usesNetworkWhilePaused
        transport.streaming = preferences
        if preferences.usesNetworkWhilePaused != follows { reviewReaderOfLive() }
    }

    /// Sets the end of forward playback; nil: the end of the media. If the current time is later, playback ends there.
    mutating func setEndTime(_ end: Nanoseconds?) {
        let at = time
        transport.movesFrom = at
        transport.endTime = end
        guard case .ended(let ending) = mode, !ending.isEarly, at > 0, at < transport.forwardEnd ?? .never,
            at < source.duration ?? 0
        else { return }
        // Playback had ended at the previous end time.
        resumeExactly(isSilent: true)
    }

    /// Leaves the end if the rate moves away from it, or if the missing rest may be readable now.
    private mutating func leaveEnd(for rate: Double) {
        guard rate != 0 else { return }
        let at = clock.time(at: now)
        let isAtStart = at <= 0
        func leads(_ ending: Ending) -> Bool { rate > 0 ? isAtStart || ending.isEarly : !isAtStart }
        switch mode {
        case .ended(let ending) where leads(ending):
            if ending.isEarly, rate > 0 {
                var again = SeekRequest.exact(bounded(at))
                again.readsAgain = true
                beginSeek(again)
            } else if rate > 0 {
                // The decoded frames are those for reverse playback.
                resumeExactly(isSilent: true)
            } else {
                mode = .paused(isAfterStall: false)
            }
        case .seeking(var seek):
            guard case .end(let ending) = seek.next, leads(ending) else { return }
            seek.next = .resume
            mode = .seeking(seek)
        default: break
        }
    }

    /// Continues with every frame, from exactly the current time.
    mutating func resumeExactly(isSilent: Bool) {
        let at = time
        clock.setRate(0, at: now)
        clock.set(at, at: now)
        beginSeek(isSilent ? .silent(at) : .exact(at))
    }

    // MARK: - Seeks

    /// Starts a client's seek. The completion of a pending seek is called with false.
    mutating func seek(_ request: SeekRequest) {
        switch mode {
        case .failed, .closed: return refuse(request)
        case .idle(let before):
            if let before { refuse(before) }
            mode = .idle(request)
            if request.target != .never { clock.set(request.target, at: now) }
            return
        case .opening(let before):
            if let before { refuse(before) }
            mode = .opening(request)
            if request.target != .never { clock.set(request.target, at: now) }
            return
        default: break
        }
        dropPendingSeek()
        let origin = pendingSeek?.origin ?? time
        var request = request
        // A newly selected audio track is not buffered elsewhere.
        if takeOverPendingAudio() == .switched { request.readsAgain = true }
        freeze()
        if request.target != .never { clock.set(request.target, at: now) }
        beginSeek(request, from: origin)
    }

    /// Starts a seek that the reader carries out.
    /// - Parameter origin: the playback position before the seek; nil: the current time, or the origin of the pending
    ///   seek.
    mutating func beginSeek(
        _ request: SeekRequest, from origin: Nanoseconds? = nil, then next: PendingSeek<VideoFrame>.Next = .resume
    ) {
        let origin = origin ?? pendingSeek?.origin ?? time
        enter(.seeking(PendingSeek(request: request, next: next, origin: origin)))
        perform(.interruptReader)
    }

    /// Cancels the clients' seeks, whose completions are called with false. A seek that the reader has carried out still displays its
    /// frame.
    mutating func cancelSeeks() {
        switch mode {
        case .idle(let request?):
            refuse(request)
            mode = .idle(nil)
            clock.set(max(0, transport.startTime), at: now)
        case .opening(let request?):
            refuse(request)
            mode = .opening(nil)
            clock.set(max(0, transport.startTime), at: now)
        case .seeking(var seek) where isClients(seek.request):
            refuse(seek.request)
            switch seek.stage {
            case .requested:
                clock.set(bounded(video.displayed?.time ?? seek.origin), at: now)
                let time = time
                let isInBuffer = bufferedRange.map { $0.start <= time && time <= $0.end } ?? false
                let isBuffered = isInBuffer && !source.needsSeekToRead
                guard video.displayed == nil || !isBuffered else {
                    mode = .paused(isAfterStall: false)
                    return settle()
                }
                // Nothing is displayed, or the reader is already at a cancelled target: read again from the current time.
                beginSeek(.silent(time), from: seek.origin)
            case .awaitingFrame(var target):
                // From now on the time is that of the frame that will be displayed.
                target.takesKeyFrame = false
                clock.set(bounded(max(0, target.time)), at: now)
                seek.stage = .awaitingFrame(target)
                seek.request.origin = .engine
                mode = .seeking(seek)
            }
        default: break
        }
    }

    /// Returns the time of the frame `count` frames later, or earlier if negative; nil if there is none or the rate is not 0.
    ///
    /// The frames are counted from the target of a pending seek, so that steps in quick succession add up.
    func stepTarget(_ count: Int) -> Nanoseconds? {
        guard isReady, transport.rate == 0, count != 0, let displayed = video.displayed,
            let index = source.videoTrack?.index
        else { return nil }
        let times = cache[index].packets.map(\.time).sorted()
        var start = displayed.time
        if let target = pendingSeek?.request.target, target != .never {
            // A target within a frame displays that frame.
            start = times.last { $0 <= target } ?? target
        }
        if count > 0 {
            let first = times.firstIndex { $0 > start } ?? times.count
            let wanted = first + count - 1
            if wanted < times.count { return times[wanted] }
            guard cache.isAtEnd else { return start &+ displayed.duration &* Int64(count) }
            return times.last.flatMap { $0 > start ? $0 : nil }
        }
        let before = times.lastIndex { $0 < start } ?? -1
        let wanted = before + count + 1
        if wanted >= 0, wanted < times.count { return times[wanted] }
        let estimate = start &+ displayed.duration &* Int64(count)
        return start > 0 ? max(0, estimate) : nil
    }

    // MARK: - Selection

    mutating func select(_ kind: TrackInfo.Kind, _ index: Int?) {
        let track = index.flatMap { wanted in
            source.info?.tracks.first { $0.index == wanted && $0.kind == kind }
        }
        guard source.selected[kind] != track?.index else { return }
        source.selected[kind] = track?.index
        switch kind {
        case .audio:
            if let track { source.lostAudioTracks.remove(track.index) }
            switchAudio(to: track)
        case .video: switchVideo(to: track)
        case .subtitle, .data: break
        }
        selectCaptions()
        send(.selectionChanged(kind, trackIndex: track?.index))
    }

    private mutating func switchVideo(to track: TrackInfo?) {
        source.videoTrack = track
        video.pipelines.replaceAll()
        video.frames.removeAll()
        applySelection()
        guard track != nil else {
            video.displayed = nil
            return perform(.display(nil))
        }
        // The track's packets have not been read so far: the reader must seek back.
        cache.restart(at: 0)
        let at = time
        if isReady, pendingSeek == nil { freeze() }
        if isReady { beginSeek(.exact(at)) }
    }

    /// The selected tracks, and the track whose forced pictures are displayed.
    var activeTracks: Set<Int> {
        var active = Set(source.selected.values)
        if let captions = captions.source { active.insert(captions.track.index) }
        return active
    }

    /// Reads the selected video, and all audio and caption tracks so that switching needs no reading, unless unselected tracks cost
    /// requests.
    mutating func applySelection() {
        guard let info = source.info, source.isComplete else { return }
        var wanted = Set(info.tracks.filter { $0.kind == .audio || $0.kind == .subtitle }.map(\.index))
        if source.facts.policy.readsSelectedTracksOnly {
            wanted = activeTracks
        } else {
            source.metadataTracks = Set(info.tracks.filter { $0.kind == .data && $0.codec == "timed_id3" }.map(\.index))
            wanted.formUnion(source.metadataTracks)
        }
        if !transport.playsAudio {
            wanted = wanted.filter { index in info.tracks.first { $0.index == index }?.kind != .audio }
        }
        if let video = source.videoTrack { wanted.insert(video.index) }
        source.selections.request()
        perform(.readTracks(wanted))
    }
}
