import Foundation
import UniversalMediaCatalog

/// CAT-ART-URL-SIZE: a URL that names a size or shape which the type does not allow, or a thumbnail.
struct ArtworkSizeInURL: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-URL-SIZE", "A size in the URL of an artwork is one that its type allows.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.7", remedy: "deliver the image in the recommended size of its type",
        class: .shouldFix,
        bad: [
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile_640x360.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile_2000x3000.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile.jpg?w=320&amp;h=180"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile.jpg?width=480"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile_thumb.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "640x360/LB-SHOW-0200/tile.jpg"),
            RuleExample(.catalog, "LB-SHOW-0100/square.jpg", "LB-SHOW-0100/square_16x9.jpg"),
        ],
        nearMisses: [
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile_3840x2160.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile.jpg?w=1920&amp;h=1080&amp;q=80"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/0x1f4c9x22/tile.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/16x9/tile.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "3840x2160/LB-SHOW-0200/tile.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tile_16x9.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/tom-thumb.jpg"),
            RuleExample(.catalog, "LB-SHOW-0200/tile.jpg", "LB-SHOW-0200/thumbs/tile.jpg"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        var folderSize: (width: Int?, height: Int?)?
        for artwork in item.artworks {
            let file = artwork.file
            guard let url = artwork.url, url.count > 8 else { continue }
            if !artwork.sharesFolder { folderSize = Self.folderSize(in: url, file) }
            let size = (file.mayHaveSize || !file.isPlain ? Self.size(in: url, file) : nil) ?? folderSize
            let isThumbnail = Self.isThumbnail(url, file)
            if file.mayHaveSize, size == nil { checkRatio(artwork, url, &findings) }
            guard size != nil || isThumbnail, let kind = artwork.type.flatMap({ ArtworkKind.named($0.trimmed) }) else {
                continue
            }
            if let size, let fault = Self.fault(size, kind) {
                findings.report(
                    info, at: artwork.node, remedy: "deliver an image of \(kind.recommended)",
                    "the artwork's url names \(fault): \(url.shown)")
            } else if isThumbnail {
                findings.report(
                    info, at: artwork.node, remedy: "deliver the image itself, of \(kind.recommended)",
                    "the artwork's url leads to a thumbnail: \(url.shown)")
            }
        }
    }

    private static func fault(_ size: (width: Int?, height: Int?), _ kind: ArtworkKind) -> String? {
        if let width = size.width, width < kind.minimum.width {
            return "a width of \(width) pixels; `\(kind.name)` requires at least \(kind.minimum)"
        }
        if let height = size.height, height < kind.minimum.height {
            return "a height of \(height) pixels; `\(kind.name)` requires at least \(kind.minimum)"
        }
        guard let width = size.width, let height = size.height, !kind.ratios.isEmpty else { return nil }
        let ratio = Double(width) / Double(height)
        let fits = kind.ratios.contains { abs(ratio * Double($0.height) / Double($0.width) - 1) <= 0.02 }
        guard !fits else { return nil }
        let wanted = kind.ratios.map { "\($0.width):\($0.height)" }.joined(separator: " or ")
        return "\(width)x\(height) pixels; `\(kind.name)` requires the ratio \(wanted)"
    }

    /// Returns the size in the file name (`tile_640x360.jpg`) or in the query (`w=640&h=360`).
    private static func size(in url: FeedText, _ file: ImageFileName) -> (width: Int?, height: Int?)? {
        let (start, end) = (file.range.lowerBound, file.range.upperBound)
        if end + 1 < url.count, let size = querySize(url[end + 1..<url.count]) { return size }
        guard let cross = url[start..<end].bytes.indices.first(where: { isCross(url[start..<end], $0) }) else {
            return nil
        }
        let name = url[start..<end]
        guard let width = number(before: cross, in: name), let height = number(after: cross, in: name) else {
            return nil
        }
        return (width, height)
    }

    /// Returns the size that a folder of the path is named for: `/640x360/tile.jpg`.
    private static func folderSize(in url: FeedText, _ file: ImageFileName) -> (width: Int?, height: Int?)? {
        let end = file.range.lowerBound
        guard end > 16, let base = url.bytes.baseAddress else { return nil }
        var start = 8
        while start < end, let found = memchr(base + start, 0x78, end - start) {
            let cross = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            start = cross + 1
            guard isDigit(url[cross - 1]), cross + 1 < end, isDigit(url[cross + 1]),
                let width = number(before: cross, in: url), let height = number(after: cross, in: url)
            else { continue }
            let (first, last) = (cross - String(width).utf8.count, cross + 1 + String(height).utf8.count)
            if url[first - 1] == UInt8(ascii: "/"), url[last] == UInt8(ascii: "/") { return (width, height) }
        }
        return nil
    }

    /// Reports a wide image for a square or an upright type, and the reverse, by the ratio in the file's name.
    private func checkRatio(_ artwork: ArtworkView, _ url: FeedText, _ findings: inout Findings) {
        let name = url[artwork.file.range]
        guard let kind = artwork.type.flatMap({ ArtworkKind.named($0.trimmed) }), let shape = kind.ratios.first else {
            return
        }
        let isWide = shape.width > shape.height
        guard isWide ? name.contains("1x1") : name.contains("16x9") else { return }
        for ratio in ["1x1", "16x9"] as [StaticString] where name.contains(ratio) {
            for index in 1..<max(1, name.count - ratio.utf8CodeUnitCount)
            where name[index..<name.count].hasPrefix(ratio) {
                let (before, after) = (name[index - 1], name[index + ratio.utf8CodeUnitCount])
                guard !isDigit(before), !isLetter(before), !isDigit(after), !isLetter(after) else { continue }
                return findings.report(
                    info, at: artwork.node, remedy: "deliver an image of \(kind.recommended)",
                    "the image \(name.shown) is named for the ratio \(ratio); `\(kind.name)` requires "
                        + kind.ratios.map { "\($0.width):\($0.height)" }.joined(separator: " or "))
            }
        }
    }

    private static func isCross(_ name: FeedText, _ index: Int) -> Bool {
        lowercased(name[index]) == UInt8(ascii: "x") && number(before: index, in: name) != nil
            && number(after: index, in: name) != nil
    }

    /// Returns a number of three to five digits that ends before a place, behind another sign than a letter.
    private static func number(before place: Int, in text: FeedText) -> Int? {
        var start = place
        while start > 0, isDigit(text[start - 1]) { start -= 1 }
        guard (3...5).contains(place - start), start == 0 || !isLetter(text[start - 1]) else { return nil }
        return text[start..<place].decimal
    }

    private static func number(after place: Int, in text: FeedText) -> Int? {
        var end = place + 1
        while end < text.count, isDigit(text[end]) { end += 1 }
        guard (3...5).contains(end - place - 1), end == text.count || !isLetter(text[end]) else { return nil }
        return text[place + 1..<end].decimal
    }

    private static func querySize(_ query: FeedText) -> (width: Int?, height: Int?)? {
        var (width, height): (Int?, Int?)
        var start = 0
        for index in 0...query.count where index == query.count || query[index] == UInt8(ascii: "&") {
            let part = query[start..<index]
            start = index + 1
            guard let equals = part.bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = part[equals + 1..<part.count].decimal
            let name = part[0..<equals]
            if name.isIgnoringCase("w") || name.isIgnoringCase("width") { width = value }
            if name.isIgnoringCase("h") || name.isIgnoringCase("height") { height = value }
        }
        return width == nil && height == nil ? nil : (width, height)
    }

    /// Returns whether the file's name ends with `_thumb` or the like, or begins with it.
    private static func isThumbnail(_ url: FeedText, _ file: ImageFileName) -> Bool {
        guard let dot = file.lastDot else { return false }
        let stem = url[file.range.lowerBound..<dot]
        if marks.ignoringCase(stem) != nil { return true }
        guard let mark = ByteSearch.last(UInt8(ascii: "_"), in: stem.bytes) else { return false }
        return marks.ignoringCase(stem[mark + 1..<stem.count]) != nil
    }

    private static let marks = WordTable([
        "thumb", "thumbnail", "thumbs", "tn", "lowres", "low-res", "watermark", "comp",
    ])
}
