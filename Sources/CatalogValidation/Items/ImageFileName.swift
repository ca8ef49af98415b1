import UniversalMediaCatalog

/// Where the name of a file is in the URL of an image, as byte offsets.
struct ImageFileName {
    /// Whether the URL has only characters that need no closer look behind its first eight, no `//` among them, and no query.
    let isPlain: Bool
    /// Whether the whole URL is ASCII.
    let isASCII: Bool
    /// From the last slash, or from the ninth character of the URL, to the query or the end. Empty where the query begins before.
    let range: Range<Int>
    /// The first and the last full stop of the name; nil if there is none.
    private(set) var firstDot: Int?
    private(set) var lastDot: Int?
    /// Whether the name contains an `x` before a digit, as in `640x360`.
    private(set) var mayHaveSize = false

    init(_ url: FeedText) {
        isASCII = url.isASCII
        isPlain =
            url.count <= 8
            || ByteSearch.isPlainPath(url[8..<url.count].bytes) && !url[0..<8].bytes.contains(UInt8(ascii: "?"))
        var end = url.count
        if !isPlain {
            end = 0
            while end < url.count, url[end] != UInt8(ascii: "?") { end += 1 }
        }
        var start = end
        var next: UInt8 = 0
        while start > 8, url[start - 1] != UInt8(ascii: "/") {
            start -= 1
            let byte = url[start]
            if byte == UInt8(ascii: ".") {
                firstDot = start
                lastDot = lastDot ?? start
            } else if byte | 0x20 == UInt8(ascii: "x"), isDigit(next) {
                mayHaveSize = true
            }
            next = byte
        }
        range = start..<end
    }

    /// Finds the file name of a URL in the folder of another URL; nil if the folders differ, or if either URL needs a closer look.
    init?(_ url: FeedText, like other: FeedText, _ file: ImageFileName) {
        let start = file.range.lowerBound
        guard file.isPlain, file.isASCII, start > 8, url.count > start, url.hasPrefix(other[0..<start]) else {
            return nil
        }
        let name = url[start..<url.count].bytes
        guard ByteSearch.isASCII(name), ByteSearch.isPlainPath(name) else { return nil }
        var next = 0
        while let index = ByteSearch.slashDotOrX(in: name, from: next) {
            next = index + 1
            switch name[index] {
            case UInt8(ascii: "/"): return nil
            case UInt8(ascii: "."):
                firstDot = firstDot ?? start + index
                lastDot = start + index
            default: if next < name.count, isDigit(name[next]) { mayHaveSize = true }
            }
        }
        isPlain = true
        isASCII = true
        range = start..<url.count
    }
}
