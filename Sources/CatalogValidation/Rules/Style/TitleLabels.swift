import UniversalMediaCatalog

/// STY-TITLE-LABEL: versions, languages, companies, numbers and file extensions in titles.
struct TitleLabels: TextRule {
    static let info = RuleInfo(
        "STY-TITLE-LABEL",
        "A title has no bracketed version or language, no file extension, and no name of the studio or network before it.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "remove this part of the title; versions belong in movieInfo/version, languages in playableProperties",
        class: .shouldFix,
        bad: [
            .title("The Paper Lighthouse (Director’s Cut)"), .title("The Paper Lighthouse [Extended Edition]"),
            .title("The Paper Lighthouse (French)"), .title("The Paper Lighthouse.mp4"),
            .title("Invented Tide Pictures’ The Paper Lighthouse"),
            .title("Invented Tide Pictures: The Paper Lighthouse"), .title("Movie: The Paper Lighthouse"),
            .title("FILM - The Paper Lighthouse"), .episode("Episode: The Crane Who Collected Bells"),
            .episode("#4 The Crane Who Collected Bells"),
            .episode("The Crane Who Collected Bells [SEASON FINALE]"),
            .title("The Paper Lighthouse [LBM0001]"), .title("The Paper Lighthouse #1001"),
            .title("The Paper Lighthouse (102 min)"), .title("The Paper Lighthouse (dir. Imre Fictional)"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("Lighthouse: The Final Cut"), .title("Show: The Paper Lighthouse"),
            .title("Movie Night: The Paper Lighthouse"), .title("The Paper Lighthouse (Part Two)"),
            .title("English.com"),
            .title("(French) Kiss"), .episode("#1 Fan"), .episode("#"),
            .title("The Paper Lighthouse (and Other Charts)"), .title("The Paper Lighthouse [REC]"),
            .title("The Paper Lighthouse (UB40)"), .title("The Paper Lighthouse (60 Minutes to Go)"),
            .title("Fan #1"), .title("The Paper Lighthouse (Directors)"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.isTitle, text.isShownTitle else { return }
        let title = text.text
        guard title.count > 6 else { return }
        let last = title[title.count - 1]
        if last == UInt8(ascii: ")") || last == UInt8(ascii: "]"), let label = Self.label(title) {
            let isUsual = last == UInt8(ascii: ")") && Self.isVersion(label) && item.info?.first(.version) == nil
            return findings.report(
                info, at: text.node, level: isUsual ? .info : nil,
                "the title \(title.cited) names a version: \(label.cited)")
        }
        if item.type != .episode, let number = Self.catalogNumber(title) {
            return findings.report(
                info, at: text.node, remedy: "remove the number",
                "the title \(title.cited) ends with the number of a catalog: \(number.cited)")
        }
        if text.features.contains(.innerDot), let ending = Self.ending(title) {
            return findings.report(
                info, at: text.node, remedy: "remove the extension",
                "the title \(title.cited) ends like the name of a file: \(ending.cited)")
        }
        if title[0] == UInt8(ascii: "#"), item.type == .episode, Self.isNumbered(title) {
            return findings.report(
                info, at: text.node, remedy: "remove the number; it belongs in episodeNumber",
                "the title \(title.cited) begins with a number")
        }
        if let kind = Self.kind(title, item.type) {
            return findings.report(
                info, at: text.node, remedy: "remove it; contentType states what the item is",
                "the title \(title.cited) begins with the type of the item: \(kind.cited)")
        }
        guard text.features.contains(.colon) || !text.features.isDisjoint(with: [.apostrophe, .symbol]),
            let owner = Self.owner(title, item)
        else { return }
        findings.report(
            info, at: text.node, remedy: "remove the name of the company, unless it is part of the official title",
            "the title \(title.cited) begins with \(owner.cited), its studio or network")
    }

    /// Returns a bracketed version or language at the end.
    private static func label(_ title: FeedText) -> FeedText? {
        var start = title.count - 1
        while start > 0, title[start] != UInt8(ascii: "("), title[start] != UInt8(ascii: "[") { start -= 1 }
        guard start > 1 else { return nil }
        let name = title[start + 1..<title.count - 1].trimmed
        guard
            labels.ignoringCase(name) ?? versions.ignoringCase(name) != nil || isCode(name) || isRunningTime(name)
                || credits.begin(name)
        else { return nil }
        return title[start..<title.count]
    }

    /// Returns whether a text is an identifier such as `LBM0001`: two or more capital letters, then three or more digits.
    private static func isCode(_ text: FeedText) -> Bool {
        let bytes = text.bytes
        let digits = bytes.reversed().prefix { isDigit($0) }.count
        guard digits > 2, bytes.count - digits > 1, bytes.count < 24 else { return false }
        return bytes[..<(bytes.count - digits)].allSatisfy {
            $0 &- 65 < 26 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }

    /// Returns whether a text is a number of minutes, such as `102 min`.
    private static func isRunningTime(_ text: FeedText) -> Bool {
        var end = 0
        while end < text.count, isDigit(text[end]) { end += 1 }
        guard end > 0, end < 4, end < text.count else { return false }
        return units.ignoringCase(text[end..<text.count].trimmed) != nil
    }

    private static let units = WordTable(["min", "min.", "mins", "mins.", "minutes", "minuten", "minuti", "minutos"])
    private static let credits = Beginnings(ignoringCase: ["dir. ", "dir: ", "directed by ", "starring "])

    /// Returns `#1001` at the end of a title: a number sign and four or more digits.
    private static func catalogNumber(_ title: FeedText) -> FeedText? {
        var start = title.count
        while start > 0, isDigit(title[start - 1]) { start -= 1 }
        guard title.count - start > 3, start > 3, title[start - 1] == UInt8(ascii: "#"), title[start - 2] == 32 else {
            return nil
        }
        return title[start - 1..<title.count]
    }

    /// Returns whether a bracketed label names a version, as stores write it in titles, and no language or format.
    private static func isVersion(_ label: FeedText) -> Bool {
        versions.ignoringCase(label[1..<label.count - 1].trimmed) != nil
    }

    /// Returns the extension of a file. Titles without spaces are checked by STY-TITLE-FORM.
    private static func ending(_ title: FeedText) -> FeedText? {
        guard title.bytes.contains(32), let dot = title.bytes.lastIndex(of: UInt8(ascii: ".")), title.count - dot <= 5,
            endings.ignoringCase(title[dot..<title.count]) != nil
        else { return nil }
        return title[dot..<title.count]
    }

    /// Returns whether a title begins like `#4 The …` and has at least two further words.
    private static func isNumbered(_ title: FeedText) -> Bool {
        var end = 1
        while end < title.count, isDigit(title[end]) { end += 1 }
        guard end > 1, end < 6, end + 2 < title.count else { return false }
        if title[end] == UInt8(ascii: ":") || title[end] == UInt8(ascii: ".") { return true }
        return title[end] == 32 && title[end + 1..<title.count].bytes.contains(32)
    }

    /// Returns the name of the content type that precedes a title, as in `Movie: Title`.
    private static func kind(_ title: FeedText, _ type: ContentTypes) -> FeedText? {
        let words: WordTable<Bool>
        switch type {
        case .movie: words = movieWords
        case .show: words = showWords
        case .episode: words = episodeWords
        default: return nil
        }
        // The longest one has 13 characters.
        for index in 3..<min(14, title.count - 3) {
            let byte = title[index]
            guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") else { continue }
            guard title[index + 1] == 32, byte == UInt8(ascii: ":") || title[index - 1] == 32 else { return nil }
            return words.ignoringCase(title[0..<index].trimmed) == nil ? nil : title[0..<index + 1]
        }
        return nil
    }

    private static let movieWords = WordTable(["movie", "film", "feature film", "full movie", "película", "spielfilm"])
    private static let showWords = WordTable(["tv show", "tv series", "tv-show", "series", "serie"])
    private static let episodeWords = WordTable(["episode", "tv episode", "épisode", "folge", "episodio"])

    /// Returns the studio or network that is the owner in a title, as in `Acme’s Title` or `Acme: Title`.
    private static func owner(_ title: FeedText, _ item: CatalogItemView) -> FeedText? {
        guard let block = item.info else { return nil }
        for node in block.children where node.name == .studio || node.name == .network {
            let name = node.text.trimmed
            guard name.count > 3, title.count > name.count + 3, title.hasPrefix(name) else { continue }
            let rest = title[name.count..<title.count]
            if rest.hasPrefix(": ") || rest.hasPrefix("'") || rest.hasPrefix("’") { return title[0..<name.count] }
        }
        return nil
    }

    private static let endings = WordTable([
        ".mp4", ".mov", ".mxf", ".mkv", ".m4v", ".avi", ".mpg", ".ts", ".xml", ".srt", ".jpg", ".png", ".m3u8",
    ])
    private static let versions = WordTable([
        "director's cut", "director’s cut", "directors cut", "extended cut", "extended edition", "extended version",
        "extended", "theatrical cut", "theatrical version", "theatrical", "final cut", "special edition",
        "collector's edition", "collector’s edition", "ultimate cut", "ultimate edition", "uncut", "uncensored",
        "remastered", "restored", "digitally remastered", "restored version", "black and white version", "langfassung",
        "kinofassung", "version longue", "version restaurée",
        "versión extendida", "versione integrale",
    ])
    private static let labels = WordTable([
        "imax", "widescreen", "full screen", "malayalam", "kannada",
        "bengali", "marathi", "punjabi", "french", "german", "spanish", "italian", "portuguese", "japanese", "korean",
        "chinese", "mandarin", "cantonese", "russian", "polish", "czech", "turkish", "arabic", "thai", "dutch",
        "swedish", "danish", "norwegian", "finnish", "greek", "hungarian", "romanian", "ukrainian", "hebrew",
        "vietnamese", "indonesian", "french version", "spanish version", "german version", "français", "italiano",
        "português", "latino", "castellano", "season finale", "series finale", "season premiere", "series premiere",
        "midseason finale", "mid-season finale", "midseason premiere", "finale", "double episode",
    ])
}
