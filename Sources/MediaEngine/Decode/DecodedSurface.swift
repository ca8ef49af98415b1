import CFFmpeg
import Synchronization
import VideoFrames

/// A decoded frame in the memory of a VA-API device.
final class DecodedSurface: HardwareSurface, @unchecked Sendable {
    // The AVFrame is only read, after the object was made.
    private let raw: UnsafeMutablePointer<AVFrame>
    private let reserve: SurfaceReserve
    /// The copy in main memory.
    private let copy = Mutex<DownloadedPixels?>(nil)

    let kind = "vaapi"

    /// References the surface of `frame`.
    /// - Returns: nil if no more surfaces may be retained.
    init?(of frame: UnsafeMutablePointer<AVFrame>, reserve: SurfaceReserve) {
        guard reserve.take() == .retained else { return nil }
        guard let raw = av_frame_clone(frame) as UnsafeMutablePointer<AVFrame>? else {
            reserve.giveBack()
            return nil
        }
        self.raw = raw
        self.reserve = reserve
    }

    deinit {
        var freed: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&freed)
        reserve.giveBack()
    }

    func download() -> VideoFrame? {
        copy.withLock { copy in
            if copy == nil { copy = HardwareDecoding.download(raw).map(DownloadedPixels.init) }
            return copy.map { VideoFrame($0.raw, storage: .planes(FramePlane.planes(of: $0.raw)), owner: $0) }
        }
    }
}

/// The copy of a surface in main memory. Immutable.
private final class DownloadedPixels: @unchecked Sendable {
    // The AVFrame is only read, after the object was made.
    let raw: UnsafeMutablePointer<AVFrame>

    /// Takes ownership of `raw`.
    init(_ raw: UnsafeMutablePointer<AVFrame>) { self.raw = raw }

    deinit {
        var freed: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&freed)
    }
}

/// Limits the surfaces of one decoder that are retained after decoding, because the decoder's pool has a fixed size. Thread-safe.
///
/// A frame beyond the limit, such as one of a group of frames for reverse playback, is copied into main memory when it is decoded.
final class SurfaceReserve: Sendable {
    enum Outcome { case retained, exhausted }

    /// The frames between decoding and display, which the decoder's pool holds in addition to its own.
    static let capacity = 8

    private let used = Mutex(0)

    func take() -> Outcome {
        used.withLock { used in
            guard used < Self.capacity else { return .exhausted }
            used += 1
            return .retained
        }
    }

    func giveBack() { used.withLock { $0 -= 1 } }
}
