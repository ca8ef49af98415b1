import CoreMedia
import VideoFrames

/// The enqueued frames of a sample buffer display, in the order of their times.
struct SampleQueue: Sendable {
    /// The number of frames from which no more are requested: half a second of video, at most.
    static let capacity = 12

    /// A frame and when it is displayed; nil: as soon as possible.
    private struct Entry: Sendable {
        var frame: VideoFrame
        var time: CMTime?
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }
    var hasRoom: Bool { entries.count < Self.capacity }

    /// - Parameter time: an invalid time displays the frame as soon as possible.
    mutating func insert(_ frame: VideoFrame, at time: CMTime, displaysImmediately: Bool) {
        guard time.isNumeric, !displaysImmediately else {
            // The frames before it are obsolete.
            entries = [Entry(frame: frame, time: nil)]
            return
        }
        let index = entries.lastIndex { $0.time.map { $0 <= time } ?? true }.map { $0 + 1 } ?? 0
        entries.insert(Entry(frame: frame, time: time), at: index)
    }

    mutating func removeAll() { entries = [] }

    /// Removes the frames that are due and returns the last of them, the one to display.
    /// - Parameters:
    ///   - now: the present time of the timebase.
    ///   - isReversed: whether the time decreases, so that later frames are due before earlier ones.
    mutating func takeDue(at now: CMTime, isReversed: Bool) -> VideoFrame? {
        func isDue(_ entry: Entry) -> Bool {
            guard let time = entry.time else { return true }
            return now.isNumeric && (isReversed ? time >= now : time <= now)
        }
        let due = entries.filter(isDue)
        guard let shown = isReversed ? due.first : due.last else { return nil }
        entries.removeAll(where: isDue)
        return shown.frame
    }

    /// The time of the frame that is due next; nil without one.
    func nextTime(isReversed: Bool) -> CMTime? { isReversed ? entries.last?.time : entries.first?.time }
}
