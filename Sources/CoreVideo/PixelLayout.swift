import Foundation

/// The planes of an image in memory: their offsets, sizes and bytes per row.
struct PixelLayout {
    let planes: [CVBuffer.Plane]
    let byteCount: Int

    /// The alignment of rows and planes, for vector instructions.
    static let minimumAlignment = 64
    /// The largest alignment that a client may request.
    static let maximumAlignment = 65_536

    /// - Parameters:
    ///   - rowAlignment: the bytes per row are a multiple of it, and of 64.
    ///   - planeAlignment: the offsets of planes are multiples of it, and of 64.
    /// - Returns: nil for unknown formats and invalid sizes.
    init?(width: Int, height: Int, pixelFormat: OSType, rowAlignment: Int = 1, planeAlignment: Int = 1) {
        guard (1...CVBuffer.maximumSide).contains(width), (1...CVBuffer.maximumSide).contains(height),
            let format = PixelFormatLayout(pixelFormat)
        else { return nil }
        let rowStep = Self.step(rowAlignment)
        let planeStep = Self.step(planeAlignment)
        var planes: [CVBuffer.Plane] = []
        var size = 0
        for part in format.planes {
            let planeWidth = (width + part.horizontalFactor - 1) / part.horizontalFactor
            let planeHeight = (height + part.verticalFactor - 1) / part.verticalFactor
            let bytesPerRow = Self.rounded(planeWidth * part.bytesPerPixel, rowStep)
            size = Self.rounded(size, planeStep)
            planes.append(
                CVBuffer.Plane(offset: size, width: planeWidth, height: planeHeight, bytesPerRow: bytesPerRow))
            size += bytesPerRow * planeHeight
        }
        self.planes = planes
        byteCount = size
    }

    /// The layout of one plane in the memory of a client; nil for planar formats, invalid sizes and rows that are too short.
    init?(width: Int, height: Int, pixelFormat: OSType, bytesPerRow: Int) {
        guard (1...CVBuffer.maximumSide).contains(width), (1...CVBuffer.maximumSide).contains(height),
            let format = PixelFormatLayout(pixelFormat), let part = format.planes.first, format.planes.count == 1,
            bytesPerRow >= width * part.bytesPerPixel, bytesPerRow < 1 << 24
        else { return nil }
        planes = [CVBuffer.Plane(offset: 0, width: width, height: height, bytesPerRow: bytesPerRow)]
        byteCount = bytesPerRow * height
    }

    /// The smallest multiple of 64 that is a multiple of the requested alignment.
    private static func step(_ alignment: Int) -> Int {
        guard (1...maximumAlignment).contains(alignment) else { return minimumAlignment }
        var (a, b) = (minimumAlignment, alignment)
        while b != 0 { (a, b) = (b, a % b) }
        return minimumAlignment / a * alignment
    }

    private static func rounded(_ value: Int, _ step: Int) -> Int { (value + step - 1) / step * step }
}
