import MediaEngine

/// The observers of the player's video, such as its layers.
extension PlayerCore {
    /// Adds an observer without retaining it, and reports the current item to it at once.
    func addVideoObserver(_ observer: any VideoObserver) {
        update(.playback) { state in
            state.videoObservers.removeAll { $0.observer == nil || $0.observer === observer }
            state.videoObservers.append(WeakVideoObserver(observer: observer))
            let current = state.visibleItem
            let isWakeful = PlayerSnapshot(state).isWakeful
            post { [weak observer] in
                observer?.itemChanged(to: current)
                observer?.wakefulnessChanged(to: isWakeful)
            }
        }
    }

    func removeVideoObserver(_ observer: any VideoObserver) {
        update(.playback) { state in
            state.videoObservers.removeAll { $0.observer == nil || $0.observer === observer }
        }
    }
}

extension ItemCore {
    /// The video, once its first frame can be displayed.
    var readyVideo: (any ItemVideo)? { read { $0.presentation.hasFirstFrame ? $0.session : nil }?.videoOutput }

    /// Whether video may still arrive; true while the item is not ready.
    var willHaveVideo: Bool {
        read { state in
            guard state.item.isAttached, state.item.status != .failed else { return false }
            guard let info = state.item.info, state.item.isPlayable else { return true }
            return !info.covers.isEmpty || info.tracks.contains { $0.kind == .video && $0.isDecodable }
        }
    }
}
