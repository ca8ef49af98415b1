/// A rectangle in whole pixels of a surface; the origin is at the top left.
package struct PixelRect: Sendable, Hashable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// A memory buffer for drawing: 32 bits per pixel, bytes B, G, R, A in memory order, premultiplied, rows from the top.
///
/// The memory belongs to the creator of the surface and is valid only during the call that provides it.
///
/// `@unchecked Sendable`: the value is an address and a size. The call that provides the memory gives it to one thread until the call returns.
package struct PixelSurface: @unchecked Sendable {
    package var base: UnsafeMutableRawPointer
    package var bytesPerRow: Int
    package var width: Int
    package var height: Int

    package init(base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int) {
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.width = width
        self.height = height
    }
}
