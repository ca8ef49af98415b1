import UniversalMediaCatalog

struct ArtworkRequired: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-REQ", "Movies and shows have a cover_artwork_horizontal, episodes an episode_still.", level: .warning,
        tag: "S/D", section: "umc-catalog.md 3.7",
        remedy: "add the artwork; it is required for channels, and for titles that no other provider supplies",
        bad: [
            RuleExample(
                .catalog,
                "<artwork url=\"https://img.example.org/LB-EP-0100-0101/still.jpg\" type=\"episode_still\"/>", ""),
            RuleExample(
                .catalog, "LB-SHOW-0200/cover-h.jpg\" type=\"cover_artwork_horizontal\"",
                "LB-SHOW-0200/cover-h.jpg\" type=\"cover_artwork_vertical\""),
        ],
        nearMisses: [
            RuleExample(
                .catalog,
                "<artwork url=\"https://img.example.org/LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"/>", ""),
            // Extras need no artwork.
            RuleExample(
                .catalog,
                "<artwork url=\"https://img.example.org/LB-EXT-0200-T1/cover-h.jpg\" type=\"cover_artwork_horizontal\"/>",
                ""),
        ])

    var types: ContentTypes { [.movie, .show, .episode] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        let isEpisode = item.type == .episode
        for artwork in item.artworks {
            guard let type = artwork.type else { continue }
            if isEpisode ? type == "episode_still" : type == "cover_artwork_horizontal" { return }
        }
        findings.report(
            info, at: item.node,
            "the \(item.type.spelling) has no artwork of type \(isEpisode ? "episode_still" : "cover_artwork_horizontal")"
        )
    }
}

struct ArtworkType: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-TYPE", "The type of an artwork is known.", level: .warning, tag: "S/D",
        section: "umc-catalog.md 3.7",
        remedy: "use a type that `umc codes artwork` lists, such as cover_artwork_horizontal or tile_artwork",
        bad: [
            RuleExample(
                .catalog, "LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"", "LB-SHOW-0200/tile.jpg\" type=\"poster\""),
            RuleExample(
                .catalog, "LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"",
                "LB-SHOW-0200/tile.jpg\" type=\"tile-artwork\""),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"",
                "LB-SHOW-0200/tile.jpg\" type=\"cover_artwork_vertical\"")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for artwork in item.artworks {
            guard artwork.place == nil, let type = artwork.type else { continue }
            findings.report(
                info, at: artwork.node, remedy: ArtworkKind.table.nearest(to: type.string).map { "write `\($0)`" },
                "\(type.shown) is not a known artwork type")
        }
    }
}

/// CAT-ART-USE: an artwork type that is not used for the item's content type.
struct ArtworkUse: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-USE", "Artwork has a type that is shown for the item's contentType.", level: .info, tag: "D",
        section: "umc-catalog.md 3.7", remedy: "remove it, or correct its type",
        bad: [
            RuleExample(
                .catalog, "still.jpg\" type=\"episode_still\"/>",
                "still.jpg\" type=\"episode_still\"/><artwork url=\"https://img.example.org/tile.jpg\" type=\"tile_artwork\"/>"
            )
        ],
        nearMisses: [
            RuleExample(
                .catalog, "LB-SEAS-0100-1/square.jpg\" type=\"cover_artwork_square\"",
                "LB-SEAS-0100-1/square.jpg\" type=\"cover_artwork_horizontal\"")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.type != .unknown else { return }
        for artwork in item.artworks {
            guard let type = artwork.type, let place = artwork.place else { continue }
            if ArtworkKind.uses[place].rawValue & item.type.rawValue == 0 {
                // Stills and pictures of events are for one type each.
                let isForOthers = (type == "episode_still" || type == "sporting_event_artwork") && item.type != .extra
                findings.report(
                    info, at: artwork.node, level: isForOthers ? .warning : nil,
                    "artwork of type \(type.shown) is not shown for a \(item.type.spelling)")
            }
        }
    }
}

struct ArtworkURL: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-URL", "The url of an artwork is an absolute https URL.", level: .error, tag: "D",
        section: "umc-catalog.md 3.7", remedy: "write the complete URL, with https://",
        bad: [
            RuleExample(.catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "/LB-SHOW-0200/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "http://img.example.org/LB-SHOW-0200/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-SHOW-0200/my tile.jpg"),
            RuleExample(.catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https:///LB-SHOW-0200/tile.jpg"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "HTTPS://img.example.org:8443/LB-SHOW-0200/tile%20%E7%B4%99.jpg?v=2&amp;w=3840"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://bücher.example/kachel.jpg"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for artwork in item.artworks {
            guard let url = artwork.url else { continue }
            let node = artwork.node
            if url.hasPrefix("https://") || (url.count > 8 && url[0..<8].isIgnoringCase("https://")) {
                checkRest(url, artwork, &findings)
            } else if url.count > 7, url[0..<7].isIgnoringCase("http://") {
                findings.report(
                    info, at: node, level: .warning, remedy: "serve the image over https",
                    "the artwork's URL is http: \(url.shown)")
            } else {
                findings.report(
                    info, at: node,
                    url.isBlank ? "the artwork's url is empty" : "the artwork's url \(url.shown) is not an https URL")
            }
        }
    }

    private func checkRest(_ url: FeedText, _ artwork: ArtworkView, _ findings: inout Findings) {
        let node = artwork.node
        if url.count == 8 || url[8] == UInt8(ascii: "/") || url[8] == UInt8(ascii: "?") || url[8] == UInt8(ascii: ":") {
            return findings.report(info, at: node, "the artwork's url \(url.shown) has no host")
        }
        guard !artwork.file.isPlain, !ByteSearch.isURL(url.bytes) else { return }
        findings.report(
            info, at: node, remedy: "percent-encode the character, for example a space as %20",
            "the artwork's url \(url.shown) contains a character that is not allowed in a URL")
    }
}

/// CAT-ART-EXT: the file extension in an artwork's URL.
struct ArtworkExtension: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-EXT",
        "The URL of an artwork does not end in an extension other than JPEG or PNG, for logos other than PNG.",
        level: .warning,
        tag: "D", section: "umc-catalog.md 3.7", remedy: "deliver JPEG or PNG, and PNG with transparency for logos",
        bad: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-SHOW-0200/tile.webp"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/logo.png",
                "https://img.example.org/LB-SHOW-0200/logo.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-SHOW-0200/tilejpg"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-SHOW-0200/tile.JPEG?format=webp"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/v1.2/tile"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for artwork in item.artworks {
            if artwork.file.lastDot == nil, artwork.file.range.count > 4, let url = artwork.url {
                let end = artwork.file.range.upperBound
                if url[end - 3..<end].isIgnoringCase("jpg") || url[end - 3..<end].isIgnoringCase("png"),
                    isLetter(url[end - 4])
                {
                    findings.report(
                        info, at: artwork.node, remedy: "write a full stop before the extension",
                        "the file name \(url[artwork.file.range].shown) has no full stop before its extension")
                }
            }
            // An extension is behind a full stop of the file's name, or before a fragment.
            guard artwork.file.lastDot != nil || !artwork.file.isPlain, let url = artwork.url,
                let ending = Self.ending(url, artwork.file), !ending.isIgnoringCase("png")
            else { continue }
            let node = artwork.node
            if ending.isIgnoringCase("jpg") || ending.isIgnoringCase("jpeg") {
                if let place = artwork.place, ArtworkKind.all[place].isLogo {
                    findings.report(
                        info, at: node, remedy: "deliver a PNG with transparency",
                        "the URL of a logo ends with .\(ending.string), a format without transparency: \(url.shown)")
                }
            } else if Self.others.ignoringCase(ending) != nil {
                findings.report(info, at: node, "the artwork's URL ends with .\(ending.string): \(url.shown)")
            }
        }
    }

    private static let others = WordTable([
        "gif", "webp", "tif", "tiff", "bmp", "svg", "avif", "heic", "heif", "jp2", "jxl", "psd", "pdf", "ai", "eps",
        "html", "htm", "mp4", "mov", "txt", "json", "xml", "zip",
    ])

    /// Returns the file extension of the URL's path.
    private static func ending(_ url: FeedText, _ file: ImageFileName) -> FeedText? {
        if file.isPlain {
            guard let dot = file.lastDot, file.range.lowerBound > 8 else { return nil }
            let ending = url[dot + 1..<url.count]
            let isExtension =
                !ending.isEmpty && ending.count <= 5 && ending.bytes.allSatisfy { isLetter($0) || isDigit($0) }
            return isExtension ? ending : nil
        }
        var end = url.count
        if let mark = ByteSearch.firstOf(UInt8(ascii: "?"), UInt8(ascii: "#"), in: url.bytes) {
            end = mark
        }
        var start = end
        while start > 0, isLetter(url[start - 1]) || isDigit(url[start - 1]) { start -= 1 }
        guard start > 8, start < end, end - start <= 5, url[start - 1] == UInt8(ascii: ".") else { return nil }
        // A dot in the host does not begin an extension.
        var slash = start
        while slash > 0, url[slash - 1] != UInt8(ascii: "/") { slash -= 1 }
        guard slash > 8 else { return nil }
        return url[start..<end]
    }
}
