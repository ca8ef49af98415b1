import MediaEngine
import Synchronization
import VideoFrames

/// The frames that an `AVPlayerLayer` shows: those of the current item, or the last frame of the previous item until the first of the
/// current one.
///
/// The generation numbers keep growing across item changes, so that the compositor sees every frame as a new one.
final class ItemVideoSource: VideoFrameSource {
    private struct State: Sendable {
        var video: (any ItemVideo)?
        /// The generations that the previous items have used.
        var base: UInt64 = 0
        /// The generation of the item's video when the item became the source.
        var first: UInt64 = 0
        var handlers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Shows the video of another item, or none.
    func show(_ video: (any ItemVideo)?) {
        let own = video?.generation ?? 0
        let (old, isObserved) = state.withLock { state -> ((any ItemVideo)?, Bool) in
            guard state.video !== video else { return (nil, false) }
            let old = state.video
            if let old { state.base = Self.generation(state, old.generation) }
            state.base &+= 1
            state.first = own
            state.video = video
            return (old, !state.handlers.isEmpty)
        }
        if let old { follow(old, false) }
        if isObserved {
            if let video { follow(video, true) }
            report()
        }
    }

    private func follow(_ video: any ItemVideo, _ follows: Bool) {
        let handler: @Sendable () -> Void = { [weak self] in self?.report() }
        video.setChangeHandler(for: ObjectIdentifier(self), follows ? handler : nil)
    }

    /// Calls the handlers, with no lock held.
    private func report() { for handler in state.withLock({ Array($0.handlers.values) }) { handler() } }

    var video: (any ItemVideo)? { state.withLock { $0.video } }

    private static func generation(_ state: borrowing State, _ own: UInt64) -> UInt64 {
        state.base &+ (own > state.first ? own - state.first : 0)
    }

    // MARK: VideoFrameSource

    var currentFrame: NumberedFrame? {
        guard let video, let own = video.currentFrame else { return nil }
        let generation = state.withLock { $0.video === video ? Self.generation($0, own.generation) : $0.base }
        return NumberedFrame(own.frame, generation: generation)
    }

    var generation: UInt64 {
        guard let video else { return 0 }
        let own = video.generation
        guard own != 0 else { return 0 }
        return state.withLock { $0.video === video ? Self.generation($0, own) : $0.base }
    }

    func didDraw(generation: UInt64) {
        let (video, own) = state.withLock { state in
            (state.video, generation >= state.base ? state.first &+ (generation - state.base) : 0)
        }
        if own != 0 { video?.didDraw(generation: own) }
    }

    func setChangeHandler(for observer: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {
        let (video, isObserved) = state.withLock { state in
            state.handlers[observer] = handler
            return (state.video, !state.handlers.isEmpty)
        }
        if let video { follow(video, isObserved) }
    }

    deinit {
        if let video = state.withLock({ $0.video }) { follow(video, false) }
    }
}
