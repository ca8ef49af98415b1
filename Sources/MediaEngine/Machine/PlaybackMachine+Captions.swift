import CoreMedia

/// Determines which caption packets are due; the session decodes and sends them.
extension PlaybackMachine {
    /// The captions to display for the selected tracks.
    private var wantedCaptions: DisplayedCaptions? {
        guard let info = source.info else { return nil }
        if let index = source.selected[.subtitle] {
            return info.tracks.first { $0.index == index && $0.kind == .subtitle }.map(DisplayedCaptions.track)
        }
        let audio = info.tracks.first { $0.index == source.selected[.audio] }
        return DisplayedCaptions.forcedPictures(of: info.tracks, audioLanguage: audio?.language)
    }

    /// Displays other captions if the selected tracks require them: those of the selected track, else the forced pictures in the language of
    /// the selected audio.
    mutating func selectCaptions() {
        let wanted = wantedCaptions
        guard wanted != captions.source else { return }
        captions.source = wanted
        send(.captionsReplaced)
        if source.facts.policy.readsSelectedTracksOnly { applySelection() }
        restartCaptions(at: time)
        sendCaptions(at: time)
    }

    /// Restarts captions at a media time, after a seek or a change of the track.
    mutating func restartCaptions(at time: Nanoseconds) {
        captions.closed = nil
        perform(.captions(.restart(captions.source, at: time)))
        guard let track = captions.source?.track else { return }
        if track.closedCaptions != nil {
            guard let video = source.videoTrack?.index else { return }
            let carrier = source.packetTracks.contains(track.index) ? track.index : video
            let buffered = cache[carrier]
            let first = buffered.keyPacket(atOrBefore: max(0, time &- PlaybackLimits.closedCaptionReach))
            captions.closed = .init(source: carrier, cursor: first ?? buffered.base)
        } else {
            let packets = cache[track.index]
            // The packets of pictures do not state how long these are displayed.
            let first = track.hasPictureCaptions ? max(0, time &- PlaybackLimits.pictureCaptionReach) &- 1 : time
            cache[track.index].move(to: packets.firstPacket(endingAfter: first) ?? packets.end)
        }
    }

    /// Sends the captions that are due at a time.
    mutating func sendCaptions(at media: Nanoseconds) {
        guard let index = captions.source?.track.index else { return }
        if captions.closed != nil { return searchClosedCaptions(at: media) }
        let through = media &+ PlaybackLimits.captionLead
        var due: [Sample] = []
        while let packet = cache[index].next, packet.time <= through {
            cache[index].take()
            due.append(packet)
        }
        perform(.captions(.due(due, from: media, through: through)))
    }

    private mutating func searchClosedCaptions(at media: Nanoseconds) {
        guard var closed = captions.closed else { return }
        let buffered = cache[closed.source]
        closed.cursor = max(closed.cursor, buffered.base)
        var found: [Sample] = []
        var ahead = 0
        while ahead < PlaybackLimits.captionPacketsAtOnce, let packet = buffered.packet(closed.cursor),
            packet.decodeTime <= media &+ PlaybackLimits.closedCaptionLead
        {
            found.append(packet)
            closed.cursor += 1
            // The limit counts only packets ahead of the play head: a caption that has already ended must not be
            // displayed.
            if packet.decodeTime > media { ahead += 1 }
        }
        captions.closed = closed
        let isAtEnd = cache.isAtEnd && closed.cursor >= buffered.end
        perform(.captions(.search(found, isAtEnd: isAtEnd, at: media)))
    }

    /// Sends captions that arrived after they were requested, even while paused.
    mutating func captionsArrived() {
        guard isReady, pendingSeek == nil else { return }
        sendCaptions(at: time)
    }
}
