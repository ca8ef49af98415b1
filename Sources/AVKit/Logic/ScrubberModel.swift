import AVFoundation
import Foundation

/// The geometry of the scrubber without a view: the displayed ranges, and the mapping between points and times.
///
/// Positions are points from the bar's left end, times are seconds of the item. R36: a drag covers the whole duration while the pointer is
/// on the bar, and gets finer with the pointer's distance from the bar, down to a second and below.
struct ScrubberModel: Equatable, Sendable {
    struct Chapter: Equatable, Sendable {
        var start: Double
        var title: String?
        /// The picture of the chapter in the media or the client's markers; nil where a frame takes its place.
        var artwork: AVMetadataItem?
    }

    /// An interstitial: at a time, or in place of a range when `length` is not 0.
    struct Mark: Equatable, Sendable {
        var start: Double
        var length: Double
    }

    /// A live programme, whose bar extends beyond the times that can be sought.
    struct Programme: Equatable, Sendable {
        /// The part of the bar that can be sought; it ends at the live edge.
        var reachable: ClosedRange<Double>
        /// The clock times to display at the ends.
        var start: Date?
        var end: Date?
        /// The clock time at the bar's start; nil where none is displayed.
        var zero: Date?
    }

    struct Span: Equatable, Sendable {
        var start: Double
        var length: Double
        var end: Double { start + length }
    }

    /// Speed factors of the knob by the pointer's minimum distance from the bar in points.
    static let fineSteps: [(distance: Double, factor: Double)] = [(240, 0.05), (160, 0.15), (80, 0.4)]

    var duration: Double = 0
    var position: Double = 0
    var loaded: [Range<Double>] = []
    var chapters: [Chapter] = []
    var marks: [Mark] = []
    var programme: Programme?
    var width: Double = 0
    /// The time of the drag; nil when no drag is in progress.
    private(set) var scrubPosition: Double?
    private var lastDragX: Double = 0

    init(
        duration: Double = 0, position: Double = 0, loaded: [Range<Double>] = [], chapters: [Chapter] = [],
        width: Double = 0
    ) {
        self.duration = duration
        self.position = position
        self.loaded = loaded
        self.chapters = chapters
        self.width = width
    }

    var isScrubbing: Bool { scrubPosition != nil }
    /// Whether scrubbing is possible: the duration is known and finite.
    var isUsable: Bool { duration.isFinite && duration > 0 && width > 0 }
    /// The displayed time: that of the drag while one is in progress.
    var shownPosition: Double { clamp(scrubPosition ?? position) }

    /// The live edge of a live stream.
    var edge: Double { programme?.reachable.upperBound ?? duration }

    /// Returns the nearest time that can be sought.
    func reachable(_ time: Double) -> Double {
        guard let range = programme?.reachable else { return time }
        return max(range.lowerBound, min(time, range.upperBound))
    }

    /// Returns the clock time of a displayed time; nil where none is displayed.
    func clock(at time: Double) -> Date? { programme?.zero.map { $0.addingTimeInterval(time) } }

    /// The displayed time as a fraction of the duration, 0 to 1.
    var fraction: Double { isUsable ? shownPosition / duration : 0 }

    func x(of time: Double) -> Double { isUsable ? clamp(time) / duration * width : 0 }

    func time(at x: Double) -> Double {
        guard isUsable, x.isFinite else { return 0 }
        return clamp(x / width * duration)
    }

    /// Returns the segments of the bar, one per chapter with `gap` points between two; a single segment without chapters.
    func spans(gap: Double) -> [Span] {
        guard isUsable else { return width > 0 ? [Span(start: 0, length: width)] : [] }
        let cuts = chapters.map(\.start).filter { $0 > 0 && $0 < duration }.sorted().map(x(of:))
        var spans: [Span] = []
        var start = 0.0
        for cut in cuts {
            // A chapter too short to be visible is merged into the segment of its neighbor.
            guard cut - gap / 2 - start >= gap else { continue }
            spans.append(Span(start: start, length: cut - gap / 2 - start))
            start = cut + gap / 2
        }
        if start < width { spans.append(Span(start: start, length: width - start)) }
        return spans
    }

    /// Returns the loaded ranges on the bar, joined where they touch.
    func loadedSpans() -> [Span] {
        guard isUsable else { return [] }
        var spans: [Span] = []
        for range in loaded.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let start = x(of: range.lowerBound)
            let end = x(of: range.upperBound)
            guard end > start else { continue }
            if let last = spans.last, start <= last.end + 1 {
                spans[spans.count - 1].length = max(last.end, end) - last.start
            } else {
                spans.append(Span(start: start, length: end - start))
            }
        }
        return spans
    }

    /// Returns the marks on the bar. A mark without length is `dot` points wide, which is also the minimum width of a range. Marks at the
    /// same position are merged.
    func markSpans(dot: Double) -> [Span] {
        guard isUsable else { return [] }
        var spans: [Span] = []
        for mark in marks.sorted(by: { $0.start < $1.start }) where mark.start >= 0 && mark.start <= duration {
            let start = x(of: mark.start)
            let length = x(of: mark.start + mark.length) - start
            let span =
                length > dot
                ? Span(start: start, length: length)
                : Span(start: max(0, min(width - dot, start - dot / 2)), length: min(dot, width))
            if let last = spans.last, last.start == span.start, last.length >= span.length { continue }
            spans.append(span)
        }
        return spans
    }

    /// Returns the last chapter that starts at or before this time.
    func chapter(at time: Double) -> (index: Int, chapter: Chapter)? {
        guard let index = chapters.lastIndex(where: { $0.start <= time + 0.001 }) else { return nil }
        return (index, chapters[index])
    }

    // MARK: Dragging

    mutating func beginScrub(x: Double) {
        guard isUsable else { return }
        scrubPosition = reachable(time(at: x))
        lastDragX = x
    }

    /// - Parameter distance: vertical distance of the pointer from the bar in points, in either direction.
    mutating func scrub(toX x: Double, distance: Double) {
        guard isUsable, let now = scrubPosition, x.isFinite else { return }
        if let step = Self.fineSteps.first(where: { abs(distance) >= $0.distance }) {
            scrubPosition = reachable(clamp(now + (x - lastDragX) / width * duration * step.factor))
        } else {
            scrubPosition = reachable(time(at: x))
        }
        lastDragX = x
    }

    /// - Returns: the seek target; nil if no drag was in progress.
    mutating func endScrub() -> Double? {
        defer { scrubPosition = nil }
        guard let target = scrubPosition else { return nil }
        position = target
        return target
    }

    mutating func cancelScrub() { scrubPosition = nil }

    private func clamp(_ time: Double) -> Double {
        guard time.isFinite else { return 0 }
        return max(0, min(time, duration))
    }
}
