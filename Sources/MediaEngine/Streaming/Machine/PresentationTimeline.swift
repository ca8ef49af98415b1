import CoreMedia
import Foundation

/// Maps demuxed media to the presentation timeline: clock offsets, the end of each track, known gaps, and what was already reported.
struct PresentationTimeline {
    var clocks = StreamTimeline()
    var seams: [Int: SeamCutter] = [:]
    var gaps = VideoGaps()
    var playedChunks = DeliveredChunks()
    var reportedMetadata = ReportedMetadata()
    /// Whether packed audio without a timestamp was reported.
    var hasReportedMissingClock = false

    /// Resets the state that depends on the reading position, before reading continues elsewhere.
    mutating func reset() {
        seams.removeAll()
        reportedMetadata.removeAll()
    }
}
