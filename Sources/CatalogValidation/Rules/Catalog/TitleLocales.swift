import UniversalMediaCatalog

/// The locales of an item's titles. Valid only during the call that received the item.
///
/// Few titles are compared one by one. The look-ups for many titles take a time that does not depend on their number.
struct TitleLocales {
    private static let mostCompared = 200
    /// Longest list of locales that is searched for each of them, in bytes.
    private static let longestSearched = 1_000

    private let item: CatalogItemView
    private let table: Table?

    init(_ item: CatalogItemView) {
        self.item = item
        // An item with so many titles has at least as many descendants.
        let isLarge = item.node.descendants.count > Self.mostCompared
        table = isLarge ? Table(item) : nil
    }

    /// Returns whether the item has a title in a locale, or in one that begins with it or with which it begins.
    func contain(_ locale: FeedText) -> Bool {
        if let table { return table.contains(locale) }
        for title in item.children(.title) {
            let isCovered = Self.withLocale(of: title, item.head.defaultLocale) { Self.covers(locale, $0) }
            if isCovered { return true }
        }
        return false
    }

    /// Returns whether a list contains a locale of the same language in which the item has a title.
    /// - Parameter languages: the languages with titles of a long list, which the first call for the list finds.
    func containLanguage(of locale: FeedText, in all: FeedText, _ languages: inout Set<String>?) -> Bool {
        let language = Self.language(locale)
        guard all.count > Self.longestSearched else {
            return all.commaList.contains { Self.language($0).isSameIgnoringCase(language) && contain($0) }
        }
        let found = languages ?? Set(all.commaList.filter(contain).map { Self.language($0).string.lowercased() })
        languages = found
        return found.contains(language.string.lowercased())
    }

    /// Returns the letters with which a locale begins.
    private static func language(_ locale: FeedText) -> FeedText {
        var end = 0
        while end < locale.count, isLetter(locale[end]) { end += 1 }
        return locale[0..<end]
    }

    private static func withLocale<Result>(
        of title: FeedNode, _ defaultLocale: String, _ body: (FeedText) -> Result
    ) -> Result {
        if let own = title[.locale] { return body(own.trimmed) }
        var name = defaultLocale
        return name.withUTF8 { body(FeedText(bytes: $0)) }
    }

    /// Returns whether one locale equals or is a prefix of the other; `*` matches anything.
    private static func covers(_ locale: FeedText, _ title: FeedText) -> Bool {
        if let region = region(ofWildcard: locale) {
            return title.count >= region.count
                && title[title.count - region.count..<title.count].isSameIgnoringCase(region)
        }
        let locale = withoutWildcard(locale)
        let (short, long) = locale.count <= title.count ? (locale, title) : (title, locale)
        guard !short.isEmpty, long[0..<short.count].isSameIgnoringCase(short) else { return false }
        return short.count == long.count || long[short.count] == UInt8(ascii: "-")
    }

    /// Returns the end `-AU` of `*-AU`.
    private static func region(ofWildcard locale: FeedText) -> FeedText? {
        locale.count > 2 && locale[0] == UInt8(ascii: "*") ? locale[1..<locale.count] : nil
    }

    /// Returns `en` for `en-*`.
    private static func withoutWildcard(_ locale: FeedText) -> FeedText {
        locale.count > 2 && locale[locale.count - 1] == UInt8(ascii: "*") ? locale[0..<locale.count - 2] : locale
    }

    /// The locales of many titles, in lower case. Longer texts than `longest` are no locales, and are not compared.
    private struct Table {
        private static let longest = 64

        private var whole: Set<String> = []
        /// The locales, and their parts before each hyphen.
        private var beginnings: Set<String> = []
        /// The ends of the locales.
        private var ends: Set<String> = []

        init(_ item: CatalogItemView) {
            for title in item.children(.title) {
                TitleLocales.withLocale(of: title, item.head.defaultLocale) { locale in
                    guard !locale.isEmpty, locale.count <= Self.longest, whole.insert(Self.lower(locale)).inserted
                    else {
                        return
                    }
                    forEachBeginning(of: locale) { beginnings.insert(Self.lower($0)) }
                    for start in 0..<locale.count { ends.insert(Self.lower(locale[start..<locale.count])) }
                }
            }
        }

        func contains(_ locale: FeedText) -> Bool {
            if let region = TitleLocales.region(ofWildcard: locale) {
                return region.count <= Self.longest && ends.contains(Self.lower(region))
            }
            let locale = TitleLocales.withoutWildcard(locale)
            guard !locale.isEmpty, locale.count <= Self.longest else { return false }
            if beginnings.contains(Self.lower(locale)) { return true }
            var isFound = false
            forEachBeginning(of: locale) { if !isFound { isFound = whole.contains(Self.lower($0)) } }
            return isFound
        }

        private static func lower(_ text: FeedText) -> String { text.string.lowercased() }

        private func forEachBeginning(of locale: FeedText, _ body: (FeedText) -> Void) {
            for end in 1...locale.count where end == locale.count || locale[end] == UInt8(ascii: "-") {
                body(locale[0..<end])
            }
        }
    }
}
