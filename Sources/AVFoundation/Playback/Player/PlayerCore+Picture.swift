import MediaEngine

/// The observers of the player's video, such as its layers.
extension PlayerCore {
    /// Adds an observer without retaining it, and reports the current item to it at once.
    func addPictureObserver(_ observer: any PictureObserver) {
        update(.playback) { state in
            state.pictureObservers.removeAll { $0.observer == nil || $0.observer === observer }
            state.pictureObservers.append(WeakPictureObserver(observer: observer))
            let current = state.interstitial.shown ?? state.current
            post { [weak observer] in observer?.itemChanged(to: current) }
        }
    }

    func removePictureObserver(_ observer: any PictureObserver) {
        update(.playback) { state in
            state.pictureObservers.removeAll { $0.observer == nil || $0.observer === observer }
        }
    }
}

extension ItemCore {
    /// The video, once its first frame can be displayed.
    var readyPicture: (any ItemPicture)? { read { $0.presentation.hasPicture ? $0.session : nil }?.picture }

    /// Whether video may still arrive; true while the item is not ready.
    var willHavePicture: Bool {
        read { state in
            guard state.item.isAttached, state.item.status != .failed else { return false }
            guard let info = state.item.info, state.item.isPlayable else { return true }
            return !info.covers.isEmpty || info.tracks.contains { $0.kind == .video && $0.isDecodable }
        }
    }
}
