import UniversalMediaCatalog

/// CAT-ART-HOST: artwork on a server that the platform does not reach, or behind a link that expires.
struct ArtworkServer: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-HOST",
        "Artwork is on a public server, under the URL of one image that does not expire and needs no password.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.7", remedy: "use the public URL of the image",
        bad: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://localhost/LB-SHOW-0200/tile.jpg"),
            RuleExample(.catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://192.168.1.4/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.staging.example.org/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://user:word@img.example.org/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/tile.jpg?Expires=1767225600&amp;Signature=abc"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/LB-SHOW-0200/{w}x{h}.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/placeholder.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/no-image-available.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "placeholder/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://drive.google.com/file/d/1x2y3z/view"),
            RuleExample(.catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/tile."),
            RuleExample(.catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org:99999/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img..example.org/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example,org/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/tile%ZZ.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/tile.jpg#v2"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org//tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/tile.jpg.jpg"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://bilder.küste.example/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org:8443/tile%20one.jpg"
            ),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/r/https://cdn.example.org/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/tile.2.jpg"),
            RuleExample(.catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://test.org/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg", "https://img.example.org/missing-persons.jpg"
            ),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://cdn.example.org/dev/staging/tile.jpg"),
            RuleExample(
                .catalog, "https://img.example.org/LB-SHOW-0200/tile.jpg",
                "https://img.example.org/tile.jpg?expired=no&amp;v=2"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        /// The beginning of the URL before, if its server is faultless: the images of an item often share a server.
        var known = FeedText.none
        var isInPlaceholderFolder = false
        for artwork in item.artworks {
            guard let url = artwork.url else { continue }
            if !artwork.sharesFolder {
                let start = artwork.file.range.lowerBound
                isInPlaceholderFolder = start > 12 && Self.isPlaceholderFolder(url[0..<start - 1])
            }
            let (node, file) = (artwork.node, artwork.file)
            if known.isEmpty || !url.hasPrefix(known) {
                guard !reportServer(url, node, &findings) else { continue }
                known = PublicServer.beginning(of: url) ?? .none
            }
            if !file.isPlain, reportCharacter(url, node, &findings) { continue }
            let mark = file.isPlain ? nil : Self.query(url)
            if let fault = Self.fileFault(
                url, file, hasQuery: mark != nil, isInPlaceholderFolder: isInPlaceholderFolder)
            {
                findings.report(
                    info, at: node, remedy: "write the URL of the image", "the artwork's url \(fault): \(url.shown)")
                continue
            }
            guard let mark, Self.expires(url[mark..<url.count]) else { continue }
            findings.report(info, at: node, "the artwork's url contains a signature that expires: \(url.shown)")
        }
    }

    /// Reports a server that the platform does not reach, and one for sharing files.
    /// - Returns: whether a finding was reported.
    private func reportServer(_ url: FeedText, _ node: FeedNode, _ findings: inout Findings) -> Bool {
        if let fault = PublicServer.fault(url) {
            findings.report(info, at: node, "the artwork's url \(fault): \(url.shown)")
            return true
        }
        guard let host = PublicServer.host(url), Self.sharing.ignoringCase(host) != nil else { return false }
        findings.report(
            info, at: node, remedy: "upload the image to a server of the service",
            "the artwork's url leads to a page for sharing files: \(url.shown)")
        return true
    }

    /// Reports the first character that the URL of an image does not have.
    /// - Returns: whether a finding was reported.
    private func reportCharacter(_ url: FeedText, _ node: FeedNode, _ findings: inout Findings) -> Bool {
        var hasQuery = false
        for index in 8..<max(8, url.count) {
            switch url[index] {
            case UInt8(ascii: "@") where !hasQuery && Self.isInAuthority(url, index):
                findings.report(
                    info, at: node, level: .error, remedy: "remove the part before the `@`",
                    "the artwork's url contains a user name or a password")
            case UInt8(ascii: "{"):
                findings.report(
                    info, at: node, remedy: "write the complete URL of one image",
                    "the artwork's url is an unfilled template: \(url.shown)")
            case UInt8(ascii: "#"):
                findings.report(
                    info, at: node, remedy: "remove the part from the `#`",
                    "the artwork's url has a fragment, which no server receives: \(url.shown)")
            case UInt8(ascii: "%") where !Self.isEscape(url, index):
                findings.report(
                    info, at: node, remedy: "write % as %25, or two hexadecimal digits behind it",
                    "the artwork's url contains a `%` that is not followed by two hexadecimal digits: \(url.shown)")
            case UInt8(ascii: "/") where !hasQuery && index > 8 && Self.isEmptyPart(url, index):
                findings.report(
                    info, at: node, remedy: "write one `/`",
                    "the artwork's url contains `//` in its path: \(url.shown)")
            case UInt8(ascii: "?"):
                hasQuery = true
                continue
            default: continue
            }
            return true
        }
        return false
    }

    /// Returns the index behind the first `?` of a URL's path.
    private static func query(_ url: FeedText) -> Int? {
        for index in 8..<max(8, url.count) where url[index] == UInt8(ascii: "?") { return index + 1 }
        return nil
    }

    /// Returns whether two hexadecimal digits follow.
    private static func isEscape(_ url: FeedText, _ index: Int) -> Bool {
        index + 2 < url.count && isHexadecimal(url[index + 1]) && isHexadecimal(url[index + 2])
    }

    /// Returns whether a slash follows another one, but not the scheme of a URL within the path.
    private static func isEmptyPart(_ url: FeedText, _ index: Int) -> Bool {
        url[index - 1] == UInt8(ascii: "/") && url[index - 2] != UInt8(ascii: ":")
    }

    private static func isInAuthority(_ url: FeedText, _ index: Int) -> Bool {
        !url[8..<index].bytes.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
    }

    /// Returns the predicate of a message about a URL without a file, or with the file of a placeholder.
    private static func fileFault(
        _ url: FeedText, _ file: ImageFileName, hasQuery: Bool, isInPlaceholderFolder: Bool
    ) -> StaticString? {
        guard url.count > 8, file.range.upperBound >= 8 else { return nil }
        let (start, end) = (file.range.lowerBound, file.range.upperBound)
        if !hasQuery, start == end || start <= 8 { return "names no file" }
        let stem = file.firstDot ?? end
        if let last = file.lastDot, last == end - 1 { return "ends with a full stop" }
        if placeholderBeginnings.begin(url[start..<stem]) { return "leads to a placeholder" }
        if let last = file.lastDot, last != stem, hasExtensionTwice(url, last: last, file.range) {
            return "has the file extension twice"
        }
        if isInPlaceholderFolder { return "leads to a folder of placeholders" }
        return placeholders.ignoringCase(url[start..<stem]) == nil ? nil : "leads to a placeholder"
    }

    private static func hasExtensionTwice(_ url: FeedText, last: Int, _ name: Range<Int>) -> Bool {
        let length = name.upperBound - last
        return length > 2 && last - length >= name.lowerBound
            && url[last - length..<last].isSameIgnoringCase(url[last..<name.upperBound])
    }

    /// Returns whether the last part of a path is a folder of placeholders.
    private static func isPlaceholderFolder(_ path: FeedText) -> Bool {
        guard let last = path.bytes.last else { return false }
        // The last letters of the folders' names.
        switch last | 0x20 {
        case UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "e"), UInt8(ascii: "y"), UInt8(ascii: "d"),
            UInt8(ascii: "l"), UInt8(ascii: "g"):
            break
        default: return false
        }
        var start = path.count
        while start > 8, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
        let folder = path[start..<path.count]
        return start > 8 && folder.count >= 4 && placeholderFolders.ignoringCase(folder) != nil
    }

    private static let placeholderFolders = WordTable([
        "placeholder", "placeholders", "no-image", "noimage", "no_image", "dummy", "undefined", "null", "missing",
    ])

    private static let sharing = WordTable([
        "drive.google.com", "docs.google.com", "photos.google.com", "dropbox.com", "www.dropbox.com", "we.tl",
        "wetransfer.com", "1drv.ms", "onedrive.live.com", "app.box.com", "imgur.com", "www.icloud.com",
    ])

    private static let placeholderBeginnings = Beginnings(
        ignoringCase: [
            "no-image", "no_image", "noimage", "placeholder-", "placeholder_", "image-not-", "dummy-",
        ])

    private static let placeholders = WordTable([
        "placeholder", "no-image", "no_image", "noimage", "missing", "dummy", "null", "undefined", "not-found",
        "not_found", "notfound", "404", "coming-soon", "default-image", "image-not-available", "tbd", "blank",
        "default-poster", "no-poster", "no_poster", "noposter",
        "no-artwork", "no_artwork", "sample-image", "test-image", "lorem",
    ])

    /// Returns whether a query has the parameters of a signed URL.
    private static func expires(_ query: FeedText) -> Bool {
        var start = 0
        for index in 0...query.count where index == query.count || query[index] == UInt8(ascii: "&") {
            var end = start
            while end < index, query[end] != UInt8(ascii: "=") { end += 1 }
            if parameters.ignoringCase(query[start..<end]) != nil { return true }
            start = index + 1
        }
        return false
    }

    private static let parameters = WordTable([
        "expires", "x-amz-expires", "x-amz-signature", "x-goog-expires", "x-goog-signature", "signature", "key-pair-id",
        "hdnts", "hdnea", "se", "exp",
    ])
}
