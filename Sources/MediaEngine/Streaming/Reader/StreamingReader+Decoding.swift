import HLS

/// What the decoder says of the rungs.
extension StreamingReader {
    func leave(rung: Int, because fault: DecoderLimits.Fault, _ error: MediaError) -> Bool {
        gate.withLock { leaves(rung, because: fault, error) }
    }

    /// `gate` is held.
    private func leaves(_ rung: Int, because fault: DecoderLimits.Fault, _ error: MediaError) -> Bool {
        guard let ladder, let main = pipelines[.main] else { return false }
        let next = decoderLimits.leave(rung, because: fault, rungs: ladder.costs, at: now) {
            !limitedRungs.contains($0) && (banned[$0] ?? 0) <= now
        }
        guard let next else { return fault != .overload && leavesGroup(rung, error) }
        tellOfLeaving(rung, error)
        if decoderLimits.excluded(at: now).contains(main.rung) { switchMain(to: next, because: .decoder(error)) }
        return true
    }

    private func tellOfLeaving(_ rung: Int, _ error: MediaError) {
        var fault = error
        fault.url = fault.url ?? ladder?.url(of: rung, copy: copies[rung] ?? 0)
        events.tell(fault, "Playing goes on in another variant.")
    }

    /// What a segment holds says what its playlist may not, or not rightly: where nobody decodes its pictures, the variant is left before any
    /// of it is given out (spec/hls.md sections 3 and 10). `gate` is held.
    /// - Returns: whether playing goes on in another variant, with nothing of this segment.
    func leavesUndecodable(_ role: RenditionPipeline.Role, _ loading: SegmentLoading, _ split: SegmentSplit) -> Bool {
        guard role == .main, let video = split.tracks[.video], !video.isDecodable else { return false }
        let error = MediaError(
            .decoderNotFound, "No decoder for the pictures of this variant (\(video.codecForPeople)) is installed.",
            detail: "codec \(video.codec)", url: loading.piece.url)
        return leaves(loading.rung, because: .noDecoder, error)
    }

    /// Nothing of the codecs that play can be decoded: variants of others are as good as none to switch to, and better than none to play.
    private func leavesGroup(_ rung: Int, _ error: MediaError) -> Bool {
        guard let ladder, let variant = ladder.variant(rung) else { return false }
        var wanted = environment
        wanted.undecodableURIs.formUnion(ladder.rungs.flatMap(\.indices).map { ladder.playlist.variants[$0].uri })
        guard let other = try? VariantLadder(ladder.playlist, environment: wanted, url: locator.url) else {
            return false
        }
        tellOfLeaving(rung, error)
        undecodable = wanted.undecodableURIs
        decoderLimits = DecoderLimits()
        silentAt = [:]
        begin(other)
        let like = other.rung(like: variant)
        switchMain(
            to: limitedRungs.contains(like) ? other.rungs.indices.first { !limitedRungs.contains($0) } ?? 0 : like,
            because: .decoder(error))
        return true
    }

    func pictureHarmed(at time: Nanoseconds, isLost: Bool) {
        gate.withLock {
            guard let url = playedPieces.untold(at: time) else { return }
            let error = MediaError(
                .decodingFailed, "Pictures of a segment are damaged.", detail: "from \(time.seconds) s on", url: url)
            events.tell(error, isLost ? "Some are left out." : "They are shown as well as they can be.")
        }
    }
}
