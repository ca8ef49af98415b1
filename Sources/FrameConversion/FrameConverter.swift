import CFFmpeg
import CPicture
public import VideoFrames

/// Scales frames and converts them to BGRA pixels on the processor: the first consumer of `VideoFrame`. Used by one thread at a time.
///
/// The common case (no rotation, SDR colors, width a multiple of `FrameScaler.group`) is a single pass of libswscale into the target, on
/// two threads if the frame is scaled.
public final class FrameConverter {
    private let scaler = FrameScaler()
    private var cube: (key: ColorCube.Key, cube: ColorCube)?
    private var words: [UInt16] = []
    private var upright: [UInt32] = []

    public init() {}

    /// Draws the visible part of the frame at `width` × `height`, turned for display, into 32-bit pixels at `target`, premultiplied.
    ///
    /// A frame in the memory of a video device is copied into main memory first.
    /// - Returns: false if libswscale does not support the frame, or if the device fails.
    public func convert(
        _ frame: VideoFrame, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int
    ) -> Bool {
        guard width > 0, height > 0 else { return false }
        guard let frame = frame.inMemory(), let image = PlanarImage(frame) else { return false }
        return convert(image, into: target, bytesPerRow: bytesPerRow, width: width, height: height)
    }

    /// Draws rows of what `convert(_:into:bytesPerRow:width:height:)` draws, of which the first one begins at `target`, without the memory
    /// and time that the other rows need. The pixels are the same.
    /// - Parameter rows: as returned by `rows(covering:of:height:)`.
    /// - Returns: false if libswscale does not support the frame, or if the device fails.
    public func convert(
        _ frame: VideoFrame, rows: Range<Int>, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int,
        height: Int
    ) -> Bool {
        guard width > 0, !rows.isEmpty, rows.lowerBound >= 0, rows.upperBound <= height else { return false }
        guard let frame = frame.inMemory(), let image = PlanarImage(frame) else { return false }
        guard rows != 0..<height else {
            return convert(image, into: target, bytesPerRow: bytesPerRow, width: width, height: height)
        }
        return scaler.scale(
            image, AV_PIX_FMT_BGRA, into: target, bytesPerRow: bytesPerRow, width: width, height: height, rows: rows)
    }

    /// The smallest range of rows that contains the given ones and that can be converted by itself: all rows for frames that are rotated,
    /// translucent or not of standard dynamic range.
    public static func rows(covering rows: Range<Int>, of frame: VideoFrame, height: Int) -> Range<Int> {
        guard frame.orientation == .upright, frame.isOpaque, ColorCube.key(for: frame.color) == nil,
            height % FrameScaler.rowGroup == 0
        else { return 0..<height }
        let group = FrameScaler.rowGroup
        return rows.lowerBound / group * group..<min(height, (rows.upperBound + group - 1) / group * group)
    }

    private func convert(
        _ image: PlanarImage, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int
    ) -> Bool {
        let orientation = image.frame.orientation
        let quarters = orientation.rotation / 90
        guard orientation != .upright else {
            return convertUpright(image, into: target, bytesPerRow: bytesPerRow, width: width, height: height)
        }
        let (lying, standing) = quarters % 2 == 0 ? (width, height) : (height, width)
        if upright.count < lying * standing { upright = [UInt32](repeating: 0, count: lying * standing) }
        return upright.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                convertUpright(image, into: base, bytesPerRow: lying * 4, width: lying, height: standing)
            else { return false }
            picture_turn(
                base, lying * 4, target.assumingMemoryBound(to: UInt32.self), bytesPerRow, Int32(lying),
                Int32(standing), Int32(quarters), orientation.isMirrored ? 1 : 0)
            return true
        }
    }

    private func convertUpright(
        _ image: PlanarImage, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int
    ) -> Bool {
        guard let key = ColorCube.key(for: image.frame.color) else {
            guard
                scaler.scale(
                    image, AV_PIX_FMT_BGRA, into: target, bytesPerRow: bytesPerRow, width: width, height: height)
            else { return false }
            if !image.frame.isOpaque {
                picture_premultiply(
                    target.assumingMemoryBound(to: UInt8.self), bytesPerRow, Int32(width), Int32(height))
            }
            return true
        }
        if cube?.key != key { cube = (key, ColorCube(key)) }
        guard let cube = cube?.cube else { return false }
        if words.count < width * height * 3 { words = [UInt16](repeating: 0, count: width * height * 3) }
        return words.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                scaler.scale(
                    image, AV_PIX_FMT_RGB48LE, into: base, bytesPerRow: width * 6, width: width, height: height)
            else { return false }
            picture_apply_cube(
                base, width * 6, target.assumingMemoryBound(to: UInt8.self), bytesPerRow, Int32(width), Int32(height),
                cube.bytes, Int32(ColorCube.edge))
            return true
        }
    }
}
