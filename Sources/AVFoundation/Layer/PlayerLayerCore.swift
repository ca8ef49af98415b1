import CoreGraphics
import KeyValueObserving
import Synchronization

/// Follows a player for an `AVPlayerLayer`: which picture it shows and whether that is the present item's.
///
/// A former item's picture stays until the new one's is there. Called on any thread; the layer itself is only told on the main queue.
final class PlayerLayerCore: PictureObserver {
    private struct State: Sendable {
        var item: ItemCore?
        var isReady = false
        var bounds = CGRect.zero
        /// Device pixels.
        var pixels = CGSize.zero
        var videoRect = CGRect.zero
        var gravity = AVLayerVideoGravity.resizeAspect
        var onMain = PlaybackEnvironment.system.onMain
    }

    let observers = KeyValueObservers()
    let source = ItemPictureSource()
    private let state = Mutex(State())
    private let outbox = Outbox()

    deinit { state.withLock { $0.item }?.setView(nil, of: ObjectIdentifier(self)) }

    var isReadyForDisplay: Bool { state.withLock { $0.isReady } }

    var videoRect: CGRect { state.withLock { $0.videoRect } }

    func follow(_ environment: PlaybackEnvironment) { state.withLock { $0.onMain = environment.onMain } }

    func itemChanged(to item: ItemCore?) {
        let picture = item?.readyPicture
        let viewer = ObjectIdentifier(self)
        update { state in
            let (former, pixels) = (state.item, state.pixels)
            if former !== item { outbox.post { former?.setView(nil, of: viewer) } }
            outbox.post { item?.setView(pixels, of: viewer) }
            state.item = item
            setReady(false, &state)
        }
        if let item, let picture {
            show(picture, of: item)
        } else if item == nil || item?.willHavePicture == false {
            drop(item)
        }
    }

    func itemPlayable(_ item: ItemCore) {
        if item.readyPicture == nil, !item.willHavePicture { drop(item) }
    }

    func firstPicture(of item: ItemCore) {
        guard let picture = item.readyPicture else { return }
        show(picture, of: item)
    }

    func pictureSizeChanged(of item: ItemCore) { update { placePicture(&$0) } }

    func layout(bounds: CGRect, scale: CGFloat, gravity: AVLayerVideoGravity) {
        let viewer = ObjectIdentifier(self)
        update { state in
            state.bounds = bounds
            state.pixels = CGSize(width: bounds.width * scale, height: bounds.height * scale)
            let (item, pixels) = (state.item, state.pixels)
            outbox.post { item?.setView(pixels, of: viewer) }
            state.gravity = gravity
            placePicture(&state)
        }
    }

    private func show(_ picture: any ItemPicture, of item: ItemCore) {
        guard state.withLock({ $0.item === item }) else { return }
        source.show(picture)
        update { state in
            guard state.item === item else { return }
            placePicture(&state)
            setReady(true, &state)
        }
    }

    /// No picture will come, so the old one goes.
    private func drop(_ item: ItemCore?) {
        guard state.withLock({ $0.item === item }) else { return }
        source.show(nil)
        update { placePicture(&$0) }
    }

    private func update(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        outbox.drain()
    }

    private func setReady(_ isReady: Bool, _ state: inout State) {
        let old = state.isReady
        guard old != isReady else { return }
        state.isReady = isReady
        announce("isReadyForDisplay", state) { (old, isReady) }
    }

    private func placePicture(_ state: inout State) {
        let old = state.videoRect
        let size = source.pictureSize
        let rect = size == .zero ? .zero : state.gravity.contentsGravity.rect(for: size, in: state.bounds)
        guard rect != old else { return }
        state.videoRect = rect
        announce("videoRect", state) { (old, rect) }
    }

    private func announce<Value: Sendable>(
        _ key: String, _ state: borrowing State, _ values: @escaping @Sendable () -> (old: Value, new: Value)
    ) {
        let onMain = state.onMain
        outbox.post { [observers] in
            onMain {
                let (old, new) = values()
                Announcement(key, of: observers, from: old, to: new).tell()
            }
        }
    }
}
