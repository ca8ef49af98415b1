/// A kind of artwork with its requirements for pixels (umc-catalog.md 3.7). The pixel requirements are this project's.
package struct ArtworkKind: Sendable {
    package struct Size: Sendable, Hashable, CustomStringConvertible {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        package var description: String { "\(width)x\(height)" }
    }

    package var name: String
    /// Allowed aspect ratios, within 1 %; empty: any.
    package var ratios: [Size]
    package var minimum: Size
    package var recommended: Size
    /// Maximum width and height; nil: any.
    package var maximum: Size?
    package var isLogo = false
    /// Content types that may use it.
    package var uses: ContentTypes
    /// Content types that require it.
    package var required: ContentTypes = []
    /// Whether Apple names it; the others were added by symmetry.
    package var isStated = false

    package static func named(_ name: FeedText) -> ArtworkKind? { table[name].map { all[$0] } }

    package static let table = WordTable(all.indices.map { (all[$0].name, $0) })
    /// The content types that may use each kind of `all`.
    package static let uses = ContiguousArray(all.map(\.uses))

    private static let wide = [Size(width: 16, height: 9)]

    package static let all: [ArtworkKind] = [
        ArtworkKind(
            name: "cover_artwork_horizontal", ratios: wide, minimum: Size(width: 1920, height: 1080),
            recommended: Size(width: 3840, height: 2160), uses: [.movie, .show, .season, .extra],
            required: [.movie, .show], isStated: true),
        ArtworkKind(
            name: "cover_artwork_vertical", ratios: [Size(width: 2, height: 3)],
            minimum: Size(width: 2000, height: 3000), recommended: Size(width: 2560, height: 3840),
            uses: [.movie, .show]),
        ArtworkKind(
            name: "cover_artwork_square", ratios: [Size(width: 1, height: 1)],
            minimum: Size(width: 1400, height: 1400), recommended: Size(width: 3000, height: 3000),
            uses: [.show, .season]),
        ArtworkKind(
            name: "tile_artwork", ratios: wide, minimum: Size(width: 1920, height: 1080),
            recommended: Size(width: 3840, height: 2160), uses: [.movie, .show, .sportingEvent], isStated: true),
        ArtworkKind(
            name: "centered_background", ratios: wide, minimum: Size(width: 3840, height: 2160),
            recommended: Size(width: 4320, height: 2430), uses: [.movie, .show], isStated: true),
        // The recommended size is neither 3:4 nor 9:16; both ratios and its own are allowed.
        ArtworkKind(
            name: "centered_background_small",
            ratios: [
                Size(width: 3, height: 4), Size(width: 9, height: 16), Size(width: 1680, height: 3636),
            ],
            minimum: Size(width: 1680, height: 2240), recommended: Size(width: 1680, height: 3636),
            uses: [.movie, .show], isStated: true),
        ArtworkKind(
            name: "content_logo_polychromatic", ratios: [], minimum: Size(width: 1000, height: 300),
            recommended: Size(width: 4320, height: 1300), maximum: Size(width: 4320, height: 1300), isLogo: true,
            uses: [.movie, .show], isStated: true),
        ArtworkKind(
            name: "content_logo_monochromatic", ratios: [], minimum: Size(width: 1000, height: 300),
            recommended: Size(width: 4320, height: 1300), maximum: Size(width: 4320, height: 1300), isLogo: true,
            uses: [.movie, .show]),
        ArtworkKind(
            name: "episode_still", ratios: wide, minimum: Size(width: 1280, height: 720),
            recommended: Size(width: 1920, height: 1080), uses: [.episode], required: [.episode]),
        ArtworkKind(
            name: "sporting_event_artwork", ratios: wide, minimum: Size(width: 1920, height: 1080),
            recommended: Size(width: 3840, height: 2160), uses: [.sportingEvent]),
    ]
}
