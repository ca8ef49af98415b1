/// The preferences by which a rendition of a group is selected (spec/hls.md section 4; bis section 4.4.6.1).
public struct RenditionPreferences: Sendable, Hashable {
    /// The viewer's choice, which overrides everything else where the option is available.
    public enum Choice: Sendable, Hashable {
        case automatic
        case option(RenditionOption)
        /// No subtitles or captions. Forced ones may still be displayed.
        case off
    }

    public var choice = Choice.automatic
    /// The application's languages, best first (BCP 47); considered before the playlist's defaults.
    public var languages: [String] = []
    /// Characteristics that the application prefers; considered together with `languages`.
    public var characteristics: Set<String> = []
    /// The viewer's languages, best first.
    public var systemLanguages: [String] = []

    public init() {}
}

extension RenditionPreferences {
    /// Selects the rendition of a group to play, in this order: the viewer's choice, the application's criteria, DEFAULT=YES,
    /// AUTOSELECT=YES in the viewer's language, the first.
    /// - Returns: nil where nothing is to be played: the group has no members, or subtitles were not requested.
    public func select(_ members: [Rendition]) -> Rendition? {
        guard let first = members.first else { return nil }
        let isOptional = first.kind == .subtitles || first.kind == .closedCaptions
        let open = members.filter { !$0.isForced }
        switch choice {
        case .option(let option):
            if let exact = members.first(where: { RenditionOption($0) == option })
                ?? members.first(where: { $0.name == option.name && $0.language == option.language })
                ?? members.first(where: { $0.language == option.language && $0.isForced == option.isForced })
            {
                return exact
            }
        case .off where isOptional: return nil
        case .off, .automatic: break
        }
        if let chosen = matchingCriteria(open) { return chosen }
        if let chosen = open.first(where: \.isDefault) { return chosen }
        let selectable = open.filter(\.isAutoselect)
        if !isOptional {
            return Self.best(selectable, for: systemLanguages) ?? open.first ?? first
        }
        return nil
    }

    /// Returns the forced subtitles in the language of the audio, which are displayed when no others are (bis: FORCED).
    public static func forced(_ members: [Rendition], audioLanguage: String?) -> Rendition? {
        guard let audioLanguage else { return nil }
        return best(members.filter(\.isForced), for: [audioLanguage])
    }

    private func matchingCriteria(_ members: [Rendition]) -> Rendition? {
        guard !languages.isEmpty || !characteristics.isEmpty else { return nil }
        let described = members.filter { characteristics.isSubset(of: $0.characteristics) }
        if languages.isEmpty { return described.first }
        // The language has priority over the characteristics.
        return Self.best(described, for: languages) ?? Self.best(members, for: languages)
    }

    /// Returns the first member in the best language: exact tags before those of the same primary language, LANGUAGE before ASSOC-LANGUAGE.
    static func best(_ members: [Rendition], for languages: [String]) -> Rendition? {
        for wanted in languages {
            let plain = members.filter { $0.channelLayout?.hasUnknownParts != true }
            for candidates in [plain, members] {
                if let match = candidates.first(where: { LanguageTag.isSame($0.language, wanted) })
                    ?? candidates.first(where: { LanguageTag.isRelated($0.language, wanted) })
                    ?? candidates.first(where: { LanguageTag.isSame($0.associatedLanguage, wanted) })
                    ?? candidates.first(where: { LanguageTag.isRelated($0.associatedLanguage, wanted) })
                {
                    return match
                }
            }
        }
        return nil
    }
}

/// Compares BCP 47 language tags.
enum LanguageTag {
    static func isSame(_ tag: String?, _ wanted: String) -> Bool {
        guard let tag else { return false }
        return normal(tag) == normal(wanted)
    }

    /// Returns whether two tags have the same primary language, whatever the region.
    static func isRelated(_ tag: String?, _ wanted: String) -> Bool {
        guard let tag, let primary = normal(tag).first, let other = normal(wanted).first else { return false }
        return primary == other && primary != "und"
    }

    private static func normal(_ tag: String) -> [String] {
        var parts = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        if let first = parts.first { parts[0] = threeLetters[first] ?? first }
        return parts
    }

    /// Three-letter codes in use for languages that have a two-letter code.
    private static let threeLetters = [
        "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it", "por": "pt",
        "jpn": "ja",
        "zho": "zh", "chi": "zh", "kor": "ko", "rus": "ru", "nld": "nl", "dut": "nl", "swe": "sv", "nor": "no",
        "dan": "da",
        "fin": "fi", "pol": "pl", "ara": "ar", "hin": "hi", "tur": "tr", "heb": "he", "ces": "cs", "cze": "cs",
        "ell": "el",
        "gre": "el", "hun": "hu", "ron": "ro", "rum": "ro", "ukr": "uk", "cym": "cy", "wel": "cy",
    ]
}
