import UniversalMediaCatalog

struct ExtraLanguage: IndexRule {
    static let info = RuleInfo(
        "FEED-EXTRA-LANGUAGE", "The language of an extra is an audio language of its title.", level: .warning, tag: "S",
        section: "umc-availability.md 8",
        remedy: "deliver the extra in a language of the title, or declare all audio languages of the title",
        bad: [
            RuleExample(
                .catalog, "<language>en</language>", "<language>ja</language>",
                also: [("<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-MOV-0001<")]),
            RuleExample(
                .catalog, "<language>en</language>", "<language>ja</language>",
                also: [("<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-MOV-0001<")], beside: [.availability]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<language>en</language>", "<language>fr-CA</language>",
                also: [("<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-MOV-0001<")], beside: [.availability]),
            RuleExample(.catalog, "<language>en</language>", "<language>ja</language>"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            let feeds = index.availabilities(of: catalog)
            for number in catalog.entries.indices where catalog.entries[number].type == .extra {
                let entry = catalog.entries[number]
                guard !entry.audioLanguages.isEmpty, !entry.audioLanguages.contains(.other),
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
}
