import UniversalMediaCatalog

/// The readable part of a link's path that is written like a title, such as `the-paper-lighthouse`.
struct LinkSlug: Sendable {
    var entry: UInt32
    /// Number of the link among those of its item, from 1.
    var place: UInt16
    /// As `CatalogIndex.Entry.slug`.
    var key: UInt64

    /// Returns the key of the first part of a URL's path that consists of two or more words, apart from the id.
    static func key(in url: FeedText, id: FeedText) -> UInt64? {
        var index = 8
        while index < url.count, url[index] != UInt8(ascii: "/") { index += 1 }
        index += 1
        var start = index
        var hyphens = 0
        while index <= url.count {
            let byte = index < url.count ? url[index] : UInt8(ascii: "?")
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
                if hyphens > 0, index - start > 6, url[start..<index] != id, let key = key(of: url[start..<index]) {
                    return key
                }
                if byte != UInt8(ascii: "/") { return nil }
                (start, hyphens) = (index + 1, 0)
            } else if byte == UInt8(ascii: "-") {
                hyphens += 1
            }
            index += 1
        }
        return nil
    }

    /// Returns a hash of the letters and digits of a title or a slug; nil where the text contains others than those of ASCII.
    static func key(of text: FeedText) -> UInt64? {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var letters = 0
        var words = 0
        var isInWord = false
        for index in 0..<text.count {
            let byte = lowercased(text[index])
            if byte &- 97 < 26 || isDigit(byte) {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
                if byte &- 97 < 26 { letters += 1 }
                if !isInWord { words += 1 }
                isInWord = true
            } else if byte >= 0x80 {
                // The typographic apostrophe is left out of slugs as the other one is.
                let isMark = byte == 0xE2 || byte == 0x80 || byte == 0x99
                guard isMark else { return nil }
            } else if byte != UInt8(ascii: "'") {
                isInWord = false
            }
        }
        return words > 1 && letters > 5 ? hash : nil
    }
}

extension IndexFragment {
    /// Adds the slug of the first link of an item that has one.
    mutating func addSlug(of locators: FeedNode, _ id: FeedText) {
        var place: UInt16 = 0
        for node in locators.children where node.name == .locator {
            place &+= 1
            guard let url = node[.url]?.trimmed, url.hasPrefix("https://"), let key = LinkSlug.key(in: url, id: id)
            else {
                continue
            }
            availabilitySide.slugs.append(
                LinkSlug(entry: UInt32(availabilityEntries.count), place: place, key: key))
            return
        }
    }
}
