import CoreGraphics
import QuartzCore
import VideoFrames

/// Converts a tree of layers into display list nodes, from back to front.
struct DisplayListBuilder {
    /// Groups with more nodes than this are assumed to overlap.
    private static let overlapLimit = 64
    /// Layers nested deeper than this are not drawn.
    private static let maximumDepth = 200

    let time: Double
    let surface: PixelRect
    let rasterizer: LayerRasterizer

    init(time: Double, surface: PixelRect, cache: RasterCache) {
        self.time = time
        self.surface = surface
        rasterizer = LayerRasterizer(surface: surface, cache: cache)
    }

    func build(root: CALayer, scale: CGFloat) -> [Node] {
        // The surface's origin is the root's origin, regardless of the root's position.
        let matrix = CGAffineTransform(translationX: -root.bounds.minX, y: -root.bounds.minY)
            .concatenating(CGAffineTransform(scaleX: scale, y: scale))
        return nodes(of: root, matrix, surface, depth: 0, isRoot: true)
    }

    /// - Parameter matrix: maps the superlayer's coordinates to the surface; for the root, the root's own coordinates.
    private func nodes(
        of layer: CALayer, _ matrix: CGAffineTransform, _ clip: PixelRect, depth: Int, isRoot: Bool = false
    ) -> [Node] {
        guard layer.hasRunningAnimations, let (transition, position) = layer.transition(at: time),
            let former = transition.formerLayer
        else { return ownNodes(of: layer, matrix, clip, depth: depth, isRoot: isRoot) }
        let stage = TransitionStage(transition, at: position, of: layer)
        func content(_ layer: CALayer, _ part: TransitionStage.Part) -> [Node] {
            let found = ownNodes(of: layer, matrix, clip, depth: depth, isRoot: isRoot, shift: part.shift)
            guard part.opacity < 1 else { return found }
            return faded(found, part.opacity, NodeKey(layer: layer.identity, part: .transitionGroup))
        }
        let (old, new) = (content(former, stage.old), content(layer, stage.new))
        return stage.isOldInFront ? new + old : old + new
    }

    /// The nodes of a layer without its transition.
    /// - Parameter shift: a distance in the layer's coordinates by which the layer is moved.
    private func ownNodes(
        of layer: CALayer, _ matrix: CGAffineTransform, _ clip: PixelRect, depth: Int, isRoot: Bool,
        shift: CGSize = .zero
    ) -> [Node] {
        guard depth < Self.maximumDepth else { return [] }
        let isAnimated = layer.hasRunningAnimations
        if !isAnimated, layer.isHidden || layer.opacity <= 0 { return [] }
        layer.displayIfNeeded()
        let shown = isAnimated ? layer.presentation(at: time) : layer
        guard !shown.isHidden, shown.opacity > 0 else { return [] }
        var m = isRoot ? matrix : shown.transformToSuperlayer.concatenating(matrix)
        if shift != .zero { m = CGAffineTransform(translationX: shift.width, y: shift.height).concatenating(m) }
        guard m.isUsable else { return [] }

        var version = Hasher()
        version.combine(layer.appearanceVersion)
        if isAnimated, layer.animatesAppearance { version.combine(time) }
        let scope = Scope(layer: layer, shown: shown, matrix: m, clip: clip, version: version.finalize(), depth: depth)
        var found = content(scope)
        if let mask = layer.mask {
            found = masked(found, by: nodes(of: mask, m, surface, depth: depth + 1), scope)
        }
        if shown.opacity < 1 {
            let isGrouped = shown.allowsGroupOpacity
            found = faded(found, Double(shown.opacity), scope.key(.opacityGroup), isGrouped: isGrouped)
        }
        return found
    }

    /// The state of one layer while its nodes are built.
    struct Scope {
        let layer: CALayer
        let shown: CALayer
        /// Maps the layer's coordinates to the surface.
        let matrix: CGAffineTransform
        let clip: PixelRect
        let version: Int
        let depth: Int

        func key(_ part: NodeKey.Part) -> NodeKey { NodeKey(layer: layer.identity, part: part) }
    }

    /// The layer's own parts and its sublayers, from back to front.
    private func content(_ scope: Scope) -> [Node] {
        let (layer, shown, m) = (scope.layer, scope.shown, scope.matrix)
        var result: [Node] = []
        let box = shown.bounds.applying(m)
        let isUpright = m.isUpright
        let isClipping = shown.masksToBounds
        let isRound = shown.cornerRadius > 0
        let children = layer.sublayersInDrawingOrder

        if shown.shadowOpacity > 0, !isClipping,
            let found = rasterizer.shadow(shown, matrix: m, version: scope.version)
        {
            append(&result, found, .shadow, scope, clip: scope.clip)
        }
        // Parts that share a bitmap are collected here until another node has to be placed above them.
        var waiting = LayerParts()
        var clipsImage = false
        func flush() {
            defer { waiting = [] }
            guard !waiting.isEmpty,
                let found = rasterizer.raster(
                    shown, waiting, matrix: m, version: scope.version, clipsImage: clipsImage)
            else { return }
            append(&result, found, .raster(waiting), scope, clip: scope.clip)
        }
        if let color = shown.backgroundColor, color.alpha > 0 {
            if isUpright, !isRound, box.isWhole {
                let bounds = box.outerPixels.intersection(scope.clip)
                if !bounds.isEmpty {
                    let (fill, signature) = Self.fill(color)
                    result.append(Node(scope.key(.fill), bounds, .fill(fill), signature: signature))
                }
            } else {
                waiting.insert(.background)
            }
        }
        if let gradient = shown as? CAGradientLayer, !gradient.stops.isEmpty { waiting.insert(.special) }
        if let shape = shown as? CAShapeLayer, shape.path != nil { waiting.insert(.special) }

        // The content that is clipped by the bounds: the contents and the sublayers.
        let hasMaskShape = isClipping && (isRound || !isUpright)
        let innerClip =
            isClipping ? scope.clip.intersection(isUpright ? box.nearestPixels : box.outerPixels) : scope.clip
        var inner: [Node] = []
        if shown.contents is CGImage {
            if hasMaskShape, children.isEmpty {
                clipsImage = true
                waiting.insert(.image)
            } else if let node = directImage(scope, innerClip) ?? column(scope, innerClip) {
                inner.append(node)
            } else if inner.isEmpty, !hasMaskShape {
                clipsImage = isClipping
                waiting.insert(.image)
            } else if let found = rasterizer.raster(
                shown, .image, matrix: m, version: scope.version, clipsImage: isClipping)
            {
                append(&inner, found, .raster(.image), scope, clip: innerClip)
            }
        } else if let source = shown.contents as? any VideoFrameSource {
            inner.append(video(source, scope, innerClip))
        }
        let hasBorder = shown.borderWidth > 0 && shown.borderColor.map { $0.alpha > 0 } == true
        if hasBorder, inner.isEmpty, children.isEmpty { waiting.insert(.border) }
        let isBorderDrawn = waiting.contains(.border)
        flush()
        if !innerClip.isEmpty {
            let mapping = shown.sublayerMapping.concatenating(m)
            for child in children { inner += nodes(of: child, mapping, innerClip, depth: scope.depth + 1) }
        }
        if hasMaskShape, !inner.isEmpty {
            if let group = clipped(inner, scope, isUpright: isUpright) { result.append(group) }
        } else {
            result += inner
        }
        if hasBorder, !isBorderDrawn {
            waiting = .border
            flush()
        }
        return result
    }

    private func append(
        _ nodes: inout [Node], _ found: (raster: Bitmap, x: Int, y: Int, signature: Int), _ part: NodeKey.Part,
        _ scope: Scope, clip: PixelRect
    ) {
        let rect = PixelRect(x: found.x, y: found.y, width: found.raster.width, height: found.raster.height)
        let bounds = rect.intersection(clip)
        guard !bounds.isEmpty else { return }
        var hasher = Hasher()
        hasher.combine(found.signature)
        hasher.combine(rect)
        nodes.append(
            Node(scope.key(part), bounds, .raster(found.raster, x: found.x, y: found.y), signature: hasher.finalize()))
    }

    private static func fill(_ color: CGColor) -> (DisplayColor, Int) {
        let (red, green, blue, alpha) = color.rgba
        func part(_ value: Double) -> UInt16 { UInt16((value * alpha * 65535).rounded()) }
        let fill = DisplayColor(
            red: part(red), green: part(green), blue: part(blue), alpha: UInt16((alpha * 65535).rounded()))
        var hasher = Hasher()
        for value in [fill.red, fill.green, fill.blue, fill.alpha] { hasher.combine(value) }
        return (fill, hasher.finalize())
    }

    /// Returns a node for an image whose pixels map one to one to the surface, which needs no bitmap of its own; nil for other images.
    private func directImage(_ scope: Scope, _ clip: PixelRect) -> Node? {
        let shown = scope.shown
        guard scope.matrix.isUpright, shown.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1),
            let image = shown.contents as? CGImage, let frame = shown.contentsFrame
        else { return nil }
        let box = frame.applying(scope.matrix)
        guard abs(box.width - CGFloat(image.width)) < 0.01, abs(box.height - CGFloat(image.height)) < 0.01 else {
            return nil
        }
        let place = box.nearestPixels
        let rect = PixelRect(x: place.x, y: place.y, width: image.width, height: image.height)
        let bounds = rect.intersection(clip)
        guard !bounds.isEmpty, let raster = Bitmap(image) else { return nil }
        var hasher = Hasher()
        hasher.combine(scope.version)
        hasher.combine(rect)
        return Node(scope.key(.image), bounds, .raster(raster, x: rect.x, y: rect.y), signature: hasher.finalize())
    }

    /// Returns a node for an image of one column that is stretched over whole pixels, such as a gradient: its bitmap is not larger than the
    /// image is high. Returns nil for other images.
    private func column(_ scope: Scope, _ clip: PixelRect) -> Node? {
        guard scope.matrix.isUpright, let image = scope.shown.contents as? CGImage, image.width == 1,
            let frame = scope.shown.contentsFrame
        else { return nil }
        let box = frame.applying(scope.matrix)
        let edges = CGRect(x: box.minX, y: 0, width: box.width, height: 1)
        guard edges.isWhole, edges.outerPixels.width > 1,
            let found = rasterizer.column(scope.shown, matrix: scope.matrix, version: scope.version)
        else { return nil }
        let rect = PixelRect(x: found.x, y: found.y, width: edges.outerPixels.width, height: found.raster.height)
        let bounds = rect.intersection(clip)
        guard !bounds.isEmpty else { return nil }
        var hasher = Hasher()
        hasher.combine(found.signature)
        hasher.combine(rect)
        return Node(scope.key(.image), bounds, .column(found.raster, y: found.y), signature: hasher.finalize())
    }

    private func video(_ source: any VideoFrameSource, _ scope: Scope, _ clip: PixelRect) -> Node {
        VideoNode(
            source: source,
            placement: VideoPlacement(
                bounds: scope.shown.bounds, gravity: scope.shown.contentsGravity, matrix: scope.matrix, clip: clip),
            displaySize: source.displaySize
        ).node(scope.key(.video))
    }

    // MARK: Groups

    private func clipped(_ inner: [Node], _ scope: Scope, isUpright: Bool) -> Node? {
        let (shown, m) = (scope.shown, scope.matrix)
        guard let mask = rasterizer.mask(shown, matrix: m, version: scope.version) else { return nil }
        var interior: [PixelRect]?
        if isUpright {
            let radius = min(shown.cornerRadius, shown.bounds.width / 2, shown.bounds.height / 2)
            interior = [
                shown.bounds.insetBy(dx: radius, dy: 0).applying(m).innerPixels,
                shown.bounds.insetBy(dx: 0, dy: radius).applying(m).innerPixels,
            ].filter { !$0.isEmpty }
        }
        let rect = PixelRect(x: mask.x, y: mask.y, width: mask.raster.width, height: mask.raster.height)
        let bounds = inner.reduce(PixelRect.none) { $0.union($1.bounds) }.intersection(rect)
        var hasher = Hasher()
        hasher.combine(mask.signature)
        hasher.combine(rect)
        return Node(
            scope.key(.clipGroup), bounds,
            .group(GroupNode(children: inner, mask: .raster(mask.raster, x: mask.x, y: mask.y), interior: interior)),
            signature: hasher.finalize())
    }

    private func masked(_ nodes: [Node], by mask: [Node], _ scope: Scope) -> [Node] {
        let area = mask.reduce(PixelRect.none) { $0.union($1.bounds) }
        let bounds = nodes.reduce(PixelRect.none) { $0.union($1.bounds) }.intersection(area)
        var hasher = Hasher()
        for node in mask { hasher.combine(node.combinedSignature) }
        return [
            Node(
                scope.key(.maskGroup), bounds,
                .group(GroupNode(children: nodes, mask: .nodes(mask), interior: nil)), signature: hasher.finalize())
        ]
    }

    /// Applies an opacity: to each node if they do not overlap, else to a group that is composited first.
    private func faded(_ nodes: [Node], _ opacity: Double, _ key: NodeKey, isGrouped: Bool = true) -> [Node] {
        if !isGrouped || !Self.doOverlap(nodes) {
            return nodes.map { node in
                var node = node
                node.opacity *= opacity
                return node
            }
        }
        let bounds = nodes.reduce(PixelRect.none) { $0.union($1.bounds) }
        var group = Node(key, bounds, .group(GroupNode(children: nodes, mask: nil, interior: nil)), signature: 0)
        group.opacity = opacity
        return [group]
    }

    private static func doOverlap(_ nodes: [Node]) -> Bool {
        guard nodes.count > 1 else { return false }
        guard nodes.count <= overlapLimit else { return true }
        for (index, node) in nodes.enumerated() {
            for other in nodes[(index + 1)...] where node.bounds.intersects(other.bounds) { return true }
        }
        return false
    }
}
