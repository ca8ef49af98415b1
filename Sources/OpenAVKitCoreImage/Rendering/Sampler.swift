import CoreGraphics
import CoreVideo
import FrameConversion
import Foundation
import VideoFrames

/// Pixels for a rendering: bytes B, G, R, A, premultiplied, rows from the top.
final class SampledPixels {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    private init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// nil where the format of the buffer cannot be converted.
    convenience init?(_ buffer: CVPixelBuffer) {
        guard let frame = VideoFrame(buffer), let bitmap = FrameBitmap(frame, converter: FrameConverter()) else {
            return nil
        }
        self.init(width: bitmap.width, height: bitmap.height, bytes: bitmap.bytes)
    }

    convenience init(_ image: CGImage) {
        let (width, height) = (image.width, image.height)
        let isOpaque = image.isOpaque
        let bytes = image.withBGRA { source, bytesPerRow in
            [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
                for row in 0..<height {
                    UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(target)[row * width * 4..<(row + 1) * width * 4]
                    )
                    .copyMemory(
                        from: UnsafeRawBufferPointer(
                            rebasing: source[row * bytesPerRow..<row * bytesPerRow + width * 4]))
                }
                if isOpaque { for pixel in 0..<width * height { target[pixel * 4 + 3] = 255 } }
                count = width * height * 4
            }
        }
        self.init(width: width, height: height, bytes: bytes)
    }

    /// The color of a pixel, premultiplied, from 0 to 1; those beside the image are those at its edge.
    @inline(__always)
    private func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let offset = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * 4
        return bytes.withUnsafeBufferPointer {
            SIMD4(Float($0[offset + 2]), Float($0[offset + 1]), Float($0[offset]), Float($0[offset + 3])) / 255
        }
    }

    /// The color at a point, from the four nearest pixels. The origin is at the lower left.
    func color(at point: CGPoint) -> SIMD4<Float> {
        let x = point.x - 0.5
        let y = CGFloat(height) - point.y - 0.5
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (right, below) = (Float(x - left), Float(y - top))
        let (column, row) = (Int(left), Int(top))
        if right == 0, below == 0 { return color(column, row) }
        let upper = color(column, row) * (1 - right) + color(column + 1, row) * right
        let lower = color(column, row + 1) * (1 - right) + color(column + 1, row + 1) * right
        return upper * (1 - below) + lower * below
    }
}

/// A recipe whose pixels have been read, for the colors at points.
indirect enum Sampler {
    case none
    case color(SIMD4<Float>)
    case pixels(SampledPixels)
    case transformed(Sampler, inverse: CGAffineTransform)
    case cropped(Sampler, CGRect)
    case clamped(Sampler, CGRect)
    case over(Sampler, Sampler)
    case recolored(Sampler, ColorChange)

    /// The most operations in a row, which are nested calls.
    static let maximumDepth = 256

    /// - Returns: nil where a pixel buffer cannot be read, or where operations are nested too deeply.
    init?(_ image: CIImage, depth: Int = 0) {
        guard depth < Self.maximumDepth else { return nil }
        func part(_ image: CIImage) -> Sampler? { Sampler(image, depth: depth + 1) }
        if image.extent.isNull {
            self = .none
            return
        }
        switch image.recipe {
        case .buffer(let buffer):
            guard let pixels = SampledPixels(buffer) else { return nil }
            self = .cropped(.pixels(pixels), image.extent)
        case .image(let image):
            self = .cropped(.pixels(SampledPixels(image)), CGRect(x: 0, y: 0, width: image.width, height: image.height))
        case .color(let color): self = .color(color.premultiplied)
        case .transformed(let image, let matrix):
            guard let below = part(image) else { return nil }
            self = .transformed(below, inverse: matrix.inverted())
        case .cropped(let image, let rect):
            guard let below = part(image) else { return nil }
            self = .cropped(below, rect)
        case .clamped(let image):
            guard let below = part(image) else { return nil }
            self = .clamped(below, image.extent)
        case .over(let front, let back):
            guard let front = part(front), let back = part(back) else { return nil }
            self = .over(front, back)
        case .recolored(let image, let change):
            guard let below = part(image) else { return nil }
            self = .recolored(below, change)
        }
    }

    /// The color at a point, premultiplied.
    func color(at point: CGPoint) -> SIMD4<Float> {
        switch self {
        case .none: return .zero
        case .color(let color): return color
        case .pixels(let pixels): return pixels.color(at: point)
        case .transformed(let below, let inverse): return below.color(at: point.applying(inverse))
        case .cropped(let below, let rect):
            let isInside = point.x >= rect.minX && point.x < rect.maxX && point.y >= rect.minY && point.y < rect.maxY
            return isInside ? below.color(at: point) : .zero
        case .clamped(let below, let rect):
            // Half a pixel inside, where the color is that of the edge pixels.
            func limited(_ value: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
                high - low <= 1 ? (low + high) / 2 : min(max(value, low + 0.5), high - 0.5)
            }
            return below.color(
                at: CGPoint(x: limited(point.x, rect.minX, rect.maxX), y: limited(point.y, rect.minY, rect.maxY)))
        case .over(let front, let back):
            let color = front.color(at: point)
            return color.w >= 1 ? color : color + back.color(at: point) * (1 - color.w)
        case .recolored(let below, let change): return change.applied(to: below.color(at: point))
        }
    }
}
