import UniversalMediaCatalog

/// A set of artwork types (umc-catalog.md 3.7), one bit each. All unknown types share one bit.
struct ArtworkSet: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    static let other = ArtworkSet(rawValue: 1 << 15)

    /// The artwork that a Coming Soon title needs.
    static let comingSoon = ArtworkSet(
        names: [
            "cover_artwork_horizontal", "tile_artwork", "centered_background", "centered_background_small",
            "content_logo_polychromatic",
        ])

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// - Parameter place: the place of the type in `ArtworkKind.all`, if it is known.
    init(_ type: FeedText, _ place: Int?) {
        if let place = place ?? ArtworkKind.table[type.trimmed], place < 15 {
            rawValue = 1 << UInt16(place)
        } else {
            self = .other
        }
    }

    init(names: Set<String>) {
        var value: UInt16 = 0
        for (place, kind) in ArtworkKind.all.enumerated() where names.contains(kind.name) && place < 15 {
            value |= 1 << UInt16(place)
        }
        rawValue = value
    }

    var names: [String] {
        ArtworkKind.all.enumerated().filter { $0.offset < 15 && rawValue & (1 << UInt16($0.offset)) != 0 }
            .map(\.element.name)
    }
}
