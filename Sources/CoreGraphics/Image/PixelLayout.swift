/// A pixel layout of images and bitmaps, and its conversion from and to the layout used for drawing: B, G, R, A, premultiplied.
struct PixelLayout {
    /// What the bytes of a pixel mean: byte offsets inside the pixel.
    private enum Components {
        case gray
        case alphaOnly
        /// Without an alpha offset pixels are opaque.
        case color(red: Int, green: Int, blue: Int, alpha: Int?)
    }

    let bytesPerPixel: Int
    private let components: Components
    private let isPremultiplied: Bool

    /// - Returns: nil for a layout that is not supported.
    init?(bitsPerPixel: Int, info: CGBitmapInfo, space: CGColorSpace) {
        let order = CGImageByteOrderInfo(rawValue: info.rawValue & CGBitmapInfo.byteOrderMask.rawValue)
        guard let place = info.alpha else { return nil }
        isPremultiplied = place == .premultipliedFirst || place == .premultipliedLast
        bytesPerPixel = bitsPerPixel / 8
        if bitsPerPixel == 8, place == .alphaOnly {
            components = .alphaOnly
            return
        }
        if bitsPerPixel == 8, space.model == .monochrome, place == .none {
            components = .gray
            return
        }
        guard space.model == .rgb else { return nil }
        if bitsPerPixel == 24, place == .none {
            components = .color(red: 0, green: 1, blue: 2, alpha: nil)
            return
        }
        guard bitsPerPixel == 32, order == .orderDefault || order == .order32Big || order == .order32Little else {
            return nil
        }
        let offsets: (red: Int, green: Int, blue: Int, alpha: Int)
        switch place {
        case .first, .premultipliedFirst, .noneSkipFirst: offsets = (1, 2, 3, 0)
        case .last, .premultipliedLast, .noneSkipLast: offsets = (0, 1, 2, 3)
        case .none, .alphaOnly: return nil
        }
        let isSwapped = order == .order32Little
        func swapped(_ offset: Int) -> Int { isSwapped ? 3 - offset : offset }
        let isOpaque = place == .noneSkipFirst || place == .noneSkipLast
        components = .color(
            red: swapped(offsets.red), green: swapped(offsets.green), blue: swapped(offsets.blue),
            alpha: isOpaque ? nil : swapped(offsets.alpha))
    }

    var isOpaque: Bool {
        switch components {
        case .gray, .color(_, _, _, alpha: nil): true
        case .alphaOnly, .color: false
        }
    }

    /// The byte offset of red in 32-bit pixels whose fourth byte is alpha or unused; nil for other layouts.
    var redBeforeAlpha: Int? {
        guard bytesPerPixel == 4, case .color(let red, 1, let blue, let alpha) = components, alpha ?? 3 == 3,
            red + blue == 2
        else { return nil }
        return red
    }

    /// - Returns: nil where there is too little data.
    func canonical(_ data: Data, width: Int, height: Int, bytesPerRow: Int) -> PixelMemory? {
        guard bytesPerRow >= width * bytesPerPixel,
            case let (product, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1), !overflow,
            data.count - width * bytesPerPixel >= product
        else { return nil }
        let memory = PixelMemory.allocate(width: width, height: height)
        data.withUnsafeBytes { source in
            guard let from = source.baseAddress, let to = memory.mutable.baseAddress else { return }
            decode(
                from, bytesPerRow: bytesPerRow, into: to, bytesPerRow: memory.bytesPerRow, width: width, height: height)
        }
        return memory
    }

    /// Converts pixels of this layout to B, G, R, A, premultiplied.
    func decode(
        _ source: UnsafeRawPointer, bytesPerRow sourceStride: Int, into target: UnsafeMutableRawPointer,
        bytesPerRow targetStride: Int, width: Int, height: Int
    ) {
        for row in 0..<height {
            var from = (source + row * sourceStride).assumingMemoryBound(to: UInt8.self)
            var to = (target + row * targetStride).assumingMemoryBound(to: UInt8.self)
            for _ in 0..<width {
                switch components {
                case .gray:
                    for offset in 0..<3 { to[offset] = from[0] }
                    to[3] = 255
                case .alphaOnly:
                    for offset in 0..<3 { to[offset] = 0 }
                    to[3] = from[0]
                case .color(let red, let green, let blue, let alpha):
                    let opacity = alpha.map { UInt32(from[$0]) } ?? 255
                    to[0] = premultiplied(from[blue], opacity)
                    to[1] = premultiplied(from[green], opacity)
                    to[2] = premultiplied(from[red], opacity)
                    to[3] = UInt8(opacity)
                }
                from += bytesPerPixel
                to += 4
            }
        }
    }

    private func premultiplied(_ component: UInt8, _ opacity: UInt32) -> UInt8 {
        let value = UInt32(component)
        return UInt8(isPremultiplied || opacity == 255 ? min(value, opacity) : (value * opacity + 127) / 255)
    }

    /// Converts B, G, R, A, premultiplied, to this layout, whose alpha is premultiplied, too. Grey is 30 % red, 59 % green and 11 % blue.
    func encode(
        _ source: UnsafeRawPointer, bytesPerRow sourceStride: Int, into target: UnsafeMutableRawPointer,
        bytesPerRow targetStride: Int, width: Int, height: Int
    ) {
        for row in 0..<height {
            var from = (source + row * sourceStride).assumingMemoryBound(to: UInt8.self)
            var to = (target + row * targetStride).assumingMemoryBound(to: UInt8.self)
            for _ in 0..<width {
                switch components {
                case .gray:
                    let (blue, green, red) = (UInt32(from[0]), UInt32(from[1]), UInt32(from[2]))
                    to[0] = UInt8((red * 30 + green * 59 + blue * 11 + 50) / 100)
                case .alphaOnly: to[0] = from[3]
                case .color(let red, let green, let blue, let alpha):
                    to[blue] = from[0]
                    to[green] = from[1]
                    to[red] = from[2]
                    if let alpha { to[alpha] = from[3] }
                }
                from += 4
                to += bytesPerPixel
            }
        }
    }
}
