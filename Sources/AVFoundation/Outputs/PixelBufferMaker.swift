import CoreVideo
import Foundation
import FrameConversion
import Synchronization
import VideoFrames

/// Converts frames to pixel buffers for clients. Thread-safe; conversions are serialized.
final class PixelBufferMaker: Sendable {
    private let converter = Mutex(FrameConverter())

    /// Returns the frame in its display size as 32BGRA; nil where it cannot be converted or allocated.
    func pixelBuffer(of frame: VideoFrame) -> CVPixelBuffer? {
        let bitmap = converter.withLock { FrameBitmap(frame, converter: $0) }
        return bitmap?.pixelBuffer
    }
}

extension FrameBitmap {
    /// The frame as a 32BGRA pixel buffer; nil where it cannot be allocated.
    fileprivate var pixelBuffer: CVPixelBuffer? {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        let rowBytes = width * 4
        guard let made, bytes.count >= rowBytes * height else { return nil }
        CVPixelBufferLockBaseAddress(made, [])
        defer { CVPixelBufferUnlockBaseAddress(made, []) }
        guard let base = CVPixelBufferGetBaseAddress(made) else { return nil }
        let stride = CVPixelBufferGetBytesPerRow(made)
        bytes.withUnsafeBytes { source in
            guard let from = source.baseAddress else { return }
            for row in 0..<height {
                (base + row * stride).copyMemory(from: from + row * rowBytes, byteCount: rowBytes)
            }
        }
        return made
    }
}
