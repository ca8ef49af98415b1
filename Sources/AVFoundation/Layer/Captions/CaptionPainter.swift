import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// Draws the captions of an item that are more than text, on a thread of its own: when they change, and during animations with each frame of
/// the video. Any thread may call it.
final class CaptionPainter: CaptionPainting {
    private struct State: Sendable {
        weak var item: ItemCore?
        var layout: CaptionLayout?
        /// Whether drawing has been requested and not begun.
        var isRequested = false
        /// Whether captions are displayed.
        var isShowing = false
        /// Whether the next frame of an animation is scheduled.
        var isTimed = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "OpenAVKit captions", qos: .userInitiated)
    // Only the queue uses it.
    private nonisolated(unsafe) let brush = CaptionBrush()
    private let show: @Sendable ([CaptionTile]) -> Void

    /// The frame rate of animations over videos whose frame rate is not known, and the highest one.
    private static let usualFrameRate = 30.0
    private static let highestFrameRate = 60.0
    /// The part of its time that the thread draws at most.
    private static let busyPart = 0.5

    /// - Parameter show: called on the painter's thread with what is to be displayed from now on.
    init(show: @escaping @Sendable ([CaptionTile]) -> Void) { self.show = show }

    /// Draws the captions of another item, or of none.
    func follow(_ item: ItemCore?) {
        let former = state.withLock { state -> ItemCore? in
            defer { state.item = item }
            return state.item
        }
        guard former !== item else { return }
        former?.remove(self)
        item?.add(self)
        update()
    }

    func layout(_ layout: CaptionLayout?) {
        let isNew = state.withLock { state in
            defer { state.layout = layout }
            return state.layout != layout
        }
        if isNew { update() }
    }

    func update() {
        let (item, isShowing) = state.withLock { ($0.item, $0.isShowing) }
        // Most items have none, and then no thread is needed.
        guard isShowing || item?.hasDrawnCaptions == true else { return }
        let isFirst = state.withLock { state in
            defer { state.isRequested = true }
            return !state.isRequested
        }
        if isFirst { queue.async { [weak self] in self?.draw() } }
    }

    private func draw() {
        let (item, layout) = state.withLock { state in
            state.isRequested = false
            return (state.item, state.layout)
        }
        guard let item, let layout else {
            brush.clear()
            return present([])
        }
        let painting = item.painting
        let start = DispatchTime.now().uptimeNanoseconds
        let result = brush.draw(painting, layout)
        let busy = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        if let tiles = result.tiles { present(tiles) }
        guard result.isAnimated, painting.isMoving else { return }
        let rate = min(painting.video?.frameRate ?? Self.usualFrameRate, Self.highestFrameRate)
        schedule(after: max(1 / max(rate, 1), busy / Self.busyPart) - busy)
    }

    private func present(_ tiles: [CaptionTile]) {
        state.withLock { $0.isShowing = !tiles.isEmpty }
        show(tiles)
    }

    private func schedule(after seconds: Double) {
        let isFirst = state.withLock { state in
            defer { state.isTimed = true }
            return !state.isTimed
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
            self?.state.withLock { $0.isTimed = false }
            self?.draw()
        }
    }
}
