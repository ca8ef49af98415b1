/// A rectangle in whole pixels of a surface; the origin is at the top left.
public struct PixelRect: Sendable, Hashable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// A memory buffer for drawing: 32 bits per pixel, bytes B, G, R, A in memory order, premultiplied, rows from the top.
///
/// The memory belongs to the creator of the surface and is valid only during the call that provides it.
///
/// `@unchecked Sendable`: the value is an address and a size. The call that provides the memory gives it to one thread until the call returns.
public struct PixelSurface: @unchecked Sendable {
    public var base: UnsafeMutableRawPointer
    public var bytesPerRow: Int
    public var width: Int
    public var height: Int

    public init(base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int) {
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.width = width
        self.height = height
    }
}
