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

    var playback: ContiguousArray<Playback> = []
    var foreignParts: ContiguousArray<Part> = []
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
            let isPlay = node[.action].map { $0.trimmed.isIgnoringCase("play") } ?? false
            if isPlayable, isPlay, !hasPlayback, !(node[.platform].map { $0.trimmed.isIgnoringCase("web") } ?? false) {
                hasPlayback = true
                playback.append(Playback(entry: entry, hash: url.quickHash))
            }
            if Self.contains(url, id) { hasOwnID = true } else { addParts(of: url, entry, place, isPlay, first) }
        }
        if place > 0 { linkedItems += 1 }
        if hasOwnID { itemsWithOwnID += 1 }
    }

    private static func contains(_ url: FeedText, _ id: FeedText) -> Bool {
        guard var start = url.bytes.baseAddress, let first = id.bytes.baseAddress else { return false }
        let end = start + url.count
        while end - start >= id.count, let found = memchr(start, Int32(first[0]), end - start - id.count + 1) {
            if memcmp(found, first, id.count) == 0 { return true }
            start += UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
        }
        return false
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
