/// The number of a frame as black and white cells along the top of the frame, readable from the screen.
///
/// Thirty-two cells share the width: white, black; 24 bits of the number, most significant first (white is one); 4 bits of checksum, the
/// exclusive or of the number's six hexadecimal digits; black, white. The cells are a sixteenth of the frame high, at least 8 pixels.
/// Anything else reads as nil, so that other images are not mistaken for a marked frame.
public enum FrameMark {
    public static let cellCount = 32
    public static let bitCount = 24

    /// Returns the cells of `number`, true where white.
    public static func cells(of number: Int) -> [Bool] {
        var cells = [true, false]
        for bit in (0..<bitCount).reversed() { cells.append(number >> bit & 1 == 1) }
        let check = checkDigit(of: number)
        for bit in (0..<4).reversed() { cells.append(check >> bit & 1 == 1) }
        return cells + [false, true]
    }

    /// Returns the height of the cells in a frame `height` pixels high.
    public static func cellHeight(inPictureOf height: Int) -> Int { max(8, height / 16) }

    /// Reads the mark of a frame that fills the rectangle (x, y, width, height) of a B, G, R, A surface, at any scale.
    /// - Returns: the frame's number; nil where the rectangle has no mark or lies outside the surface.
    public static func read(
        from pixels: UnsafeRawBufferPointer, bytesPerRow: Int, x: Int = 0, y: Int = 0, width: Int, height: Int
    ) -> Int? {
        guard width >= cellCount * 2, height >= 4, x >= 0, y >= 0, bytesPerRow >= (x + width) * 4 else { return nil }
        let row = y + max(1, height / 32)
        guard (row + 1) * bytesPerRow <= pixels.count + (bytesPerRow - (x + width) * 4) else { return nil }
        let levels = (0..<cellCount).map { cell -> Int in
            let column = x + (2 * cell + 1) * width / (2 * cellCount)
            let offset = row * bytesPerRow + column * 4
            return Int(pixels[offset]) + Int(pixels[offset + 1]) + Int(pixels[offset + 2])
        }
        return number(fromLevels: levels)
    }

    /// Reads the mark from tightly packed pixels.
    public static func read(from pixels: [UInt8], width: Int, height: Int) -> Int? {
        pixels.withUnsafeBytes { read(from: $0, bytesPerRow: width * 4, width: width, height: height) }
    }

    private static func number(fromLevels levels: [Int]) -> Int? {
        let white = min(levels[0], levels[cellCount - 1])
        let black = max(levels[1], levels[cellCount - 2])
        // Without enough contrast there is no mark: greys of an ordinary image would otherwise read as bits.
        guard white - black > 150 else { return nil }
        let threshold = (white + black) / 2
        let bits = levels.map { $0 > threshold }
        let number = bits[2..<(2 + bitCount)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        return bits == cells(of: number) ? number : nil
    }

    private static func checkDigit(of number: Int) -> Int {
        stride(from: 0, to: bitCount, by: 4).reduce(0) { $0 ^ (number >> $1 & 15) }
    }
}
