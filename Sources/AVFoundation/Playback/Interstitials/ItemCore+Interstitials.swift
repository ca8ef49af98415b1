import CoreMedia
import MediaEngine

/// An item in whose place something else plays, and one that plays in another's place.
extension ItemCore {
    /// From now on this time is reported. The player's state is locked.
    func hold(at time: CMTime) { adjust { $0.playhead.hold(at: time) } }

    /// The item's own time counts again. The player's state is locked.
    func releaseHold() -> ItemOutcome {
        updateInPlayer(.playback) { state in
            guard state.playhead.release() == .moved else { return }
            postNotification(AVPlayerItem.timeJumpedNotification, &state)
            post { self.flushOutputs() }
            report(.jumped, &state)
        }
    }

    /// Moves the item while it is held. The player's state is locked.
    /// - Parameter completion: called in any case, on any thread, after this has returned.
    func moveWhileHeld(to time: CMTime, completion: @escaping @Sendable () -> Void) {
        adjust { state in
            guard state.item.isPlayable, let session = state.session else {
                return post(completion)
            }
            state.playhead.moveWhileHeld()
            let (token, serial) = (state.seeks.startHidden(), state.serial)
            session.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { [weak self] finished, _ in
                self?.update(.playback) { state in
                    guard let self, state.serial == serial else { return }
                    state.playhead.jump()
                    self.perform(seek: state.seeks.landed(token: token, finished: finished), &state)
                }
                completion()
            }
        }
    }

    /// Sets where playback begins once the item is attached.
    func startLater(at time: CMTime) {
        adjust { state in
            if time.isNumeric, time > .zero { state.playhead.setStart(time) }
        }
    }

    /// For the error log: a request for an interstitial failed. The player's state is locked.
    func noteFault(_ error: MediaError) { adjust { note(error, &$0) } }
}
