import CoreGraphics
import MediaEngine
import QuartzCore
import Synchronization

/// The frames that an `AVPlayerLayer` shows: those of the current item, or the last frame of the previous item until the first of the
/// current one.
///
/// The generation numbers keep growing across item changes, so that the compositor sees every frame as a new one.
final class ItemPictureSource: LayerPictureSource {
    private struct State: Sendable {
        var picture: (any ItemPicture)?
        /// The generations that the previous items have used.
        var base: UInt64 = 0
        /// The generation of the item's video when the item became the source.
        var first: UInt64 = 0
        var handler: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Shows the video of another item, or none.
    func show(_ picture: (any ItemPicture)?) {
        let key = ObjectIdentifier(self)
        let own = picture?.generation ?? 0
        let (old, handler) = state.withLock { state -> ((any ItemPicture)?, (@Sendable () -> Void)?) in
            guard state.picture !== picture else { return (nil, nil) }
            let old = state.picture
            if let old { state.base = Self.generation(state, old.generation) }
            state.base &+= 1
            state.first = own
            state.picture = picture
            return (old, state.handler)
        }
        if let old { old.setChangeHandler(for: key, nil) }
        if let handler {
            picture?.setChangeHandler(for: key, handler)
            handler()
        }
    }

    var picture: (any ItemPicture)? { state.withLock { $0.picture } }

    private static func generation(_ state: borrowing State, _ own: UInt64) -> UInt64 {
        state.base &+ (own > state.first ? own - state.first : 0)
    }

    // MARK: LayerPictureSource

    var pictureSize: CGSize {
        guard let size = picture?.displaySize else { return .zero }
        return CGSize(width: size.width, height: size.height)
    }

    var isOpaque: Bool { picture?.isOpaque ?? true }

    var generation: UInt64 {
        let (picture, base) = state.withLock { ($0.picture, $0.base) }
        guard let picture else { return 0 }
        let own = picture.generation
        guard own != 0 else { return 0 }
        return state.withLock { $0.picture === picture ? Self.generation($0, own) : base }
    }

    func draw(into surface: PixelSurface, rect: PixelRect, clip: PixelRect) -> UInt64 {
        guard let picture else { return 0 }
        let drawn = picture.draw(
            into: surface.base, bytesPerRow: surface.bytesPerRow, surfaceWidth: surface.width,
            surfaceHeight: surface.height, x: rect.x, y: rect.y, width: rect.width, height: rect.height,
            clipX: clip.x, clipY: clip.y, clipWidth: clip.width, clipHeight: clip.height)
        guard drawn != 0 else { return 0 }
        return state.withLock { $0.picture === picture ? Self.generation($0, drawn) : $0.base }
    }

    func setChangeHandler(_ handler: (@Sendable () -> Void)?) {
        let picture = state.withLock { state in
            state.handler = handler
            return state.picture
        }
        picture?.setChangeHandler(for: ObjectIdentifier(self), handler)
    }

    deinit {
        let key = ObjectIdentifier(self)
        state.withLock { $0.picture }?.setChangeHandler(for: key, nil)
    }
}
