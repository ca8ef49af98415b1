import AVFoundation
import Foundation

/// What is known of the item: its description, and what can be chosen of it.
struct MediaState {
    var description = MediaDescription(external: [], asset: [], url: nil)
    var selection = MediaSelection()
    var assetMetadata: [AVMetadataItem] = []
    var loading: Task<Void, Never>?
}

/// Title, cover, chapters and selection of the item.
extension PlayerModel {
    var chapters: [ScrubberModel.Chapter] { media.description.chapters }

    func loadMedia() {
        media.loading?.cancel()
        media = MediaState()
        describeMedia()
        guard let item else { return }
        let asset = item.asset
        media.loading = Task { [weak self] in
            let metadata = (try? await asset.load(.commonMetadata)) ?? []
            guard !Task.isCancelled else { return }
            let all = metadata + ((try? await asset.load(.metadata)) ?? [])
            let groups = try? await asset.loadChapterMetadataGroups(
                bestMatchingPreferredLanguages: Locale.preferredLanguages)
            let selection = await MediaSelection.load(from: asset)
            guard !Task.isCancelled, let self, item === self.item else { return }
            media.assetMetadata = all
            media.selection = selection
            media.description.chapters = MediaDescription.chapters(from: groups ?? [])
            describeMedia()
        }
    }

    /// Describes the item anew, from the client's metadata first (R55).
    func describeMedia() {
        let chapters = media.description.chapters
        media.description = MediaDescription(
            external: item?.externalMetadata ?? [], asset: media.assetMetadata,
            url: (item?.asset as? AVURLAsset)?.url)
        media.description.chapters = chapters
        report(.media)
        update()
    }

    func select(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
        item?.select(option, in: group)
        delegate?.modelDidSelect(option, in: group)
        report(.properties)
    }

    /// Selects the next subtitles, or none after the last.
    /// - Returns: what is selected; nil where there is nothing to choose from.
    func cycleCaptions() -> AVMediaSelectionOption?? {
        guard let group = media.selection.legible, !group.options.isEmpty else { return nil }
        let next = group.next(of: item)
        select(next, in: group.group)
        return .some(next)
    }

    // MARK: Picture

    var hasVideo: Bool {
        guard let item else { return false }
        return item.presentationSize.width > 0 || isPictureReady || item.status != .readyToPlay
    }

    /// Why an item with video shows no picture; nil where nothing was lost, and for audio alone.
    var pictureProblem: String? {
        guard !isPictureReady, let item,
            item.tracks.contains(where: { $0.assetTrack?.mediaType == .video })
        else { return nil }
        let loss = item.errorLog()?.events.last { event in
            let code = (event.error as? AVError)?.code
            return code == .decodeFailed || code == .decoderNotFound || code == .outOfMemory
        }
        return loss.map { StringTable.current.noPicture($0.errorComment ?? "") }
    }

    /// Whether there is nothing to see: audio alone, or a picture that cannot be decoded.
    var isAudioOnly: Bool { item?.status == .readyToPlay && (!hasVideo || pictureProblem != nil) }
}
