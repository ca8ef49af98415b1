import CoreMedia
import HLS

/// The parsed contents of a subtitle segment, before its position on the presentation timeline is known.
enum SubtitleSegment {
    /// Times are mapped by the header's X-TIMESTAMP-MAP.
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
        file.styles = header.styles + file.styles
        self = .webVTT(file)
    }

    var faults: [PlaylistFault] {
        switch self {
        case .webVTT(let file): file.faults
        case .fragments: []
        }
    }

    /// Returns the captions with presentation times.
    /// - Returns: also whether the file's own timestamps had to be ignored.
    func placed(_ chunk: MediaChunk, offset: Nanoseconds, tolerance: Nanoseconds) -> ([SubtitleCues.Cue], Bool) {
        switch self {
        case .webVTT(let file):
            let placement = WebVTTPlacement(
                file, start: chunk.start.time, duration: chunk.duration.time, clockOffset: offset.time,
                tolerance: tolerance.time)
            let sheet = WebVTTStyleSheet(file.styles)
            return (
                placement.cues.flatMap { SubtitleCues.Cue.list($0, sheet: sheet) }, placement.ignoresTimestamps
            )
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
