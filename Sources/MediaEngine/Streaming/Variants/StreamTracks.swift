import HLS

/// The tracks of a stream. Each option is a track; the rendition that carries it depends on the group of the variant (spec/hls.md section
/// 4).
struct StreamTracks {
    /// The video track.
    static let video = 0
    /// The first audio option; the only one if the audio is muxed into the variants.
    static let firstAudio = 1
    /// The first subtitle option.
    static let firstSubtitles = 1_001
    /// The first closed caption option.
    static let firstClosedCaptions = 2_001
    /// The maximum number of options of a kind.
    static let maximumOptions = 1_000

    private(set) var audio: [RenditionOption] = []
    private(set) var subtitles: [RenditionOption] = []
    /// The closed captions that the playlist declares, else those found in the video.
    private(set) var closedCaptions: [ClosedCaptions] = []
    /// Whether the video is scanned for closed captions: no variant declares any, or declares that there are none.
    let searchesCaptions: Bool

    /// A closed caption option.
    struct ClosedCaptions: Hashable {
        var channel: ClosedCaptionChannel
        /// nil for captions found in the video.
        var option: RenditionOption?
        var isDefault = false
    }

    init() { searchesCaptions = true }

    /// - Parameter variants: the variants whose groups are used.
    init(_ playlist: MultivariantPlaylist, variants: [VariantStream]) {
        audio = Self.options(.audio, playlist, variants)
        subtitles = Self.options(.subtitles, playlist, variants)
        // "NONE" applies to all variants or to none (spec/hls.md section 4).
        searchesCaptions = variants.allSatisfy { $0.closedCaptions == nil }
        closedCaptions = Self.options(.closedCaptions, playlist, variants).compactMap { option in
            guard let channel = option.instreamID.flatMap(ClosedCaptionChannel.init) else { return nil }
            let isDefault = playlist.renditions.contains { $0.isDefault && RenditionOption($0) == option }
            return ClosedCaptions(channel: channel, option: option, isDefault: isDefault)
        }
    }

    /// Adds the closed captions found in the first frames, if the video is scanned.
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

    /// Returns the option of a track; nil for video, and for audio without a rendition.
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
