/// An immutable image in memory: 32 bits per pixel, bytes B, G, R, A, premultiplied, rows from the top.
///
/// Apple: keeps any layout. Here: the first use of another layout makes one copy in the layout above, from which everything is drawn;
/// `bitmapInfo`, `bytesPerRow` and `dataProvider` still describe the original data.
public final class CGImage: Sendable {
    /// The maximum width and height; larger sizes could overflow integers of the drawing library.
    package static let maximumSide = 32_767

    public let width: Int
    public let height: Int
    public let bitsPerComponent: Int
    public let bitsPerPixel: Int
    public let bytesPerRow: Int
    public let bitmapInfo: CGBitmapInfo
    public let colorSpace: CGColorSpace?
    public let shouldInterpolate: Bool
    /// Whether the layout declares every pixel opaque.
    package let isOpaque: Bool

    private let given: CGDataProvider?
    private let pixels: PixelMemory

    private init(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, bitmapInfo: CGBitmapInfo,
        colorSpace: CGColorSpace?, shouldInterpolate: Bool, isOpaque: Bool, given: CGDataProvider?, pixels: PixelMemory
    ) {
        self.width = width
        self.height = height
        self.bitsPerComponent = bitsPerComponent
        self.bitsPerPixel = bitsPerPixel
        self.bytesPerRow = bytesPerRow
        self.bitmapInfo = bitmapInfo
        self.colorSpace = colorSpace
        self.shouldInterpolate = shouldInterpolate
        self.isOpaque = isOpaque
        self.given = given
        self.pixels = pixels
    }

    private convenience init(pixels: PixelMemory, width: Int, height: Int, isOpaque: Bool) {
        self.init(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: pixels.bytesPerRow,
            bitmapInfo: isOpaque ? .opaqueBGRA : .premultipliedBGRA, colorSpace: .deviceRGB, shouldInterpolate: true,
            isOpaque: isOpaque, given: nil, pixels: pixels)
    }

    static func isPossible(_ width: Int, _ height: Int) -> Bool {
        width > 0 && height > 0 && width <= maximumSide && height <= maximumSide
    }

    /// Creates an image from 8-bit grey, or 8-bit RGB in 24 or 32 bits with any alpha position.
    /// - Returns: nil for other layouts, invalid sizes and too little data.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        guard decode == nil, bitsPerComponent == 8, Self.isPossible(width, height), let data = provider.data,
            let layout = PixelLayout(bitsPerPixel: bitsPerPixel, info: bitmapInfo, space: space),
            let pixels = layout.canonical(data, width: width, height: height, bytesPerRow: bytesPerRow)
        else { return nil }
        self.init(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
            bitmapInfo: bitmapInfo, colorSpace: space, shouldInterpolate: shouldInterpolate, isOpaque: layout.isOpaque,
            given: provider, pixels: pixels)
    }

    /// Creates an image whose pixels `fill` writes; they are initially transparent black.
    /// - Parameter fill: receives the memory, B, G, R, A premultiplied, and the bytes per row.
    /// - Returns: nil for an invalid size.
    package convenience init?(
        width: Int, height: Int, isOpaque: Bool = false,
        fill: (UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) -> Void
    ) {
        guard Self.isPossible(width, height) else { return nil }
        let memory = PixelMemory.allocate(width: width, height: height)
        fill(memory.mutable, memory.bytesPerRow)
        self.init(pixels: memory, width: width, height: height, isOpaque: isOpaque)
    }

    /// Creates an image from premultiplied B, G, R, A bytes, `bytesPerRow` per row (0: width × 4). The bytes are copied.
    package convenience init?(
        bgra bytes: some Sequence<UInt8>, width: Int, height: Int, bytesPerRow: Int = 0, isOpaque: Bool = false
    ) {
        let stride = bytesPerRow == 0 ? width &* 4 : bytesPerRow
        guard Self.isPossible(width, height), stride >= width * 4 else { return nil }
        let memory = PixelMemory.allocate(width: width, height: height)
        let needed = stride * (height - 1) + width * 4
        let copied: Bool? = bytes.withContiguousStorageIfAvailable { source in
            guard source.count >= needed else { return false }
            for row in 0..<height {
                (memory.mutable.baseAddress! + row * memory.bytesPerRow)
                    .copyMemory(from: source.baseAddress! + row * stride, byteCount: width * 4)
            }
            return true
        }
        if copied == nil {
            self.init(bgra: Array(bytes), width: width, height: height, bytesPerRow: stride, isOpaque: isOpaque)
            return
        }
        guard copied == true else { return nil }
        self.init(pixels: memory, width: width, height: height, isOpaque: isOpaque)
    }

    /// Creates an image from existing memory: B, G, R, A premultiplied. The memory must not be written to afterwards.
    /// - Parameter release: called once, on any thread, when the image is deallocated.
    package convenience init?(
        bgraMemory base: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int, isOpaque: Bool = false,
        release: @escaping @Sendable () -> Void
    ) {
        guard Self.isPossible(width, height), bytesPerRow >= width * 4 else {
            release()
            return nil
        }
        let memory = PixelMemory(
            base: base, count: bytesPerRow * height, bytesPerRow: bytesPerRow, release: release)
        self.init(pixels: memory, width: width, height: height, isOpaque: isOpaque)
    }

    public var alphaInfo: CGImageAlphaInfo {
        bitmapInfo.alpha ?? .none
    }

    /// The data in the layout of `bitmapInfo` and `bytesPerRow`.
    public var dataProvider: CGDataProvider? {
        given ?? CGDataProvider(data: Data(pixels.bytes))
    }

    /// Calls `body` with the pixels: B, G, R, A premultiplied, valid during the call.
    package func withBGRA<R>(_ body: (UnsafeRawBufferPointer, _ bytesPerRow: Int) throws -> R) rethrows -> R {
        try withExtendedLifetime(self) { try body(pixels.bytes, pixels.bytesPerRow) }
    }

    /// Returns red, green, blue and alpha of a pixel, premultiplied; nil outside the image.
    package func pixel(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)? {
        guard x >= 0, y >= 0, x < width, y < height else { return nil }
        let offset = y * pixels.bytesPerRow + x * 4
        let bytes = pixels.bytes
        return (bytes[offset + 2], bytes[offset + 1], bytes[offset], isOpaque ? 255 : bytes[offset + 3])
    }

    /// Returns the part inside `rect` (in pixels, rounded outwards), sharing this image's memory; nil without an overlap.
    public func cropping(to rect: CGRect) -> CGImage? {
        let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
        let start = Int(part.minY) * pixels.bytesPerRow + Int(part.minX) * 4
        let whole = pixels
        let memory = PixelMemory(
            base: whole.bytes.baseAddress! + start, count: whole.bytes.count - start, bytesPerRow: whole.bytesPerRow,
            release: { _ = whole })
        return CGImage(pixels: memory, width: Int(part.width), height: Int(part.height), isOpaque: isOpaque)
    }

    public func copy() -> CGImage? { self }
}
