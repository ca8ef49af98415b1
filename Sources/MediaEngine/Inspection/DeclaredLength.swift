package import Foundation

/// The number of bytes that the structure of a local media file declares; a shorter file has been cut off.
package struct DeclaredLength: Sendable, Hashable {
    /// The least number of bytes that the whole file has.
    package var declared: UInt64
    package var actual: UInt64

    package var isCutOff: Bool { actual < declared }

    private static let mostBoxes = 100_000
    private static let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    private static let elementHeader: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3]

    package init(declared: UInt64, actual: UInt64) { (self.declared, self.actual) = (declared, actual) }

    /// Returns nil for other files than MP4, QuickTime, Matroska, WebM, WAV and AVI, and for those that declare no length.
    package init?(_ url: URL) {
        guard url.isFileURL, let file = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? file.close() }
        guard let size = try? file.seekToEnd(), let head = Self.read(file, at: 0, count: 64) else { return nil }
        let end =
            head.starts(with: Self.elementHeader)
            ? Self.matroskaEnd(head) : Self.riffEnd(head) ?? Self.movieEnd(file, size: size, head)
        guard let end else { return nil }
        (declared, actual) = (end, size)
    }

    private static func read(_ file: FileHandle, at offset: UInt64, count: Int) -> [UInt8]? {
        guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.read(upToCount: count) else { return nil }
        return [UInt8](data)
    }

    /// The end of the last box that begins in the file.
    private static func movieEnd(_ file: FileHandle, size: UInt64, _ head: [UInt8]) -> UInt64? {
        guard head.count >= 8, ["ftyp", "moov", "wide", "free"].contains(String(decoding: head[4..<8], as: UTF8.self))
        else { return nil }
        var position: UInt64 = 0
        for _ in 0..<mostBoxes {
            guard position < size else { return position }
            // A header that is cut itself, or no box.
            guard let box = read(file, at: position, count: 16), box.count >= 8 else { return position + 8 }
            var length = UInt64(number(box[0..<4]))
            if length == 1 {
                guard box.count == 16 else { return position + 16 }
                length = number(box[8..<16])
            }
            // The last box may extend to the end of the file.
            guard length >= 8 else { return nil }
            let (next, overflowed) = position.addingReportingOverflow(length)
            guard !overflowed, box[4..<8].allSatisfy({ (0x20...0x7e).contains($0) || $0 == 0xa9 }) else { return nil }
            position = next
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    private static func riffEnd(_ head: [UInt8]) -> UInt64? {
        guard head.starts(with: Array("RIFF".utf8)), head.count >= 12 else { return nil }
        let length = number(ArraySlice(head[4..<8].reversed()))
        // Programs that write into a pipe leave the length open.
        return length == 0 || length >= 0xffff_ff00 ? nil : length + 8
    }

    /// The end of the segment, whose length is open in live recordings.
    private static func matroskaEnd(_ head: [UInt8]) -> UInt64? {
        guard let header = variable(head, at: 4), let length = header.value,
            let start = Int(exactly: UInt64(4 + header.count) + length), start <= head.count - 4,
            head[start...].starts(with: segment), let body = variable(head, at: start + 4), let bytes = body.value
        else { return nil }
        return UInt64(start + 4 + body.count).addingReportingOverflow(bytes).partialValue
    }

    /// A length of EBML; the value is nil where the length is open.
    private static func variable(_ bytes: [UInt8], at offset: Int) -> (value: UInt64?, count: Int)? {
        guard offset < bytes.count, bytes[offset] > 0 else { return nil }
        let count = bytes[offset].leadingZeroBitCount + 1
        guard offset + count <= bytes.count else { return nil }
        let mask = UInt64(1) << (7 * count) - 1
        let value = number(bytes[offset..<(offset + count)]) & mask
        return (value == mask ? nil : value, count)
    }
}
