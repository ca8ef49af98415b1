import CFFmpeg
import VideoFrames

/// The visible pixels of a frame in main memory, in the form that libswscale reads. Borrows the memory of the frame, which it retains.
final class PlanarImage {
    let frame: VideoFrame
    let raw: UnsafeMutablePointer<AVFrame>
    var width: Int { Int(raw.pointee.width) }
    var height: Int { Int(raw.pointee.height) }
    var format: AVPixelFormat { AVPixelFormat(rawValue: raw.pointee.format) }

    private static let maximumPlanes = 4

    /// - Returns: nil for a format that libavutil does not know, for a frame without planes, or if memory is exhausted.
    init?(_ frame: VideoFrame) {
        guard case .planes(let planes) = frame.storage else { return nil }
        let format = av_get_pix_fmt(frame.format.name)
        guard format != AV_PIX_FMT_NONE, let first = planes.first, planes.count <= Self.maximumPlanes,
            frame.visibleWidth > 0, frame.visibleHeight > 0,
            let raw = av_frame_alloc() as UnsafeMutablePointer<AVFrame>?
        else { return nil }
        self.frame = frame
        self.raw = raw
        raw.pointee.format = format.rawValue
        raw.pointee.width = Int32(clamping: frame.width)
        raw.pointee.height = Int32(clamping: frame.height)
        withUnsafeMutablePointer(to: &raw.pointee.data) { data in
            data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: planes.count) { data in
                for (index, plane) in planes.enumerated() {
                    // libswscale takes mutable pointers and only reads them.
                    data[index] = UnsafeMutablePointer(mutating: plane.base.assumingMemoryBound(to: UInt8.self))
                }
            }
        }
        withUnsafeMutablePointer(to: &raw.pointee.linesize) { sizes in
            sizes.withMemoryRebound(to: Int32.self, capacity: planes.count) { sizes in
                for (index, plane) in planes.enumerated() { sizes[index] = Int32(clamping: plane.bytesPerRow) }
            }
        }
        // libswscale copies frames without a reference-counted buffer.
        raw.pointee.buf.0 = av_buffer_create(
            raw.pointee.data.0, max(1, abs(first.bytesPerRow) * frame.height), { _, _ in }, nil,
            AV_BUFFER_FLAG_READONLY)
        guard frame.crop != .none else { return }
        raw.pointee.crop_left = frame.crop.left
        raw.pointee.crop_top = frame.crop.top
        raw.pointee.crop_right = frame.crop.right
        raw.pointee.crop_bottom = frame.crop.bottom
        av_frame_apply_cropping(raw, Int32(AV_FRAME_CROP_UNALIGNED))
    }

    deinit {
        var freed: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&freed)
    }
}
