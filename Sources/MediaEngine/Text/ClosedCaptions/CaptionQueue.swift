/// Reorders captions from decode order to presentation order.
struct CaptionQueue {
    struct Entry {
        var time: Nanoseconds
        var triplets: [CaptionTriplet]
    }

    /// The maximum number of frames that are reordered; the limit of H.264 and HEVC.
    static let maximumDepth = 17

    private var waiting: [Entry] = []

    /// - Parameter decodeTime: the frame's decode time, if known: later frames are not displayed before it.
    mutating func add(_ entry: Entry, decodeTime: Nanoseconds?) -> [Entry] {
        let at = waiting.lastIndex { $0.time <= entry.time }.map { $0 + 1 } ?? 0
        waiting.insert(entry, at: at)
        var count = waiting.count > Self.maximumDepth ? waiting.count - Self.maximumDepth : 0
        if let decodeTime { count = max(count, waiting.prefix { $0.time <= decodeTime }.count) }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// Returns the rest at the end.
    mutating func drain() -> [Entry] {
        defer { waiting.removeAll() }
        return waiting
    }
}
