import HLS

/// Compares the closed captions in video frames with those that are declared.
struct CaptionChecks {
    let facts: StreamFacts

    /// Without captions in this many segments of a programme, it has none.
    private static let fewestSegments = 8

    /// Whether captions that were not found are missing: where all segments were searched, or several without any captions.
    private func canMiss(_ playlist: PlaylistFacts, _ searched: Int, _ found: Set<String>) -> Bool {
        if facts.isDecoded { return true }
        guard let media = playlist.playlist, media.hasEnded else { return false }
        return searched == media.segments.count || found.isEmpty && searched >= Self.fewestSegments
    }

    func check(_ log: inout FindingLog) {
        guard let list = facts.multivariant else { return }
        for (index, variant) in list.variants.enumerated() {
            guard let playlist = facts.playlists.first(where: { $0.role == .variant(index) }) else { continue }
            let searched = playlist.examined.compactMap { $0.facts.captions }
            guard !searched.isEmpty else { continue }
            let found = Set(searched.flatMap { $0 })
            let place = StreamFinding.Place(url: facts.document.url, name: playlist.name, line: variant.line)
            switch variant.closedCaptions {
            case .group(let name)?:
                let members = list.renditions(.closedCaptions, inGroup: name)
                for member in members where canMiss(playlist, searched.count, found) {
                    guard let channel = member.instreamID, !found.contains(channel) else { continue }
                    log.add(
                        .captionsMissing,
                        "“\(member.name)” is declared as \(channel); the video has "
                            + "\(found.isEmpty ? "no captions" : found.sorted().joined(separator: ", ")).", at: place,
                        kind: channel)
                }
                let declared = Set(members.compactMap(\.instreamID))
                for channel in found.subtracting(declared).sorted() {
                    log.add(
                        .captionsUndeclared, "The video has captions in \(channel), which are not declared.", at: place,
                        kind: channel)
                }
            case .some(.none):
                if !found.isEmpty {
                    log.add(
                        .captionsUndeclared,
                        "CLOSED-CAPTIONS is NONE, and the video has captions in "
                            + "\(found.sorted().joined(separator: ", ")).", at: place)
                }
            case nil:
                if !found.isEmpty {
                    log.add(
                        .captionsUndeclared,
                        "The video has captions in \(found.sorted().joined(separator: ", ")), which are "
                            + "not declared.", at: place)
                }
            }
        }
    }
}
