import AVFoundation
import Foundation

/// The time line of the item.
extension PlayerModel {
    /// The item's time, in seconds; not finite while it is unknown.
    var time: Double { player?.currentTime().seconds ?? 0 }

    /// The end of the seekable range, in seconds of the item; nil if seeking is impossible.
    var seekEnd: Double? {
        guard !isLinear else { return nil }
        if let live = liveTimeline { return live.edge }
        guard let seconds = item?.duration.seconds, seconds.isFinite, seconds > 0 else { return nil }
        return seconds
    }

    /// Whether the item is ready to play and has an indefinite duration.
    var isLive: Bool {
        guard let item, item.status == .readyToPlay else { return false }
        return !item.duration.seconds.isFinite
    }

    var isAtLiveEdge: Bool { isLive && liveTimeline?.isLive(at: time) != false }

    /// The seekable range of a live stream; nil for other items, and for a range that is too short.
    var liveTimeline: LiveTimeline? {
        isLive ? LiveTimeline(liveRange) : nil
    }

    /// The seekable range of a live stream in seconds of the item, of any length; nil while it is unknown.
    var liveRange: Range<Double>? {
        guard let last = item?.seekableTimeRanges.last?.timeRangeValue else { return nil }
        let (start, end) = (last.start.seconds, last.end.seconds)
        return start.isFinite && end.isFinite && start < end ? start..<end : nil
    }

    /// The conversion between the item's time and the scrubber's time.
    var scale: ScrubberScale { ScrubberScale(map: timeMap, live: liveTimeline, programme: programme) }

    /// The end of the scrubber, in seconds of the item; not a number while it is unknown.
    var end: Double { programme?.end ?? liveTimeline?.edge ?? item?.duration.seconds ?? .nan }

    /// Copies the time line into a scrubber model.
    func fill(_ scrubber: inout ScrubberModel) {
        let scale = scale
        scrubber.duration = scale.shown(scale.programme?.end ?? end)
        scrubber.chapters = chapters.map { .init(start: scale.shown($0.start), title: $0.title) }
        scrubber.loaded = loadedRanges.map { scale.shown($0.lowerBound)..<scale.shown($0.upperBound) }
        scrubber.marks = scrubberMarks
        scrubber.programme = scale.programme.flatMap { scrubberProgramme($0, in: scale) }
        // Of a programme, the bar shows what has been broadcast.
        if let part = scrubber.programme?.reachable { scrubber.loaded = [part.lowerBound..<part.upperBound] }
        let now = navigation.pendingTarget ?? time
        if now.isFinite { scrubber.position = scale.shown(now) }
    }

    private var loadedRanges: [Range<Double>] {
        (item?.loadedTimeRanges ?? []).compactMap { value in
            let range = value.timeRangeValue
            let (start, end) = (range.start.seconds, range.end.seconds)
            return start.isFinite && end.isFinite && start <= end ? start..<end : nil
        }
    }
}
