/// Detects non-ASCII bytes and control characters in a line (bis section 4.1), eight bytes at a time.
struct LineScan {
    var hasHighBytes = false
    /// A control character, tabs included.
    var hasControls = false

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        var (high, low) = (UInt64(0), UInt64(0))
        let repeated: UInt64 = 0x0101_0101_0101_0101
        bytes.withUnsafeBytes { buffer in
            var index = range.lowerBound
            while index + 8 <= range.upperBound {
                let word = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                high |= word
                low |= (word &- repeated &* 0x20) & ~word
                index += 8
            }
            while index < range.upperBound {
                let byte = UInt64(buffer[index])
                high |= byte
                low |= byte < 0x20 ? 0x80 : 0
                index += 1
            }
        }
        hasHighBytes = high & (repeated &* 0x80) != 0
        hasControls = low & (repeated &* 0x80) != 0
    }

    /// Returns whether the bytes are valid UTF-8, and whether they contain a C1 control (U+0080 to U+009F).
    static func unicode(_ bytes: [UInt8], _ range: Range<Int>) -> (isValid: Bool, hasControls: Bool) {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = bytes[range].makeIterator()
        var hasControls = false
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .valid(let encoded):
                if (0x80...0x9f).contains(Unicode.UTF8.decode(encoded).value) { hasControls = true }
            case .error: return (false, hasControls)
            case .emptyInput: return (true, hasControls)
            }
        }
    }
}
