import CoreMedia
import MediaEngine

/// What an item gives to its outputs.
extension ItemCore: OutputItem {
    var sessionPicture: (any ItemPicture)? { read { $0.session }?.picture }

    /// A caption has been read, ahead of its time. The hub of the player's observers tells when that comes.
    func deliver(_ cue: TimedText, _ hub: TimeObserverHub) {
        adjust { state in
            state.timed.captions.list.add(cue)
            state.timed.setHub(hub)
        }
        followCaptions()
    }

    /// Captions of another track, or none, are read from now on.
    func captionTrackChanged(to trackIndex: Int?) {
        adjust { $0.timed.captions.list.drop(allBut: trackIndex) }
        followCaptions()
    }

    /// Tells the outputs what is due, and looks again when something else will be. Called with no lock held.
    func followCaptions() {
        let (captions, outputs, hub, old) = read {
            (
                $0.timed.captions.list, $0.outputs.compactMap { $0 as? AVPlayerItemLegibleOutput }, $0.timed.hub,
                $0.timed.captions.mark
            )
        }
        let edges = outputs.isEmpty ? [] : captions.cues.flatMap { [$0.range.start.seconds, $0.range.end.seconds] }
        let times = Set(outputs.map(\.advanceIntervalForDelegateInvocation)).flatMap { ahead in edges.map { $0 - ahead }
        }
        let token =
            times.isEmpty
            ? nil
            : hub?.add(BoundarySchedule(times: times), place: .anyThread) { [weak self] _ in self?.showCaptions() }
        // Another thread may have set a mark meanwhile, which this one replaces.
        let stale = adjust { $0.timed.captions.setMark(token) }
        for mark in [old, stale === old ? nil : stale].compactMap({ $0 }) { hub?.remove(mark) }
        showCaptions()
    }

    private func showCaptions(isJump: Bool = false) {
        let (captions, outputs, isSeeking) = read { ($0.timed.captions.list, $0.outputs, $0.seeks.isSeeking) }
        // What lies between here and the target of a seek is passed over, not played: the flush comes first.
        guard isJump || !isSeeking else { return }
        let (anchor, time) = anchor()
        for output in outputs {
            (output as? AVPlayerItemLegibleOutput)?.follow(captions, to: time, isBackwards: anchor.rate < 0)
        }
    }

    /// The position moved, so that what comes does not follow what was given out.
    func flushOutputs() {
        let outputs = adjust { state in
            state.timed.cursor.flush()
            return state.outputs
        }
        for output in outputs { output.sequenceWasFlushed() }
        if !outputs.isEmpty { showCaptions(isJump: true) }
        showMetadata()
    }

    /// The session is another one, or none.
    func reattachOutputs() {
        for output in read({ $0.outputs }) { output.attach(to: self) }
    }
}
