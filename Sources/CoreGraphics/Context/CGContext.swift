/// A drawing destination with a current path and a graphics state.
///
/// A bitmap context (`init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)`) has y pointing upwards from its last row. The
/// contexts of UIKit, for `UIView.draw(_:)` and `UIGraphicsImageRenderer`, have y pointing downwards, and allocate no memory for pixels
/// until something is painted. Used on one thread at a time.
public final class CGContext {
    /// The stroke attributes; lengths are in the coordinates in force when the line is drawn.
    struct Pen: Hashable, Sendable {
        var width: CGFloat = 1
        var cap = CGLineCap.butt
        var join = CGLineJoin.miter
        var miterLimit: CGFloat = 10
        var dashPhase: CGFloat = 0
        var dashes: [CGFloat] = []
    }

    /// What limits and accompanies all painting.
    struct Effects {
        var shadow: Shadow?
        var masks: [Mask] = []
        var quality = CGInterpolationQuality.default
    }

    /// Offset and blur are in the context's initial coordinates.
    struct Shadow {
        var offset: CGSize
        var blur: CGFloat
        var color: CGColor
    }

    struct Mask {
        /// Its alpha is what is painted through.
        var image: CGImage
        /// From pixels of the image to the context's initial coordinates.
        var matrix: CGAffineTransform
    }

    private struct State {
        var matrix = CGAffineTransform.identity
        var fill = CGColor.black
        var stroke = CGColor.black
        var alpha: CGFloat = 1
        var pen = Pen()
        var effects = Effects()
    }

    /// Size and layout of the bitmap; nil where drawing has no effect.
    let format: BitmapFormat?
    /// From the context's initial coordinates to pixels of the bitmap, whose first row is at the top.
    let device: CGAffineTransform
    private let makeTarget: () -> ContextTarget?
    private var made: ContextTarget?
    private var hasTried = false
    private var state = State()
    private var saved: [State] = []
    /// The states of open transparency layers, and how many states were saved at their beginning.
    private var layers: [(state: State, depth: Int)] = []
    /// The path in the context's initial coordinates, so that later changes of the matrix do not move it.
    private var current = CGMutablePath()

    /// The maximum nesting of `saveGState` and of transparency layers; more calls are ignored, because each takes memory.
    package static let maximumSavedStates = 4096

    /// - Parameters:
    ///   - format: nil for a context whose drawing has no effect.
    ///   - scale: pixels per point.
    ///   - makeTarget: called when something is first painted; nil where memory is exhausted.
    init(format: BitmapFormat?, scale: CGFloat = 1, isYUp: Bool = false, makeTarget: @escaping () -> ContextTarget?) {
        self.format = format
        device =
            isYUp
            ? CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: CGFloat(format?.height ?? 0))
            : CGAffineTransform(scaleX: scale, y: scale)
        self.makeTarget = makeTarget
    }

    /// A context whose drawing has no effect.
    package static var withoutBitmap: CGContext { CGContext(format: nil) { nil } }

    /// The target, if something has been painted; otherwise nil.
    var targetIfUsed: ContextTarget? { made }

    /// The target, created on first use.
    var target: ContextTarget? {
        if !hasTried {
            hasTried = true
            made = makeTarget()
        }
        return made
    }

    /// Creates the memory of the bitmap, if nothing has been painted yet.
    package func allocateBitmap() { _ = target }

    /// Pixels per point before any change of the matrix.
    package var initialScale: CGFloat { abs(device.a) }

    /// Paints with the canvas in the present state, with its shadow and masks.
    package func paint(_ body: (Canvas) -> Void) {
        target?.paint { canvas in Self.paint(on: canvas, state.effects, device, state.effects.masks[...], body) }
    }

    private static func paint(
        on canvas: Canvas, _ effects: Effects, _ device: CGAffineTransform, _ masks: ArraySlice<Mask>,
        _ body: (Canvas) -> Void
    ) {
        if let mask = masks.last {
            return canvas.masked(by: mask.image, matrix: mask.matrix.concatenating(device)) {
                paint(on: canvas, effects, device, masks.dropLast(), body)
            }
        }
        if let shadow = effects.shadow, shadow.color.alpha > 0 {
            let scale = abs(device.a)
            canvas.drawShadow(
                offset: CGSize(width: shadow.offset.width * device.a, height: shadow.offset.height * device.d),
                radius: Int((min(max(shadow.blur / 2, 0), 500) * scale).rounded()), tint: shadow.color, of: body)
        }
        body(canvas)
    }

    // MARK: State

    public func saveGState() {
        guard saved.count < Self.maximumSavedStates else { return }
        saved.append(state)
        target?.canvas.saveState()
    }

    /// Restores the last saved state; ignored without a matching `saveGState` since the beginning of the innermost transparency layer.
    public func restoreGState() {
        guard saved.count > layers.last?.depth ?? 0, let last = saved.popLast() else { return }
        state = last
        target?.canvas.restoreState()
    }

    /// The matrix from the present coordinates to the context's initial ones: points.
    public var ctm: CGAffineTransform { state.matrix }

    public func concatenate(_ transform: CGAffineTransform) {
        // A matrix that is not invertible would make the context unusable.
        guard transform.a * transform.d - transform.b * transform.c != 0 else { return }
        state.matrix = transform.concatenating(state.matrix)
        target?.canvas.concatenate(transform)
    }

    /// The matrix from the present coordinates to pixels; in bitmap contexts with y pointing upwards.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform {
        state.matrix.concatenating(CGAffineTransform(scaleX: initialScale, y: initialScale))
    }
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(userSpaceToDeviceSpaceTransform) }
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(userSpaceToDeviceSpaceTransform) }
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(userSpaceToDeviceSpaceTransform) }
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint {
        point.applying(userSpaceToDeviceSpaceTransform.inverted())
    }
    public func convertToUserSpace(_ size: CGSize) -> CGSize {
        size.applying(userSpaceToDeviceSpaceTransform.inverted())
    }
    public func convertToUserSpace(_ rect: CGRect) -> CGRect {
        rect.applying(userSpaceToDeviceSpaceTransform.inverted())
    }

    public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }
    /// - Parameter angle: radians; clockwise where y points down, counterclockwise where it points up.
    public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

    public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isFinite ? max(0, min(1, alpha)) : 1 }
    public func setBlendMode(_ mode: CGBlendMode) { target?.canvas.setBlendMode(mode) }

    /// Whether edges are smoothed; restored with the state.
    public func setShouldAntialias(_ shouldAntialias: Bool) { target?.canvas.setAntialiasing(shouldAntialias) }

    /// The filter for images that are drawn at another size.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.effects.quality }
        set { state.effects.quality = newValue }
    }

    /// Gives all following drawing a shadow.
    /// - Parameters:
    ///   - offset: in the context's initial coordinates.
    ///   - blur: about the width of the soft edge, in points.
    ///   - color: nil: no shadow.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
        let isUsable = offset.width.isFinite && offset.height.isFinite && blur.isFinite
        state.effects.shadow = isUsable ? color.map { Shadow(offset: offset, blur: blur, color: $0) } : nil
    }

    /// Gives all following drawing a black shadow with an alpha of a third.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
    }

    public func setFillColor(_ color: CGColor) { state.fill = color }
    public func setStrokeColor(_ color: CGColor) { state.stroke = color }
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }
    public func setFillColor(gray: CGFloat, alpha: CGFloat) {
        setFillColor(red: gray, green: gray, blue: gray, alpha: alpha)
    }
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
        setStrokeColor(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    public func setLineWidth(_ width: CGFloat) { state.pen.width = width.isFinite ? max(0, width) : 0 }
    public func setLineCap(_ cap: CGLineCap) { state.pen.cap = cap }
    public func setLineJoin(_ join: CGLineJoin) { state.pen.join = join }
    public func setMiterLimit(_ limit: CGFloat) { state.pen.miterLimit = limit }
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.pen.dashPhase = phase
        state.pen.dashes = lengths
    }

    // MARK: Path

    public func beginPath() { current = CGMutablePath() }
    public func closePath() { current.closeSubpath() }
    public func move(to point: CGPoint) { current.move(to: point, transform: state.matrix) }
    public func addLine(to point: CGPoint) { current.addLine(to: point, transform: state.matrix) }
    public func addLines(between points: [CGPoint]) { current.addLines(between: points, transform: state.matrix) }
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        current.addQuadCurve(to: end, control: control, transform: state.matrix)
    }
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        current.addCurve(to: end, control1: control1, control2: control2, transform: state.matrix)
    }
    public func addRect(_ rect: CGRect) { current.addRect(rect, transform: state.matrix) }
    public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }
    public func addEllipse(in rect: CGRect) { current.addEllipse(in: rect, transform: state.matrix) }
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        current.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
            transform: state.matrix)
    }
    public func addPath(_ path: CGPath) { current.addPath(path, transform: state.matrix) }
    public var isPathEmpty: Bool { current.isEmpty }
    public var path: CGPath? { current.isEmpty ? nil : pathNow }
    public var currentPointOfPath: CGPoint { current.currentPoint.applying(state.matrix.inverted()) }
    public var boundingBoxOfPath: CGRect { pathNow.boundingBoxOfPath }

    /// The path in the present coordinates.
    private var pathNow: CGPath {
        state.matrix == .identity ? current : current.applying(state.matrix.inverted())
    }

    // MARK: Paint

    public func fillPath(using rule: CGPathFillRule = .winding) { drawPath(using: rule == .winding ? .fill : .eoFill) }
    public func strokePath() { drawPath(using: .stroke) }

    /// Paints the path and clears it.
    public func drawPath(using mode: CGPathDrawingMode) {
        let path = pathNow
        beginPath()
        guard !path.isEmpty else { return }
        switch mode {
        case .fill, .fillStroke: fill(path)
        case .eoFill, .eoFillStroke: fill(path, rule: .evenOdd)
        case .stroke: break
        }
        if mode == .stroke || mode == .fillStroke || mode == .eoFillStroke { stroke(path) }
    }

    private func fill(_ path: CGPath, rule: CGPathFillRule = .winding) {
        let color = shown(state.fill)
        paint { $0.fill(path, with: color, rule: rule) }
    }

    private func stroke(_ path: CGPath, width: CGFloat? = nil) {
        let color = shown(state.stroke)
        let pen = state.pen
        let line = LineStyle(
            width: width ?? pen.width, cap: pen.cap, join: pen.join, miterLimit: pen.miterLimit, dashes: pen.dashes,
            dashPhase: pen.dashPhase)
        paint { $0.stroke(path, with: color, line) }
    }

    public func fill(_ rect: CGRect) { fill(CGPath(rect: rect, transform: nil)) }
    public func fill(_ rects: [CGRect]) { for rect in rects { fill(rect) } }
    public func fillEllipse(in rect: CGRect) { fill(CGPath(ellipseIn: rect, transform: nil)) }
    public func stroke(_ rect: CGRect) { stroke(CGPath(rect: rect, transform: nil)) }
    public func stroke(_ rect: CGRect, width: CGFloat) { stroke(CGPath(rect: rect, transform: nil), width: width) }
    public func strokeEllipse(in rect: CGRect) { stroke(CGPath(ellipseIn: rect, transform: nil)) }
    public func strokeLineSegments(between points: [CGPoint]) {
        let path = CGMutablePath()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            path.move(to: points[index])
            path.addLine(to: points[index + 1])
        }
        stroke(path)
    }

    /// Makes a rectangle transparent; black in a bitmap without alpha.
    public func clear(_ rect: CGRect) {
        target?.paint { canvas in
            canvas.withState {
                canvas.setBlendMode(.clear)
                canvas.fill(rect, with: .black)
            }
        }
    }

    // MARK: Clip

    /// Clips all following drawing to the path's interior until the state is restored; clears the path.
    public func clip(using rule: CGPathFillRule = .winding) {
        let path = pathNow
        beginPath()
        target?.canvas.clip(to: path, rule: rule)
    }

    public func clip(to rect: CGRect) { target?.canvas.clip(to: rect) }

    /// Clips to the union of rectangles.
    public func clip(to rects: [CGRect]) {
        let path = CGMutablePath()
        for rect in rects { path.addRect(rect) }
        target?.canvas.clip(to: path)
    }

    /// Clips to a rectangle, and draws through the alpha of an image in it, or through the brightness of an image without alpha.
    public func clip(to rect: CGRect, mask: CGImage) {
        clip(to: rect)
        guard rect.width > 0, rect.height > 0 else { return }
        let (width, height) = (CGFloat(mask.width), CGFloat(mask.height))
        // The first row of an image is at the greatest y.
        let place = CGAffineTransform(
            a: rect.width / width, b: 0, c: 0, d: -rect.height / height, tx: rect.minX, ty: rect.maxY)
        state.effects.masks.append(Mask(image: mask.coverage, matrix: place.concatenating(state.matrix)))
    }

    /// Removes all clips and masks, also those of the states that are saved.
    public func resetClip() {
        state.effects.masks = []
        target?.canvas.resetClip()
    }

    public var boundingBoxOfClipPath: CGRect { target?.canvas.clipBounds ?? .null }

    // MARK: Images and gradients

    /// Draws an image with its first row at the greatest y: upright in bitmap contexts, upside down in UIKit's, where y points down, as on
    /// Apple's platforms. `UIImage.draw(in:)` draws it upright there.
    public func draw(_ image: CGImage, in rect: CGRect) {
        draw(image) { canvas, opacity, scaling in
            canvas.concatenate(CGAffineTransform(translationX: 0, y: rect.minY + rect.maxY).scaledBy(x: 1, y: -1))
            canvas.draw(image, in: rect, opacity: opacity, scaling: scaling)
        }
    }

    /// - Parameter byTiling: whether copies of the image fill the clip area, one of them in the rectangle.
    public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool) {
        guard byTiling else { return draw(image, in: rect) }
        draw(image) { canvas, opacity, scaling in
            canvas.concatenate(CGAffineTransform(translationX: 0, y: rect.minY + rect.maxY).scaledBy(x: 1, y: -1))
            canvas.draw(tiling: image, as: rect, opacity: opacity, scaling: scaling)
        }
    }

    /// Draws an image with its first row at the smallest y.
    package func drawUpright(_ image: CGImage, in rect: CGRect, opacity: CGFloat = 1) {
        draw(image) { canvas, alpha, scaling in
            canvas.draw(image, in: rect, opacity: alpha * opacity, scaling: scaling)
        }
    }

    private func draw(_ image: CGImage, _ body: (Canvas, _ opacity: CGFloat, ImageScaling) -> Void) {
        let (alpha, quality) = (state.alpha, state.effects.quality)
        paint { canvas in canvas.withState { body(canvas, alpha, quality == .none ? .nearest : .smooth) } }
    }

    /// Fills the clip area with a gradient along a line.
    /// - Parameter options: without them, nothing is painted before the start and after the end.
    public func drawLinearGradient(
        _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
    ) {
        paint(gradient, .linear(from: startPoint, to: endPoint), options)
    }

    /// Fills the clip area with a gradient from one circle to another.
    /// - Parameter options: without them, nothing is painted inside the start circle and outside the end circle.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
        options: CGGradientDrawingOptions
    ) {
        paint(
            gradient,
            .circles(from: startCenter, startRadius: startRadius, to: endCenter, endRadius: endRadius),
            options)
    }

    private func paint(_ gradient: CGGradient, _ shape: Gradient.Shape, _ options: CGGradientDrawingOptions) {
        let (alpha, painted) = (state.alpha, Gradient(shape, stops: gradient.stops(options)))
        paint { $0.paint(painted, opacity: alpha) }
    }

    // MARK: Transparency layers

    /// Begins a layer: what is drawn until its end is drawn at its end as one image, with the present alpha, blend mode and shadow.
    public func beginTransparencyLayer(auxiliaryInfo: [AnyHashable: Any]?) {
        guard layers.count < Self.maximumSavedStates, let canvas = target?.canvas else { return }
        layers.append((state, saved.count))
        canvas.saveState()
        canvas.beginGroup()
        state.alpha = 1
        state.effects.shadow = nil
        state.effects.masks = []
    }

    /// Begins a layer whose content is clipped to a rectangle.
    public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [AnyHashable: Any]?) {
        let count = layers.count
        beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
        if layers.count > count { clip(to: rect) }
    }

    /// Ends the innermost layer; ignored without one.
    public func endTransparencyLayer() {
        guard let layer = layers.popLast(), let canvas = target?.canvas else { return }
        while saved.count > layer.depth {
            saved.removeLast()
            canvas.restoreState()
        }
        guard let content = canvas.endGroup() else { return }
        canvas.restoreState()
        state = layer.state
        let opacity = state.alpha
        paint { $0.draw(content, opacity: opacity) }
    }

    // MARK: Colours

    package var fillColor: CGColor { state.fill }

    private func shown(_ color: CGColor) -> CGColor {
        state.alpha >= 1 ? color : color.copy(alpha: color.alpha * state.alpha) ?? color
    }
}
