import Foundation

/// Maps times of recently delivered frames to their segments, so that decoding errors can be reported with the segment's URL.
struct DeliveredChunks {
    private struct Entry {
        var url: URL
        var load: Int
        var times: ClosedRange<Nanoseconds>
        var isReported: Bool
    }

    /// The maximum number of entries: more chunks, including parts, than a full buffer contains.
    static let maximumCount = 256
    private var entries: [Entry] = []

    /// - Parameters:
    ///   - load: the number of the chunk's load; several batches of a chunk may be added one after another.
    ///   - times: the times of its frames on the presentation timeline.
    ///   - isReported: whether damage of the chunk has already been reported.
    mutating func add(_ url: URL, of load: Int, times: ClosedRange<Nanoseconds>, isReported: Bool) {
        if let last = entries.last, last.load == load {
            let all = min(last.times.lowerBound, times.lowerBound)...max(last.times.upperBound, times.upperBound)
            entries[entries.count - 1].times = all
            entries[entries.count - 1].isReported = last.isReported || isReported
            return
        }
        entries.append(Entry(url: url, load: load, times: times, isReported: isReported))
        if entries.count > Self.maximumCount { entries.removeFirst() }
    }

    /// - Returns: the URL of the segment with a frame at this time, once per segment; nil afterwards, and if the time is unknown.
    mutating func takeUnreportedURL(at time: Nanoseconds) -> URL? {
        guard let index = entries.lastIndex(where: { $0.times.contains(time) }), !entries[index].isReported else {
            return nil
        }
        entries[index].isReported = true
        return entries[index].url
    }
}
