import Foundation
import HLS

/// What was reported about a stream's playlists, so that each thing is reported once.
struct StreamReports {
    struct ReportedFault: Hashable {
        var url: URL
        var rule: PlaylistRule
    }

    /// Entries of all playlists together: a log is for people.
    static let maximumFaults = 100

    var dateRanges: [DateRange] = []
    var interstitials: StreamInterstitials?
    var faults: Set<ReportedFault> = []
    /// How often a reload of the variant's playlist has ended.
    var reloadCount = 0
}
