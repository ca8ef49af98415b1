import AVFoundation
import Foundation
import MediaPlayer
import UIKit

/// The texts of an item's metadata as Now Playing information. The client's metadata takes precedence over the asset's (R58).
struct NowPlayingMetadata {
    private(set) var texts: [String: String] = [:]
    /// How much has been watched, 0 to 1; nil: unknown (R186).
    private(set) var progress: Double?

    init(external: [AVMetadataItem], asset: [AVMetadataItem]) {
        func first(_ identifiers: [AVMetadataIdentifier]) -> AVMetadataItem? {
            for items in [external, asset] {
                for identifier in identifiers {
                    let found = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: identifier)
                    if let item = found.first(where: { $0.value != nil }) { return item }
                }
            }
            return nil
        }
        for (key, identifiers) in Self.sources {
            if let text = first(identifiers)?.stringValue, !text.isEmpty { texts[key] = text }
        }
        if let item = first([Self.playbackProgress]), let value = item.numberValue?.doubleValue, value.isFinite {
            progress = max(0, min(value, 1))
        }
    }

    /// Sets a title for an item whose metadata has none, such as the name of its file.
    mutating func setTitle(_ title: String?) {
        if texts[MPMediaItemPropertyTitle] == nil { texts[MPMediaItemPropertyTitle] = title }
    }

    // The identifiers of AVKit's metadata (R172 to R175).
    private static let contentIdentifier = AVMetadataIdentifier(AVKitMetadataIdentifierExternalContentIdentifier)
    private static let serviceIdentifier = AVMetadataIdentifier(AVKitMetadataIdentifierServiceIdentifier)
    private static let profileIdentifier = AVMetadataIdentifier(AVKitMetadataIdentifierExternalUserProfileIdentifier)
    private static let playbackProgress = AVMetadataIdentifier(AVKitMetadataIdentifierPlaybackProgress)

    private static let sources: [(String, [AVMetadataIdentifier])] = [
        (MPMediaItemPropertyTitle, [.commonIdentifierTitle]),
        (MPMediaItemPropertyArtist, [.commonIdentifierArtist, .commonIdentifierCreator, .iTunesMetadataTrackSubTitle]),
        (MPMediaItemPropertyAlbumTitle, [.commonIdentifierAlbumName]),
        (MPMediaItemPropertyGenre, [.quickTimeMetadataGenre, .iTunesMetadataUserGenre]),
        (MPNowPlayingInfoPropertyExternalContentIdentifier, [contentIdentifier]),
        (MPNowPlayingInfoPropertyServiceIdentifier, [serviceIdentifier]),
        (MPNowPlayingInfoPropertyExternalUserProfileIdentifier, [profileIdentifier]),
    ]
}

/// The description of an item, read once: the same objects show that it has not changed. Main thread only.
@MainActor
struct DescribedItem {
    let metadata: NowPlayingMetadata
    let artwork: MPMediaItemArtwork?
    private let groups: [(group: MediaSelection.Group, options: MPNowPlayingInfoLanguageOptionGroup)]

    init(_ model: PlayerModel) {
        var metadata = NowPlayingMetadata(
            external: model.item?.externalMetadata ?? [], asset: model.media.assetMetadata)
        metadata.setTitle(model.media.description.title)
        self.metadata = metadata
        artwork = model.media.description.cover.map { image in
            MPMediaItemArtwork(boundsSize: image.size) { _ in image }
        }
        groups = model.media.selection.groups.map { ($0, $0.group.makeNowPlayingInfoLanguageOptionGroup()) }
    }

    /// The languages of the item, and those in use.
    func languages(of item: AVPlayerItem) -> LanguageOptions {
        var languages = LanguageOptions()
        languages.available = groups.map(\.options)
        languages.current = groups.compactMap { group, options in
            guard let selected = group.selected(of: item) else { return nil }
            let identifier = selected.makeNowPlayingInfoLanguageOption()?.identifier
            return options.languageOptions.first { $0.identifier == identifier }
        }
        return languages
    }
}
