import Foundation
import UniversalMediaCatalog

/// The retained facts about the links of an availability feed's playable items and shows.
struct LinkFacts: Sendable {
    /// The first `play` link of an item that is not for browsers.
    struct Playback {
        var entry: UInt32
        var hash: UInt64
    }

    /// A part of a link that does not contain the id of its item: another item's id, perhaps.
    struct Part {
        var entry: UInt32
        /// Number of the link among those of its item, from 1.
        var place: UInt16
        var isPlay: Bool
        var hash: UInt64
    }

    /// A link without the id of its item, with the numbers of `open` and `play` links of this form.
    struct Template {
        var hash: UInt64
        /// The part before the id.
        var beginning: String
        var open: Use
        var play: Use
    }

    /// The links of one form and action.
    struct Use {
        var count = 0
        /// The first item with such a link.
        var entry: UInt32 = 0
        /// Number of that link among those of its item, from 1.
        var place: UInt16 = 0
    }

    /// The links whose path begins with a code of two letters, such as `/us/`.
    struct Country {
        /// The letters in upper case.
        var code: UInt16
        var use: Use

        var string: String { String(decoding: [UInt8(code >> 8), UInt8(code & 0xff)], as: UTF8.self) }
    }

    /// The links for apps with one query, or without one.
    struct Query {
        /// 0: without a query.
        var hash: UInt64
        var use: Use
    }

    /// Number of queries that are retained; a feed with more has a query for each item.
    static let mostQueries = 8

    /// Number of codes that are retained.
    private static let mostCountries = 64

    /// Number of forms that are retained; a feed with more has a form for each item.
    static let mostTemplates = 32

    var playback: ContiguousArray<Playback> = []
    var foreignParts: ContiguousArray<Part> = []
    var templates: ContiguousArray<Template> = []
    var countries: ContiguousArray<Country> = []
    var queries: ContiguousArray<Query> = []
    /// Number of items with links.
    var linkedItems = 0
    /// Number of items one of whose links contains the item's id.
    var itemsWithOwnID = 0

    var memory: Int {
        playback.capacity * MemoryLayout<Playback>.stride + foreignParts.capacity * MemoryLayout<Part>.stride
    }

    private static let shortestPart = 3
    private static let maximumParts = 8

    mutating func add(_ locators: FeedNode, of entry: UInt32, _ id: FeedText, _ isPlayable: Bool) {
        guard !id.isEmpty else { return }
        var hasOwnID = false
        var place: UInt16 = 0
        var hasPlayback = false
        let first = foreignParts.count
        for node in locators.children where node.name == .locator {
            place &+= 1
            guard let url = node[.url]?.trimmed, !url.isEmpty else { continue }
            if let code = Self.country(of: url) {
                add(Country(code: code, use: Use(count: 1, entry: entry, place: place)), 0)
            }
            if url[0] | 0x20 == UInt8(ascii: "h"), !(node[.platform].map { $0.trimmed.isIgnoringCase("web") } ?? false)
            {
                addQuery(of: url, entry, place)
            }
            let isPlay = node[.action].map { $0.trimmed.isIgnoringCase("play") } ?? false
            if isPlayable, isPlay, !hasPlayback, !(node[.platform].map { $0.trimmed.isIgnoringCase("web") } ?? false) {
                hasPlayback = true
                playback.append(Playback(entry: entry, hash: url.quickHash))
            }
            if let start = Self.position(of: id, in: url) {
                hasOwnID = true
                addTemplate(of: url, start, id.count, entry, place, isPlay)
            } else {
                addParts(of: url, entry, place, isPlay, first)
            }
        }
        if place > 0 { linkedItems += 1 }
        if hasOwnID { itemsWithOwnID += 1 }
    }

    static func contains(_ url: FeedText, _ id: FeedText) -> Bool { position(of: id, in: url) != nil }

    /// Returns where an id begins in a URL.
    private static func position(of id: FeedText, in url: FeedText) -> Int? {
        guard var start = url.bytes.baseAddress, let first = id.bytes.baseAddress else { return nil }
        let base = start
        let end = start + url.count
        while end - start >= id.count, let found = memchr(start, Int32(first[0]), end - start - id.count + 1) {
            if memcmp(found, first, id.count) == 0 { return UnsafeRawPointer(found) - UnsafeRawPointer(base) }
            start += UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
        }
        return nil
    }

    private mutating func addTemplate(
        of url: FeedText, _ start: Int, _ length: Int, _ entry: UInt32, _ place: UInt16, _ isPlay: Bool
    ) {
        let hash = FeedText.mix(url[0..<start].quickHash ^ url[start + length..<url.count].quickHash &* 3)
        let use = Use(count: 1, entry: entry, place: place)
        let isKnown = templates.count >= Self.mostTemplates || templates.contains { $0.hash == hash }
        add(
            Template(
                hash: hash, beginning: isKnown ? "" : url[0..<start].string, open: isPlay ? Use() : use,
                play: isPlay ? use : Use()), 0)
    }

    /// Adds the templates of a fragment whose first item has the number `first`.
    mutating func add(_ others: ContiguousArray<Template>, _ first: UInt32) {
        for other in others { add(other, first) }
    }

    /// Returns the code of two letters with which the path of an https URL begins.
    private static func country(of url: FeedText) -> UInt16? {
        let host = 8
        guard url.count > host + 4, url[4] == UInt8(ascii: "s"), url[host - 1] == UInt8(ascii: "/"),
            let base = url.bytes.baseAddress,
            let slash = memchr(base + host, Int32(UInt8(ascii: "/")), url.count - host)
        else { return nil }
        let start = UnsafeRawPointer(slash) - UnsafeRawPointer(base) + 1
        guard start + 2 < url.count, url[start + 2] == UInt8(ascii: "/"), isLetter(url[start]), isLetter(url[start + 1])
        else { return nil }
        return UInt16(url[start] & 0xDF) << 8 | UInt16(url[start + 1] & 0xDF)
    }

    private mutating func addQuery(of url: FeedText, _ entry: UInt32, _ place: UInt16) {
        guard queries.count <= Self.mostQueries else { return }
        var hash: UInt64 = 0
        if let base = url.bytes.baseAddress, let mark = memchr(base, Int32(UInt8(ascii: "?")), url.count) {
            let start = UnsafeRawPointer(mark) - UnsafeRawPointer(base)
            hash = url[start..<url.count].quickHash | 1
        }
        add(Query(hash: hash, use: Use(count: 1, entry: entry, place: place)), 0)
    }

    /// Adds the queries of a fragment whose first item has the number `first`.
    mutating func add(_ others: ContiguousArray<Query>, _ first: UInt32) {
        for other in others { add(other, first) }
    }

    private mutating func add(_ other: Query, _ first: UInt32) {
        if let known = queries.firstIndex(where: { $0.hash == other.hash }) {
            queries[known].use.count += other.use.count
        } else if queries.count <= Self.mostQueries {
            queries.append(other)
            queries[queries.count - 1].use.entry += first
        }
    }

    /// Adds the codes of a fragment whose first item has the number `first`.
    mutating func add(_ others: ContiguousArray<Country>, _ first: UInt32) {
        for other in others { add(other, first) }
    }

    private mutating func add(_ other: Country, _ first: UInt32) {
        if let known = countries.firstIndex(where: { $0.code == other.code }) {
            countries[known].use.count += other.use.count
        } else if countries.count < Self.mostCountries {
            countries.append(other)
            countries[countries.count - 1].use.entry += first
        }
    }

    private mutating func add(_ other: Template, _ first: UInt32) {
        var known = templates.firstIndex { $0.hash == other.hash }
        if known == nil, templates.count < Self.mostTemplates {
            templates.append(Template(hash: other.hash, beginning: other.beginning, open: Use(), play: Use()))
            known = templates.count - 1
        }
        guard let known else { return }
        for action in [\Template.open, \Template.play] where other[keyPath: action].count > 0 {
            let use = other[keyPath: action]
            if templates[known][keyPath: action].count == 0 {
                templates[known][keyPath: action] = Use(entry: use.entry + first, place: use.place)
            }
            templates[known][keyPath: action].count += use.count
        }
    }

    /// Adds the parts of the path and the values of the query, each once for an item.
    private mutating func addParts(of url: FeedText, _ entry: UInt32, _ place: UInt16, _ isPlay: Bool, _ first: Int) {
        // A custom scheme may have the id as its host; the host of a page is no id.
        var start = 0
        if let colon = url.bytes.firstIndex(of: UInt8(ascii: ":")) { start = colon + 1 }
        while start < url.count, url[start] == UInt8(ascii: "/") { start += 1 }
        var count = 0
        for index in start...url.count where index == url.count || Self.isSeparator(url[index]) {
            let part = url[start..<index]
            start = index + 1
            guard part.count >= Self.shortestPart, part.count <= 255, count < Self.maximumParts else { continue }
            let hash = part.quickHash
            guard !foreignParts[first...].contains(where: { $0.hash == hash && (!isPlay || $0.isPlay) }) else {
                continue
            }
            count += 1
            foreignParts.append(Part(entry: entry, place: place, isPlay: isPlay, hash: hash))
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: ";"),
            UInt8(ascii: "#"):
            true
        default: false
        }
    }
}
