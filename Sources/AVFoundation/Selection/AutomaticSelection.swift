import Localization

/// Selects an option of a group for which the viewer has made no selection (semantics section 9). Without side effects; the caller decides
/// when.
package struct AutomaticSelection: Sendable {
    /// The client's criteria, or nil for the preferences.
    package var criteria: AVPlayerMediaSelectionCriteria?
    package var preferences: SelectionPreferences
    /// The languages of the desktop, in order of preference.
    package var viewerLanguages: [String]

    package init(
        criteria: AVPlayerMediaSelectionCriteria?, preferences: SelectionPreferences = SelectionPreferences(),
        viewerLanguages: [String] = ViewerLanguages.current
    ) {
        self.criteria = criteria
        self.preferences = preferences
        self.viewerLanguages = viewerLanguages
    }

    /// - Parameter audioLanguage: the language of the selected audio, for legible groups.
    package func option(in group: AVMediaSelectionGroup, audioLanguage: String? = nil) -> AVMediaSelectionOption? {
        let isLegible = group.characteristic == .legible
        let options = isLegible ? group.options.filter(preferences.allows) : group.options
        let requested: AVMediaSelectionOption?
        if let criteria {
            requested = best(
                in: options, principal: criteria.principalMediaCharacteristics ?? [],
                languages: ViewerLanguages.resolve(criteria.preferredLanguages ?? []),
                preferred: criteria.preferredMediaCharacteristics ?? [])
        } else if isLegible {
            requested = captions(in: options, audioLanguage: audioLanguage)
        } else {
            requested = audio(in: options)
        }
        if let requested { return requested }
        guard isLegible else { return group.defaultOption }
        if preferences.requiresCaptions, let required = required(in: options) { return required }
        if let forced = Self.forced(in: options, audioLanguage: audioLanguage) { return forced }
        if criteria == nil, preferences.hidesCaptions, group.allowsEmptySelection { return nil }
        return group.defaultOption.flatMap { options.contains($0) ? $0 : nil }
    }

    /// Returns the best option by principal characteristics, then languages in their order, then preferred characteristics; the first of
    /// equal ones.
    private func best(
        in options: [AVMediaSelectionOption], principal: [AVMediaCharacteristic], languages: [String],
        preferred: [AVMediaCharacteristic]
    ) -> AVMediaSelectionOption? {
        let essential = options.filter { option in
            option.isPlayable && principal.allSatisfy(option.hasMediaCharacteristic)
                && (principal.contains(.containsOnlyForcedSubtitles)
                    || !option.hasMediaCharacteristic(.containsOnlyForcedSubtitles))
        }
        if languages.isEmpty {
            guard !principal.isEmpty || !preferred.isEmpty else { return nil }
            let chosen = mostFitting(essential, preferred: preferred)
            // Without principal characteristics, an option must have a preferred characteristic to override the default.
            guard let chosen, !principal.isEmpty || preferred.contains(where: chosen.hasMediaCharacteristic) else {
                return nil
            }
            return chosen
        }
        for language in languages {
            let ranked = essential.compactMap { option -> (Int, AVMediaSelectionOption)? in
                guard let tag = option.extendedLanguageTag, let rank = LanguageMatching.rank(language, tag) else {
                    return nil
                }
                return (rank, option)
            }
            guard let nearest = ranked.map(\.0).min() else { continue }
            return mostFitting(ranked.filter { $0.0 == nearest }.map(\.1), preferred: preferred)
        }
        return nil
    }

    /// Returns the option with the most preferred characteristics; among equal ones an option for the general audience, and the first of
    /// those.
    private func mostFitting(_ options: [AVMediaSelectionOption], preferred: [AVMediaCharacteristic])
        -> AVMediaSelectionOption?
    {
        let scored = options.map { option in
            (
                preferred.count(where: option.hasMediaCharacteristic) * 100
                    - Self.special.count(where: { option.hasMediaCharacteristic($0) && !preferred.contains($0) }),
                option
            )
        }
        guard let most = scored.map(\.0).max() else { return nil }
        return scored.first { $0.0 == most }?.1
    }

    /// The characteristics for a special audience; options with them are selected only on request.
    private static let special: [AVMediaCharacteristic] = [
        .isAuxiliaryContent, .describesVideoForAccessibility, .transcribesSpokenDialogForAccessibility,
    ]

    // MARK: Preferences

    private var audioLanguages: [String] { preferences.audioLanguages + viewerLanguages }

    private func audio(in options: [AVMediaSelectionOption]) -> AVMediaSelectionOption? {
        if let chosen = chosen(preferences.audioChoice, in: options) { return chosen }
        return best(
            in: options, principal: [], languages: audioLanguages,
            preferred: preferences.prefersAudioDescription ? [.describesVideoForAccessibility] : [])
    }

    /// Returns the option that is like the viewer's last choice.
    private func chosen(
        _ choice: SelectionPreferences.Choice?, in options: [AVMediaSelectionOption]
    ) -> AVMediaSelectionOption? {
        guard case .option(let language, let characteristics) = choice else { return nil }
        return best(
            in: options, principal: [], languages: [language],
            preferred: characteristics.map(AVMediaCharacteristic.init(rawValue:)))
    }

    /// Returns the captions of the viewer's last choice or preferred languages; else captions where the viewer always wants them, or does
    /// not understand the audio.
    private func captions(in options: [AVMediaSelectionOption], audioLanguage: String?) -> AVMediaSelectionOption? {
        guard !preferences.hidesCaptions else { return nil }
        if let chosen = chosen(preferences.captionChoice, in: options) { return chosen }
        if !preferences.captionLanguages.isEmpty,
            let preferred = captions(in: options, languages: preferences.captionLanguages)
        {
            return preferred
        }
        let understands = audioLanguage.map { audio in
            audioLanguages.contains { LanguageMatching.rank($0, audio) != nil }
        }
        guard preferences.captionDisplay == .always || understands == false else { return nil }
        return captions(in: options, languages: preferences.captionLanguages + viewerLanguages)
    }

    private func captions(in options: [AVMediaSelectionOption], languages: [String]) -> AVMediaSelectionOption? {
        best(
            in: options, principal: [], languages: languages,
            preferred: preferences.prefersClosedCaptions ? [.transcribesSpokenDialogForAccessibility] : [])
    }

    /// Returns the captions for a client that requires some: in the viewer's languages, else the first full captions.
    private func required(in options: [AVMediaSelectionOption]) -> AVMediaSelectionOption? {
        captions(in: options, languages: preferences.captionLanguages + viewerLanguages)
            ?? options.first { $0.isPlayable && !$0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) }
    }

    /// Returns the forced captions in the language of the audio, which translate foreign-language passages.
    package static func forced(
        in options: [AVMediaSelectionOption], audioLanguage: String?
    ) -> AVMediaSelectionOption? {
        guard let audioLanguage else { return nil }
        return options.first { option in
            option.isPlayable && option.hasMediaCharacteristic(.containsOnlyForcedSubtitles)
                && option.extendedLanguageTag.map { LanguageMatching.rank(audioLanguage, $0) != nil } == true
        }
    }
}
