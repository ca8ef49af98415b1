import CoreGraphics
import Drawing

/// How a bitmap fills an area of another size, and whether it is mirrored in interfaces from right to left.
struct ImageArrangement: Equatable {
    /// The widths of the edges in points that keep their size; nil for an image that is stretched as a whole.
    var capInsets: UIEdgeInsets?
    var mode = UIImage.ResizingMode.tile
    var flipsForRightToLeft = false

    /// Returns an image of an area in points: the corners in their size, and the parts between them stretched or repeated.
    /// - Parameters:
    ///   - imageScale: pixels of the bitmap per point.
    ///   - scale: pixels of the result per point.
    func resized(_ image: CGImage, imageScale: CGFloat, to area: CGSize, scale: CGFloat) -> CGImage? {
        guard let capInsets else { return image }
        let size = CGSize(width: CGFloat(image.width) / imageScale, height: CGFloat(image.height) / imageScale)
        let columns = Self.cuts(size.width, area.width, capInsets.left, capInsets.right)
        let rows = Self.cuts(size.height, area.height, capInsets.top, capInsets.bottom)
        return Canvas.makeImage(size: area, scale: scale) { canvas in
            for row in rows {
                for column in columns {
                    let source = CGRect(
                        x: column.source.lowerBound * imageScale, y: row.source.lowerBound * imageScale,
                        width: (column.source.upperBound - column.source.lowerBound) * imageScale,
                        height: (row.source.upperBound - row.source.lowerBound) * imageScale)
                    let target = CGRect(
                        x: column.target.lowerBound, y: row.target.lowerBound,
                        width: column.target.upperBound - column.target.lowerBound,
                        height: row.target.upperBound - row.target.lowerBound)
                    draw(image, source, target, on: canvas, imageScale)
                }
            }
        }
    }

    private struct Cut {
        var source: ClosedRange<CGFloat>
        var target: ClosedRange<CGFloat>
    }

    /// Returns the three parts of a side, in points. Caps that are larger than the side are reduced alike.
    private static func cuts(_ length: CGFloat, _ area: CGFloat, _ first: CGFloat, _ last: CGFloat) -> [Cut] {
        let low = min(max(first, 0), length)
        let high = min(max(last, 0), length - low)
        let factor = low + high > area && low + high > 0 ? area / (low + high) : 1
        let (start, end) = (low * factor, max(low * factor, area - high * factor))
        return [
            Cut(source: 0...low, target: 0...start), Cut(source: low...(length - high), target: start...end),
            Cut(source: (length - high)...length, target: end...area),
        ]
    }

    private func draw(
        _ image: CGImage, _ source: CGRect, _ target: CGRect, on canvas: Canvas, _ imageScale: CGFloat
    ) {
        guard source.width > 0, source.height > 0, target.width > 0, target.height > 0,
            let part = image.cropping(to: source)
        else { return }
        let natural = CGSize(width: source.width / imageScale, height: source.height / imageScale)
        guard mode == .tile, natural.width < target.width || natural.height < target.height,
            natural.width * natural.height >= 1
        else { return canvas.draw(part, in: target) }
        canvas.withState {
            canvas.clip(to: target)
            // Corners and edges are not repeated across their caps.
            let width = min(natural.width, target.width)
            let height = min(natural.height, target.height)
            for y in stride(from: target.minY, to: target.maxY, by: height) {
                for x in stride(from: target.minX, to: target.maxX, by: width) {
                    canvas.draw(part, in: CGRect(x: x, y: y, width: width, height: height))
                }
            }
        }
    }
}
