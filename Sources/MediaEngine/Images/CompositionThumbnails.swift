import Foundation

/// Makes thumbnails of a composition from the media of its segments. Used by one thread at a time.
final class CompositionThumbnails: ThumbnailMaker {
    private let track: CompositionPlan.Track?
    private let size: (width: Int, height: Int)
    private let url: URL
    private let cancellation: ThumbnailCancellation
    private var makers: [(locator: MediaLocator, maker: MediaThumbnails)] = []

    /// The maximum number of media files that are open at once.
    private static let maximumOpen = 4

    init(_ plan: CompositionPlan, url: URL, cancellation: ThumbnailCancellation) {
        track = plan.tracks.first { $0.kind == .video && $0.end > 0 }
        size = plan.width > 0 && plan.height > 0 ? (plan.width, plan.height) : CompositionReader.usualSize
        self.url = url
        self.cancellation = cancellation
    }

    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        guard let track, let number = track.segment(at: target) else {
            throw MediaError(.noImageAtTime, "This composition has no video.", url: url)
        }
        let segment = track.segments[number]
        guard let source = segment.source else {
            return BlackFrame(width: size.width, height: size.height)?.frame(at: target)
        }
        let timing = SegmentTiming(source: segment.sourceRange, target: segment.target)
        // The frame must be one of the segment.
        let media = min(timing.media(at: target), segment.sourceRange.upperBound &- 1)
        func limited(_ tolerance: Nanoseconds, _ room: Nanoseconds) -> Nanoseconds { max(0, min(tolerance, room)) }
        let found = try maker(of: source.locator).frame(
            at: media, before: limited(before, media &- segment.sourceRange.lowerBound),
            after: limited(after, segment.sourceRange.upperBound &- 1 &- media), width: width, isCancelled: isCancelled)
        return found.flatMap { $0.moved(to: max(segment.target.lowerBound, timing.time(of: $0.time))) }
    }

    private func maker(of locator: MediaLocator) -> MediaThumbnails {
        if let index = makers.firstIndex(where: { $0.locator == locator }) { return makers[index].maker }
        if makers.count >= Self.maximumOpen { makers.removeFirst() }
        let maker = MediaThumbnails(locator, cancellation: cancellation)
        makers.append((locator, maker))
        return maker
    }
}
