import CoreGraphics
import CoreVideo
import KeyValueObserving
import QuartzCore
import Synchronization
import VideoFrames

/// The state of an `AVPlayerLayer`: the video that it shows, and whether that belongs to the player's current item.
///
/// The last frame of the previous item stays visible until the first frame of the new one. Called on any thread; key-value observers of the
/// layer are called on the main queue.
final class PlayerLayerCore: VideoObserver {
    private struct State: Sendable {
        var item: ItemCore?
        var isReady = false
        var bounds = CGRect.zero
        /// The size in device pixels.
        var pixels = CGSize.zero
        var videoRect = CGRect.zero
        var gravity = AVLayerVideoGravity.resizeAspect
        /// The height at the lower edge of the bounds where captions would be hidden.
        var captionInset: CGFloat = 0
        var onMain = PlaybackEnvironment.system.onMain
        /// The property values that were last reported to key-value observers.
        var reported = LayerSnapshot()
    }

    private struct LayerSnapshot: ObservedSnapshot {
        private(set) var isReady = false
        private(set) var videoRect = CGRect.zero

        init() {}

        init(_ state: borrowing State) {
            isReady = state.isReady
            videoRect = state.videoRect
        }

        static let properties: [ObservedProperty<LayerSnapshot>] = [
            ObservedProperty("isReadyForDisplay", \.isReady), ObservedProperty("videoRect", \.videoRect),
        ]
    }

    let observers = KeyValueObservers()
    let source = ItemVideoSource()
    private let state = Mutex(State())
    private let outbox = Outbox()
    private let pixelBuffers = PixelBufferMaker()
    let canvas = CaptionCanvas()
    private let painter = Mutex<CaptionPainter?>(nil)

    deinit {
        wakefulnessChanged(to: false)
        state.withLock { $0.item }?.setView(nil, of: ObjectIdentifier(self))
    }

    var isReadyForDisplay: Bool { state.withLock { $0.isReady } }

    var videoRect: CGRect { state.withLock { $0.videoRect } }

    func follow(_ environment: PlaybackEnvironment) { state.withLock { $0.onMain = environment.onMain } }

    func itemChanged(to item: ItemCore?) {
        let video = item?.readyVideo
        let viewer = ObjectIdentifier(self)
        update { state in
            let (former, pixels) = (state.item, state.pixels)
            if former !== item { outbox.post { former?.setView(nil, of: viewer) } }
            outbox.post { item?.setView(pixels, of: viewer) }
            state.item = item
            state.isReady = false
        }
        captionPainter.follow(item)
        if let item, let video {
            show(video, of: item)
        } else if item == nil || item?.willHaveVideo == false {
            drop(item)
        }
    }

    func wakefulnessChanged(to isWakeful: Bool) {
        WakefulContents.shared.set(isWakeful, for: ObjectIdentifier(source))
    }

    func itemPlayable(_ item: ItemCore) {
        if item.readyVideo == nil, !item.willHaveVideo { drop(item) }
    }

    func firstFrame(of item: ItemCore) {
        guard let video = item.readyVideo else { return }
        show(video, of: item)
    }

    func videoSizeChanged(of item: ItemCore) { update { placeVideo(&$0) } }

    func layout(bounds: CGRect, scale: CGFloat, gravity: AVLayerVideoGravity) {
        let viewer = ObjectIdentifier(self)
        update(.client) { state in
            state.bounds = bounds
            state.pixels = CGSize(width: bounds.width * scale, height: bounds.height * scale)
            let (item, pixels) = (state.item, state.pixels)
            outbox.post { item?.setView(pixels, of: viewer) }
            state.gravity = gravity
            placeVideo(&state)
        }
    }

    /// Sets the height at the lower edge of the bounds where captions would be hidden.
    func setCaptionInset(_ inset: CGFloat) {
        update(.client) { state in
            state.captionInset = inset
            placeVideo(&state)
        }
    }

    private var captionPainter: CaptionPainter {
        painter.withLock { painter in
            if let painter { return painter }
            let made = CaptionPainter { [weak self] in self?.show($0) }
            painter = made
            return made
        }
    }

    /// Called by the painter, on its thread.
    private func show(_ tiles: [CaptionTile]) {
        let onMain = state.withLock { $0.onMain }
        onMain { [weak self] in
            guard let self else { return }
            canvas.show(tiles, in: videoRect)
        }
    }

    /// Returns a copy of the frame that is displayed now; nil without one.
    func displayedPixelBuffer() -> CVPixelBuffer? {
        source.currentFrame.flatMap { pixelBuffers.pixelBuffer(of: $0.frame) }
    }

    private func show(_ video: any ItemVideo, of item: ItemCore) {
        guard state.withLock({ $0.item === item }) else { return }
        source.show(video)
        update { state in
            guard state.item === item else { return }
            placeVideo(&state)
            state.isReady = true
        }
    }

    /// Removes the old frame, because the item has no video.
    private func drop(_ item: ItemCore?) {
        guard state.withLock({ $0.item === item }) else { return }
        source.show(nil)
        update { placeVideo(&$0) }
    }

    private func update(_ cause: ChangeCause = .playback, _ body: (inout State) -> Void) {
        let changes = state.withLock { state -> [PropertyChange<LayerSnapshot>] in
            let before = LayerSnapshot(state)
            body(&state)
            let changes = LayerSnapshot(state).changes(since: before, setting: nil)
            if cause == .playback, !changes.isEmpty { state.onMain { [self] in announce(changes) } }
            return changes
        }
        outbox.drain()
        if cause == .client { announce(changes) }
    }

    /// Calls the key-value observers on this thread, with no lock held.
    private func announce(_ changes: [PropertyChange<LayerSnapshot>]) {
        for change in changes {
            let old = state.withLock { $0.reported.acknowledge(change, current: LayerSnapshot($0)) }
            if let old { change.announce(from: old, to: observers) }
        }
    }

    private func placeVideo(_ state: inout State) {
        let size = source.displaySize
        state.videoRect = size == .zero ? .zero : state.gravity.contentsGravity.rect(for: size, in: state.bounds)
        let layout = CaptionLayout(
            videoRect: state.videoRect, bounds: state.bounds, inset: state.captionInset,
            pixelsPerPoint: state.bounds.width > 0 ? state.pixels.width / state.bounds.width : 1)
        outbox.post { [self] in captionPainter.layout(layout) }
    }
}
