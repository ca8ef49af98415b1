import Foundation

/// The memory of a context: 8-bit grey, 8-bit alpha, or 32-bit RGB.
final class ContextBitmap {
    /// How the canvas paints into the memory.
    enum Access {
        /// Cairo paints into it; with exchanged red and blue where the memory has them in the other order.
        case direct(swapsRedAndBlue: Bool)
        /// Cairo paints into a copy, which is converted before and after.
        case converted(PixelLayout)
    }

    let format: BitmapFormat
    let base: UnsafeMutableRawPointer
    let access: Access
    private let release: () -> Void

    /// - Parameters:
    ///   - base: the memory; nil: new memory, transparent black.
    ///   - release: called when the bitmap is deallocated.
    /// - Returns: nil where memory is exhausted.
    init?(_ format: BitmapFormat, base given: UnsafeMutableRawPointer? = nil, release: @escaping () -> Void = {}) {
        guard let base = given ?? calloc(format.height, format.bytesPerRow) else {
            release()
            return nil
        }
        self.format = format
        self.base = base
        self.release = given == nil ? { free(base) } : release
        // Cairo reads and writes whole pixels of four bytes.
        let isAligned = format.bytesPerRow.isMultiple(of: 4) && Int(bitPattern: base).isMultiple(of: 4)
        let red = isAligned ? format.layout.redBeforeAlpha : nil
        access = red.map { .direct(swapsRedAndBlue: $0 == 0) } ?? .converted(format.layout)
    }

    deinit { release() }

    var swapsRedAndBlue: Bool { if case .direct(true) = access { true } else { false } }

    /// Returns a copy of the pixels in the layout of the bitmap.
    func makeImage() -> CGImage? {
        if case .direct(false) = access {
            return CGImage(width: format.width, height: format.height, isOpaque: format.layout.isOpaque) {
                memory, bytesPerRow in
                guard let target = memory.baseAddress else { return }
                for row in 0..<format.height {
                    (target + row * bytesPerRow)
                        .copyMemory(from: base + row * format.bytesPerRow, byteCount: format.width * 4)
                }
            }
        }
        let count = format.bytesPerRow * (format.height - 1) + format.width * format.layout.bytesPerPixel
        let bits = format.layout.bytesPerPixel * 8
        guard let provider = CGDataProvider(data: Data(bytes: base, count: count)) else { return nil }
        return CGImage(
            width: format.width, height: format.height, bitsPerComponent: 8, bitsPerPixel: bits,
            bytesPerRow: format.bytesPerRow, space: format.space ?? .deviceGray, bitmapInfo: format.info,
            provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
}

/// The size and layout of a context's bitmap.
struct BitmapFormat {
    let width: Int
    let height: Int
    let bytesPerRow: Int
    let info: CGBitmapInfo
    /// Nil for bitmaps of alpha only.
    let space: CGColorSpace?
    let layout: PixelLayout

    /// B, G, R, A in memory: what Cairo paints.
    init?(width: Int, height: Int, isOpaque: Bool) {
        self.init(
            width: width, height: height, bytesPerRow: (width * 4 + 15) / 16 * 16,
            info: isOpaque ? .opaqueBGRA : .premultipliedBGRA, space: .deviceRGB)
    }

    /// - Parameter bytesPerRow: 0: as many as the layout needs, rounded up to 16.
    /// - Returns: nil for an impossible size, a row that is too short, and for layouts in which contexts do not paint.
    init?(width: Int, height: Int, bytesPerRow: Int, info: CGBitmapInfo, space: CGColorSpace?) {
        guard CGImage.isPossible(width, height) else { return nil }
        let isAlphaOnly = info.alpha == .alphaOnly
        guard isAlphaOnly || space != nil,
            // Contexts do not paint into colours that are not premultiplied; nor do Apple's.
            info.alpha != .first, info.alpha != .last,
            let layout = PixelLayout(
                bitsPerPixel: isAlphaOnly || space?.model == .monochrome ? 8 : 32, info: info,
                space: isAlphaOnly ? .deviceGray : space ?? .deviceRGB)
        else { return nil }
        let needed = width * layout.bytesPerPixel
        guard bytesPerRow == 0 || bytesPerRow >= needed,
            !bytesPerRow.multipliedReportingOverflow(by: height).overflow
        else { return nil }
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow == 0 ? (needed + 15) / 16 * 16 : bytesPerRow
        self.info = info
        self.space = isAlphaOnly ? nil : space
        self.layout = layout
    }
}
