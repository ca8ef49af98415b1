import Foundation
import HLS

/// What is wrong with playlists that are played all the same: each fault is an entry of the error log (spec/hls.md, "WARN").
/// `gate` is held.
extension StreamingReader {
    /// Entries of all playlists together: a log is for people.
    private static let maximumPlaylistFaults = 100

    struct ToldPlaylistFault: Hashable {
        var url: URL
        var rule: PlaylistRule
    }

    /// Each rule once a playlist, however often that is loaded.
    func tell(_ faults: [PlaylistFault], of url: URL) {
        for fault in faults where toldPlaylistFaults.count < Self.maximumPlaylistFaults {
            guard toldPlaylistFaults.insert(.init(url: url, rule: fault.rule)).inserted else { continue }
            let place = fault.line > 0 ? "line \(fault.line): " : ""
            events.tell(
                MediaError(
                    .malformed, "The playlist breaks a rule: \(place)\(fault.message)", detail: fault.rule.description,
                    url: url), "It is played as far as it makes sense.")
        }
    }
}
