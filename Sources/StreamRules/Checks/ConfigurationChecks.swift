import HLS

/// Compares what variants and renditions declare with the configurations in initialization sections.
struct ConfigurationChecks {
    let facts: StreamFacts

    private static let dolbyEntries: Set<String> = ["dvh1", "dvhe", "dva1", "dvav", "dav1"]

    func check(_ log: inout FindingLog) {
        guard let list = facts.multivariant else { return }
        for (index, variant) in list.variants.enumerated() {
            guard let playlist = facts.playlists.first(where: { $0.role == .variant(index) }),
                let segment = playlist.firstReadable, segment.container == .fragments,
                segment.fragments?.hasDolbyVision == false, segment.track(.video) != nil
            else { continue }
            for codec in variant.codecs + variant.supplementalCodecs {
                guard let entry = codec.split(separator: ".").first, Self.dolbyEntries.contains(String(entry)) else {
                    continue
                }
                log.add(
                    .dolbyConfiguration,
                    "“\(codec.prefix(60))” is declared, and the sample entry has no configuration of Dolby Vision.",
                    at: .init(url: facts.document.url, name: playlist.name, line: variant.line), kind: nil)
            }
        }
        for playlist in facts.playlists {
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index),
                list.renditions[index].channelLayout?.codings.contains("JOC") == true,
                playlist.firstReadable?.fragments?.hasJointObjects == false
            else { continue }
            let rendition = list.renditions[index]
            log.add(
                .jointObjects,
                "CHANNELS is “\(rendition.channels?.prefix(40) ?? "")”, and dec3 does not state joint object coding.",
                at: .init(url: facts.document.url, name: playlist.name, line: rendition.line), kind: nil)
        }
    }
}
