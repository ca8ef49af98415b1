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
    /// The first of the captions that pictures carry.
    static let firstClosedCaptions = 2_001
    /// Options beyond this many of a kind are not offered.
    static let maximumOptions = 1_000

    private(set) var audio: [RenditionOption] = []
    private(set) var subtitles: [RenditionOption] = []
    /// Those that the playlist names, or else what is found in the pictures.
    private(set) var closedCaptions: [ClosedCaptions] = []
    /// Whether pictures are searched: no variant says what they carry, or that they carry nothing.
    let searchesCaptions: Bool

    /// Captions that pictures carry.
    struct ClosedCaptions: Hashable {
        var channel: ClosedCaptionChannel
        /// nil where they were found.
        var option: RenditionOption?
        var isDefault = false
    }

    init() { searchesCaptions = true }

    /// - Parameter variants: only the groups of these matter.
    init(_ playlist: MultivariantPlaylist, variants: [VariantStream]) {
        audio = Self.options(.audio, playlist, variants)
        subtitles = Self.options(.subtitles, playlist, variants)
        // "NONE" is believed, and stands for all variants or for none (spec/hls.md section 4).
        searchesCaptions = variants.allSatisfy { $0.closedCaptions == nil }
        closedCaptions = Self.options(.closedCaptions, playlist, variants).compactMap { option in
            guard let channel = option.instreamID.flatMap(ClosedCaptionChannel.init) else { return nil }
            let isDefault = playlist.renditions.contains { $0.isDefault && RenditionOption($0) == option }
            return ClosedCaptions(channel: channel, option: option, isDefault: isDefault)
        }
    }

    /// What the first pictures carry, where they are to be searched.
    mutating func found(_ channels: [ClosedCaptionChannel]) {
        guard searchesCaptions, closedCaptions.isEmpty else { return }
        closedCaptions = channels.map { ClosedCaptions(channel: $0) }
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

    func role(of track: Int) -> RenditionRole? {
        guard let option = option(of: track), option.kind == .audio else { return nil }
        return .audio(track)
    }
}
