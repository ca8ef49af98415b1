/// A pixel layout of source images, and its conversion to the layout used for drawing.
struct PixelLayout {
    /// Byte offsets of the components inside a pixel; no alpha offset where pixels are opaque.
    private let bytesPerPixel: Int
    private let red: Int
    private let green: Int
    private let blue: Int
    private let alpha: Int?
    private let isPremultiplied: Bool

    var isOpaque: Bool { alpha == nil }

    init?(bitsPerPixel: Int, info: CGBitmapInfo, space: CGColorSpace) {
        let order = CGImageByteOrderInfo(rawValue: info.rawValue & CGBitmapInfo.byteOrderMask.rawValue)
        guard let place = CGImageAlphaInfo(rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) else {
            return nil
        }
        isPremultiplied = place == .premultipliedFirst || place == .premultipliedLast
        bytesPerPixel = bitsPerPixel / 8
        if bitsPerPixel == 8, space.model == .monochrome, place == .none {
            (red, green, blue, alpha) = (0, 0, 0, nil)
            return
        }
        guard space.model == .rgb else { return nil }
        if bitsPerPixel == 24, place == .none {
            (red, green, blue, alpha) = (0, 1, 2, nil)
            return
        }
        guard bitsPerPixel == 32, order == .orderDefault || order == .order32Big || order == .order32Little else {
            return nil
        }
        let offsets: (Int, Int, Int, Int)
        switch place {
        case .first, .premultipliedFirst, .noneSkipFirst: offsets = (1, 2, 3, 0)
        case .last, .premultipliedLast, .noneSkipLast: offsets = (0, 1, 2, 3)
        case .none, .alphaOnly: return nil
        }
        let isSwapped = order == .order32Little
        func swapped(_ offset: Int) -> Int { isSwapped ? 3 - offset : offset }
        red = swapped(offsets.0)
        green = swapped(offsets.1)
        blue = swapped(offsets.2)
        alpha = ([.noneSkipFirst, .noneSkipLast] as [CGImageAlphaInfo]).contains(place) ? nil : swapped(offsets.3)
    }

    /// - Returns: nil where there is too little data.
    func canonical(_ data: Data, width: Int, height: Int, bytesPerRow: Int) -> PixelMemory? {
        guard bytesPerRow >= width * bytesPerPixel,
            case let (product, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1), !overflow,
            data.count - width * bytesPerPixel >= product
        else { return nil }
        let memory = PixelMemory.allocate(width: width, height: height)
        data.withUnsafeBytes { source in
            let target = memory.mutable
            for row in 0..<height {
                var from = row * bytesPerRow
                var to = row * memory.bytesPerRow
                for _ in 0..<width {
                    let opacity = alpha.map { UInt32(source[from + $0]) } ?? 255
                    func part(_ offset: Int) -> UInt8 {
                        let value = UInt32(source[from + offset])
                        return UInt8(
                            isPremultiplied || opacity == 255 ? min(value, opacity) : (value * opacity + 127) / 255)
                    }
                    target[to] = part(blue)
                    target[to + 1] = part(green)
                    target[to + 2] = part(red)
                    target[to + 3] = UInt8(opacity)
                    from += bytesPerPixel
                    to += 4
                }
            }
        }
        return memory
    }
}
