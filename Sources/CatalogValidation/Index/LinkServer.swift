import UniversalMediaCatalog

/// The platforms of an item's links (umc-availability.md 3), one bit each; those of this project's extensions are left out.
struct LinkPlatforms: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let atv = LinkPlatforms(rawValue: 1)
    static let ios = LinkPlatforms(rawValue: 2)
    static let web = LinkPlatforms(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The platforms of the `locator` elements of `locators`.
    init(_ locators: FeedNode) {
        var platforms: LinkPlatforms = []
        for node in locators.children where node.name == .locator {
            guard let text = node[.platform]?.trimmed, text.count == 3 else { continue }
            if text.isIgnoringCase("atv") {
                platforms.insert(.atv)
            } else if text.isIgnoringCase("ios") {
                platforms.insert(.ios)
            } else if text.isIgnoringCase("web") {
                platforms.insert(.web)
            }
        }
        self = platforms
    }
}

/// A server that https links of a feed lead to, or a scheme of links into the app, with the number of its links.
struct LinkServer: Sendable {
    /// The server's name, with its port.
    var name: TextTable.Symbol
    var hash: UInt64
    var count: Int
    /// The first item with a link to the server.
    var entry: UInt32
    /// Number of that link among those of its item, from 1.
    var place: UInt16

    /// Number of servers of which a feed retains the counts; a feed with more has a server for each item.
    static let maximum = 16

    /// Returns where the server of an https link is, or the scheme of a link into the app; nil for other texts.
    static func range(in url: FeedText) -> Range<Int>? {
        if url.hasPrefix("https://") {
            var end = 8
            while end < url.count, url[end] != UInt8(ascii: "/"), url[end] != UInt8(ascii: "?") { end += 1 }
            return 8..<end
        }
        var end = 0
        while end < min(url.count, 40), isLetter(url[end]) { end += 1 }
        guard end > 5, end < url.count, url[end] == UInt8(ascii: ":") else { return nil }
        return 0..<end
    }

    func isBefore(_ other: LinkServer) -> Bool { (entry, place) < (other.entry, other.place) }

    /// Adds the counts of a fragment whose first item has the number `first`.
    static func add(
        _ servers: ContiguousArray<LinkServer>, to all: inout ContiguousArray<LinkServer>, _ first: UInt32,
        _ symbol: (TextTable.Symbol) -> TextTable.Symbol
    ) {
        for var server in servers {
            if let known = all.firstIndex(where: { $0.hash == server.hash }) {
                all[known].count += server.count
            } else if all.count < maximum {
                server.entry += first
                server.name = symbol(server.name)
                all.append(server)
            }
        }
    }
}

/// A country code of two letters, as one number.
struct CountryCode: Hashable, Sendable {
    private let value: UInt16

    /// The country of a place code such as `US`, `US-CA`, `dma:501` or `postal:US:94110`; nil for other texts.
    init?(place text: FeedText) {
        if text.hasPrefix("dma:") {
            self.init(UInt8(ascii: "U"), UInt8(ascii: "S"))
        } else if text.hasPrefix("postal:"), text.count > 9 {
            self.init(text[7], text[8])
        } else if text.count == 2 || text.count > 3 && text[2] == UInt8(ascii: "-") {
            self.init(text[0], text[1])
        } else {
            return nil
        }
    }

    /// - Parameter code: two upper-case letters.
    init?(_ code: String) {
        let bytes = Array(code.utf8)
        guard bytes.count == 2 else { return nil }
        self.init(bytes[0], bytes[1])
    }

    private init?(_ first: UInt8, _ second: UInt8) {
        guard first &- 65 < 26, second &- 65 < 26 else { return nil }
        value = UInt16(first) << 8 | UInt16(second)
    }

    var string: String { String(decoding: [UInt8(value >> 8), UInt8(value & 255)], as: UTF8.self) }
}

/// A name of a channel in a feed or a manifest.
struct ServiceName: Sendable {
    var locale: String
    var text: String

    /// The synonyms of a service.
    static func synonyms(of service: FeedNode) -> [ServiceName] {
        service.children.named(.name).compactMap { node in
            guard node[.type].map({ $0 == "synonym" }) ?? false, !node.text.isBlank else { return nil }
            return ServiceName(
                locale: node[.locale]?.trimmed.string.lowercased() ?? "", text: node.text.trimmed.string)
        }
    }

    /// The names of a service, without synonyms.
    static func all(of service: FeedNode) -> [ServiceName] {
        service.children.named(.name).compactMap { node in
            guard node[.type] == nil, !node.text.isBlank else { return nil }
            return ServiceName(
                locale: node[.locale]?.trimmed.string.lowercased() ?? "", text: node.text.trimmed.string)
        }
    }
}
