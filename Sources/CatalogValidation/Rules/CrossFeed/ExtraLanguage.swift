import UniversalMediaCatalog

struct ExtraLanguage: IndexRule {
    static let info = RuleInfo(
        "FEED-EXTRA-LANGUAGE", "The language of an extra is an audio language of its title and of its own record.",
        level: .warning, tag: "S",
        section: "umc-availability.md 8",
        remedy: "deliver the extra in a language of the title, or declare all audio languages of the title",
        bad: [
            RuleExample(
                .catalog, "<language>en</language>", "<language>ja</language>",
                also: [("<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-MOV-0001<")]),
            RuleExample(
                .catalog, "<language>en</language>", "<language>ja</language>",
                also: [("<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-MOV-0001<")], beside: [.availability]),
            RuleExample(
                .catalog, "<language>en</language>", "<language>fr</language>", beside: [.channelAvailability]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<language>en</language>", "<language>fr-CA</language>",
                also: [("<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-MOV-0001<")], beside: [.availability]),
            RuleExample(.catalog, "<language>en</language>", "<language>ja</language>"),
            RuleExample(
                .catalog, "<language>en</language>", "<language>en</language><language>fr</language>",
                beside: [.channelAvailability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            let feeds = index.availabilities(of: catalog)
            for number in catalog.entries.indices where catalog.entries[number].type == .extra {
                let entry = catalog.entries[number]
                guard !entry.audioLanguages.isEmpty, !entry.audioLanguages.contains(.other) else { continue }
                checkRecord(of: number, catalog, feeds, &findings)
                guard
                    let work = catalog.find(entry.parent, [.movie, .show, .season, .episode])
                else { continue }
                var languages = catalog.entries[work].audioLanguages
                for feed in feeds {
                    if let record = feed.find(entry.parent) {
                        languages.formUnion(feed.entries[record].audioLanguages)
                    }
                }
                let foreign = entry.audioLanguages.subtracting(languages)
                guard !languages.isEmpty, !languages.contains(.other), !foreign.isEmpty else { continue }
                findings.report(
                    info, catalog, at: number, "extraInfo/language",
                    "the extra is in \(foreign.codes.joined(separator: ", ")), but "
                        + "\(index.texts.quoted(entry.parent)) (line \(catalog.entries[work].line)) is in "
                        + languages.codes.joined(separator: ", "))
            }
        }
    }

    /// Reports an extra whose own record has other audio languages than its catalog item.
    private func checkRecord(
        of number: Int, _ catalog: CatalogIndex, _ feeds: [AvailabilityIndex], _ findings: inout IndexFindings
    ) {
        let entry = catalog.entries[number]
        for feed in feeds {
            guard let record = feed.find(entry.id) else { continue }
            let languages = feed.entries[record].audioLanguages
            guard !languages.isEmpty, !languages.contains(.other), languages.isDisjoint(with: entry.audioLanguages)
            else { continue }
            findings.report(
                info, catalog, at: number, "extraInfo/language",
                remedy: "correct the language of the extra, or primaryLocale of its record",
                "the extra is in \(entry.audioLanguages.codes.joined(separator: ", ")), but its record (\(feed.file), "
                    + "line \(feed.entries[record].line)) has audio in \(languages.codes.joined(separator: ", "))")
            return
        }
    }
}
