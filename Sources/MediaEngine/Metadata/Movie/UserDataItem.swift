import Foundation

/// The items of user data: international text of QuickTime, and the assets of 3GPP TS 26.244 section 8.
enum UserDataItem {
    /// The maximum size of an item; larger ones are ignored.
    static let maximumBytes = 1 << 20

    static func tags(_ type: String, _ bytes: [UInt8], isQuickTime: Bool) -> [ContainerTag] {
        if type.first == "\u{A9}" { return international(type, bytes, isQuickTime: isQuickTime) }
        switch type {
        case "name", "tnam", "tagc", "ades", "date":
            let body = type == "name" || type == "tagc" || isQuickTime ? bytes[...] : bytes.dropFirst(4)
            let text = StoredText.decode(StoredText.terminated(body))
            return text.isEmpty
                ? [] : [ContainerTag(isQuickTime ? .quickTimeUserData : .isoUserData, type, .text(text))]
        default:
            return asset(type, bytes).map { [$0] } ?? []
        }
    }

    /// A list of texts, each with its size and language.
    private static func international(_ type: String, _ bytes: [UInt8], isQuickTime: Bool) -> [ContainerTag] {
        var tags: [ContainerTag] = []
        var at = 0
        while let size = bytes.number(at: at, count: 2, before: bytes.count),
            let language = bytes.number(at: at + 2, count: 2, before: bytes.count), at + 4 + size <= bytes.count
        {
            let text = StoredText.decode(
                StoredText.terminated(bytes[at + 4..<at + 4 + size]), isMacintosh: language < 0x400)
            if !text.isEmpty {
                tags.append(
                    ContainerTag(
                        .quickTimeUserData, type, .text(text),
                        language: MovieLanguage.tag(language, isQuickTime: isQuickTime)))
            }
            at += 4 + size
        }
        return tags
    }

    /// Returns an asset of 3GPP: version and flags, often a language, and a text or number.
    private static func asset(_ type: String, _ bytes: [UInt8]) -> ContainerTag? {
        func number(_ at: Int, _ count: Int) -> Int? { bytes.number(at: at, count: count, before: bytes.count) }
        func text(at: Int, languageAt: Int) -> ContainerTag? {
            guard let language = number(languageAt, 2), at <= bytes.count else { return nil }
            // UTF-16 contains zero bytes.
            let rest = bytes[at...]
            let isWide = rest.starts(with: [0xfe, 0xff]) || rest.starts(with: [0xff, 0xfe])
            let text = StoredText.decode(isWide ? rest : StoredText.terminated(rest))
                .prefix { $0 != "\0" }
            guard !text.isEmpty else { return nil }
            return ContainerTag(
                .isoUserData, type, .text(String(text)), language: MovieLanguage.tag(language, isQuickTime: false))
        }
        switch type {
        case "titl", "dscp", "cprt", "perf", "auth", "gnre", "albm", "coll": return text(at: 6, languageAt: 4)
        case "yrrc": return number(4, 2).map { ContainerTag(.isoUserData, type, .integer(Int64($0))) }
        case "rtng": return text(at: 14, languageAt: 12)
        case "clsf": return text(at: 12, languageAt: 10)
        case "kywd": return keywords(bytes)
        case "loci": return location(bytes)
        default: return nil
        }
    }

    private static func keywords(_ bytes: [UInt8]) -> ContainerTag? {
        guard let language = bytes.number(at: 4, count: 2, before: bytes.count),
            let count = bytes.number(at: 6, count: 1, before: bytes.count)
        else { return nil }
        var words: [String] = []
        var at = 7
        for _ in 0..<count {
            guard let size = bytes.number(at: at, count: 1, before: bytes.count), at + 1 + size <= bytes.count else {
                break
            }
            words.append(String(StoredText.decode(bytes[at + 1..<at + 1 + size]).prefix { $0 != "\0" }))
            at += 1 + size
        }
        guard !words.isEmpty else { return nil }
        return ContainerTag(
            .isoUserData, "kywd", .text(words.joined(separator: ", ")),
            language: MovieLanguage.tag(language, isQuickTime: false))
    }

    /// Returns the position in the form of ISO 6709, with the altitude in metres unless it is zero: "+48.1372+011.5755+519.000/"; and the
    /// name of the place.
    private static func location(_ bytes: [UInt8]) -> ContainerTag? {
        guard bytes.count > 6 else { return nil }
        let name = StoredText.terminated(bytes[6...])
        let at = 6 + name.count + 2
        guard let east = bytes.number(at: at, count: 4, before: bytes.count),
            let north = bytes.number(at: at + 4, count: 4, before: bytes.count)
        else { return nil }
        func fixed(_ bits: Int) -> Double { Double(Int32(truncatingIfNeeded: bits)) / 65536 }
        let altitude = bytes.number(at: at + 8, count: 4, before: bytes.count).map(fixed) ?? 0
        let height = altitude == 0 ? "" : String(format: "%+.3f", altitude)
        let language = bytes.number(at: 4, count: 2, before: bytes.count)
        return ContainerTag(
            .isoUserData, "loci", .text(String(format: "%+08.4f%+09.4f", fixed(north), fixed(east)) + height + "/"),
            language: language.flatMap { MovieLanguage.tag($0, isQuickTime: false) }, info: StoredText.decode(name))
    }
}
