import CoreMedia
import HLS

/// Checks what only decoding shows: loudness and captions of the whole stream.
struct DecodingChecks {
    let facts: StreamFacts

    private static let loudnessTolerance = 2.0
    private static let silence = -69.0

    func check(_ log: inout FindingLog) {
        guard facts.isDecoded else { return }
        checkLoudness(&log)
        checkCaptions(&log)
    }

    private func checkLoudness(_ log: inout FindingLog) {
        var first: (value: Double, name: String)?
        for playlist in facts.playlists {
            guard let value = playlist.loudness else { continue }
            guard value > Self.silence else {
                log.add(.silence, "The audio of \(playlist.name) is silent.", at: playlist.place)
                continue
            }
            if let first, abs(value - first.value) > Self.loudnessTolerance {
                log.add(
                    .loudness,
                    "The loudness is \(Words.decimal((value * 10).rounded() / 10)) LUFS, and "
                        + "\(Words.decimal((first.value * 10).rounded() / 10)) LUFS in \(first.name).",
                    at: playlist.place)
            }
            first = first ?? (value, playlist.name)
        }
    }

    private func checkCaptions(_ log: inout FindingLog) {
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
                for member in members {
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
