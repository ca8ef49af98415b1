import CoreMedia
import HLS

/// What a segment of subtitles says, before its place on the presentation's time line is known.
enum SubtitleSegment {
    /// Times count as the header's map says.
    case webVTT(WebVTTFile)
    /// Times are those of the media's own clock.
    case fragments(FragmentedText)

    init(_ content: SegmentContent) throws(MediaError) {
        if BoxReader.isFragmented(content.bytes) {
            self = .fragments(try FragmentedText(content.bytes))
            return
        }
        let header = WebVTTFile.parse(Array(content.bytes.prefix(content.initLength)), headerIsElsewhere: true)
        var file = WebVTTFile.parse(
            content.initLength > 0 ? Array(content.bytes[content.initLength...]) : content.bytes,
            headerIsElsewhere: content.initLength > 0)
        file.timestampMap = file.timestampMap ?? header.timestampMap
        self = .webVTT(file)
    }

    var faults: [PlaylistFault] {
        switch self {
        case .webVTT(let file): file.faults
        case .fragments: []
        }
    }

    /// The captions with times of the presentation.
    /// - Returns: also whether the file's own time stamps had to be left out of account.
    func placed(_ piece: MediaPiece, offset: Nanoseconds, tolerance: Nanoseconds) -> ([SubtitleCues.Cue], Bool) {
        switch self {
        case .webVTT(let file):
            let placement = WebVTTPlacement(
                file, start: piece.start.time, duration: piece.duration.time, clockOffset: offset.time,
                tolerance: tolerance.time)
            return (placement.cues.map(SubtitleCues.Cue.init), placement.ignoresTimestamps)
        case .fragments(let text):
            let placed = text.cues.map { cue in
                var moved = cue
                moved.start = cue.start &+ offset
                moved.end = cue.end &+ offset
                return moved
            }
            return (placed, false)
        }
    }
}
