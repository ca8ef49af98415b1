/// The number of a frame as black and white columns over the whole height of the frame, so that every row of pixels carries it.
///
/// 32 columns share the width: the 16 bits of the number, most significant first, white is one, then the same bits inverted. The number is
/// 4096 × the clip's index + the frame's index. `script/soak` creates such clips.
struct Barcode: Hashable, CustomStringConvertible {
    static let framesPerSecond = 30.0
    private static let columnCount = 32

    var clip: Int
    var frame: Int

    var description: String { "frame \(frame) of clip \(clip)" }

    /// Reads a row of B, G, R, X pixels; nil where the row does not carry a number.
    init?(row: UnsafeRawBufferPointer) {
        let width = row.count / 4
        guard width >= Self.columnCount * 2 else { return nil }
        let levels = (0..<Self.columnCount).map { column in
            Int(row[(2 * column + 1) * width / (2 * Self.columnCount) * 4 + 1])
        }
        let (low, high) = (levels.min() ?? 0, levels.max() ?? 0)
        guard high - low > 60 else { return nil }
        let bits = levels.map { $0 > (low + high) / 2 }
        guard (0..<16).allSatisfy({ bits[$0] != bits[$0 + 16] }) else { return nil }
        let number = bits[..<16].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        (clip, frame) = (number >> 12, number & 0xFFF)
    }
}
