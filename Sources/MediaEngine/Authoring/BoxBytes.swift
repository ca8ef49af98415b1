/// Writes boxes of ISO base media files (ISO 14496-12 section 4.2).
enum BoxBytes {
    /// Returns a big-endian number.
    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    /// - Parameter type: four characters of ASCII.
    static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let count = content.reduce(8) { $0 + $1.count }
        var bytes = number(count, 4) + Array(type.utf8)
        for part in content { bytes += part }
        return bytes
    }

    /// Returns a box with a version and flags.
    static func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
        box(type, number(version << 24 | flags, 4), content.flatMap { $0 })
    }
}
