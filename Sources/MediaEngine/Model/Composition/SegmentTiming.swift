/// The place of a range of media on the timeline of a composition.
struct SegmentTiming: Sendable, Hashable {
    /// The range of the media, in its session times.
    var source: Range<Nanoseconds>
    /// The range on the composition's timeline.
    var target: Range<Nanoseconds>

    /// Times that were rounded to nanoseconds overlap by less than this.
    private static let rounding: Nanoseconds = 1_000

    /// The seconds of the composition per media second.
    private var scale: Double {
        Double(target.upperBound &- target.lowerBound)
            / Double(max(1, source.upperBound &- source.lowerBound))
    }

    private var isScaled: Bool {
        target.upperBound &- target.lowerBound != source.upperBound &- source.lowerBound
    }

    /// Returns the composition's time of a media time, also outside the range.
    func time(of media: Nanoseconds) -> Nanoseconds {
        target.lowerBound &+ length(of: media &- source.lowerBound)
    }

    /// Returns the length in the composition of a length of media.
    func length(of media: Nanoseconds) -> Nanoseconds {
        isScaled ? Nanoseconds((Double(media) * scale).rounded()) : media
    }

    /// Returns the media time at a time of the composition.
    func media(at time: Nanoseconds) -> Nanoseconds {
        let offset = time &- target.lowerBound
        return source.lowerBound &+ (isScaled ? Nanoseconds((Double(offset) / scale).rounded()) : offset)
    }

    /// Returns the part of a frame that is displayed; nil: none of it.
    func visible(_ time: Nanoseconds, duration: Nanoseconds) -> (time: Nanoseconds, duration: Nanoseconds)? {
        let start = max(time, target.lowerBound)
        let end = min(time &+ max(1, duration), target.upperBound)
        return end &- start > Self.rounding ? (start, end &- start) : nil
    }
}
