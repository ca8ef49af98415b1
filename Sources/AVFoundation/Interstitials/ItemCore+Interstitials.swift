import CoreMedia
import MediaEngine

/// An item in whose place something else plays, and one that plays in another's place.
extension ItemCore {
    /// From now on the time is said to be this one. The player sees to it that the item stands.
    func hold(at time: CMTime) { update { $0.heldTime = time } }

    /// The item's own time counts again.
    func unhold() {
        update { state in
            guard state.heldTime != nil else { return }
            state.heldTime = nil
            guard state.hasMovedUnseen else { return }
            state.hasMovedUnseen = false
            postNotification(AVPlayerItem.timeJumpedNotification, &state)
            post { self.flushOutputs() }
            tell(.jumped, state)
        }
    }

    /// Goes elsewhere while it is held; answers in any case, on any thread.
    func moveUnseen(to time: CMTime, completion: @escaping @Sendable () -> Void) {
        let session = update { state -> (any ItemPlayback)? in
            guard state.item.isPlayable else { return nil }
            state.hasMovedUnseen = true
            return state.session
        }
        guard let session else { return completion() }
        session.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { _, _ in completion() }
    }

    /// Where it begins once it is attached. Performs nothing.
    func startLater(at time: CMTime) {
        updateQuietly { state in
            if time.isNumeric, time > .zero { state.startPosition = time }
        }
    }

    /// For the error log: something beside the item failed.
    func noteFault(_ error: MediaError) { update { note(error, &$0) } }
}
