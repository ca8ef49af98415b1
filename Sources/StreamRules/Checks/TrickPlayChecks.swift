import HLS

/// Checks what a multivariant playlist declares about I-frame playlists and content steering.
struct TrickPlayChecks {
    let list: MultivariantPlaylist
    let url: String

    func check(_ log: inout FindingLog) {
        for variant in list.iFrameVariants {
            let place = StreamFinding.Place(url: url, line: variant.line)
            if variant.codecs.isEmpty {
                log.add(.iFrameCodecs, "\(name(of: variant)) has no CODECS.", at: place)
            }
            if variant.resolution == nil {
                log.add(.iFrameResolution, "\(name(of: variant)) has no RESOLUTION.", at: place)
            }
        }
        if let steering = list.contentSteering, steering.pathwayID == nil {
            log.add(
                .pathwayMissing, "EXT-X-CONTENT-STEERING has no PATHWAY-ID.",
                at: .init(url: url, line: steering.line))
        }
    }

    private func name(of variant: VariantStream) -> String {
        "The I-frame playlist of \(Words.kilobits(Double(variant.bandwidth)))"
    }
}
