/// Tests and conversions of ranges of bytes that contain text.
extension [UInt8] {
    func text(_ range: Range<Int>) -> String {
        String(decoding: self[range], as: UTF8.self)
    }

    func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && starts(range, with: text)
    }

    func starts(_ range: Range<Int>, with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard range.count >= count else { return false }
        return text.withUTF8Buffer { wanted in
            for index in 0..<count where self[range.lowerBound + index] != wanted[index] { return false }
            return true
        }
    }

    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Returns the range without blanks and tabs at either end.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while end > start, self[end - 1].isBlank { end -= 1 }
        while start < end, self[start].isBlank { start += 1 }
        return start..<end
    }
}

extension UInt8 {
    /// A blank, a tab, or a stray carriage return.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0d }
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isUppercase: Bool { self >= 0x41 && self <= 0x5a }
    var isLowercase: Bool { self >= 0x61 && self <= 0x7a }

    /// The value of a hexadecimal digit.
    var hexadecimalDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
