import HLS

/// The numbers by which a session knows what a stream can play. An option is a track; which group's rendition brings it depends on the
/// variant (spec/hls.md section 4).
struct StreamTracks {
    /// The track of the pictures.
    static let video = 0
    /// The first option of sound; the only one where all sound comes within the variants.
    static let firstAudio = 1
    /// The first option of subtitles.
    static let firstSubtitles = 1_001
    /// Options beyond this many of a kind are not offered.
    static let maximumOptions = 1_000

    private(set) var audio: [RenditionOption] = []
    private(set) var subtitles: [RenditionOption] = []

    init() {}

    /// - Parameter variants: only the groups of these matter.
    init(_ playlist: MultivariantPlaylist, variants: [VariantStream]) {
        audio = Self.options(.audio, playlist, variants)
        subtitles = Self.options(.subtitles, playlist, variants)
    }

    private static func options(
        _ kind: Rendition.Kind, _ playlist: MultivariantPlaylist, _ variants: [VariantStream]
    ) -> [RenditionOption] {
        let groups = Set(variants.compactMap { $0.group(kind) })
        var seen: Set<RenditionOption> = []
        let options = playlist.renditions.filter { $0.kind == kind && groups.contains($0.groupID) }
            .map(RenditionOption.init).filter { seen.insert($0).inserted }
        return Array(options.prefix(maximumOptions))
    }

    func track(of option: RenditionOption) -> Int? {
        switch option.kind {
        case .audio: audio.firstIndex(of: option).map { Self.firstAudio + $0 }
        case .subtitles: subtitles.firstIndex(of: option).map { Self.firstSubtitles + $0 }
        case .video, .closedCaptions: nil
        }
    }

    /// The option that a track is; nil for pictures, and for sound that no rendition names.
    func option(of track: Int) -> RenditionOption? {
        if audio.indices.contains(track - Self.firstAudio) { return audio[track - Self.firstAudio] }
        if subtitles.indices.contains(track - Self.firstSubtitles) { return subtitles[track - Self.firstSubtitles] }
        return nil
    }

    func role(of track: Int) -> RenditionPipeline.Role? {
        guard let option = option(of: track), option.kind == .audio else { return nil }
        return .audio(track)
    }
}
