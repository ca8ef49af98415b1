import CoreMedia
import MediaEngine

/// The state of an item that is held while an interstitial plays, and of an item that plays as an interstitial.
extension ItemCore {
    /// Reports this time from now on instead of the actual one. The player's state is locked.
    func hold(at time: CMTime) { adjust { $0.playhead.hold(at: time) } }

    /// Reports the item's actual time again. The player's state is locked.
    func releaseHold() -> ItemOutcome {
        updateInPlayer(.playback) { state in
            guard state.playhead.release() == .moved else { return }
            postNotification(AVPlayerItem.timeJumpedNotification, &state)
            post { self.flushOutputs() }
            report(.jumped, &state)
        }
    }

    /// Seeks the item while it is held. The player's state is locked.
    /// - Parameter completion: always called, on any thread, after this method has returned.
    func moveWhileFrozen(to time: CMTime, completion: @escaping @Sendable () -> Void) {
        adjust { state in
            guard state.item.isPlayable, let session = state.session else {
                return post(completion)
            }
            state.playhead.moveWhileFrozen()
            let (token, serial) = (state.seeks.startHidden(), state.serial)
            session.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { [weak self] finished, _ in
                self?.update(.playback) { state in
                    guard let self, state.serial == serial else { return }
                    state.playhead.jump()
                    self.perform(seek: state.seeks.seekCompleted(token: token, finished: finished), &state)
                }
                completion()
            }
        }
    }

    /// Sets the position at which playback starts once the item is attached.
    func startLater(at time: CMTime) {
        adjust { state in
            if time.isNumeric, time > .zero { state.playhead.setStart(time) }
        }
    }

    /// Adds the error of an interstitial to the error log. The player's state is locked.
    func noteFault(_ error: MediaError) { adjust { note(error, &$0) } }
}
