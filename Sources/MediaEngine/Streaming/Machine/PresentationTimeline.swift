import CoreMedia
import Foundation

/// Where demuxed media lies on the presentation's time line: clocks, seams of tracks, gaps, and what was reported about them.
struct PresentationTimeline {
    var clocks = StreamTimeline()
    var seams: [Int: SeamCutter] = [:]
    var gaps = KnownHoles()
    var playedChunks = PlayedPieces()
    var reportedMetadata = ToldMetadata()
    /// Whether packed audio without a clock was reported.
    var hasReportedMissingClock = false

    /// Reading continues at another position.
    mutating func startAnew() {
        seams.removeAll()
        reportedMetadata.removeAll()
    }
}
