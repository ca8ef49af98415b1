import MediaEngine

/// The `sidx` box of a segment that has one (ISO 14496-12 section 8.16.3).
struct SegmentIndex {
    /// The number of the track whose times are stated.
    private(set) var track = 0
    /// The earliest presentation time and the sum of the durations, in seconds.
    private(set) var start = 0.0
    private(set) var seconds = 0.0
    /// Whether the stated bytes are all bytes after the box.
    private(set) var isWhole = false

    private static let mostReferences = 10_000
    private static let mostBoxes = 64

    /// Returns nil where there is no such box, where there are several, and where the box is not complete.
    init?(_ bytes: [UInt8]) {
        var reader = BoxReader(bytes)
        var found: BoxReader.Box?
        for _ in 0..<Self.mostBoxes {
            guard let box = reader.next() else { break }
            guard box.type == "sidx" else { continue }
            guard found == nil else { return nil }
            found = box
        }
        guard let range = found?.content else { return nil }
        func word(_ offset: Int, _ count: Int = 4) -> Int? {
            bytes.number(at: range.lowerBound + offset, count: count, before: range.upperBound)
        }
        guard let version = word(0, 1), let track = word(4), let scale = word(8), scale > 0 else { return nil }
        let wide = version == 0 ? 4 : 8
        let place = 12 + 2 * wide
        guard let earliest = word(12, wide), let offset = word(12 + wide, wide), let count = word(place + 2, 2),
            count > 0, count < Self.mostReferences
        else { return nil }
        var (total, size) = (0, 0)
        for index in 0..<count {
            guard let reference = word(place + 4 + 12 * index), let duration = word(place + 8 + 12 * index) else {
                return nil
            }
            size += reference & 0x7fff_ffff
            total += duration
        }
        self.track = track
        start = Double(earliest) / Double(scale)
        seconds = Double(total) / Double(scale)
        isWhole = size == (bytes.count - range.upperBound).subtractingReportingOverflow(offset).partialValue
    }
}
