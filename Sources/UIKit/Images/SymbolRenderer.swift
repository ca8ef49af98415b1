import CoreGraphics
import Drawing
import Foundation

/// Renders symbols, which are outlines on a grid, in one color.
enum SymbolRenderer {
    /// Returns an image of `side` points at `scale` pixels per point; nil where the size is invalid.
    /// - Parameter strokeFactor: the width of strokes relative to that of the regular weight.
    static func image(
        of shape: SymbolShape, side: CGFloat, scale: CGFloat, color: CGColor, strokeFactor: Double = 1
    ) -> CGImage? {
        guard side.isFinite, scale.isFinite, side > 0, scale > 0 else { return nil }
        let size = CGSize(width: side, height: side)
        return Canvas.makeImage(size: size, scale: scale) { canvas in
            let unit = side / SymbolShape.gridSize
            canvas.scale(x: unit, y: unit)
            for part in shape.parts { draw(part, of: shape, in: canvas, color: color, strokeFactor) }
        }
    }

    private static func draw(
        _ part: SymbolShape.Part, of shape: SymbolShape, in canvas: Canvas, color: CGColor, _ strokeFactor: Double
    ) {
        let path = CGMutablePath()
        let mirrors = shape.isMirrored && !part.isUpright
        func place(_ point: CGPoint) -> CGPoint {
            let x = point.x + part.offset.x
            return CGPoint(x: mirrors ? SymbolShape.gridSize - x : x, y: point.y + part.offset.y)
        }
        for segment in PathNotation.segments(part.notation) {
            switch segment {
            case .move(let to): path.move(to: place(to))
            case .line(let to): path.addLine(to: place(to))
            case .curve(let first, let second, let to):
                path.addCurve(to: place(to), control1: place(first), control2: place(second))
            case .close: path.closeSubpath()
            }
        }
        // Filled shapes and gaps change by the width that the strokes gain or lose.
        let gain = SymbolShape.pen * (strokeFactor - 1)
        switch part.paint {
        case .fill(let rounding):
            canvas.fill(path, with: color)
            let edge = rounding + max(gain, -rounding) / 2
            if edge > 0 { canvas.stroke(path, with: color, pen(edge)) }
        case .stroke(let width):
            canvas.stroke(path, with: color, pen(width * strokeFactor))
        case .erase(let width):
            canvas.setBlendMode(.copy)
            canvas.stroke(path, with: CGColor(gray: 0, alpha: 0), pen(max(0, width + gain)))
            canvas.setBlendMode(.normal)
        }
    }

    private static func pen(_ width: Double) -> LineStyle {
        LineStyle(width: CGFloat(width), cap: .round, join: .round)
    }
}

/// Fills the shape of an image with one color, as template images require.
enum ImageTinting {
    static func fill(_ image: CGImage, with color: CGColor) -> CGImage? {
        let size = CGSize(width: image.width, height: image.height)
        return Canvas.makeImage(size: size) { canvas in
            canvas.draw(maskedBy: image, in: CGRect(origin: .zero, size: size), color: color)
        }
    }
}

/// Rotates images whose stored orientation is not upright.
enum ImageTurning {
    static func upright(_ image: CGImage, from orientation: UIImage.Orientation) -> CGImage {
        guard orientation != .up else { return image }
        let (width, height) = (CGFloat(image.width), CGFloat(image.height))
        let isTurned: Bool
        switch orientation {
        case .left, .right, .leftMirrored, .rightMirrored: isTurned = true
        default: isTurned = false
        }
        let size = isTurned ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
        let turned = Canvas.makeImage(size: size) { canvas in
            canvas.translate(x: size.width / 2, y: size.height / 2)
            switch orientation {
            case .down, .downMirrored: canvas.rotate(by: .pi)
            case .left, .leftMirrored: canvas.rotate(by: -.pi / 2)
            case .right, .rightMirrored: canvas.rotate(by: .pi / 2)
            default: break
            }
            switch orientation {
            case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: canvas.scale(x: -1, y: 1)
            default: break
            }
            canvas.draw(image, in: CGRect(x: -width / 2, y: -height / 2, width: width, height: height))
        }
        return turned ?? image
    }
}

/// Renders an activity indicator's ring, whose opacity changes from 0 to 1 along the arc.
enum RingRenderer {
    private static let pieces = 48

    static func image(side: CGFloat, scale: CGFloat, color: CGColor) -> CGImage? {
        guard side.isFinite, side >= 4 else { return nil }
        let width = max(2, side * 0.085)
        let radius = (side - width) / 2 - 0.5
        let centre = CGPoint(x: side / 2, y: side / 2)
        return Canvas.makeImage(size: CGSize(width: side, height: side), scale: scale) { canvas in
            let sweep = 1.6 * CGFloat.pi
            for piece in 0..<pieces {
                let part = CGFloat(piece) / CGFloat(pieces)
                let path = CGMutablePath()
                let from = part * sweep
                // The arcs overlap slightly so that no seam is visible between them.
                let to = (part + 1 / CGFloat(pieces)) * sweep + (piece == pieces - 1 ? 0 : 0.06)
                path.move(to: CGPoint(x: centre.x + radius * cos(from), y: centre.y + radius * sin(from)))
                path.addRelativeArc(center: centre, radius: radius, startAngle: from, delta: to - from)
                let shade = color.copy(alpha: color.alpha * part) ?? color
                canvas.setBlendMode(.copy)
                canvas.stroke(
                    path, with: shade, LineStyle(width: width, cap: piece == pieces - 1 ? .round : .butt))
            }
        }
    }
}
