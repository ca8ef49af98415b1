/// A drawing destination with a current path and a graphics state.
///
/// Created by UIKit, for `UIView.draw(_:)` and `UIGraphicsImageRenderer`, with y pointing downwards. Used on the thread that created it. A
/// context allocates no memory for pixels until something is painted.
public final class CGContext {
    /// The stroke attributes; lengths are in the coordinates in force when the line is drawn.
    package struct Pen: Hashable, Sendable {
        package var width: CGFloat = 1
        package var cap = CGLineCap.butt
        package var join = CGLineJoin.miter
        package var miterLimit: CGFloat = 10
        package var dashPhase: CGFloat = 0
        package var dashes: [CGFloat] = []
    }

    private struct State {
        var matrix = CGAffineTransform.identity
        var fill = CGColor.black
        var stroke = CGColor.black
        var alpha: CGFloat = 1
        var pen = Pen()
    }

    private let makeBackend: () -> (any ContextBackend)?
    private var made: (any ContextBackend)?
    private var hasTried = false
    private var state = State()
    private var saved: [State] = []
    /// The path in the context's initial coordinates, so that later changes of the matrix do not move it.
    private var current = CGMutablePath()

    /// The maximum nesting of `saveGState`; more calls are ignored, because each takes memory.
    package static let maximumSavedStates = 4096

    /// - Parameter makeBackend: called when something is first painted; nil where memory is exhausted.
    package init(makeBackend: @escaping () -> (any ContextBackend)?) { self.makeBackend = makeBackend }

    /// The backend, if something has been painted; otherwise nil.
    package var backendIfUsed: (any ContextBackend)? { made }

    /// The backend, created on first use.
    package var backend: (any ContextBackend)? {
        if !hasTried {
            hasTried = true
            made = makeBackend()
        }
        return made
    }

    // MARK: State

    public func saveGState() {
        guard saved.count < Self.maximumSavedStates else { return }
        saved.append(state)
        backend?.saveState()
    }

    /// Restores the last saved state; ignored without a matching `saveGState`.
    public func restoreGState() {
        guard let last = saved.popLast() else { return }
        state = last
        backend?.restoreState()
    }

    /// The matrix from the present coordinates to the context's initial ones: points, with the origin at the top left.
    public var ctm: CGAffineTransform { state.matrix }

    public func concatenate(_ transform: CGAffineTransform) {
        // A matrix that is not invertible would make the context unusable.
        guard transform.a * transform.d - transform.b * transform.c != 0 else { return }
        state.matrix = transform.concatenating(state.matrix)
        backend?.concatenate(transform)
    }

    public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }
    /// - Parameter angle: radians; clockwise on the screen, where y points down.
    public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

    public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isFinite ? max(0, min(1, alpha)) : 1 }
    public func setBlendMode(_ mode: CGBlendMode) { backend?.setBlendMode(mode) }

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
        guard !path.isEmpty, let backend else { return }
        switch mode {
        case .fill, .fillStroke: backend.fill(path, with: shown(state.fill), rule: .winding)
        case .eoFill, .eoFillStroke: backend.fill(path, with: shown(state.fill), rule: .evenOdd)
        case .stroke: break
        }
        if mode == .stroke || mode == .fillStroke || mode == .eoFillStroke {
            backend.stroke(path, with: shown(state.stroke), pen: state.pen)
        }
    }

    /// Clips all following drawing to the path's interior until the state is restored; clears the path.
    public func clip(using rule: CGPathFillRule = .winding) {
        let path = pathNow
        beginPath()
        backend?.clip(to: path, rule: rule)
    }

    public func clip(to rect: CGRect) { backend?.clip(to: CGPath(rect: rect, transform: nil), rule: .winding) }

    public func fill(_ rect: CGRect) {
        backend?.fill(CGPath(rect: rect, transform: nil), with: shown(state.fill), rule: .winding)
    }
    public func fill(_ rects: [CGRect]) { for rect in rects { fill(rect) } }
    public func fillEllipse(in rect: CGRect) {
        backend?.fill(CGPath(ellipseIn: rect, transform: nil), with: shown(state.fill), rule: .winding)
    }
    public func stroke(_ rect: CGRect) {
        backend?.stroke(CGPath(rect: rect, transform: nil), with: shown(state.stroke), pen: state.pen)
    }
    public func stroke(_ rect: CGRect, width: CGFloat) {
        var pen = state.pen
        pen.width = width
        backend?.stroke(CGPath(rect: rect, transform: nil), with: shown(state.stroke), pen: pen)
    }
    public func strokeEllipse(in rect: CGRect) {
        backend?.stroke(CGPath(ellipseIn: rect, transform: nil), with: shown(state.stroke), pen: state.pen)
    }
    public func strokeLineSegments(between points: [CGPoint]) {
        let path = CGMutablePath()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            path.move(to: points[index])
            path.addLine(to: points[index + 1])
        }
        backend?.stroke(path, with: shown(state.stroke), pen: state.pen)
    }

    /// Makes a rectangle transparent.
    public func clear(_ rect: CGRect) {
        guard let backend else { return }
        backend.saveState()
        backend.setBlendMode(.clear)
        backend.fill(CGPath(rect: rect, transform: nil), with: .black, rule: .winding)
        backend.restoreState()
    }

    /// Draws an image upside down where y points down, as Apple's UIKit contexts do; `UIImage.draw(in:)` does not.
    public func draw(_ image: CGImage, in rect: CGRect) {
        guard let backend else { return }
        backend.saveState()
        backend.concatenate(CGAffineTransform(translationX: 0, y: rect.minY + rect.maxY).scaledBy(x: 1, y: -1))
        backend.draw(image, in: rect, opacity: state.alpha)
        backend.restoreState()
    }

    /// Draws an image with its first row at the smallest y.
    package func drawUpright(_ image: CGImage, in rect: CGRect, opacity: CGFloat = 1) {
        backend?.draw(image, in: rect, opacity: state.alpha * opacity)
    }

    package var fillColor: CGColor { state.fill }

    private func shown(_ color: CGColor) -> CGColor {
        state.alpha >= 1 ? color : color.copy(alpha: color.alpha * state.alpha) ?? color
    }
}
