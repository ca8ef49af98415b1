import CGraphics
import CoreGraphics
import QuartzCore
import VideoFrames

/// Draws nodes with pixman, limited to pixels that are damaged and visible.
final class Renderer {
    /// Maximum number of parts in which opaque video is drawn; with more, its covered parts are drawn as well.
    private static let maximumRects = 4

    private let cache = GroupCache()
    private let scratch = ScratchRasters()
    private let drawing: any FrameDrawing
    /// The frames of the drawing in progress.
    private var frames = LatchedFrames.none
    /// The sources whose frames the drawing in progress has drawn.
    private var drawn: [ObjectIdentifier: any VideoFrameSource] = [:]

    init(drawing: any FrameDrawing) { self.drawing = drawing }

    /// Prepares for a new list of nodes.
    func endList() {
        cache.endList()
        scratch.endList()
    }

    /// Draws nodes with the latched frames of their videos.
    /// - Parameter ground: the color of pixels that no node covers.
    /// - Returns: the sources whose frames were drawn.
    func draw(
        _ nodes: [Node], _ frames: LatchedFrames, on target: Target, in region: Region, ground: DisplayColor
    ) -> [any VideoFrameSource] {
        self.frames = frames
        defer {
            self.frames = .none
            drawn = [:]
        }
        draw(nodes, on: target, in: region, ground: ground)
        return Array(drawn.values)
    }

    /// - Parameter ground: the color of pixels that no node covers; nil leaves them unchanged.
    private func draw(_ nodes: [Node], on target: Target, in region: Region, ground: DisplayColor?) {
        guard !region.isEmpty else { return }
        var remaining = region
        var plan: [(node: Node, visible: Region)] = []
        // From front to back: pixels behind opaque ones are not drawn.
        for node in nodes.reversed() {
            let visible = remaining.intersection(node.bounds)
            if visible.isEmpty { continue }
            plan.append((node, visible))
            let opaque = node.opaqueRects(with: frames)
            if !opaque.isEmpty { remaining = remaining.subtracting(Region(opaque)) }
            if remaining.isEmpty { break }
        }
        if let ground, !remaining.isEmpty { target.fill(ground, remaining, replacing: true) }
        for (node, visible) in plan.reversed() { draw(node, on: target, visible: visible, damaged: region) }
    }

    private func draw(_ node: Node, on target: Target, visible: Region, damaged: Region) {
        let isFaded = node.opacity < 1
        switch node.content {
        case .fill(var color):
            if isFaded { color = color.faded(node.opacity) }
            target.fill(color, visible, replacing: color.isOpaque)
        case .raster(let raster, let x, let y):
            guard let raster = Raster(raster) else { return }
            let mask = isFaded ? OpacityMask(node.opacity) : nil
            target.blend(raster, at: x, y, in: visible, mask: mask?.image, replacing: raster.isOpaque && !isFaded)
        case .column(let column, let y):
            guard isFaded || column.isOpaque else { return target.blendRows(of: column, top: y, in: visible) }
            guard let raster = Raster(column) else { return }
            pixman_image_set_repeat(raster.image, PIXMAN_REPEAT_NORMAL)
            let mask = isFaded ? OpacityMask(node.opacity) : nil
            target.blend(
                raster, at: node.bounds.x, y, in: visible, mask: mask?.image, replacing: raster.isOpaque && !isFaded)
        case .video(let video):
            guard let frame = frames[video.source] else { return }
            drawn[ObjectIdentifier(video.source)] = video.source
            if video.matrix == nil, !isFaded, frame.frame.isOpaque {
                drawStraight(node, video, frame, on: target, visible: visible, damaged: damaged)
            } else {
                drawAside(node, video, frame, on: target, visible: visible)
            }
        case .group(let group): draw(group, node, on: target, visible: visible)
        }
    }

    // MARK: Video

    /// Draws a frame without an intermediate copy: it is converted into the surface.
    private func drawStraight(
        _ node: Node, _ video: VideoNode, _ frame: NumberedFrame, on target: Target, visible: Region, damaged: Region
    ) {
        var rects = visible.rects
        if rects.count > Self.maximumRects || rects != [node.bounds] {
            // A frame that is damaged as a whole is converted into the surface as a whole, also below opaque nodes, which are drawn later:
            // this takes less time and memory than converting it aside and copying its visible parts.
            let all = damaged.intersection(node.bounds).rects
            if rects.count > Self.maximumRects || all == [video.rect] { rects = all }
        }
        for rect in rects {
            let outcome = drawing.draw(
                frame, of: video.source, into: target.raster.surface,
                rect: video.rect.offset(x: -target.x, y: -target.y), clip: rect.offset(x: -target.x, y: -target.y))
            switch outcome {
            case .failed: target.fill(.opaqueBlack, Region(rect), replacing: true)
            case .drawn: if target.keepsAlpha { target.makeOpaque(Region(rect)) }
            }
        }
    }

    /// Draws a rotated, faded or translucent frame off screen first.
    private func drawAside(
        _ node: Node, _ video: VideoNode, _ frame: NumberedFrame, on target: Target, visible: Region
    ) {
        let size = video.drawnSize
        let whole = PixelRect(x: 0, y: 0, width: Int(size.width), height: Int(size.height))
        let box = visible.extents
        let isUpright = video.matrix == nil
        // An upright frame is drawn only in the visible area.
        let area = isUpright ? box : whole
        guard let aside = scratch.take(width: area.width, height: area.height) else { return }
        defer { scratch.giveBack(aside) }
        let own = Target(raster: aside, x: isUpright ? box.x : 0, y: isUpright ? box.y : 0)
        own.fill(.transparent, Region(area), replacing: true)
        let rect = isUpright ? video.rect.offset(x: -box.x, y: -box.y) : whole
        let outcome = drawing.draw(
            frame, of: video.source, into: aside.surface, rect: rect,
            clip: PixelRect(x: 0, y: 0, width: area.width, height: area.height))
        guard outcome == .drawn else { return }
        if frame.frame.isOpaque { own.makeOpaque(Region(area.intersection(isUpright ? video.rect : whole))) }
        let mask = node.opacity < 1 ? OpacityMask(node.opacity) : nil
        guard let matrix = video.matrix else {
            target.blend(aside, at: box.x, box.y, in: visible, mask: mask?.image)
            return
        }
        // pixman needs the transform from target to source pixels. It is relative to the frame's corner, so that the result does not
        // depend on which part is drawn.
        let (left, top) = (video.rect.x, video.rect.y)
        let back = CGAffineTransform(translationX: CGFloat(left), y: CGFloat(top)).concatenating(matrix.inverted())
        var exact = pixman_f_transform_t()
        exact.m.0 = (Double(back.a), Double(back.c), Double(back.tx))
        exact.m.1 = (Double(back.b), Double(back.d), Double(back.ty))
        exact.m.2 = (0, 0, 1)
        var fixed = pixman_transform_t()
        guard pixman_transform_from_pixman_f_transform(&fixed, &exact) != 0 else { return }
        pixman_image_set_transform(aside.image, &fixed)
        pixman_image_set_filter(aside.image, PIXMAN_FILTER_BILINEAR, nil, 0)
        target.blend(aside, at: left, top, in: visible, mask: mask?.image)
        pixman_image_set_transform(aside.image, nil)
        pixman_image_set_filter(aside.image, PIXMAN_FILTER_NEAREST, nil, 0)
    }

    // MARK: Groups

    private func draw(_ group: GroupNode, _ node: Node, on target: Target, visible: Region) {
        var rest = visible
        if let interior = group.interior, node.opacity >= 1 {
            let inside = visible.intersection(Region(interior))
            draw(group.children, on: target, in: inside, ground: nil)
            rest = visible.subtracting(inside)
            // Corners are far apart: drawn separately, they need little memory.
            for rect in rest.rects { drawAside(group, node, on: target, visible: Region(rect)) }
            return
        }
        drawAside(group, node, on: target, visible: rest)
    }

    private func drawAside(_ group: GroupNode, _ node: Node, on target: Target, visible: Region) {
        // The pixels between the children, often most of the box, stay untouched.
        let visible = visible.intersection(Region(group.children.map(\.bounds)))
        guard !visible.isEmpty else { return }
        if group.interior == nil || node.opacity < 1, !group.hasVideo,
            let kept = cache.raster(
                node,
                make: { [self] in
                    // Usually the raster in which the group was drawn until now.
                    guard let raster = scratch.take(width: node.bounds.width, height: node.bounds.height) else {
                        return nil
                    }
                    let own = Target(raster: raster, x: node.bounds.x, y: node.bounds.y)
                    own.fill(.transparent, Region(node.bounds), replacing: true)
                    drawMasked(group, on: own, in: Region(node.bounds))
                    return raster
                })
        {
            let mask = node.opacity < 1 ? OpacityMask(node.opacity) : nil
            target.blend(kept, at: node.bounds.x, node.bounds.y, in: visible, mask: mask?.image)
            return
        }
        let box = visible.extents
        guard let aside = scratch.take(width: box.width, height: box.height) else { return }
        defer { scratch.giveBack(aside) }
        let own = Target(raster: aside, x: box.x, y: box.y)
        own.fill(.transparent, visible, replacing: true)
        drawMasked(group, on: own, in: visible)
        let mask = node.opacity < 1 ? OpacityMask(node.opacity) : nil
        target.blend(aside, at: box.x, box.y, in: visible, mask: mask?.image)
    }

    /// Draws the children into transparent memory and applies the mask.
    private func drawMasked(_ group: GroupNode, on own: Target, in region: Region) {
        draw(group.children, on: own, in: region, ground: nil)
        switch group.mask {
        case nil: return
        case .raster(let bitmap, let x, let y):
            if let mask = Raster(bitmap) { own.keep(mask, at: x, y, in: region) }
        case .nodes(let nodes):
            let box = region.extents
            guard let aside = scratch.take(width: box.width, height: box.height) else { return }
            defer { scratch.giveBack(aside) }
            let target = Target(raster: aside, x: box.x, y: box.y)
            target.fill(.transparent, Region(box), replacing: true)
            draw(nodes, on: target, in: Region(box), ground: nil)
            own.keep(aside, at: box.x, box.y, in: region)
        }
    }
}

extension Target {
    /// Multiplies the existing pixels by the alpha of `mask`. Pixels outside of the mask become transparent.
    fileprivate func keep(_ mask: Raster, at left: Int, _ top: Int, in region: Region) {
        let box = region.extents
        guard !box.isEmpty else { return }
        clip(to: region)
        pixman_image_composite32(
            PIXMAN_OP_IN_REVERSE, mask.image, nil, raster.image, Int32(clamping: box.x - left),
            Int32(clamping: box.y - top), 0, 0, Int32(clamping: box.x - x), Int32(clamping: box.y - y),
            Int32(clamping: box.width), Int32(clamping: box.height))
    }
}

extension pixman_color_t {
    init(_ color: DisplayColor) {
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
}
