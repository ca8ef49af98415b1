import UniversalMediaCatalog

/// CAT-ART-NAME: an image whose file name contradicts its type or its locales.
struct ArtworkName: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-NAME",
        "The name of an image, where it names a type or a language, names its own, and it is no thumbnail.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.7",
        remedy: "check whether two images were exchanged: correct the type or locales, or the URL", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, "LB-SHOW-0200/tile.jpg\" type=\"tile_artwork\"",
                "LB-SHOW-0200/tile.jpg\" type=\"centered_background\"",
                also: [
                    (
                        "LB-SHOW-0200/bg.jpg\" type=\"centered_background\"",
                        "LB-SHOW-0200/bg.jpg\" type=\"tile_artwork\""
                    )
                ]),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/logo2.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/centered_background.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/cover_artwork_square_en.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/thumbs/tile.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile_watermark_sample.jpg"),
            RuleExample(.catalog, "locales=\"fr,fr-FR\"", "locales=\"ja,ja-JP\""),
            RuleExample(
                .catalog, "LB-SHOW-0200/bg.jpg", "LB-SHOW-0200/bg-small.png",
                also: [("LB-SHOW-0200/bg-small.jpg", "LB-SHOW-0200/bg.png")]),
        ],
        nearMisses: [
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/still.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/watermarks-of-venice.jpg"),
            RuleExample(.catalog, "LB-MOV-0001/cover-h-fr.jpg", "LB-MOV-0001/cover-h-in.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/bg.jpg", "LB-SHOW-0200/tile-bg.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile_artwork_en.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/bg-small.jpg", "LB-SHOW-0200/centered_background_small.jpg"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        var languages: Set<String>?
        var folder: FeedText?
        for artwork in item.artworks {
            if !artwork.sharesFolder { folder = Self.thumbnailFolder(of: artwork) }
            guard let url = artwork.url, let type = artwork.type, artwork.file.range.count > 4 else { continue }
            if type == "centered_background", let small = Self.small(url[artwork.file.range]) {
                findings.report(
                    info, at: artwork.node, remedy: "exchange the URLs of the two backgrounds",
                    "the image \(small.shown) has the type `centered_background`, not `centered_background_small`")
            }
            checkType(artwork, url, type, &findings)
            if let word = Self.sampleWord(url[artwork.file.range]) {
                findings.report(
                    info, at: artwork.node, remedy: "deliver the image without a watermark",
                    "the image is named as a sample, with the word \(word.shown): \(url.shown)")
            }
            if let folder {
                findings.report(
                    info, at: artwork.node, remedy: "deliver the image in its full size",
                    "the image is in the folder \(folder.shown) of small copies: \(url.shown)")
            }
            checkLocale(artwork, url, item, &languages, &findings)
        }
    }

    /// Returns the name of a file if the word `small` or `portrait` is in it.
    private static func small(_ name: FeedText) -> FeedText? {
        guard name.count < 64 else { return nil }
        return name.contains("small") || name.contains("portrait") ? name : nil
    }

    /// Returns the word `watermark` or `watermarked` of a file name.
    private static func sampleWord(_ name: FeedText) -> FeedText? {
        for letter in [UInt8(ascii: "w"), UInt8(ascii: "W")] {
            var next = 0
            while let start = ByteSearch.first(letter, in: name.bytes, from: next) {
                next = start + 1
                guard start == 0 || !isLetter(name[start - 1]) else { continue }
                while next < name.count, isLetter(name[next]) { next += 1 }
                if samples.ignoringCase(name[start..<next]) != nil { return name[start..<next] }
            }
        }
        return nil
    }

    private static let samples = WordTable(["watermark", "watermarked"])

    /// The words of file names that name one type only, with the beginning of this type.
    private static let words: [(word: StaticString, type: StaticString, other: StaticString?)] = [
        ("logo", "content_logo", nil), ("square", "cover_artwork_square", nil), ("tile", "tile_artwork", nil),
        ("poster", "cover_artwork_vertical", "centered_background_small"),
    ]

    private func checkType(_ artwork: ArtworkView, _ url: FeedText, _ type: FeedText, _ findings: inout Findings) {
        let name = url[artwork.file.range]
        // Most files are named exactly for their type.
        if artwork.place != nil, type.count > 11, name.count > type.count, name[type.count] == UInt8(ascii: "."),
            name.hasPrefix(type)
        {
            return
        }
        if let named = Self.kind(name), named.count > 0, type != named, ArtworkKind.named(type) != nil {
            return findings.report(
                info, at: artwork.node,
                "the image \(name.shown) is named for the type \(named.shown), but has the type \(type.shown)")
        }
        // In a name such as `tile-bg.jpg`, either word may be the type.
        var length = 0
        while length < name.count, lowercased(name[length]) &- 97 < 26 { length += 1 }
        guard length >= 4, length < name.count,
            name[length] == UInt8(ascii: ".") || isDigit(name[length])
        else { return }
        for (word, own, other) in Self.words where name[0..<length].isIgnoringCase(word) {
            guard ArtworkKind.named(type) != nil, !type.hasPrefix(own), !(other.map { type.hasPrefix($0) } ?? false)
            else { return }
            return findings.report(
                info, at: artwork.node, "the image \(name.shown) has the type \(type.shown)")
        }
    }

    /// Returns the type with which the name of a file begins, such as `cover_artwork_square_en.jpg`.
    private static func kind(_ name: FeedText) -> FeedText? {
        guard name.count > 12 else { return nil }
        switch name[0] {
        case UInt8(ascii: "c"), UInt8(ascii: "t"), UInt8(ascii: "e"), UInt8(ascii: "s"): break
        default: return nil
        }
        var end = 0
        while end < name.count, isLetter(name[end]) || name[end] == UInt8(ascii: "_") { end += 1 }
        // The longest type is tried first: `centered_background_small` before `centered_background`.
        while end > 11 {
            if ArtworkKind.table[name[0..<end]] != nil { return name[0..<end] }
            end -= 1
            while end > 0, name[end] != UInt8(ascii: "_") { end -= 1 }
        }
        return nil
    }

    /// Compares the last part of a name such as `cover-fr.jpg` with the locales.
    private func checkLocale(
        _ artwork: ArtworkView, _ url: FeedText, _ item: CatalogItemView, _ languages: inout Set<String>?,
        _ findings: inout Findings
    ) {
        guard let locales = artwork.locales, !locales.isEmpty, let dot = artwork.file.lastDot,
            dot - artwork.file.range.lowerBound > 3, isLetter(url[dot - 1]), isLetter(url[dot - 2]),
            url[dot - 3] == UInt8(ascii: "-") || url[dot - 3] == UInt8(ascii: "_")
        else { return }
        let known = languages ?? Self.languages(item)
        languages = known
        guard known.count > 1 else { return }
        let code = url[dot - 2..<dot].string.lowercased()
        guard known.contains(code) else { return }
        var isOther = false
        for locale in locales.commaList {
            let own = Self.language(locale.string)
            if own == code || own == "*" || own.isEmpty { return }
            isOther = isOther || known.contains(own)
        }
        guard isOther else { return }
        findings.report(
            info, at: artwork.node,
            "the image \(url[artwork.file.range].shown) is named for the language `\(code)`, but has the locales "
                + locales.shown)
    }

    /// Returns the folder of an image, or the one around it, if that is a folder of thumbnails.
    private static func thumbnailFolder(of artwork: ArtworkView) -> FeedText? {
        guard let url = artwork.url, artwork.file.range.lowerBound > 16 else { return nil }
        return thumbnail(url[0..<artwork.file.range.lowerBound - 1])
    }

    /// Returns the last part of a path if it is a folder of thumbnails, or the one before.
    private static func thumbnail(_ path: FeedText) -> FeedText? {
        var end = path.count
        for _ in 0..<2 {
            var start = end
            while start > 8, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
            guard start > 8 else { return nil }
            let length = end - start
            if length >= 5, length <= 10, path[start] | 0x20 == UInt8(ascii: "t"),
                thumbnails.ignoringCase(path[start..<end]) != nil
            {
                return path[start..<end]
            }
            end = start - 1
        }
        return nil
    }

    private static let thumbnails = WordTable(["thumb", "thumbs", "thumbnail", "thumbnails"])

    private static func languages(_ item: CatalogItemView) -> Set<String> {
        var found: Set<String> = []
        for title in item.children(.title) {
            found.insert(language(title[.locale]?.trimmed.string ?? item.head.defaultLocale))
        }
        return found
    }

    private static func language(_ locale: String) -> String {
        String(locale.prefix { $0 != "-" }).lowercased()
    }
}
