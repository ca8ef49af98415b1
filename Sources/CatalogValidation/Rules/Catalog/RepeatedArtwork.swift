import UniversalMediaCatalog

/// CAT-ART-REPEATED: one image in several artworks of an item.
struct RepeatedArtwork: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-REPEATED",
        "An item has one image of each type and locale, and different images for different locales.", level: .warning,
        tag: "S/D", section: "umc-catalog.md 3.7",
        remedy: "deliver the image of this locale; an image that fits several locales is one artwork with all of them",
        bad: [
            RuleExample(.catalog, "LB-MOV-0001/cover-h-fr.jpg", "LB-MOV-0001/cover-h-en.jpg"),
            RuleExample(
                .catalog, "LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"/>",
                "LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"/><artwork url=\"https://img.example.org/LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"/>"
            ),
            RuleExample(.catalog, "LB-SHOW-0200/bg.jpg", "LB-SHOW-0200/tile.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/bg-small.jpg", "LB-SHOW-0200/bg.jpg"),
            RuleExample(
                .catalog, "LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"/>",
                "LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"/><artwork url=\"https://img.example.org/LB-SHOW-0200/tile2.jpg\" type=\"tile_artwork\"/>"
            ),
        ],
        nearMisses: [
            RuleExample(.catalog, "LB-MOV-0001/cover-h-fr.jpg", "LB-MOV-0001/cover-h-EN.jpg"),
            RuleExample(.catalog, "LB-MOV-0001/cover-h-fr.jpg", "LB-MOV-0001/cover-h-en.jpg?w=2"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.elements.contains(.artwork) else { return }
        var number = 0
        for later in item.node.children where later.name == .artwork {
            number += 1
            // Feeds have few artworks in an item; further ones are not compared.
            guard number > 1, number <= 64, let url = later[.url], !url.isEmpty else { continue }
            for earlier in item.node.children {
                if earlier.index >= later.index { break }
                guard earlier.name == .artwork, let other = earlier[.url] else { continue }
                if Self.isEqual(url, other) {
                    report(later, earlier, url, &findings)
                    break
                }
                guard let type = later[.type], let before = earlier[.type], type == before,
                    (later[.locales] ?? .none) == (earlier[.locales] ?? .none)
                else { continue }
                findings.report(
                    info, at: later, remedy: "keep the better image, or name the locales of each",
                    "there is another image of the type \(type.shown) for the same locales")
                break
            }
        }
    }

    /// Compares the ends first: the URLs of an item often begin alike.
    private static func isEqual(_ one: FeedText, _ other: FeedText) -> Bool {
        guard one.count == other.count, one[one.count - 1] == other[other.count - 1] else { return false }
        return one == other
    }

    /// Returns whether one image can have the shape of both types. Logos are transparent, and other images are not.
    private static func mayBeOneImage(_ one: FeedText, _ other: FeedText) -> Bool {
        guard let kind = ArtworkKind.named(one), let otherKind = ArtworkKind.named(other) else { return true }
        guard kind.isLogo == otherKind.isLogo else { return false }
        return kind.ratios.isEmpty || otherKind.ratios.isEmpty || kind.ratios.contains(where: otherKind.ratios.contains)
    }

    private func report(_ later: FeedNode, _ earlier: FeedNode, _ url: FeedText, _ findings: inout Findings) {
        let types = (earlier[.type]?.trimmed ?? .none, later[.type]?.trimmed ?? .none)
        guard types.0 == types.1 else {
            return findings.report(
                info, at: later, level: Self.mayBeOneImage(types.0, types.1) ? .info : nil,
                remedy: "deliver an image of the shape and size of each type",
                "the image of the \(types.1.shown) is also that of the \(types.0.shown): \(url.shown)")
        }
        let locales = (earlier[.locales]?.trimmed ?? .none, later[.locales]?.trimmed ?? .none)
        if locales.0 == locales.1 {
            findings.report(
                info, at: later, remedy: "remove the second one", "the artwork \(url.shown) occurs twice")
        } else {
            findings.report(
                info, at: later,
                "the image for \(locales.1.isEmpty ? "no locale" : locales.1.shown) is also that for "
                    + "\(locales.0.isEmpty ? "no locale" : locales.0.shown): \(url.shown)")
        }
    }
}
