import FrameConversion
import QuartzCore
import VideoFrames

/// Draws video frames into pixels in main memory. Used by one thread at a time.
protocol FrameDrawing: AnyObject {
    /// Draws the frame of a source scaled to `rect`, which may extend beyond the surface; pixels outside `clip` are not changed.
    func draw(
        _ frame: NumberedFrame, of source: any VideoFrameSource, into surface: PixelSurface, rect: PixelRect,
        clip: PixelRect
    ) -> FrameDrawingOutcome
}

enum FrameDrawingOutcome {
    case drawn
    /// The pixels of the frame cannot be converted.
    case failed
}

/// Draws video frames with the processor: converts them straight into the surface, or into memory of its own if only a part is visible.
final class FrameDrawer: FrameDrawing {
    /// Rows of a frame in its drawn size, for the parts of a drawing and for drawings between two frames.
    private struct Converted {
        weak var source: (any VideoFrameSource)?
        var generation: UInt64 = 0
        var width = 0
        var height = 0
        var rows = 0..<0
        var pixels: [UInt32] = []
    }

    private let converter = FrameConverter()
    private var converted = Converted()

    func draw(
        _ frame: NumberedFrame, of source: any VideoFrameSource, into surface: PixelSurface, rect: PixelRect,
        clip: PixelRect
    ) -> FrameDrawingOutcome {
        let whole = PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)
        let visible = rect.intersection(clip).intersection(whole)
        guard !visible.isEmpty else { return .drawn }
        if visible == rect {
            let target = surface.base + (rect.y * surface.bytesPerRow + rect.x * 4)
            let isConverted = converter.convert(
                frame.frame, into: target, bytesPerRow: surface.bytesPerRow, width: rect.width, height: rect.height)
            // Pixels of earlier parts are not needed any more.
            if converted.generation != frame.generation { converted = Converted() }
            return isConverted ? .drawn : .failed
        }
        let needed = FrameConverter.rows(
            covering: visible.y - rect.y..<visible.maxY - rect.y, of: frame.frame, height: rect.height)
        guard convert(needed, of: frame, of: source, width: rect.width, height: rect.height) == .drawn else {
            return .failed
        }
        let first = rect.y + converted.rows.lowerBound
        converted.pixels.withUnsafeBytes { pixels in
            guard let base = pixels.baseAddress else { return }
            for row in visible.y..<visible.maxY {
                let from = ((row - first) * rect.width + (visible.x - rect.x)) * 4
                (surface.base + (row * surface.bytesPerRow + visible.x * 4)).copyMemory(
                    from: base + from, byteCount: visible.width * 4)
            }
        }
        return .drawn
    }

    /// Converts rows of the frame into `converted`, unless they are there already.
    private func convert(
        _ rows: Range<Int>, of frame: NumberedFrame, of source: any VideoFrameSource, width: Int, height: Int
    ) -> FrameDrawingOutcome {
        if converted.source === source, converted.generation == frame.generation, converted.width == width,
            converted.height == height, converted.rows.contains(rows)
        {
            return .drawn
        }
        converted.source = nil
        let count = width * rows.count
        if converted.pixels.count != count { converted.pixels = [UInt32](repeating: 0, count: count) }
        let converter = converter
        let isConverted = converted.pixels.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map {
                converter.convert(
                    frame.frame, rows: rows, into: $0, bytesPerRow: width * 4, width: width, height: height)
            } ?? false
        }
        guard isConverted else { return .failed }
        (converted.source, converted.generation, converted.rows) = (source, frame.generation, rows)
        (converted.width, converted.height) = (width, height)
        return .drawn
    }
}
