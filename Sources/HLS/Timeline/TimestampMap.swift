/// X-TIMESTAMP-MAP of a WebVTT segment: maps its cue times to the timestamps of audio and video (bis section 3.1.4).
public struct TimestampMap: Sendable, Hashable {
    /// Nanoseconds in the WebVTT file.
    public var local: Int64
    /// The same moment in units of 1/90,000 s, modulo 2^33.
    public var transport: Int64

    /// The map used where the file has none.
    public static let identity = TimestampMap(local: 0, transport: 0)

    public init(local: Int64, transport: Int64) {
        self.local = local
        self.transport = transport
    }

    /// Parses a header line: `X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000`, with the two attributes in either order.
    public init?(line: String) {
        let bytes = Array(line.utf8)
        guard bytes.starts(0..<bytes.count, with: "X-TIMESTAMP-MAP=") else { return nil }
        var local: Int64?
        var transport: Int64?
        for part in bytes[16...].split(separator: 0x2c) {
            let range = bytes.trimmed(part.startIndex..<part.endIndex)
            if bytes.starts(range, with: "LOCAL:") {
                local = Self.clock(bytes, range.lowerBound + 6..<range.upperBound)
            } else if bytes.starts(range, with: "MPEGTS:") {
                transport = DecimalText.integer(bytes, range.lowerBound + 7..<range.upperBound)
                    .flatMap { $0 < 1 << 62 ? Int64($0) : nil }
            }
        }
        guard let local, let transport else { return nil }
        self.init(local: local, transport: transport)
    }

    /// Parses `hh:mm:ss.ttt` or `mm:ss.ttt` into nanoseconds.
    private static func clock(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
        let parts = bytes[range].split(separator: 0x3a, omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last,
            let seconds = DecimalText.nanoseconds(bytes, last.startIndex..<last.endIndex), seconds < 60_000_000_000
        else { return nil }
        var minutes: UInt64 = 0
        for part in parts.dropLast() {
            guard let number = DecimalText.integer(bytes, part.startIndex..<part.endIndex), number < 1_000_000 else {
                return nil
            }
            minutes = minutes * 60 + number
        }
        return Int64(minutes) * 60_000_000_000 + seconds
    }
}
