/// Splits bytes into lines that end in LF, CR, or CRLF.
struct WebVTTLineReader {
    let bytes: [UInt8]
    private let end: Int
    private var position: Int
    /// The number of the line that `peek` returns, from 1.
    private(set) var number = 1

    init(_ bytes: [UInt8], from start: Int, to end: Int) {
        self.bytes = bytes
        self.end = end
        position = start
    }

    /// Returns the next line without its line ending, and does not advance.
    func peek() -> Range<Int>? {
        guard position < end else { return nil }
        var index = position
        while index < end, bytes[index] != 0x0a, bytes[index] != 0x0d { index += 1 }
        return position..<index
    }

    /// Advances past a line returned by `peek`.
    mutating func skip(_ line: Range<Int>) {
        position = line.upperBound
        if position < end {
            let isPair = bytes[position] == 0x0d && position + 1 < end && bytes[position + 1] == 0x0a
            position += isPair ? 2 : 1
        }
        number += 1
    }
}
