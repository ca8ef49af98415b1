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
    /// A frame in its drawn size, for the parts of a drawing and for drawings between two frames.
    private struct Converted {
        weak var source: (any VideoFrameSource)?
        var generation: UInt64 = 0
        var width = 0
        var height = 0
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
            return isConverted ? .drawn : .failed
        }
        guard convert(frame, of: source, width: rect.width, height: rect.height) == .drawn else { return .failed }
        converted.pixels.withUnsafeBytes { pixels in
            guard let base = pixels.baseAddress else { return }
            for row in visible.y..<visible.maxY {
                let from = ((row - rect.y) * rect.width + (visible.x - rect.x)) * 4
                (surface.base + (row * surface.bytesPerRow + visible.x * 4)).copyMemory(
                    from: base + from, byteCount: visible.width * 4)
            }
        }
        return .drawn
    }

    /// Converts the frame into `converted`, unless it is there already.
    private func convert(
        _ frame: NumberedFrame, of source: any VideoFrameSource, width: Int, height: Int
    ) -> FrameDrawingOutcome {
        if converted.source === source, converted.generation == frame.generation, converted.width == width,
            converted.height == height
        {
            return .drawn
        }
        converted.source = nil
        if converted.pixels.count != width * height { converted.pixels = [UInt32](repeating: 0, count: width * height) }
        let converter = converter
        let isConverted = converted.pixels.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map {
                converter.convert(frame.frame, into: $0, bytesPerRow: width * 4, width: width, height: height)
            } ?? false
        }
        guard isConverted else { return .failed }
        (converted.source, converted.generation) = (source, frame.generation)
        (converted.width, converted.height) = (width, height)
        return .drawn
    }
}
