import Foundation

/// Which segments the pictures of late came from, so that what a decoder finds can be told of the one that it was in.
struct PlayedPieces {
    private struct Entry {
        var url: URL
        var load: Int
        var times: ClosedRange<Nanoseconds>
        var isTold: Bool
    }

    /// More than a buffer holds, of parts too.
    static let maximumCount = 256
    private var entries: [Entry] = []

    /// - Parameters:
    ///   - load: the number of the request that brought it; several parts of a segment may come one after the other.
    ///   - times: of its pictures, on the session's time line.
    ///   - isTold: whether its damage has been told already.
    mutating func add(_ url: URL, of load: Int, times: ClosedRange<Nanoseconds>, isTold: Bool) {
        if let last = entries.last, last.load == load {
            let all = min(last.times.lowerBound, times.lowerBound)...max(last.times.upperBound, times.upperBound)
            entries[entries.count - 1].times = all
            entries[entries.count - 1].isTold = last.isTold || isTold
            return
        }
        entries.append(Entry(url: url, load: load, times: times, isTold: isTold))
        if entries.count > Self.maximumCount { entries.removeFirst() }
    }

    /// - Returns: the address of the segment with a picture of this time, the first time that it is asked for; nil afterwards, and for
    ///   times of which nothing is known.
    mutating func untold(at time: Nanoseconds) -> URL? {
        guard let index = entries.lastIndex(where: { $0.times.contains(time) }), !entries[index].isTold else {
            return nil
        }
        entries[index].isTold = true
        return entries[index].url
    }
}
