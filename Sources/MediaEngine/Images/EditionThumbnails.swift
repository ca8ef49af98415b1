/// Makes thumbnails of an ordered edition from the frames of its file. Used by one thread at a time.
final class EditionThumbnails: ThumbnailMaker {
    private let parts: [SegmentTiming]
    private let frames: any ThumbnailMaker

    /// - Parameter parts: not empty, and contiguous from 0 on.
    init(_ parts: [SegmentTiming], of frames: any ThumbnailMaker) {
        self.parts = parts
        self.frames = frames
    }

    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        guard let part = parts.first(where: { $0.target.upperBound > target }) ?? parts.last else { return nil }
        // The frame must be one of the range.
        let media = min(part.media(at: target), part.source.upperBound &- 1)
        func limited(_ tolerance: Nanoseconds, _ room: Nanoseconds) -> Nanoseconds { max(0, min(tolerance, room)) }
        let found = try frames.frame(
            at: media, before: limited(before, media &- part.source.lowerBound),
            after: limited(after, part.source.upperBound &- 1 &- media), width: width, isCancelled: isCancelled)
        return found.flatMap { $0.moved(to: max(part.target.lowerBound, part.time(of: $0.time))) }
    }
}
