import AVFoundation
import Foundation
import UIKit

/// The displayed description of an item: title, second line, cover and chapters. The client's metadata takes precedence over the asset's.
struct MediaDescription {
    var title: String?
    var subtitle: String?
    var cover: UIImage?
    var chapters: [ScrubberModel.Chapter] = []

    /// R55: external metadata is used first, then the asset's; without a title in either, the file name is used.
    init(external: [AVMetadataItem], asset: [AVMetadataItem], url: URL?) {
        let items = external + asset
        func text(_ identifiers: AVMetadataIdentifier...) -> String? {
            for identifier in identifiers {
                let found = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: identifier)
                if let text = found.lazy.compactMap(\.stringValue).first(where: { !$0.isEmpty }) { return text }
            }
            return nil
        }
        title = text(.commonIdentifierTitle) ?? Self.name(of: url)
        let parts = [
            text(
                .iTunesMetadataTrackSubTitle, .commonIdentifierArtist, .commonIdentifierCreator,
                .commonIdentifierAlbumName),
            text(.commonIdentifierCreationDate).flatMap(Self.year),
            items.lazy.compactMap(ContentRating.text(of:)).first.map(ContentRating.label),
        ]
        let line = parts.compactMap { $0 }.joined(separator: " \u{00B7} ")
        subtitle = line.isEmpty ? nil : line
        let covers = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierArtwork)
        cover = covers.lazy.compactMap(\.dataValue).compactMap { UIImage(data: $0) }.first
    }

    /// Returns the chapters of metadata groups, sorted by start time. R18, R23: a chapter without a title is kept.
    static func chapters(from groups: [AVTimedMetadataGroup]) -> [ScrubberModel.Chapter] {
        groups.compactMap { group in
            let start = group.timeRange.start.seconds
            guard start.isFinite else { return nil }
            let titles = AVMetadataItem.metadataItems(from: group.items, filteredByIdentifier: .commonIdentifierTitle)
            return ScrubberModel.Chapter(start: start, title: titles.first?.stringValue, artwork: artwork(of: group))
        }.sorted { $0.start < $1.start }
    }

    /// Returns the item of a chapter's picture, whose data may not be loaded yet.
    static func artwork(of group: AVMetadataGroup) -> AVMetadataItem? {
        AVMetadataItem.metadataItems(from: group.items, filteredByIdentifier: .commonIdentifierArtwork).first
    }

    /// Returns the file name without its extension; nil for network URLs, whose last component is rarely a title.
    static func name(of url: URL?) -> String? {
        guard let url, url.isFileURL else { return nil }
        let name = url.deletingPathExtension().lastPathComponent
        return name.isEmpty ? nil : name
    }

    static func year(_ date: String) -> String? {
        let digits = date.prefix(4)
        return digits.count == 4 && digits.allSatisfy(\.isNumber) ? String(digits) : nil
    }
}
