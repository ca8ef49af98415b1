import Foundation
import HLS

/// Tracks what was reported about a stream's playlists, so that each item is reported once.
struct StreamReports {
    struct ReportedFault: Hashable {
        var url: URL
        var rule: PlaylistRule
    }

    /// The maximum number of reported faults of all playlists together, which keeps the error log short.
    static let maximumFaults = 100

    var dateRanges: [DateRange] = []
    var interstitials: StreamInterstitials?
    var faults: Set<ReportedFault> = []
    /// The number of completed reloads of the variant's playlist.
    var reloadCount = 0
}
