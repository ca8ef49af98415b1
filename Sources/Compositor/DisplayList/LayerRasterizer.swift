import CoreGraphics
import Drawing
import QuartzCore

/// Draws a layer's own content into bitmaps.
struct LayerRasterizer {
    /// Maximum side of a bitmap in pixels; larger ones are clipped to the surface.
    private static let maximumSide = 8192
    /// Subpixel positions are rounded to 1/64 of a pixel, so that cached bitmaps can be reused.
    private static let steps: CGFloat = 64

    let surface: PixelRect
    let cache: RasterCache

    /// Returns a bitmap of the parts and its position on the surface; nil if nothing is visible.
    func raster(
        _ layer: CALayer, _ parts: LayerParts, matrix: CGAffineTransform, version: Int, clipsImage: Bool
    ) -> (raster: Bitmap, x: Int, y: Int, signature: Int)? {
        var area = CGRect.null
        if parts.contains(.background) || parts.contains(.border) { area = area.union(layer.bounds) }
        if parts.contains(.special) {
            if let shape = layer as? CAShapeLayer {
                area = area.union(shape.drawnArea)
            } else {
                area = area.union(layer.bounds)
            }
        }
        if parts.contains(.image), let frame = layer.contentsFrame {
            area = area.union(clipsImage ? frame.intersection(layer.bounds) : frame)
        }
        return cached(layer, .raster(parts), area, matrix, version) { canvas in
            if parts.contains(.background), let color = layer.backgroundColor {
                canvas.fill(layer.roundedPath(), with: color)
            }
            if parts.contains(.special) {
                if let gradient = layer as? CAGradientLayer { Self.draw(gradient, canvas) }
                if let shape = layer as? CAShapeLayer { Self.draw(shape, canvas) }
            }
            if parts.contains(.image) { Self.drawImage(layer, canvas, isClipped: clipsImage) }
            if parts.contains(.border) { Self.drawBorder(layer, canvas) }
        }
    }

    /// Returns the first pixel column of the layer's image, whose left edge is aligned with the pixels.
    func column(_ layer: CALayer, matrix: CGAffineTransform, version: Int) -> (
        raster: Bitmap, x: Int, y: Int, signature: Int
    )? {
        guard var area = layer.contentsFrame else { return nil }
        area.size.width = 1 / matrix.a
        return cached(layer, .image, area, matrix, version) { Self.drawImage(layer, $0, isClipped: false) }
    }

    /// Returns a mask of the rounded bounds.
    func mask(_ layer: CALayer, matrix: CGAffineTransform, version: Int) -> (
        raster: Bitmap, x: Int, y: Int, signature: Int
    )? {
        cached(layer, .clipGroup, layer.bounds, matrix, version) { $0.fill(layer.roundedPath(), with: .black) }
    }

    /// Returns the bitmap of a key from the cache, or draws it.
    private func cached(
        _ layer: CALayer, _ part: NodeKey.Part, _ area: CGRect, _ matrix: CGAffineTransform, _ version: Int,
        draw: (Canvas) -> Void
    ) -> (raster: Bitmap, x: Int, y: Int, signature: Int)? {
        guard !area.isNull, area.width > 0, area.height > 0 else { return nil }
        var m = matrix
        m.tx = (m.tx * Self.steps).rounded() / Self.steps
        m.ty = (m.ty * Self.steps).rounded() / Self.steps
        let (left, top) = (m.tx.rounded(.down), m.ty.rounded(.down))
        m.tx -= left
        m.ty -= top
        var box = area.applying(m).outerPixels
        var hasher = Hasher()
        if box.width > Self.maximumSide || box.height > Self.maximumSide {
            box = box.intersection(surface.offset(x: -Int(left), y: -Int(top)))
            hasher.combine(left)
            hasher.combine(top)
            hasher.combine(surface)
        }
        guard !box.isEmpty else { return nil }
        hasher.combine(version)
        for number in [m.a, m.b, m.c, m.d, m.tx, m.ty] { hasher.combine(number) }
        for number in [area.minX, area.minY, area.width, area.height] { hasher.combine(number) }
        for number in [layer.bounds.minX, layer.bounds.minY, layer.bounds.width, layer.bounds.height] {
            hasher.combine(number)
        }
        let signature = hasher.finalize()
        let found = cache.raster(NodeKey(layer: layer.identity, part: part), signature: signature) {
            let place = m.concatenating(CGAffineTransform(translationX: CGFloat(-box.x), y: CGFloat(-box.y)))
            return Bitmap(width: box.width, height: box.height, matrix: place, draw).map { ($0, box.x, box.y) }
        }
        guard let found else { return nil }
        return (found.raster, found.x + Int(left), found.y + Int(top), signature)
    }

    // MARK: Shadow

    func shadow(_ layer: CALayer, matrix: CGAffineTransform, version: Int) -> (
        raster: Bitmap, x: Int, y: Int, signature: Int
    )? {
        let image = layer.contents as? CGImage
        let path = layer.shadowPath ?? (layer.backgroundColor.map { $0.alpha > 0 } == true ? layer.roundedPath() : nil)
        guard let area = path?.boundingBoxOfPath ?? (image == nil ? nil : layer.contentsFrame), !area.isNull,
            let color = layer.shadowColor
        else { return nil }
        let scale = abs(matrix.a * matrix.d - matrix.b * matrix.c).squareRoot()
        // Three box blurs of this radius approximate a Gaussian whose sigma is the shadow's radius.
        let radius = Int((min(max(layer.shadowRadius, 0), 500) * scale).rounded())
        let spread = CGFloat(radius * 3 + 1) / scale
        let reach = area.offsetBy(dx: layer.shadowOffset.width, dy: layer.shadowOffset.height)
            .insetBy(dx: -spread, dy: -spread)
        let opaque = color.copy(alpha: color.alpha * CGFloat(min(max(layer.shadowOpacity, 0), 1))) ?? color
        guard
            let found = cached(
                layer, .shadow, reach, matrix, version,
                draw: { canvas in
                    canvas.translate(x: layer.shadowOffset.width, y: layer.shadowOffset.height)
                    if let path {
                        canvas.fill(path, with: .black)
                    } else if let image, let frame = layer.contentsFrame {
                        canvas.draw(maskedBy: image, in: frame, color: .black)
                    }
                    canvas.blurAlpha(radius: radius, tint: opaque)
                })
        else { return nil }
        return found
    }

    // MARK: Parts

    private static func drawImage(_ layer: CALayer, _ canvas: Canvas, isClipped: Bool) {
        guard let image = layer.contents as? CGImage, let frame = layer.contentsFrame else { return }
        let part = layer.contentsRect
        let source = CGRect(
            x: part.minX * CGFloat(image.width), y: part.minY * CGFloat(image.height),
            width: part.width * CGFloat(image.width), height: part.height * CGFloat(image.height))
        canvas.withState {
            if isClipped { canvas.clip(to: layer.roundedPath()) }
            let isLarger = frame.width * canvas.scale >= source.width
            let filter = isLarger ? layer.magnificationFilter : layer.minificationFilter
            canvas.draw(image, in: frame, from: source, scaling: filter == .nearest ? .nearest : .smooth)
        }
    }

    private static func drawBorder(_ layer: CALayer, _ canvas: Canvas) {
        guard let color = layer.borderColor, layer.borderWidth > 0 else { return }
        let ring = CGMutablePath()
        ring.addPath(layer.roundedPath())
        ring.addPath(layer.roundedPath(inset: layer.borderWidth))
        canvas.fill(ring, with: color, rule: .evenOdd)
    }

    private static func draw(_ layer: CAGradientLayer, _ canvas: Canvas) {
        let box = layer.bounds
        func place(_ point: CGPoint) -> CGPoint {
            CGPoint(x: box.minX + point.x * box.width, y: box.minY + point.y * box.height)
        }
        let (from, to) = (place(layer.startPoint), place(layer.endPoint))
        let shape: Gradient.Shape =
            layer.type == .radial
            ? .radial(center: from, radiusX: abs(to.x - from.x), radiusY: abs(to.y - from.y))
            : .linear(from: from, to: to)
        canvas.fill(layer.roundedPath(), with: Gradient(shape, stops: layer.stops))
    }

    private static func draw(_ layer: CAShapeLayer, _ canvas: Canvas) {
        guard let path = layer.path else { return }
        if let color = layer.fillColor, color.alpha > 0 {
            canvas.fill(path, with: color, rule: layer.fillRule == .evenOdd ? .evenOdd : .winding)
        }
        guard let color = layer.strokeColor, color.alpha > 0, layer.lineWidth > 0 else { return }
        let stroked = path.trimmed(from: layer.strokeStart, to: layer.strokeEnd)
        let line = LineStyle(
            width: layer.lineWidth, cap: [.round: .round, .square: .square][layer.lineCap] ?? .butt,
            join: [.round: .round, .bevel: .bevel][layer.lineJoin] ?? .miter, miterLimit: layer.miterLimit,
            dashes: (layer.lineDashPattern ?? []).map { CGFloat($0.doubleValue) }, dashPhase: layer.lineDashPhase)
        canvas.stroke(stroked, with: color, line)
    }
}

extension CAShapeLayer {
    /// The area that filling and stroking may touch, in the layer's coordinates.
    fileprivate var drawnArea: CGRect {
        guard let path, !path.isEmpty else { return .null }
        guard strokeColor.map({ $0.alpha > 0 }) == true, lineWidth > 0 else { return path.boundingBoxOfPath }
        let reach = lineWidth / 2 * (lineJoin == .miter ? min(max(miterLimit, 1.5), 10) : 1.5)
        return path.boundingBoxOfPath.insetBy(dx: -reach, dy: -reach)
    }
}
