import CoreMedia
import Foundation
import HLS
import StreamRules
import Synchronization

/// The second load of playlists that may not change.
extension StreamInspector {
    /// Playlists that are loaded again at most, beside the multivariant one.
    private static let mostRepeatedLists = 12
    /// A server that takes longer than this for a playlist, in seconds, is not asked again.
    private static let slowList = 1.0

    /// Loads the multivariant playlist and playlists that have ended again, and returns those that differ.
    func changedLists(_ facts: StreamFacts, _ sources: [Source]) -> [ChangedList] {
        guard url.scheme?.lowercased().hasPrefix("http") == true else { return [] }
        var changed: [ChangedList] = []
        if let list = facts.multivariant, facts.document.loadSeconds < Self.slowList {
            let second = document(url, variables: nil)
            if case .multivariant(let other)? = second.playlist {
                if let problem = Self.difference(list, other) {
                    changed.append(ChangedList(url: facts.document.url, problem: problem))
                }
            } else if second.document.failure?.kind == .status || second.document.isUnusable {
                let reason = second.document.failure?.message ?? second.document.faults.first?.message ?? ""
                changed.append(
                    ChangedList(url: facts.document.url, problem: "A second request of the playlist failed: \(reason)"))
            }
        }
        for source in sources.filter({ $0.playlist.hasEnded }).prefix(Self.mostRepeatedLists) {
            guard let position = source.positions.first, facts.playlists[position].document.loadSeconds < Self.slowList,
                case .media(let second)? = document(source.url, variables: source.variables).playlist,
                let problem = Self.difference(source.playlist, second)
            else { continue }
            changed.append(ChangedList(url: facts.playlists[position].document.url, problem: problem))
        }
        return changed
    }

    /// Returns how the variants and renditions differ. URIs may contain the name of a session.
    static func difference(_ first: MultivariantPlaylist, _ second: MultivariantPlaylist) -> String? {
        func entries(_ list: MultivariantPlaylist) -> [String] {
            let variants = list.variants.map { variant in
                let size = variant.resolution.map { "\($0.width)x\($0.height) " } ?? ""
                return
                    "the variant \(size)with BANDWIDTH=\(variant.bandwidth) and CODECS=\"\(variant.codecs.joined(separator: ","))\""
            }
            let renditions = list.renditions.map { "the rendition “\($0.name)” of \($0.kind.rawValue) “\($0.groupID)”" }
            return (variants + renditions).map { String($0.prefix(160)) }
        }
        let (here, there) = (entries(first), entries(second))
        if let lost = here.first(where: { !there.contains($0) }) {
            return "A second request of the playlist does not have \(lost)."
        }
        if let new = there.first(where: { !here.contains($0) }) {
            return "A second request of the playlist also has \(new)."
        }
        return nil
    }

    /// Returns how two loads of a playlist that has ended differ.
    static func difference(_ first: MediaPlaylist, _ second: MediaPlaylist) -> String? {
        if !second.hasEnded { return "A second request of the playlist has no EXT-X-ENDLIST." }
        if first.segments.count != second.segments.count {
            return
                "A second request of the playlist has \(second.segments.count) segments instead of \(first.segments.count)."
        }
        let (here, there) = (first.segments.duration.seconds, second.segments.duration.seconds)
        guard abs(here - there) > 0.05 else { return nil }
        return "A second request of the playlist lasts \(there) s instead of \(here) s."
    }
}
