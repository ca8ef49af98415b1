import CFFmpeg
import Foundation
import Synchronization

/// Decodes with VA-API if it is available. Frames stay in the memory of the device, up to a limit; after any failure decoding continues in
/// software.
final class HardwareDecoding {
    private var device: UnsafeMutablePointer<AVBufferRef>?
    private let reserve = SurfaceReserve()

    static let renderNode = "/dev/dri/renderD128"
    /// Devices that failed to open; they are not tried again.
    private static let failed = Mutex<Set<String>>([])

    private init(device: UnsafeMutablePointer<AVBufferRef>) { self.device = device }

    deinit { av_buffer_unref(&device) }

    /// Configures a context before it is opened.
    /// - Parameter path: the render node. VA-API is not loaded if it does not exist.
    /// - Returns: nil if there is no such hardware, if it does not support the codec, or with OPENAVKIT_HWDEC=no.
    static func attach(
        to context: UnsafeMutablePointer<AVCodecContext>, codec: UnsafePointer<AVCodec>, path: String = renderNode
    ) -> HardwareDecoding? {
        guard access(path, R_OK | W_OK) == 0, ProcessInfo.processInfo.environment["OPENAVKIT_HWDEC"] != "no",
            supportsVAAPI(codec), !failed.withLock({ $0.contains(path) })
        else { return nil }
        var device: UnsafeMutablePointer<AVBufferRef>?
        guard av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, path, nil, 0) >= 0, let device else {
            failed.withLock { _ = $0.insert(path) }
            return nil
        }
        context.pointee.hw_device_ctx = av_buffer_ref(device)
        context.pointee.extra_hw_frames = Int32(SurfaceReserve.capacity)
        context.pointee.get_format = { context, formats in
            guard let formats else { return AV_PIX_FMT_NONE }
            var index = 0
            while formats[index] != AV_PIX_FMT_NONE {
                if formats[index] == AV_PIX_FMT_VAAPI { return AV_PIX_FMT_VAAPI }
                index += 1
            }
            return avcodec_default_get_format(context, formats)
        }
        return HardwareDecoding(device: device)
    }

    private static func supportsVAAPI(_ codec: UnsafePointer<AVCodec>) -> Bool {
        var index: Int32 = 0
        while let config = avcodec_get_hw_config(codec, index) {
            if config.pointee.device_type == AV_HWDEVICE_TYPE_VAAPI { return true }
            index += 1
        }
        return false
    }

    /// Returns the surface of a frame; nil if the frame is in main memory, or if no more surfaces may be retained.
    func surface(of frame: UnsafeMutablePointer<AVFrame>) -> DecodedSurface? {
        guard frame.pointee.format == AV_PIX_FMT_VAAPI.rawValue else { return nil }
        return DecodedSurface(of: frame, reserve: reserve)
    }

    /// Returns a copy of the frame in main memory; nil if it is already there, or if copying fails.
    static func download(_ frame: UnsafeMutablePointer<AVFrame>) -> UnsafeMutablePointer<AVFrame>? {
        guard frame.pointee.format == AV_PIX_FMT_VAAPI.rawValue, let copy = av_frame_alloc() else { return nil }
        guard av_hwframe_transfer_data(copy, frame, 0) >= 0 else {
            var failed: UnsafeMutablePointer<AVFrame>? = copy
            av_frame_free(&failed)
            return nil
        }
        av_frame_copy_props(copy, frame)
        return copy
    }
}
