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
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"en-US,fr-FR\""),
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
        guard item.artworks.count > 1 else { return }
        // Feeds have few artworks in an item; further ones are not compared.
        let artworks = item.artworks.prefix(Self.maximum)
        withUnsafeTemporaryAllocation(of: Image.self, capacity: Self.maximum) { images in
            for (number, later) in artworks.enumerated() {
                let image = Image(later)
                if let url = later.url, !url.isEmpty {
                    for place in 0..<number where image.mayRepeat(images[place]) {
                        if reportRepeat(later.node, url, artworks[place].node, &findings) { break }
                    }
                }
                images.initializeElement(at: number, to: image)
            }
        }
    }

    private static let maximum = 64

    /// What most images of an item differ in.
    private struct Image {
        let url: UInt32
        let type: UInt32

        init(_ artwork: ArtworkView) {
            url = Self.hash(artwork.url)
            type = Self.hash(artwork.type)
        }

        private static func hash(_ text: FeedText?) -> UInt32 {
            text.map { UInt32(truncatingIfNeeded: WordTable<Bool>.hash($0.bytes)) } ?? 0
        }

        func mayRepeat(_ earlier: Image) -> Bool { url == earlier.url || type == earlier.type }
    }

    /// Reports an image with the URL, or with the type and the locales, of an earlier one.
    /// - Returns: whether a finding was reported.
    private func reportRepeat(
        _ later: FeedNode, _ url: FeedText, _ earlier: FeedNode, _ findings: inout Findings
    ) -> Bool {
        guard let other = earlier[.url] else { return false }
        if url == other {
            report(later, earlier, url, &findings)
            return true
        }
        guard let type = later[.type], let before = earlier[.type], type == before else { return false }
        let (locales, others) = (later[.locales] ?? .none, earlier[.locales] ?? .none)
        guard locales == others else {
            guard let locale = locales.commonElement(others) else { return false }
            findings.report(
                info, at: later, remedy: "name each locale at one image of the type",
                "there is another image of the type \(type.shown) for the locale \(locale.shown)")
            return true
        }
        findings.report(
            info, at: later, remedy: "keep the better image, or name the locales of each",
            "there is another image of the type \(type.shown) for the same locales")
        return true
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

extension FeedText {
    /// Returns the first element of a list that another list has, too; nil if there is none.
    fileprivate func commonElement(_ other: FeedText) -> FeedText? {
        commaList.first { element in
            !element.isEmpty && other.commaList.contains { $0.isSameIgnoringCase(element) }
        }
    }
}
