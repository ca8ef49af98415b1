public import QuartzCore

/// Draws display lists into a surface, limited to the differences from the previous list.
///
/// Only one thread at a time may use a renderer. Opaque video is drawn by its source straight into the surface; bitmaps are blended only in
/// the damaged rectangles. The surface must keep its pixels between calls; otherwise pass `fullDamage`.
public final class DisplayListRenderer {
    /// Maximum number of attempts to draw a picture whose source changes its frame between the parts of one drawing.
    private static let maximumAttempts = 3

    private let isOpaque: Bool
    private let renderer = Renderer()
    private var damage = DamageTracker()
    /// The list that was drawn last, with its pictures at their sizes at that time.
    private var shown = DisplayList.empty
    private var surfaceSize = PixelRect.none
    private var seenGenerations: [NodeKey: UInt64] = [:]

    /// - Parameter isOpaque: whether pixels that no node covers are black; otherwise they are transparent.
    public init(isOpaque: Bool = true) { self.isOpaque = isOpaque }

    /// Whether a picture of the list that was drawn last has a new frame.
    public var hasNewPictures: Bool {
        shown.pictures.contains { $0.picture.source.generation != seenGenerations[$0.key] ?? 0 }
    }

    /// Draws the changes since the last call.
    /// - Returns: the rectangles in which pixels may have changed; empty if nothing was drawn.
    @discardableResult
    public func draw(_ list: DisplayList, into surface: PixelSurface, fullDamage: Bool = false) -> [PixelRect] {
        let size = PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)
        guard !size.isEmpty else { return [] }
        let drawsAll = fullDamage || size != surfaceSize || list.scale != shown.scale || shown.number == 0
        var changed = takeOver(list)
        for entry in shown.pictures {
            let generation = entry.picture.source.generation
            if generation != seenGenerations[entry.key] ?? 0 { changed.add(entry.bounds) }
            // A covered picture is not drawn but counts as seen; otherwise it would stay due forever.
            seenGenerations[entry.key] = generation
        }
        let region = drawsAll ? Region(size) : Region(changed.rects).intersection(size)
        surfaceSize = size
        guard !region.isEmpty, let raster = Raster(viewing: surface, isOpaque: isOpaque, owner: self) else { return [] }
        draw(region, on: Target(raster: raster, x: 0, y: 0))
        return region.rects
    }

    /// Makes `list` the current list, with its pictures at their current sizes.
    private func takeOver(_ list: DisplayList) -> DamageList {
        let isNew = list.number != shown.number
        let next = isNew ? list : shown
        guard isNew || next.hasNewPictureSize else { return DamageList() }
        shown = next.hasNewPictureSize ? next.fittedToPictures() : next
        let keys = Set(shown.pictures.map(\.key))
        seenGenerations = seenGenerations.filter { keys.contains($0.key) }
        renderer.endList()
        return damage.update(to: shown.nodes)
    }

    private func draw(_ region: Region, on target: Target) {
        var region = region
        for _ in 0..<Self.maximumAttempts {
            renderer.draw(shown.nodes, on: target, in: region, ground: isOpaque ? .opaqueBlack : .transparent)
            let drawn = renderer.takeDrawnPictures()
            for (key, generation) in drawn.generations {
                seenGenerations[key] = max(seenGenerations[key] ?? 0, generation)
            }
            guard !drawn.torn.isEmpty else { return }
            // Parts of two different frames are visible: draw these pictures again.
            region = region.intersection(Region(shown.pictures.filter { drawn.torn.contains($0.key) }.map(\.bounds)))
        }
    }
}
