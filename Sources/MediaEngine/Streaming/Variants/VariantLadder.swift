import Foundation
import HLS

/// The variants that adaptation chooses from, in ascending order of bit rate, selected by `VariantFilter` and `VariantGrouping` as in
/// `avplayer inspect`. Their indices are stable while the view, the app's limits and failures change.
struct VariantLadder {
    let playlist: MultivariantPlaylist
    let levels: [VariantGrouping.Level]
    /// The variants as the adaptation algorithm sees them.
    let costs: [AdaptationVariant]
    /// Every variant, with the reason if it is excluded.
    let selection: VariantSelection

    /// - Throws: `noPlayableTracks` if no variant is playable, with the reason for each.
    init(_ playlist: MultivariantPlaylist, environment: VariantEnvironment, url: URL) throws(MediaError) {
        let selection = VariantFilter(environment.withoutLimits).select(from: playlist)
        guard
            let group = VariantGrouping(selection, renditions: playlist.renditions).preferred, !group.levels.isEmpty
        else {
            let reasons = selection.candidates.compactMap { candidate in
                candidate.exclusion.map { "\(candidate.variant.uri.prefix(80)): \($0)" }
            }
            throw MediaError(
                .noPlayableTracks, "None of the variants of this stream can be played here.",
                detail: reasons.isEmpty ? "the playlist lists no variants" : reasons.prefix(20).joined(separator: "; "),
                url: url)
        }
        self.playlist = playlist
        self.selection = selection
        levels = group.levels
        costs = group.levels.map(\.variant).map { variant in
            AdaptationVariant(
                bandwidth: Double(variant.bandwidth), averageBandwidth: variant.averageBandwidth.map(Double.init),
                width: variant.resolution?.width, height: variant.resolution?.height, frameRate: variant.frameRate,
                isAudioOnly: variant.isAudioOnly)
        }
    }

    func variant(_ index: Int) -> VariantStream? { levels.indices.contains(index) ? levels[index].variant : nil }

    /// - Parameter copy: the index among redundant streams that differ only in their URLs.
    func url(of index: Int, copy: Int = 0) -> URL? {
        guard levels.indices.contains(index), levels[index].indices.indices.contains(copy) else { return nil }
        return playlist.url(for: playlist.variants[levels[index].indices[copy]].uri)
    }

    /// Returns the variant with the same bandwidth, or the next lower one.
    func index(like variant: VariantStream) -> Int {
        levels.lastIndex { $0.variant.bandwidth <= variant.bandwidth } ?? 0
    }

    /// Returns the variant that the playlist lists first.
    func firstListed(without excluded: Set<Int>) -> Int? {
        levels.indices.filter { !excluded.contains($0) }.min {
            (levels[$0].indices.min() ?? .max) < (levels[$1].indices.min() ?? .max)
        }
    }

    /// Returns the variants excluded by the view, the app's limits or the decoder. At least one variant is never excluded.
    func excluded(under environment: VariantEnvironment) -> Set<Int> {
        let selection = VariantFilter(environment).select(from: playlist, sessionRange: self.selection.videoRange)
        let allowed = Set(selection.eligible.map(\.index))
        let excluded = levels.indices.filter { allowed.isDisjoint(with: levels[$0].indices) }
        // The remaining variants under a soft limit may belong to another group.
        return excluded.count == levels.count ? Set(levels.indices.dropFirst()) : Set(excluded)
    }
}
