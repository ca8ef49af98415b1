import Foundation

/// Which segments the pictures of late came from, so that what a decoder finds can be told of the one that it was in.
struct PlayedPieces {
    private struct Entry {
        var url: URL
        var times: ClosedRange<Nanoseconds>
        var isTold: Bool
    }

    /// More than a buffer holds, of parts too.
    static let maximumCount = 256
    private var entries: [Entry] = []

    /// - Parameters:
    ///   - times: of its pictures, on the session's time line.
    ///   - isTold: whether its damage has been told already.
    mutating func add(_ url: URL, times: ClosedRange<Nanoseconds>, isTold: Bool) {
        entries.append(Entry(url: url, times: times, isTold: isTold))
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
