import CoreMedia
import MediaEngine

/// Delivers captions and timed metadata to the outputs of an item.
extension ItemCore: OutputItem {
    var sessionVideo: (any ItemVideo)? { read { $0.session }?.videoOutput }

    /// Adds a caption that was read ahead of its time, and schedules its delivery by the player's time observers.
    func deliver(_ cue: TimedText, _ hub: TimeObserverHub) {
        adjust { state in
            state.timed.captions.list.add(cue)
            state.timed.setHub(hub)
        }
        followCaptions()
    }

    /// Removes the captions of the previous track after a change of the caption track.
    func captionsReplaced() {
        adjust { $0.timed.captions.list.removeAll() }
        followCaptions()
    }

    /// Delivers the captions that are due to the outputs, and schedules the next delivery. Called with no lock held.
    func followCaptions() {
        let (captions, outputs, hub, old, delay, isPainted) = read {
            (
                $0.timed.shownCaptions, $0.outputs.compactMap { $0 as? AVPlayerItemLegibleOutput }, $0.timed.hub,
                $0.timed.captions.mark, $0.timed.captionDelay.seconds, !$0.timed.painters.isEmpty
            )
        }
        var leads = Set(outputs.map(\.advanceIntervalForDelegateInvocation))
        if isPainted, captions.hasGraphics { leads.insert(0) }
        let edges =
            leads.isEmpty
            ? [] : captions.cues.flatMap { [$0.range.start.seconds + delay, $0.range.end.seconds + delay] }
        let times = leads.flatMap { ahead in edges.map { $0 - ahead } }
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
        let (captions, outputs, isSeeking, delay, rules, painters) = read {
            (
                $0.timed.shownCaptions, $0.outputs, $0.seeks.isSeeking, $0.timed.captionDelay,
                $0.timed.styleRules ?? [], $0.timed.painters.compactMap(\.painter)
            )
        }
        // Captions between the current time and the target of a seek are skipped, not played: the flush comes first.
        guard isJump || !isSeeking else { return }
        for painter in painters { painter.update() }
        let (anchor, time) = anchor()
        for output in outputs {
            (output as? AVPlayerItemLegibleOutput)?.follow(
                captions, to: time, delay: delay, rules: rules, isBackwards: anchor.rate < 0)
        }
    }

    /// Flushes the outputs after a jump of the position.
    func flushOutputs() {
        let (outputs, isPainted) = adjust { state in
            state.timed.cursor.flush()
            return (state.outputs, !state.timed.painters.isEmpty)
        }
        for output in outputs { output.sequenceWasFlushed() }
        if !outputs.isEmpty || isPainted { showCaptions(isJump: true) }
        showMetadata()
    }

    /// Attaches the outputs to the item's new session, or to none.
    func reattachOutputs() {
        for output in read({ $0.outputs }) { output.attach(to: self) }
    }
}
