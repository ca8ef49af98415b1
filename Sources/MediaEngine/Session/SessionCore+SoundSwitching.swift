import HLS

/// From one sound to another while a film plays (hls.md section 4). `gate` is held throughout.
extension SessionCore {
    /// As much of a new sound has to be here, beyond what is converted already of the old one, before it takes over.
    static let takeOverSeconds: Nanoseconds = 250 * .millisecond

    /// Another sound was chosen, or none.
    func switchSound(to track: TrackInfo?) {
        comingAudioTrack = nil
        guard let demuxer, demuxer.readsSelectedTracksOnly else {
            audioTrack = track
            return resyncAudio()
        }
        // The reader may have rested for long: it begins with the new sound where time is now.
        demuxer.tell(playHead: bounded(clock.time(at: now)), rate: wantedRate)
        applySelection(to: demuxer)
        // Also who has read everything has not read this.
        if track != nil, readFailure == nil { cache.isAtEnd = false }
        guard let track else {
            forgetSound(of: audioTrack)
            audioTrack = nil
            return resyncAudio()
        }
        // What is held of it from an earlier time comes again.
        forgetSound(of: track)
        if isSoundAtWork, let old = audioTrack, old.index != track.index {
            comingAudioTrack = track
        } else {
            forgetSound(of: audioTrack)
            audioTrack = track
            resyncAudio()
        }
    }

    /// Sound cannot be had: the one before goes on if there is one, else any other that was not lost, else none.
    func soundsWereLost(_ lost: Set<Int>) {
        lostSoundTracks.formUnion(lost)
        guard let chosen = selected[.audio], lost.contains(chosen) else { return }
        let others =
            [audioTrack].compactMap { $0 } + (info?.tracks ?? []).filter { $0.kind == .audio && $0.isDecodable }
        let other = others.first { !lostSoundTracks.contains($0.index) }
        selected[.audio] = other?.index
        switchSound(to: other)
        send(.soundLost(trackIndex: chosen, instead: other?.index))
    }

    /// Whether there is a sound that can go on until another one is here.
    private var isSoundAtWork: Bool {
        phase == .ready && isAudioReady && request == nil && landing == nil && reverse == nil && scan == nil
    }

    /// The sound that was chosen is the one that plays, whether any of it is here or not.
    /// - Returns: whether there was one.
    @discardableResult
    func switchSoundNow() -> Bool {
        guard let coming = comingAudioTrack else { return false }
        comingAudioTrack = nil
        forgetSound(of: audioTrack)
        audioTrack = coming
        return true
    }

    /// Lets the sound that was chosen go on where what has been converted of the old one ends, if it is here.
    /// - Parameters:
    ///   - edge: where that is.
    ///   - isDrained: the old one has been converted to its end.
    func takeOverSound(at edge: Nanoseconds, isDrained: Bool) {
        guard let coming = comingAudioTrack else { return }
        let held = cache[coming.index]
        let isOldDry = audioTrack.map { cache[$0.index].isDry } ?? true
        if let first = held.packets.first?.time, let end = held.endTime {
            let isHere = first <= edge && (end >= edge &+ Self.takeOverSeconds || cache.isAtEnd)
            guard isHere || isOldDry else { return }
        } else {
            // There is nothing of it at all.
            guard cache.isAtEnd, isOldDry else { return }
        }
        switchSoundNow()
        if isOutputPaused || isDrained || isStalled {
            // Nobody hears the old one now, nor shall when it goes on.
            return restartAudio(at: bounded(clock.time(at: now)), rate: audioRate)
        }
        if let number = cache[coming.index].firstPacket(endingAfter: edge &- Self.prerollTime) {
            cache[coming.index].move(to: number)
        }
    }

    private func forgetSound(of track: TrackInfo?) {
        guard let track else { return }
        cache[track.index].removeAll()
    }
}
