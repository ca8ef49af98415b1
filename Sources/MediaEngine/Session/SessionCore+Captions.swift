import CoreMedia

/// Captions of the chosen track, a little ahead of their time.
extension SessionCore {
    /// How far ahead of the play head captions are told.
    private static let captionLead: Nanoseconds = 2 * .second

    /// Begins anew at a media time, as after a seek or a change of the track. `gate` is held.
    func restartCaptions(at time: Nanoseconds) {
        toldCaptions.removeAll()
        closedCaptions = nil
        guard let index = selected[.subtitle] else { return }
        if let channel = info?.tracks.first(where: { $0.index == index })?.closedCaptions {
            return followClosedCaptions(channel, of: index, from: time)
        }
        let track = cache[index]
        cache[index].move(to: track.firstPacket(endingAfter: time) ?? track.end)
    }

    /// Tells what is due. `gate` is held.
    func tellCaptions(before media: Nanoseconds) {
        guard let index = selected[.subtitle], let demuxer else { return }
        if closedCaptions != nil { return tellClosedCaptions(before: media) }
        if let texts = demuxer.captions(of: index, from: media, through: media &+ Self.captionLead) {
            return tell(texts, at: media)
        }
        if captionTrack != index {
            captionTrack = index
            captions = info?.tracks.first { $0.index == index }.flatMap { CaptionDecoder(demuxer: demuxer, track: $0) }
        }
        guard let captions else { return }
        while let packet = cache[index].next, packet.time <= media &+ Self.captionLead {
            cache[index].take()
            if let caption = captions.decode(packet) { send(.timedText(caption)) }
        }
    }

    /// Each once, though they are asked for again and again.
    private func tell(_ texts: [TimedText], at media: Nanoseconds) {
        for text in texts where toldCaptions.insert(text).inserted { send(.timedText(text)) }
        if toldCaptions.count > Self.rememberedCaptions {
            toldCaptions = toldCaptions.filter { $0.range.end > media.time }
        }
    }

    /// Told captions beyond which those that have ended are forgotten.
    private static let rememberedCaptions = 200

    /// Captions came after they were asked for: also while nothing plays they are told at once.
    func captionsCame() {
        gate.withLock {
            guard phase == .ready, landing == nil, request == nil else { return }
            tellCaptions(before: bounded(clock.time(at: now)))
        }
    }
}
