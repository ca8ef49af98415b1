import AVFoundation
import Foundation
import UIKit

/// The facts about an item that an information panel shows. The client's metadata takes precedence over the asset's (R55, R58).
struct InfoContent {
    /// The maximum number of buttons beside the facts.
    static let actionLimit = 2

    var title: String?
    var subtitle: String?
    var year: String?
    var genre: String?
    var rating: String?
    var summary: String?
    var artwork: UIImage?

    /// - Parameter title: the title to show when the metadata has none.
    init(external: [AVMetadataItem], asset: [AVMetadataItem], title fallback: String?) {
        func text(_ identifiers: AVMetadataIdentifier...) -> String? {
            for items in [external, asset] {
                for identifier in identifiers {
                    let found = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: identifier)
                    if let text = found.lazy.compactMap(\.stringValue).first(where: { !$0.isEmpty }) { return text }
                }
            }
            return nil
        }
        title = text(.commonIdentifierTitle) ?? fallback
        subtitle = text(
            .iTunesMetadataTrackSubTitle, .commonIdentifierArtist, .commonIdentifierCreator, .commonIdentifierAlbumName)
        year = text(.commonIdentifierCreationDate).flatMap(MediaDescription.year)
        genre = text(.quickTimeMetadataGenre, .iTunesMetadataUserGenre, .commonIdentifierType)
        rating = (external + asset).lazy.compactMap(ContentRating.text(of:)).first.map(ContentRating.label)
        summary = text(.commonIdentifierDescription, .iTunesMetadataDescription)
        for items in [external, asset] where artwork == nil {
            let covers = AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierArtwork)
            artwork = covers.lazy.compactMap(\.dataValue).compactMap { UIImage(data: $0) }.first
        }
    }

    /// Returns whether metadata has a description.
    static func hasSummary(_ metadata: [AVMetadataItem]) -> Bool {
        summaries.contains { identifier in
            AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: identifier).contains {
                $0.stringValue?.isEmpty == false
            }
        }
    }

    private static let summaries: [AVMetadataIdentifier] = [.commonIdentifierDescription, .iTunesMetadataDescription]

    var facts: [String] { [year, genre].compactMap { $0 } }

    var isEmpty: Bool {
        artwork == nil && [title, subtitle, year, genre, rating, summary].allSatisfy { $0 == nil }
    }
}
