import UniversalMediaCatalog

/// A set of languages, by the primary subtag of their BCP 47 tags. All languages outside the list share one bit.
struct LanguageMask: OptionSet, Sendable, Hashable {
    let rawValue: UInt64

    /// Languages outside the list.
    static let other = LanguageMask(rawValue: 1 << 63)

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// - Parameter tag: a tag such as `en-US`; empty for no language.
    init(_ tag: FeedText) {
        var count = 0
        while count < tag.count, isLetter(tag[count]) { count += 1 }
        switch count {
        case 0: rawValue = 0
        case 2:
            let place = Self.places[(Int(tag[0] | 32) - 97) * 26 + Int(tag[1] | 32) - 97]
            rawValue = 1 << UInt64(place)
        case 3 where tag[0..<3].isIgnoringCase("cmn") || tag[0..<3].isIgnoringCase("yue"): self = Self("zh")
        case 3 where tag[0..<3].isIgnoringCase("fil"): self = Self("tl")
        default: self = .other
        }
    }

    init(_ tag: String) {
        var tag = tag
        self = tag.withUTF8 { LanguageMask(FeedText(bytes: $0)) }
    }

    /// The language codes, in alphabetical order.
    var codes: [String] {
        let known = Self.list.enumerated().filter { rawValue & (1 << UInt64($0.offset)) != 0 }.map(\.element)
        return known.sorted() + (contains(.other) ? ["others"] : [])
    }

    private static let list: [String] =
        """
        en es fr de it pt nl sv da no fi is pl cs sk hu ro bg ru uk el tr ar he fa ja ko zh hi bn ta te ml kn mr gu pa ur
        th vi id ms tl hr sr sl lt lv et ca eu gl ga cy sw af sq mk hy ka
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    private static let places: [UInt8] = {
        var places = [UInt8](repeating: 63, count: 26 * 26)
        func set(_ code: String, _ place: Int) {
            let letters = Array(code.utf8)
            places[(Int(letters[0]) - 97) * 26 + Int(letters[1]) - 97] = UInt8(place)
        }
        for (place, code) in list.enumerated() { set(code, place) }
        // Deprecated and narrower codes of the same language.
        for (code, same) in [("nb", "no"), ("nn", "no"), ("iw", "he"), ("in", "id"), ("bs", "hr"), ("mo", "ro")] {
            set(code, list.firstIndex(of: same) ?? 63)
        }
        return places
    }()
}
