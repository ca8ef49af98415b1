public import VideoFrames

/// A frame as displayed, converted into memory of its own: bytes B, G, R, A, premultiplied, `width` × 4 bytes per row.
public struct FrameBitmap: Sendable {
    public let width: Int
    public let height: Int
    public let bytes: [UInt8]

    /// Converts a frame at its display size, scaled down to fit the maxima that are not 0.
    /// - Returns: nil if the frame cannot be converted.
    public init?(_ frame: VideoFrame, converter: FrameConverter, maximumWidth: Int = 0, maximumHeight: Int = 0) {
        let size = frame.displaySize
        var factor = 1.0
        if maximumWidth > 0 { factor = min(factor, Double(maximumWidth) / Double(size.width)) }
        if maximumHeight > 0 { factor = min(factor, Double(maximumHeight) / Double(size.height)) }
        let width = max(1, Int((Double(size.width) * factor).rounded()))
        let height = max(1, Int((Double(size.height) * factor).rounded()))
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        let isConverted = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map {
                converter.convert(frame, into: $0, bytesPerRow: width * 4, width: width, height: height)
            } ?? false
        }
        guard isConverted else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}
