package import QuartzCore
import VideoFrames

/// Draws display lists into pixels in main memory, limited to the differences from the previous list.
///
/// Only one thread at a time may use a renderer. Opaque video is converted straight into the surface; bitmaps are blended only in the damaged
/// rectangles. The surface must keep its pixels between calls; otherwise pass `fullDamage`.
package final class DisplayListRenderer {
    private let isOpaque: Bool
    private let renderer: Renderer
    private var damage = DamageTracker()
    /// The list that was drawn last, with its videos at their sizes at that time.
    private var shown = DisplayList.empty
    private var surfaceSize = PixelRect.none
    private var seenGenerations: [NodeKey: UInt64] = [:]

    /// - Parameter isOpaque: whether pixels that no node covers are black; otherwise they are transparent.
    package convenience init(isOpaque: Bool = true) { self.init(isOpaque: isOpaque, drawing: FrameDrawer()) }

    /// - Parameter drawing: draws the video frames.
    init(isOpaque: Bool = true, drawing: any FrameDrawing) {
        self.isOpaque = isOpaque
        renderer = Renderer(drawing: drawing)
    }

    /// Whether a video of the list that was drawn last has a new frame.
    package var hasNewFrames: Bool {
        shown.videos.contains { $0.video.source.generation != seenGenerations[$0.key] ?? 0 }
    }

    /// Draws the changes since the last call.
    /// - Returns: the rectangles in which pixels may have changed; empty if nothing was drawn.
    @discardableResult
    package func draw(_ list: DisplayList, into surface: PixelSurface, fullDamage: Bool = false) -> [PixelRect] {
        let size = PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)
        guard !size.isEmpty else { return [] }
        let drawsAll = fullDamage || size != surfaceSize || list.scale != shown.scale || shown.number == 0
        let frames = list.latchFrames()
        var changed = takeOver(list, frames)
        for entry in shown.videos {
            let generation = frames[entry.video.source]?.generation ?? 0
            if generation != seenGenerations[entry.key] ?? 0 { changed.add(entry.bounds) }
            // Covered video is not drawn but counts as seen; otherwise it would stay due forever.
            seenGenerations[entry.key] = generation
        }
        let region = drawsAll ? Region(size) : Region(changed.rects).intersection(size)
        surfaceSize = size
        guard !region.isEmpty, let raster = Raster(viewing: surface, isOpaque: isOpaque, owner: self) else { return [] }
        let drawn = renderer.draw(
            shown.nodes, frames, on: Target(raster: raster, x: 0, y: 0), in: region,
            ground: isOpaque ? .opaqueBlack : .transparent)
        for source in drawn { frames[source].map { source.didDraw(generation: $0.generation) } }
        return region.rects
    }

    /// Makes `list` the current list, with its videos at the sizes of their frames.
    private func takeOver(_ list: DisplayList, _ frames: LatchedFrames) -> DamageList {
        let isNew = list.number != shown.number
        let next = isNew ? list : shown
        let hasNewSize = next.hasNewVideoSize(in: frames)
        guard isNew || hasNewSize else { return DamageList() }
        shown = hasNewSize ? next.fitted(to: frames) : next
        let keys = Set(shown.videos.map(\.key))
        seenGenerations = seenGenerations.filter { keys.contains($0.key) }
        renderer.endList()
        return damage.update(to: shown.nodes)
    }
}
