/// Brings the captions of pictures, which come in the order of decoding, in the order of showing.
struct CaptionQueue {
    struct Entry {
        var time: Nanoseconds
        var triplets: [CaptionTriplet]
    }

    /// Pictures that may be decoded before one that is shown earlier: H.264 and HEVC hold back no more.
    static let maximumDepth = 17

    private var waiting: [Entry] = []

    /// - Parameter decodeTime: when the picture is decoded, where that is known: none that comes later is shown before.
    mutating func add(_ entry: Entry, decodeTime: Nanoseconds?) -> [Entry] {
        let at = waiting.lastIndex { $0.time <= entry.time }.map { $0 + 1 } ?? 0
        waiting.insert(entry, at: at)
        var count = waiting.count > Self.maximumDepth ? waiting.count - Self.maximumDepth : 0
        if let decodeTime { count = max(count, waiting.prefix { $0.time <= decodeTime }.count) }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// There will be no more.
    mutating func drain() -> [Entry] {
        defer { waiting.removeAll() }
        return waiting
    }
}
