import HLS

/// What the decoder says of the rungs.
extension StreamingReader {
    func leave(rung: Int, because fault: DecoderLimits.Fault, _ error: MediaError) -> Bool {
        gate.withLock {
            guard let ladder, let main = pipelines[.main] else { return false }
            let next = decoderLimits.leave(rung, because: fault, rungs: ladder.costs, at: now) {
                !limitedRungs.contains($0) && (banned[$0] ?? 0) <= now
            }
            guard let next else { return false }
            var fault = error
            fault.url = fault.url ?? ladder.url(of: rung, copy: copies[rung] ?? 0)
            events.tell(fault, "Playing goes on in another variant.")
            if decoderLimits.excluded(at: now).contains(main.rung) { switchMain(to: next, because: .decoder(fault)) }
            return true
        }
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
