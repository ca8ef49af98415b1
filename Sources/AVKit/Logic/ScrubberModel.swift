import Foundation

/// The scrubber as numbers: what it shows and where a pointer on it points, without a view.
///
/// Lengths are points from the bar's left end, times seconds of the item. R36: a drag travels over the whole duration while it stays
/// on the bar, and gets finer the farther the pointer is from it, down to a second and below.
struct ScrubberModel: Equatable, Sendable {
    struct Chapter: Equatable, Sendable {
        var start: Double
        var title: String?
    }

    /// Something that plays in between: at a time, or (with a length) in the place of a stretch.
    struct Mark: Equatable, Sendable {
        var start: Double
        var length: Double
    }

    struct Span: Equatable, Sendable {
        var start: Double
        var length: Double
        var end: Double { start + length }
    }

    /// How much slower the knob follows when the pointer is at least so far from the bar.
    static let fineSteps: [(distance: Double, factor: Double)] = [(240, 0.05), (160, 0.15), (80, 0.4)]

    var duration: Double = 0
    var position: Double = 0
    var loaded: [Range<Double>] = []
    var chapters: [Chapter] = []
    var marks: [Mark] = []
    var width: Double = 0
    /// Where a drag has got to; nil while nobody drags.
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
    /// Whether there is anything to scrub: a known, finite length.
    var isUsable: Bool { duration.isFinite && duration > 0 && width > 0 }
    /// What the knob shows: the drag while there is one.
    var shownPosition: Double { clamp(scrubPosition ?? position) }

    /// 0 to 1.
    var fraction: Double { isUsable ? shownPosition / duration : 0 }

    func x(of time: Double) -> Double { isUsable ? clamp(time) / duration * width : 0 }

    func time(at x: Double) -> Double {
        guard isUsable, x.isFinite else { return 0 }
        return clamp(x / width * duration)
    }

    /// The bar cut into its chapters, with `gap` points between two; one piece where there are no chapters.
    func pieces(gap: Double) -> [Span] {
        guard isUsable else { return width > 0 ? [Span(start: 0, length: width)] : [] }
        let cuts = chapters.map(\.start).filter { $0 > 0 && $0 < duration }.sorted().map(x(of:))
        var pieces: [Span] = []
        var start = 0.0
        for cut in cuts {
            // Chapters that are too short to be seen do not get a piece of their own.
            guard cut - gap / 2 - start >= gap else { continue }
            pieces.append(Span(start: start, length: cut - gap / 2 - start))
            start = cut + gap / 2
        }
        if start < width { pieces.append(Span(start: start, length: width - start)) }
        return pieces
    }

    /// The loaded ranges on the bar, joined where they touch.
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

    /// The marks on the bar; `dot` is what one at a time is wide, and what a short stretch is at least. Those at one place are one.
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

    /// The last chapter that has begun by this time.
    func chapter(at time: Double) -> (index: Int, chapter: Chapter)? {
        guard let index = chapters.lastIndex(where: { $0.start <= time + 0.001 }) else { return nil }
        return (index, chapters[index])
    }

    // MARK: Dragging

    mutating func beginScrub(x: Double) {
        guard isUsable else { return }
        scrubPosition = time(at: x)
        lastDragX = x
    }

    /// - Parameter distance: points between pointer and bar, upwards or downwards.
    mutating func scrub(toX x: Double, distance: Double) {
        guard isUsable, let now = scrubPosition, x.isFinite else { return }
        if let step = Self.fineSteps.first(where: { abs(distance) >= $0.distance }) {
            scrubPosition = clamp(now + (x - lastDragX) / width * duration * step.factor)
        } else {
            scrubPosition = time(at: x)
        }
        lastDragX = x
    }

    /// - Returns: where to seek to; nil if nobody was dragging.
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
