/// Parses timestamps: `00:01.000`, `00:00:01.000`, with any number of digits for hours (W3C WebVTT section 6.3).
struct WebVTTTime {
    /// The latest time, just below a million hours; later ones become this one, so that sums of times stay within 64 bits.
    static let maximumMilliseconds: Int64 = 1_000_000 * 3_600_000 - 1

    /// At most `maximumMilliseconds`.
    private(set) var milliseconds: Int64
    /// Whether the timestamp is later than the latest time.
    private(set) var isBeyondMaximum: Bool

    var nanoseconds: Int64 { milliseconds * 1_000_000 }

    /// Reads a timestamp at the cursor's position; nil where there is none, and then the position is undefined.
    init?(_ cursor: inout WebVTTCursor) {
        guard let first = cursor.digits(), cursor.skip(0x3a), let second = cursor.digits(), second.count == 2 else {
            return nil
        }
        var (hours, minutes, seconds) = (Int64(0), first.value, second.value)
        if first.count != 2 || first.value > 59 || cursor.next == 0x3a {
            guard cursor.skip(0x3a), let third = cursor.digits(), third.count == 2 else { return nil }
            (hours, minutes, seconds) = (first.value, second.value, third.value)
        }
        guard cursor.skip(0x2e), let thousandths = cursor.digits(), thousandths.count == 3, minutes < 60, seconds < 60
        else { return nil }
        isBeyondMaximum = hours >= 1_000_000
        milliseconds =
            isBeyondMaximum
            ? Self.maximumMilliseconds : ((hours * 60 + minutes) * 60 + seconds) * 1_000 + thousandths.value
    }

    /// Parses text that consists of one timestamp only.
    init?(_ text: String) {
        var text = text
        let parsed = text.withUTF8 { bytes -> WebVTTTime? in
            var cursor = WebVTTCursor(bytes)
            guard let time = WebVTTTime(&cursor), cursor.next == nil else { return nil }
            return time
        }
        guard let parsed else { return nil }
        self = parsed
    }
}

/// A position in the bytes of a line. It must not outlive them.
struct WebVTTCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The byte at the position; nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }
    var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[position...]) }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while let byte = next, byte.isWebVTTSpace { position += 1 }
    }

    /// Reads digits; nil where there are none. A value beyond 2^62 becomes that number.
    mutating func digits() -> (value: Int64, count: Int)? {
        let start = position
        var value: Int64 = 0
        while let byte = next, byte.isDigit {
            if value < 1 << 58 { value = value * 10 + Int64(byte - 0x30) } else { value = 1 << 62 }
            position += 1
        }
        return position > start ? (value, position - start) : nil
    }
}
