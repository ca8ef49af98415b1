import Localization

/// Selects an option of a group for which the viewer has made no selection (semantics section 9). Without side effects; the caller decides
/// when.
package struct AutomaticSelection: Sendable {
    /// The client's criteria, or nil for the system's preferences.
    package var criteria: AVPlayerMediaSelectionCriteria?
    /// The viewer's languages, in order of preference.
    package var viewerLanguages: [String]
    /// Whether the viewer always wants captions.
    package var prefersCaptions: Bool

    package init(
        criteria: AVPlayerMediaSelectionCriteria?, viewerLanguages: [String] = ViewerLanguages.current,
        prefersCaptions: Bool = false
    ) {
        self.criteria = criteria
        self.viewerLanguages = viewerLanguages
        self.prefersCaptions = prefersCaptions
    }

    /// - Parameter audioLanguage: the language of the selected audio, for legible groups.
    package func option(in group: AVMediaSelectionGroup, audioLanguage: String? = nil) -> AVMediaSelectionOption? {
        let isLegible = group.characteristic == .legible
        let requested: AVMediaSelectionOption?
        if let criteria {
            requested = best(
                in: group.options, principal: criteria.principalMediaCharacteristics ?? [],
                languages: ViewerLanguages.resolve(criteria.preferredLanguages ?? []),
                preferred: criteria.preferredMediaCharacteristics ?? [])
        } else if isLegible {
            requested = captions(in: group, audioLanguage: audioLanguage)
        } else {
            requested = best(in: group.options, principal: [], languages: viewerLanguages, preferred: [])
        }
        if let requested { return requested }
        if isLegible, let forced = forced(in: group, audioLanguage: audioLanguage) { return forced }
        return group.defaultOption
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

    /// Selects captions automatically: where the viewer always wants them, or does not understand the audio language.
    private func captions(in group: AVMediaSelectionGroup, audioLanguage: String?) -> AVMediaSelectionOption? {
        let understands = audioLanguage.map { audio in
            viewerLanguages.contains { LanguageMatching.rank($0, audio) != nil }
        }
        guard prefersCaptions || understands == false else { return nil }
        let preferred: [AVMediaCharacteristic] = prefersCaptions ? [.transcribesSpokenDialogForAccessibility] : []
        return best(in: group.options, principal: [], languages: viewerLanguages, preferred: preferred)
    }

    /// Returns the forced captions in the language of the audio, which translate foreign-language passages.
    private func forced(in group: AVMediaSelectionGroup, audioLanguage: String?) -> AVMediaSelectionOption? {
        guard let audioLanguage else { return nil }
        return group.options.first { option in
            option.isPlayable && option.hasMediaCharacteristic(.containsOnlyForcedSubtitles)
                && option.extendedLanguageTag.map { LanguageMatching.rank(audioLanguage, $0) != nil } == true
        }
    }
}
