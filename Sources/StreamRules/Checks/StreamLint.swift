import HLS

/// Checks what is known about a stream against all rules.
package struct StreamLint: Sendable {
    /// Rules that are not applied, by their identifiers.
    package var ignored: Set<String> = []

    package init() {}

    /// Returns the findings, the worst first.
    package func check(_ facts: StreamFacts) -> [StreamFinding] {
        var log = FindingLog(ignoring: ignored)
        DocumentChecks(facts: facts).check(&log)
        if let list = facts.multivariant {
            VariantChecks(list: list, url: facts.document.url).check(&log)
            AttributeChecks(list: list, url: facts.document.url).check(&log)
            DeclarationChecks(list: list, url: facts.document.url).check(&log)
            TrickPlayChecks(list: list, url: facts.document.url).check(&log)
        }
        let isSecure = facts.url.lowercased().hasPrefix("https:")
        for playlist in facts.playlists {
            MediaChecks(facts: playlist).check(&log)
            let isIndependent =
                facts.multivariant?.hasIndependentSegments == true || playlist.playlist?.hasIndependentSegments == true
            SegmentChecks(facts: playlist, isIndependent: isIndependent, isSecure: isSecure).check(&log)
            TimeChecks(facts: playlist).check(&log)
            OrderChecks(facts: playlist).check(&log)
            RepetitionChecks(facts: playlist).check(&log)
            DateRangeChecks(facts: playlist).check(&log)
            LiveChecks(facts: playlist).check(&log)
            ReloadChecks(facts: playlist).check(&log)
            DateStepChecks(facts: playlist).check(&log)
        }
        if facts.hasMedia {
            CodecChecks(facts: facts).check(&log)
            RateChecks(facts).check(&log)
            SyncChecks(facts: facts).check(&log)
            LengthChecks(facts: facts).check(&log)
            DecodingChecks(facts: facts).check(&log)
            ContentChecks(facts: facts).check(&log)
            LowLatencyChecks(facts: facts).check(&log)
        }
        LiveEdgeChecks(facts: facts).check(&log)
        PublicationChecks(facts: facts).check(&log)
        LiveNumberChecks(facts: facts).check(&log)
        AlignChecks(facts: facts).check(&log)
        PlaylistStatements(facts: facts).check(&log)
        ColorChecks(facts: facts).check(&log)
        ConfigurationChecks(facts: facts).check(&log)
        for list in facts.changedLists { log.add(.listChanged, list.problem, at: .init(url: list.url)) }
        return named(log.findings, facts)
    }

    /// Makes the finding fatal that is the reason why nothing of the stream can be played.
    private func named(_ findings: [StreamFinding], _ facts: StreamFacts) -> [StreamFinding] {
        guard facts.hasMedia, !findings.contains(where: { $0.level == .fatal }) else { return findings }
        let media = facts.playlists.filter(\.isVariant)
        let isPlayable = media.contains { playlist in
            playlist.examined.contains { !$0.facts.spans.isEmpty }
                || playlist.examined.contains { $0.facts.text != nil }
                || playlist.examined.contains { entry in
                    entry.facts.problems.contains { if case .protected = $0 { true } else { false } }
                }
        }
        guard !isPlayable, let reason = findings.firstIndex(where: { $0.level == .error }) else { return findings }
        var result = findings
        result[reason].level = .fatal
        return [result.remove(at: reason)] + result
    }
}
