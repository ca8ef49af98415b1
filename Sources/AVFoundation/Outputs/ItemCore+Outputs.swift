import CoreMedia
import MediaEngine

/// What an item gives to its outputs.
extension ItemCore {
    /// A caption has been read, ahead of its time. It is shown when that comes, by the hub of the player's observers.
    func deliver(_ cue: TimedText, _ hub: TimeObserverHub) {
        let (old, captions) = updateQuietly { state -> (TimeObserverToken?, CaptionSchedule) in
            state.captions.add(cue)
            return (state.captionToken, state.captions)
        }
        if let old { _ = hub.remove(old) }
        let token = hub.add(captions, place: .anyThread) { [weak self] time in
            self?.showCaptions(captions.active(at: time.seconds), at: time)
        }
        updateQuietly { $0.captionToken = token }
        let (anchor, time) = anchor()
        showCaptions(captions.active(at: anchor.seconds), at: time)
    }

    private func showCaptions(_ texts: [TimedText], at time: CMTime) {
        for output in read({ $0.outputs }) { (output as? AVPlayerItemLegibleOutput)?.show(texts, at: time) }
    }

    /// The position moved, so that what comes does not follow what was given out.
    func flushOutputs() {
        for output in read({ $0.outputs }) { output.sequenceWasFlushed() }
    }

    /// The session is another one, or none.
    func reattachOutputs() {
        for output in read({ $0.outputs }) { output.attach(to: self) }
    }
}
