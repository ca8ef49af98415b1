/// Chooses among the options of a group where the viewer has not: semantics section 9. Pure; the caller decides when.
package struct AutomaticSelection: Sendable {
    /// What the client has asked for, or nil for what the system prefers.
    package var criteria: AVPlayerMediaSelectionCriteria?
    /// The viewer's languages, most wanted first.
    package var viewerLanguages: [String]
    /// Whether the viewer wants captions always.
    package var prefersCaptions: Bool

    package init(
        criteria: AVPlayerMediaSelectionCriteria?, viewerLanguages: [String] = ViewerLanguages.current,
        prefersCaptions: Bool = false
    ) {
        self.criteria = criteria
        self.viewerLanguages = viewerLanguages
        self.prefersCaptions = prefersCaptions
    }

    /// - Parameter audioLanguage: of the audio that is chosen, for groups that are read.
    package func option(in group: AVMediaSelectionGroup, audioLanguage: String? = nil) -> AVMediaSelectionOption? {
        let isLegible = group.characteristic == .legible
        let wished: AVMediaSelectionOption?
        if let criteria {
            wished = best(
                in: group.options, principal: criteria.principalMediaCharacteristics ?? [],
                languages: ViewerLanguages.resolve(criteria.preferredLanguages ?? []),
                preferred: criteria.preferredMediaCharacteristics ?? [])
        } else if isLegible {
            wished = captions(in: group, audioLanguage: audioLanguage)
        } else {
            wished = best(in: group.options, principal: [], languages: viewerLanguages, preferred: [])
        }
        if let wished { return wished }
        if isLegible, let forced = forced(in: group, audioLanguage: audioLanguage) { return forced }
        return group.defaultOption
    }

    /// Principal characteristics, then languages in their order, then preferred characteristics; the first of equals.
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
            // Without a principal wish, something of what is preferred has to be there to overrule the default.
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

    /// The one with most of the preferred characteristics; among equals one that is meant for everybody, and the first of those.
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

    /// Made for somebody in particular, so not taken unasked.
    private static let special: [AVMediaCharacteristic] = [
        .isAuxiliaryContent, .describesVideoForAccessibility, .transcribesSpokenDialogForAccessibility,
    ]

    /// Captions by themselves: where the viewer always wants them, or does not understand what is spoken.
    private func captions(in group: AVMediaSelectionGroup, audioLanguage: String?) -> AVMediaSelectionOption? {
        let understands = audioLanguage.map { audio in
            viewerLanguages.contains { LanguageMatching.rank($0, audio) != nil }
        }
        guard prefersCaptions || understands == false else { return nil }
        let preferred: [AVMediaCharacteristic] = prefersCaptions ? [.transcribesSpokenDialogForAccessibility] : []
        return best(in: group.options, principal: [], languages: viewerLanguages, preferred: preferred)
    }

    /// The captions of foreign passages, for the language that is spoken.
    private func forced(in group: AVMediaSelectionGroup, audioLanguage: String?) -> AVMediaSelectionOption? {
        guard let audioLanguage else { return nil }
        return group.options.first { option in
            option.isPlayable && option.hasMediaCharacteristic(.containsOnlyForcedSubtitles)
                && option.extendedLanguageTag.map { LanguageMatching.rank(audioLanguage, $0) != nil } == true
        }
    }
}
