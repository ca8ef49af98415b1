import AVFoundation
import Foundation

/// The content ratings in metadata.
enum ContentRating {
    /// The names of metadata keys that hold a rating: of iTunes and of Matroska.
    private static let keys: Set<String> = ["itunextc", "law_rating", "com.apple.itunes.itunextc"]

    /// Returns the ratings of an item: those of the client's metadata, else those of the asset (R139, semantics section 12).
    @MainActor
    static func ratings(of item: AVPlayerItem) async -> [String] {
        let own = texts(in: item.externalMetadata)
        guard own.isEmpty else { return own }
        let asset = item.asset
        return texts(in: (try? await asset.load(.metadata)) ?? []).filter { !isExplicitMark($0) }
    }

    /// Whether a rating only marks explicit lyrics: files have numbers from 0 to 4 under the key of content ratings, which are no age
    /// ratings.
    static func isExplicitMark(_ text: String) -> Bool { Int(text).map { $0 <= 4 } ?? false }

    /// Returns the rating that an item contains; nil for other items.
    static func text(of item: AVMetadataItem) -> String? { texts(in: [item]).first { !isExplicitMark($0) } }

    /// Returns the rating itself of a coded rating such as `mpaa|PG-13|300|`.
    static func label(_ text: String) -> String {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        return parts.count >= 3 && !parts[1].isEmpty ? String(parts[1]) : text
    }

    static func texts(in items: [AVMetadataItem]) -> [String] {
        items.compactMap { item in
            guard isRating(item), let text = item.stringValue?.trimmingCharacters(in: .whitespaces), !text.isEmpty
            else { return nil }
            return text
        }
    }

    private static func isRating(_ item: AVMetadataItem) -> Bool {
        if item.identifier == .iTunesMetadataContentRating { return true }
        guard let name = item.identifier?.rawValue.split(separator: "/").last else { return false }
        return keys.contains(name.lowercased())
    }
}
