import CGraphics
import CPixels
public import CoreGraphics

/// Decodes and encodes PNG and JPEG images.
public enum ImageCodec {
    /// The maximum number of pixels: 100 million, 400 MB.
    public static let maximumPixels = 100_000_000

    /// - Returns: nil for other formats, invalid files and images that are too large. A truncated JPEG gives the part that exists.
    public static func decode(_ data: Data) -> CGImage? {
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return decodePNG(data) }
        if data.starts(with: [0xFF, 0xD8]) { return decodeJPEG(data) }
        return nil
    }

    private static func decodeJPEG(_ data: Data) -> CGImage? {
        var pixels: UnsafeMutablePointer<UInt8>?
        var width: Int32 = 0
        var height: Int32 = 0
        let result = data.withUnsafeBytes { bytes in
            cpixels_decode_jpeg(
                bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, Int32(CGImage.maximumSide), maximumPixels,
                &pixels, &width, &height)
        }
        guard result == 0, let memory = pixels else { return nil }
        // Freed once, by the image.
        nonisolated(unsafe) let owned = memory
        return CGImage(
            bgraMemory: memory, width: Int(width), height: Int(height), bytesPerRow: Int(width) * 4, isOpaque: true
        ) { cpixels_free(owned) }
    }

    private struct Reader {
        var bytes: UnsafeRawBufferPointer
        var offset = 0
    }

    /// Returns width and height from the header of a PNG, so that a wrong size is rejected before memory is allocated.
    private static func sizeOfPNG(_ bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
        guard bytes.count >= 24 else { return nil }
        func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
        return (number(16), number(20))
    }

    private static func decodePNG(_ data: Data) -> CGImage? {
        let surface = data.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let size = sizeOfPNG(bytes), size.width > 0, size.height > 0, size.width <= CGImage.maximumSide,
                size.height <= CGImage.maximumSide, size.width * size.height <= maximumPixels
            else { return nil }
            var reader = Reader(bytes: bytes)
            return withUnsafeMutablePointer(to: &reader) { pointer in
                cairo_image_surface_create_from_png_stream(
                    { closure, target, length in
                        guard let reader = closure?.assumingMemoryBound(to: Reader.self), let target else {
                            return CAIRO_STATUS_READ_ERROR
                        }
                        let count = Int(length)
                        guard let base = reader.pointee.bytes.baseAddress,
                            reader.pointee.bytes.count - reader.pointee.offset >= count
                        else { return CAIRO_STATUS_READ_ERROR }
                        UnsafeMutableRawPointer(target)
                            .copyMemory(from: base + reader.pointee.offset, byteCount: count)
                        reader.pointee.offset += count
                        return CAIRO_STATUS_SUCCESS
                    }, pointer)
            }
        }
        guard let surface else { return nil }
        let format = cairo_image_surface_get_format(surface)
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let base = cairo_image_surface_get_data(surface),
            format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24
        else {
            cairo_surface_destroy(surface)
            return nil
        }
        // Destroyed once, by the image.
        nonisolated(unsafe) let owned = surface
        return CGImage(
            bgraMemory: base, width: Int(cairo_image_surface_get_width(surface)),
            height: Int(cairo_image_surface_get_height(surface)),
            bytesPerRow: Int(cairo_image_surface_get_stride(surface)), isOpaque: format == CAIRO_FORMAT_RGB24
        ) { cairo_surface_destroy(owned) }
    }

    /// - Returns: nil only where memory is exhausted.
    public static func pngData(_ image: CGImage) -> Data? {
        image.withBGRA { bytes, bytesPerRow in
            pngData(
                bytes: bytes, width: image.width, height: image.height, bytesPerRow: bytesPerRow,
                isOpaque: image.isOpaque)
        }
    }

    /// Encodes premultiplied B, G, R, A rows as PNG; opaque images without alpha.
    public static func pngData(
        bytes: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, isOpaque: Bool
    ) -> Data? {
        guard let base = bytes.baseAddress, width > 0, height > 0, bytes.count >= bytesPerRow * (height - 1) + width * 4
        else { return nil }
        let surface = cairo_image_surface_create_for_data(
            UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self),
            isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(bytesPerRow))
        defer { cairo_surface_destroy(surface) }
        var data = Data()
        let status = withUnsafeMutablePointer(to: &data) { pointer in
            cairo_surface_write_to_png_stream(
                surface,
                { closure, bytes, length in
                    guard let bytes, let data = closure?.assumingMemoryBound(to: Data.self) else {
                        return CAIRO_STATUS_WRITE_ERROR
                    }
                    data.pointee.append(bytes, count: Int(length))
                    return CAIRO_STATUS_SUCCESS
                }, pointer)
        }
        return status == CAIRO_STATUS_SUCCESS ? data : nil
    }

    /// - Parameter quality: 0 to 1. Transparent parts become black.
    public static func jpegData(_ image: CGImage, quality: CGFloat) -> Data? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let percent = Int32((min(max(quality.isNaN ? 1 : quality, 0), 1) * 100).rounded())
        let result = image.withBGRA { pixels, bytesPerRow in
            cpixels_encode_jpeg(
                pixels.bindMemory(to: UInt8.self).baseAddress, Int32(image.width), Int32(image.height),
                Int32(bytesPerRow), percent, &bytes, &count)
        }
        guard result == 0, let bytes else { return nil }
        defer { cpixels_free(bytes) }
        return Data(bytes: bytes, count: count)
    }
}
