import CoreMedia
import MediaEngine

/// A track of media of which a composition plays ranges.
struct TrackReference: Sendable {
    var locator: MediaLocator
    var info: TrackInfo

    func isSameTrack(as other: TrackReference) -> Bool {
        locator == other.locator && info.index == other.info.index
    }
}

/// The segments of a composition track: contiguous from zero on, each a range of a media track or empty.
struct SegmentList: Sendable {
    struct Segment: Sendable {
        /// Nil: an empty segment.
        var reference: TrackReference?
        /// Invalid for an empty segment.
        var source: CMTimeRange
        var target: CMTimeRange

        /// Returns the part of the segment in a range of the timeline, at the same place.
        fileprivate func part(_ range: CMTimeRange) -> Segment? {
            let common = target.intersection(range)
            guard common.isValid, common.duration > .zero else { return nil }
            guard reference != nil else { return Segment(reference: nil, source: .invalid, target: common) }
            return Segment(
                reference: reference,
                source: CMTimeRange(start: media(at: common.start), end: media(at: common.end)), target: common)
        }

        private func media(at time: CMTime) -> CMTime {
            let offset = time - target.start
            guard source.duration != target.duration else { return source.start + offset }
            if time == target.end { return source.end }
            return source.start
                + CMTimeMultiplyByFloat64(offset, multiplier: source.duration.seconds / target.duration.seconds)
        }

        fileprivate func moved(by offset: CMTime) -> Segment {
            var copy = self
            copy.target = CMTimeRange(start: target.start + offset, duration: target.duration)
            return copy
        }
    }

    private(set) var segments: [Segment] = []

    /// The start of the first segment that is not empty; zero where there is none.
    var start: CMTime { segments.first { $0.reference != nil }?.target.start ?? .zero }
    var end: CMTime { segments.last?.target.end ?? .zero }

    init() {}

    init(_ segments: [Segment]) { self.segments = segments }

    private func parts(from start: CMTime, to end: CMTime) -> [Segment] {
        guard start < end else { return [] }
        return segments.compactMap { $0.part(CMTimeRange(start: start, end: end)) }
    }

    /// Returns the parts of the segments in a range, with times that start at zero; what lies beyond the end is empty.
    func extract(_ range: CMTimeRange) -> [Segment] {
        var found = parts(from: range.start, to: range.end).map { $0.moved(by: .zero - range.start) }
        let reached = found.last?.target.end ?? .zero
        if reached < range.duration {
            found.append(
                Segment(
                    reference: nil, source: .invalid,
                    target: CMTimeRange(start: reached, duration: range.duration - reached)))
        }
        return found
    }

    /// Inserts segments, whose times start at zero, and moves what follows.
    /// - Parameter time: invalid: the end. After the end, the range up to it becomes empty.
    mutating func insert(_ new: [Segment], at time: CMTime) {
        let place = time.isNumeric ? time : end
        guard let length = new.last?.target.end else { return }
        var result = parts(from: .zero, to: min(place, end))
        if place > end {
            result.append(
                Segment(reference: nil, source: .invalid, target: CMTimeRange(start: end, duration: place - end)))
        }
        result += new.map { $0.moved(by: place) }
        result += parts(from: place, to: end).map { $0.moved(by: length) }
        segments = result
    }

    /// Inserts an empty range; at or after the end it has no effect, because nothing follows it.
    mutating func insertEmpty(_ range: CMTimeRange) {
        guard range.start < end else { return }
        insert(
            [Segment(reference: nil, source: .invalid, target: CMTimeRange(start: .zero, duration: range.duration))],
            at: range.start)
    }

    mutating func remove(_ range: CMTimeRange) {
        let last = min(range.end, end)
        guard range.start < last else { return }
        segments =
            parts(from: .zero, to: range.start)
            + parts(from: last, to: end).map { $0.moved(by: range.start - last) }
    }

    /// Changes the duration of a range, whose media is then played faster or slower.
    mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
        let last = min(range.end, end)
        guard duration > .zero, range.start < last else { return }
        let factor = duration.seconds / (last - range.start).seconds
        var result = parts(from: .zero, to: range.start)
        let scaled = parts(from: range.start, to: last)
        var place = range.start
        for (index, segment) in scaled.enumerated() {
            let isLast = index == scaled.count - 1
            let length =
                isLast
                ? range.start + duration - place
                : CMTimeMultiplyByFloat64(segment.target.duration, multiplier: factor)
            guard length > .zero else { continue }
            var copy = segment
            copy.target = CMTimeRange(start: place, duration: length)
            result.append(copy)
            place = place + length
        }
        result += parts(from: last, to: end).map { $0.moved(by: range.start + duration - last) }
        segments = result
    }

    /// Checks that segments can form a track.
    static func validate(_ segments: [Segment]) throws {
        var place = CMTime.zero
        for segment in segments {
            guard segment.target.start == place else { throw AVError(.compositionTrackSegmentsNotContiguous) }
            guard segment.target.duration.isNumeric, segment.target.duration > .zero else {
                throw AVError(.invalidCompositionTrackSegmentDuration)
            }
            place = segment.target.end
            guard let reference = segment.reference else { continue }
            guard segment.source.start.isNumeric, segment.source.start >= .zero,
                !reference.info.duration.isNumeric
                    || segment.source.start < reference.info.startTime + reference.info.duration
            else { throw AVError(.invalidCompositionTrackSegmentSourceStartTime) }
            guard segment.source.duration.isNumeric, segment.source.duration > .zero else {
                throw AVError(.invalidCompositionTrackSegmentSourceDuration)
            }
        }
    }

    /// The segments as the engine plays them: contiguous ranges of one track are one segment.
    var planned: [CompositionPlan.Segment] {
        var result: [CompositionPlan.Segment] = []
        for segment in segments {
            let target = Self.nanoseconds(segment.target)
            guard !target.isEmpty else { continue }
            let source = segment.reference.map {
                CompositionPlan.Source(locator: $0.locator, trackIndex: $0.info.index)
            }
            var range = source == nil ? 0..<0 : Self.nanoseconds(segment.source)
            // Rounding to nanoseconds must not make the media faster or slower.
            if source != nil, segment.source.duration == segment.target.duration {
                range = range.lowerBound..<(range.lowerBound + Int64(target.count))
            }
            if let last = result.last, last.source == source, last.target.upperBound == target.lowerBound,
                source == nil
                    || (abs(last.sourceRange.upperBound - range.lowerBound) <= 1 && last.isUnscaled)
                        && range.count == target.count
            {
                let joined = last.target.lowerBound..<target.upperBound
                result[result.count - 1].target = joined
                if source != nil {
                    let start = last.sourceRange.lowerBound
                    result[result.count - 1].sourceRange = start..<(start + Int64(joined.count))
                }
            } else {
                result.append(CompositionPlan.Segment(target: target, source: source, sourceRange: range))
            }
        }
        return result
    }

    private static func nanoseconds(_ range: CMTimeRange) -> Range<Int64> {
        func value(_ time: CMTime) -> Int64 {
            CMTimeConvertScale(time, timescale: 1_000_000_000, method: .roundHalfAwayFromZero).value
        }
        let start = value(range.start)
        return start..<max(start, value(range.end))
    }
}

extension CompositionPlan.Segment {
    fileprivate var isUnscaled: Bool { sourceRange.count == target.count }
}
