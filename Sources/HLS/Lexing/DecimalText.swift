/// Parses the numbers of playlists (bis section 4.2). A value out of range gives nil.
enum DecimalText {
    /// Parses a decimal-integer: 1 to 20 digits, at most 2^64 - 1.
    static func integer(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64? {
        guard !range.isEmpty, range.count <= 20 else { return nil }
        var value: UInt64 = 0
        for index in range {
            guard bytes[index].isDigit else { return nil }
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(bytes[index] - 0x30))
            guard !overflowed, !carried else { return nil }
            value = sum
        }
        return value
    }

    /// Parses seconds into nanoseconds. Digits after the ninth decimal are ignored.
    static func nanoseconds(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
        var value: Int64 = 0
        var digits = 0
        var decimals = -1
        for index in range {
            let byte = bytes[index]
            if byte == 0x2e, decimals < 0 {
                decimals = 0
                continue
            }
            guard byte.isDigit else { return nil }
            digits += 1
            guard decimals < 9 else { continue }
            if decimals >= 0 { decimals += 1 }
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(Int64(byte - 0x30))
            guard !overflowed, !carried else { return nil }
            value = sum
        }
        guard digits > 0 else { return nil }
        for _ in max(decimals, 0)..<9 {
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            guard !overflowed else { return nil }
            value = product
        }
        return value
    }

    /// Parses a decimal-floating-point, or with `signed` a signed one. Exponents and names of infinities are rejected.
    static func number(_ bytes: [UInt8], _ range: Range<Int>, signed: Bool = false) -> Double? {
        guard !range.isEmpty, range.count <= 64 else { return nil }
        var rest = range
        if signed, bytes[range.lowerBound] == 0x2d { rest = range.lowerBound + 1..<range.upperBound }
        var digits = 0
        var points = 0
        for index in rest {
            if bytes[index].isDigit {
                digits += 1
            } else if bytes[index] == 0x2e {
                points += 1
            } else {
                return nil
            }
        }
        guard digits > 0, points <= 1 else { return nil }
        return Double("0" + bytes.text(rest) + (bytes[rest.upperBound - 1] == 0x2e ? "0" : "")).map {
            rest.lowerBound == range.lowerBound ? $0 : -$0
        }
    }

    /// Parses a hexadecimal-sequence: 0x or 0X and digits. An odd number of digits gets a leading 0.
    static func hexadecimal(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8]? {
        guard range.count > 2, bytes[range.lowerBound] == 0x30, bytes[range.lowerBound + 1] | 0x20 == 0x78 else {
            return nil
        }
        var result: [UInt8] = []
        result.reserveCapacity(range.count / 2)
        var high: UInt8? = (range.count - 2) % 2 == 1 ? 0 : nil
        for index in range.dropFirst(2) {
            guard let digit = bytes[index].hexadecimalDigit else { return nil }
            if let upper = high {
                result.append(upper << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return result
    }

    /// Parses a decimal-resolution such as 1920x1080.
    static func resolution(_ bytes: [UInt8], _ range: Range<Int>) -> PixelSize? {
        guard let cross = range.first(where: { bytes[$0] | 0x20 == 0x78 }),
            let width = integer(bytes, range.lowerBound..<cross), width <= 1_000_000,
            let height = integer(bytes, cross + 1..<range.upperBound), height <= 1_000_000
        else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }
}

/// Width and height in pixels.
public struct PixelSize: Sendable, Hashable, Codable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
