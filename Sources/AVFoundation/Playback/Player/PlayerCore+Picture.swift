import MediaEngine

/// Those who show the picture of a player.
extension PlayerCore {
    /// Held weakly. The present item is reported to it at once.
    func addPictureObserver(_ observer: any PictureObserver) {
        update(.playback) { state in
            state.pictureObservers.removeAll { $0.observer == nil || $0.observer === observer }
            state.pictureObservers.append(WeakPictureObserver(observer: observer))
            let current = state.interlude.shown ?? state.current
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
    /// The picture, once it can be shown.
    var readyPicture: (any ItemPicture)? { read { $0.presentation.hasPicture ? $0.session : nil }?.picture }

    /// Whether a picture may still come: not known before the item is ready.
    var willHavePicture: Bool {
        read { state in
            guard state.item.isAttached, state.item.status != .failed else { return false }
            guard let info = state.item.info, state.item.isPlayable else { return true }
            return !info.covers.isEmpty || info.tracks.contains { $0.kind == .video && $0.isDecodable }
        }
    }
}
