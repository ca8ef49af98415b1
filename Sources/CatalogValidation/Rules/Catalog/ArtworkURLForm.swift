import UniversalMediaCatalog

/// CAT-ART-URL-FORM: URLs that were escaped or joined wrongly.
struct ArtworkURLForm: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-URL-FORM", "The url of an artwork is one URL, percent-encoded, and escaped once.", level: .warning,
        tag: "D", section: "umc-catalog.md 4", remedy: "write the URL that a browser opens",
        bad: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/https://img.example.org/LB-SHOW-0200/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-SHOW-0200/tile.jpg?v=2&amp;amp;w=3840"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-SHOW-0200/été.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-SHOW-0200/tile.jpg,https://cdn.example.org/LB-SHOW-0200/tile2.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/null/tile.jpg"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-SHOW-0200/%C3%A9t%C3%A9.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://cdn.example.org/resize?w=3840&amp;src=https://img.example.org/LB-SHOW-0200/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/r/https://cdn.example.org/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://bücher.example/kachel.jpg"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        // The folder of the URL before, if it is faultless: the images of an item often share a folder.
        var folder = FeedText.none
        for artwork in item.artworks {
            let name = artwork.file.range
            if let url = artwork.url, artwork.file.isPlain, name.count > 9 {
                if name.lowerBound == folder.count, url.hasPrefix(folder), artwork.file.isASCII { continue }
                if artwork.file.isASCII, url.missingValue == nil, !url.repeatsServer {
                    folder = url[0..<name.lowerBound]
                    continue
                }
            }
            if let value = artwork.url?.missingValue {
                findings.report(
                    info, at: artwork.node, remedy: "write the URL of an image of this item",
                    "the artwork's url has \(value.shown) in place of a value: \(artwork.url?.shown ?? "")")
            }
            guard let url = artwork.url, !artwork.file.isPlain || !artwork.file.isASCII, url.count > 12,
                url[0..<8].isIgnoringCase("https://")
            else { continue }
            var path = 8
            while path < url.count, url[path] != UInt8(ascii: "/"), url[path] != UInt8(ascii: "?") { path += 1 }
            var query = path
            while query < url.count, url[query] != UInt8(ascii: "?") { query += 1 }
            if url[path..<url.count].contains("&amp;") {
                findings.report(
                    info, at: artwork.node, remedy: "escape `&` once, as &amp;",
                    "the artwork's url \(url.shown) contains `&amp;`, which was escaped twice")
            } else if Self.isList(url) {
                findings.report(
                    info, at: artwork.node, remedy: "write an artwork element for each image",
                    "the artwork's url \(url.shown) contains several URLs")
            } else if url.repeatsServer {
                findings.report(info, at: artwork.node, "the artwork's url \(url.shown) contains its server twice")
            } else if !url[path..<query].isASCII {
                findings.report(
                    info, at: artwork.node, remedy: "percent-encode the letters, such as %C3%A9 for é",
                    "the artwork's url \(url.shown) contains letters that are not allowed in a URL")
            }
        }
    }

    /// Returns whether a comma, a semicolon or a bar is followed by another URL.
    private static func isList(_ url: FeedText) -> Bool {
        (8..<max(8, url.count - 8)).contains { index in
            switch url[index] {
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"):
                url[index + 1..<url.count].hasPrefix("https://") || url[index + 1..<url.count].hasPrefix("http://")
            default: false
            }
        }
    }
}
