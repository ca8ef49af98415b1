import CoreMedia
import Foundation
public import HLS

/// The variant and the renditions that a download includes.
public struct DownloadChoice: Sendable {
    /// Bits per second: the variant with the least bit rate of at least this value, else the best variant.
    public var minimumBitRate: Double?
    /// Pixels: the smallest variant of at least this size, else the best variant.
    public var minimumSize: PixelSize?
    public var prefersHighDynamicRange = false
    public var prefersLosslessAudio = false
    /// Requirements for variants: the first one that any variant meets applies. Empty: every playable variant.
    public var qualifiers: [@Sendable (VariantStream) -> Bool] = []
    /// Track indexes as in `MediaInfo`; nil: the audio rendition that would play, and no subtitles.
    public var tracks: Set<Int>?
    /// The preferred audio rendition.
    public var audio = RenditionPreferences()

    public init() {}

    /// - Throws: `noPlayableTracks` if no variant meets the requirements.
    func variant(of list: MultivariantPlaylist, url: URL) throws(MediaError) -> VariantStream {
        var environment = VariantEnvironment.ofThisMachine.withoutLimits
        environment.showsHighDynamicRange = prefersHighDynamicRange
        var all: [VariantStream]
        if qualifiers.isEmpty {
            all = try VariantLadder(list, environment: environment, url: url).levels.map(\.variant)
        } else {
            let eligible = VariantFilter(environment).select(from: list).eligible.map(\.variant)
            all = qualifiers.lazy.map { eligible.filter($0) }.first { !$0.isEmpty } ?? []
        }
        func prefer(_ fits: (VariantStream) -> Bool) {
            let better = all.filter(fits)
            if !better.isEmpty { all = better }
        }
        prefer { !$0.isAudioOnly }
        if prefersHighDynamicRange {
            prefer { $0.videoRange == .hybridLogGamma || $0.videoRange == .perceptualQuantizer }
        }
        if prefersLosslessAudio {
            prefer { $0.codecs.contains { [.alac, .flac].contains(Codec($0)?.family) } }
        }
        let sorted = all.sorted { $0.bandwidth < $1.bandwidth }
        let enough = sorted.first { variant in
            if let minimumBitRate, Double(variant.bandwidth) < minimumBitRate { return false }
            guard let minimumSize else { return minimumBitRate != nil }
            guard let size = variant.resolution else { return false }
            return size.width >= minimumSize.width && size.height >= minimumSize.height
        }
        guard let chosen = enough ?? sorted.last else {
            throw MediaError(
                .noPlayableTracks, "No variant of this stream meets the requirements.",
                detail: "\(list.variants.count) variants", url: url)
        }
        return chosen
    }

    /// The renditions that have a playlist.
    func renditions(of list: MultivariantPlaylist, with variant: VariantStream, url: URL) -> [Rendition] {
        let ladder = try? VariantLadder(list, environment: .ofThisMachine, url: url)
        let everything = StreamTracks(list, variants: ladder?.levels.map(\.variant) ?? list.variants)
        var chosen: [Rendition] = []
        func add(_ kind: Rendition.Kind, _ group: String?) {
            guard let group else { return }
            let members = list.renditions(kind, inGroup: group)
            if let tracks {
                chosen += members.filter { tracks.contains(everything.track(of: RenditionOption($0)) ?? -1) }
            } else if kind == .audio, let one = audio.select(members) {
                chosen.append(one)
            }
        }
        add(.audio, variant.audioGroup)
        // Audio is always included.
        if chosen.isEmpty, let group = variant.audioGroup {
            let members = list.renditions(.audio, inGroup: group)
            if let one = audio.select(members) ?? members.first { chosen.append(one) }
        }
        add(.subtitles, variant.subtitleGroup)
        return chosen.filter { $0.uri != nil }
    }

    /// Identifies the options: options with the same text select the same variant and renditions. nil with qualifiers, which cannot be
    /// compared.
    var optionsName: String? {
        guard qualifiers.isEmpty else { return nil }
        let size = minimumSize.map { "\($0.width)x\($0.height)" } ?? "any"
        let trackList = tracks.map { $0.sorted().map(String.init).joined(separator: ",") } ?? "automatic"
        let preferences =
            "\(audio.choice) \(audio.languages) \(audio.characteristics.sorted()) \(audio.systemLanguages)"
        return "\(minimumBitRate.map { "\($0)" } ?? "any") \(size) \(prefersHighDynamicRange) \(prefersLosslessAudio) "
            + "\(trackList) \(preferences)"
    }

    /// Identifies the selected variant and renditions.
    func name(_ variant: VariantStream?, _ renditions: [Rendition]) -> String {
        ([variant?.uri ?? ""] + renditions.compactMap(\.uri)).joined(separator: "\n")
    }
}
