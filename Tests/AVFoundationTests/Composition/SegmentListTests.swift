import CoreMedia
import Foundation
import MediaEngine
import Testing

@testable import AVFoundation

/// Edits of the segments of a composition track.
struct SegmentListTests {
    private func reference(_ index: Int) -> TrackReference {
        TrackReference(
            locator: MediaLocator(url: URL(fileURLWithPath: "/media-\(index)")),
            info: TrackInfo(index: index, trackID: 1, kind: .audio, codec: "aac", duration: time(100)))
    }

    private func time(_ seconds: Int64) -> CMTime { CMTime(value: seconds, timescale: 1) }
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: time(start), end: time(end))
    }

    private func piece(_ index: Int, _ start: Int64, _ end: Int64) -> [SegmentList.Segment] {
        [
            SegmentList.Segment(
                reference: reference(index), source: range(start, end), target: range(0, end - start))
        ]
    }

    /// Returns "index:sourceStart-sourceEnd@targetStart-targetEnd" for each segment, "-" for empty ones.
    private func dump(_ list: SegmentList) -> [String] {
        list.segments.map { segment in
            let place = "@\(segment.target.start.seconds)-\(segment.target.end.seconds)"
            guard let reference = segment.reference else { return "-" + place }
            return "\(reference.info.index):\(segment.source.start.seconds)-\(segment.source.end.seconds)" + place
        }
    }

    @Test("a range that is inserted into a segment splits it and moves the rest")
    func insertion() {
        var list = SegmentList()
        list.insert(piece(0, 10, 20), at: .zero)
        list.insert(piece(1, 50, 53), at: time(4))
        #expect(
            dump(list) == ["0:10.0-14.0@0.0-4.0", "1:50.0-53.0@4.0-7.0", "0:14.0-20.0@7.0-13.0"])
    }

    @Test("an insertion at an invalid time appends, and one after the end leaves an empty segment")
    func appending() {
        var list = SegmentList()
        list.insert(piece(0, 0, 2), at: .invalid)
        list.insert(piece(0, 5, 6), at: .invalid)
        list.insert(piece(1, 0, 1), at: time(5))
        #expect(dump(list) == ["0:0.0-2.0@0.0-2.0", "0:5.0-6.0@2.0-3.0", "-@3.0-5.0", "1:0.0-1.0@5.0-6.0"])
    }

    @Test("a removed range is cut out of the segments that it overlaps, and the rest moves to its start")
    func removal() {
        var list = SegmentList()
        list.insert(piece(0, 0, 4), at: .zero)
        list.insert(piece(1, 0, 4), at: .invalid)
        list.remove(range(3, 6))
        #expect(dump(list) == ["0:0.0-3.0@0.0-3.0", "1:2.0-4.0@3.0-5.0"])
        list.remove(range(4, 50))
        #expect(list.end == time(4))
    }

    @Test("an empty range splits a segment; after the end it has no effect")
    func emptyRange() {
        var list = SegmentList()
        list.insert(piece(0, 0, 4), at: .zero)
        list.insertEmpty(range(1, 3))
        list.insertEmpty(range(6, 8))
        #expect(dump(list) == ["0:0.0-1.0@0.0-1.0", "-@1.0-3.0", "0:1.0-4.0@3.0-6.0"])
    }

    @Test("a scaled range keeps its media and changes its duration")
    func scaling() {
        var list = SegmentList()
        list.insert(piece(0, 0, 8), at: .zero)
        list.scale(range(2, 6), to: time(2))
        #expect(dump(list) == ["0:0.0-2.0@0.0-2.0", "0:2.0-6.0@2.0-4.0", "0:6.0-8.0@4.0-6.0"])
    }

    @Test("contiguous ranges of one track are planned as one segment, and scaled ones are not")
    func planning() {
        var list = SegmentList()
        list.insert(piece(0, 0, 3), at: .zero)
        list.insert(piece(0, 3, 5), at: .invalid)
        #expect(list.planned.count == 1)
        list.scale(range(0, 3), to: time(6))
        #expect(list.planned.count == 2)
    }

    @Test("segments with a gap, without duration or beyond the media are rejected with their own errors")
    func validation() {
        func code(_ segments: [SegmentList.Segment]) -> AVError.Code? {
            do {
                try SegmentList.validate(segments)
                return nil
            } catch { return (error as? AVError)?.code }
        }
        let good = piece(0, 0, 2)
        #expect(code(good) == nil)
        var late = good
        late[0].target = range(1, 3)
        #expect(code(late) == .compositionTrackSegmentsNotContiguous)
        var none = good
        none[0].target = range(0, 0)
        #expect(code(none) == .invalidCompositionTrackSegmentDuration)
        #expect(code(piece(0, 200, 202)) == .invalidCompositionTrackSegmentSourceStartTime)
        var empty = good
        empty[0].source = range(1, 1)
        #expect(code(empty) == .invalidCompositionTrackSegmentSourceDuration)
    }
}
