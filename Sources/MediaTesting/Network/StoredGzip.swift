/// Packs bytes as gzip without making them smaller (RFC 1952, with the stored blocks of RFC 1951).
enum StoredGzip {
    static func file(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var at = 0
        repeat {
            let count = min(65_535, bytes.count - at)
            packed.append(at + count == bytes.count ? 1 : 0)
            packed += littleEndian(UInt16(count)) + littleEndian(~UInt16(count))
            packed += bytes[at..<at + count]
            at += count
        } while at < bytes.count
        return packed + littleEndian(checksum(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func littleEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var remainder: UInt32 = ~0
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = remainder & 1 == 1
                remainder >>= 1
                if isOdd { remainder ^= 0xEDB8_8320 }
            }
        }
        return ~remainder
    }
}
