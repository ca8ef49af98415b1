/// A language that a remote control names.
package struct LanguageRequest: Sendable, Hashable {
    package var tag: String?
    package var identifier: String?
    /// nil: audio or subtitles.
    package var type: MPNowPlayingInfoLanguageOptionType?

    package init(tag: String? = nil, identifier: String? = nil, type: MPNowPlayingInfoLanguageOptionType? = nil) {
        self.tag = tag
        self.identifier = identifier
        self.type = type
    }

    /// Returns the option that the request means: by its identifier, else the first with that language.
    func option(in groups: [MPNowPlayingInfoLanguageOptionGroup]) -> MPNowPlayingInfoLanguageOption? {
        let options = groups.flatMap(\.languageOptions).filter { type == nil || $0.languageOptionType == type }
        if let identifier { return options.first { $0.identifier == identifier } }
        guard let tag = tag?.lowercased() else { return nil }
        func language(_ tag: String) -> Substring { tag.lowercased().prefix { $0 != "-" && $0 != "_" } }
        return options.first { $0.languageTag?.lowercased() == tag }
            ?? options.first { $0.languageTag.map(language) == language(tag) }
    }
}
