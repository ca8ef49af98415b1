/// Called when the memory of a bitmap context is not needed any longer, with the `releaseInfo` and the memory that the context was given.
public typealias CGBitmapContextReleaseDataCallback =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

extension CGContext {
    /// Creates a context that paints into a bitmap, with y pointing upwards from the last row of the bitmap.
    ///
    /// Apple: also 16-bit and floating-point components, and CMYK. Here: components of 8 bits, as grey without alpha, alpha only, and RGB in
    /// 32 bits with premultiplied or unused alpha, in either byte order. Each call of a painting function in another layout than R, G, B, A
    /// or B, G, R, A converts the whole bitmap.
    ///
    /// - Parameters:
    ///   - data: the memory, at least `bytesPerRow` × `height` bytes, which must outlive the context; nil: memory of the context's own,
    ///     transparent black.
    ///   - width: in pixels, as is the height.
    ///   - bytesPerRow: 0: as many as needed.
    ///   - space: not used where `bitmapInfo` says alpha only.
    ///   - bitmapInfo: a raw value of `CGImageAlphaInfo`, possibly with one of `CGImageByteOrderInfo`.
    /// - Returns: nil for a layout that is not supported, an impossible size, and where memory is exhausted.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
            space: space, bitmapInfo: bitmapInfo, releaseCallback: nil, releaseInfo: nil)
    }

    /// Creates a context like `init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)` that calls a function when it is
    /// deallocated.
    /// - Parameter releaseCallback: not called without `data`.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace?, bitmapInfo: UInt32, releaseCallback: CGBitmapContextReleaseDataCallback?,
        releaseInfo: UnsafeMutableRawPointer?
    ) {
        guard bitsPerComponent == 8,
            let format = BitmapFormat(
                width: width, height: height, bytesPerRow: bytesPerRow, info: CGBitmapInfo(rawValue: bitmapInfo),
                space: space),
            data == nil || bytesPerRow > 0
        else { return nil }
        let bitmap = ContextBitmap(format, base: data) { releaseCallback?(releaseInfo, data) }
        guard let bitmap, let target = ContextTarget(bitmap, scale: 1, isYUp: true) else { return nil }
        self.init(format: format, isYUp: true) { target }
    }

    /// The width of the bitmap in pixels; 0 for a context without one.
    public var width: Int { format?.width ?? 0 }
    /// The height of the bitmap in pixels; 0 for a context without one.
    public var height: Int { format?.height ?? 0 }
    public var bytesPerRow: Int { format?.bytesPerRow ?? 0 }
    public var bitsPerComponent: Int { format == nil ? 0 : 8 }
    public var bitsPerPixel: Int { (format?.layout.bytesPerPixel ?? 0) * 8 }
    public var bitmapInfo: CGBitmapInfo { format?.info ?? [] }
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alpha ?? .none }
    /// Nil for a bitmap of alpha only.
    public var colorSpace: CGColorSpace? { format?.space }

    /// The memory of the bitmap, the first row first, valid as long as the context; nil for a context without one.
    public var data: UnsafeMutableRawPointer? { target?.bitmap.base }

    /// Returns an image with a copy of the bitmap; nil for a context without one, and where memory is exhausted.
    public func makeImage() -> CGImage? { target?.bitmap.makeImage() }
}
