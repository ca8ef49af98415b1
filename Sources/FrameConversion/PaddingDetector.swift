/// Detects black bars that are part of a video's frames: letterboxes above and below, pillarboxes at the sides.
///
/// Frames are added one after the other; a bar must be black in all of them. A frame that is black as a whole says nothing.
public struct PaddingDetector: Sendable {
    /// The pixels of black at each edge of the frames.
    public struct Padding: Sendable, Hashable {
        public var left = 0
        public var top = 0
        public var right = 0
        public var bottom = 0
    }

    /// The greatest value of a color component of black, which encoding makes uneven.
    private static let black: UInt8 = 26
    /// The part of a line's pixels that need not be black.
    private static let tolerance = 0.005
    /// The least part of the frame that a bar takes, and the greatest difference of two opposite bars.
    private static let least = 0.02
    /// The number of frames without which nothing is detected: dark scenes have black edges, too.
    private static let leastFrames = 3

    private var bars: Padding?
    private var size: (width: Int, height: Int) = (0, 0)
    private var frames = 0

    public init() {}

    public mutating func add(_ frame: FrameBitmap) {
        guard let found = Self.edges(of: frame) else { return }
        if size != (frame.width, frame.height) { self = PaddingDetector() }
        size = (frame.width, frame.height)
        frames += 1
        let old = bars ?? found
        bars = Padding(
            left: min(old.left, found.left), top: min(old.top, found.top), right: min(old.right, found.right),
            bottom: min(old.bottom, found.bottom))
    }

    /// The bars of all frames; nil without bars on two opposite edges that are about equal.
    public var padding: Padding? {
        guard let bars, frames >= Self.leastFrames else { return nil }
        func isPair(_ a: Int, _ b: Int, of length: Int) -> Bool {
            let least = max(2, Int(Double(length) * Self.least))
            return a >= least && b >= least && abs(a - b) <= least
        }
        var padding = Padding()
        if isPair(bars.left, bars.right, of: size.width) { (padding.left, padding.right) = (bars.left, bars.right) }
        if isPair(bars.top, bars.bottom, of: size.height) { (padding.top, padding.bottom) = (bars.top, bars.bottom) }
        return padding == Padding() ? nil : padding
    }

    /// Returns whether a frame is black as a whole.
    public static func isBlack(_ frame: FrameBitmap) -> Bool {
        frame.width > 0 && frame.height > 0 && frame.bytes.count >= frame.width * frame.height * 4
            && edges(of: frame) == nil
    }

    /// Returns the black lines at the edges of a frame; nil for a frame that is black as a whole.
    private static func edges(of frame: FrameBitmap) -> Padding? {
        let (width, height) = (frame.width, frame.height)
        return frame.bytes.withUnsafeBufferPointer { bytes -> Padding? in
            guard bytes.count >= width * height * 4 else { return nil }
            func isBlack(from start: Int, step: Int, count: Int) -> Bool {
                var bright = 0
                let allowed = Int(Double(count) * tolerance)
                for index in 0..<count {
                    let pixel = start + index * step
                    guard bytes[pixel] > black || bytes[pixel + 1] > black || bytes[pixel + 2] > black else { continue }
                    bright += 1
                    if bright > allowed { return false }
                }
                return true
            }
            func row(_ y: Int) -> Bool { isBlack(from: y * width * 4, step: 4, count: width) }
            func column(_ x: Int) -> Bool { isBlack(from: x * 4, step: width * 4, count: height) }
            guard let top = (0..<height).first(where: { !row($0) }),
                let bottom = (0..<height).last(where: { !row($0) }),
                let left = (0..<width).first(where: { !column($0) }),
                let right = (0..<width).last(where: { !column($0) })
            else { return nil }
            return Padding(left: left, top: top, right: width - 1 - right, bottom: height - 1 - bottom)
        }
    }
}
