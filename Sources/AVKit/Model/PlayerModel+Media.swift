import AVFoundation
import Foundation

/// The item's description and its audio and subtitle options.
struct MediaState {
    var description = MediaDescription(external: [], asset: [], url: nil)
    var selection = MediaSelection()
    var assetMetadata: [AVMetadataItem] = []
    var assetChapters: [ScrubberModel.Chapter] = []
    var loading: Task<Void, Never>?
    /// Whether the asset's metadata is loaded, or cannot be. Before, an item without a title of the client has the name of its file.
    var isLoaded = false
    /// The dates of the live programme.
    var programme = ProgrammeDates()
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
            media.isLoaded = true
            media.assetMetadata = all
            media.selection = selection
            media.assetChapters = MediaDescription.chapters(from: groups ?? [])
            describeMedia()
        }
    }

    /// Rebuilds the item's description; the client's metadata takes precedence (R55).
    func describeMedia() {
        media.description = MediaDescription(
            external: item?.externalMetadata ?? [], asset: media.assetMetadata,
            url: (item?.asset as? AVURLAsset)?.url)
        media.description.chapters = clientChapters ?? media.assetChapters
        media.programme = ProgrammeDates(item?.externalMetadata ?? [])
        report(.media)
        update()
    }

    /// Selects an option for the viewer; nil selects none, so that only forced subtitles are displayed.
    /// - Parameter isRemembered: whether the choice also applies to later items.
    func select(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup, isRemembered: Bool = true) {
        guard let item else { return }
        if isRemembered { preferences?.remember(option, of: group.characteristic) }
        item.select(option ?? forcedSubtitles(in: group), in: group)
        if group.characteristic == .audible, let legible = media.selection.legible, !legible.isAutomatic(of: item),
            legible.selected(of: item) == nil
        {
            // The subtitles are off, and forced ones are those of the new language.
            item.select(forcedSubtitles(in: legible.group), in: legible.group)
        }
        delegate?.modelDidSelect(option, in: group)
        report(.properties)
    }

    /// Returns the forced subtitles for the selected audio; nil in other groups.
    private func forcedSubtitles(in group: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        guard group.characteristic == .legible else { return nil }
        let audio = media.selection.audible?.selected(of: item)
        return AutomaticSelection.forced(in: group.options, audioLanguage: audio?.extendedLanguageTag)
    }

    /// Returns the selection of a group to the preferences of the viewer and the client.
    func selectAutomatically(in group: MediaSelection.Group) {
        guard let item else { return }
        preferences?.forget(group.characteristic)
        item.selectMediaOptionAutomatically(in: group.group)
        delegate?.modelDidSelect(group.selected(of: item), in: group.group)
        report(.properties)
    }

    /// Selects the next subtitles, or none after the last.
    /// - Returns: the selected option, or a nil option for off; nil if the item has no subtitles.
    func cycleCaptions() -> AVMediaSelectionOption?? {
        let limits = player?.selectionPreferences ?? SelectionPreferences()
        guard let group = media.selection.legible, group.options.contains(where: limits.allows) else { return nil }
        let next = group.next(of: item, within: limits)
        select(next, in: group.group)
        return .some(next)
    }

    /// Selects the next audio option.
    /// - Returns: the selected option; nil if the item offers no choice.
    func cycleAudio() -> AVMediaSelectionOption? {
        guard let group = media.selection.audible, group.options.count > 1, let next = group.nextOption(of: item) else {
            return nil
        }
        select(next, in: group.group)
        return next
    }

    // MARK: Video

    var hasVideo: Bool {
        guard let item else { return false }
        return item.presentationSize.width > 0 || isFrameReady || item.status != .readyToPlay
    }

    /// The reason why an item with a video track shows no frame; nil without such an error, and for audio-only items.
    var videoProblem: String? {
        guard !isFrameReady, let item,
            item.tracks.contains(where: { $0.assetTrack?.mediaType == .video })
        else { return nil }
        let loss = item.errorLog()?.events.last { event in
            let code = (event.error as? AVError)?.code
            return code == .decodeFailed || code == .decoderNotFound || code == .outOfMemory
        }
        return loss.map { StringTable.current.noVideo($0.errorComment ?? "") }
    }

    /// Whether the item shows no video: it has only audio, or its video cannot be decoded.
    var isAudioOnly: Bool { item?.status == .readyToPlay && (!hasVideo || videoProblem != nil) }
}
