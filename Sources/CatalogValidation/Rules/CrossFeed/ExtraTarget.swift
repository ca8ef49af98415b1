import UniversalMediaCatalog

struct ExtraTarget: IndexRule {
    static let info = RuleInfo(
        "CAT-EXTRA-REF", "The relatedContentId of an extra is an item of the catalog other than an extra.",
        level: .error,
        tag: "S/D",
        section: "umc-catalog.md 5",
        remedy: "add the movie or show to the catalog, or correct relatedContentId; ids are case-sensitive",
        bad: [
            RuleExample(.catalog, "<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-SHOW-0201<"),
            RuleExample(
                .catalog, "<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-EXT-0200-T2<",
                also: [("  <item contentType=\"extra\"", secondExtra), ("<totalItemCount>6<", "<totalItemCount>7<")]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<relatedContentId>LB-SHOW-0200</relatedContentId>",
                "<relatedContentId>LB-SHOW-0200</relatedContentId><relatedContentId>LB-MOV-0001</relatedContentId>"),
            RuleExample(.catalog, "<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-SEAS-0100-1<"),
        ])

    /// A second extra, inserted before the sample's extra.
    private static let secondExtra = """
          <item contentType="extra" contentId="LB-EXT-0200-T2">
            <pubDate>2026-03-01T10:00:00Z</pubDate>
            <title locale="en-US">Nine Quiet Volcanoes: How It Was Made</title>
            <description locale="en-US">The crew tells how it came up the nine mountains.</description>
            <artwork url="https://img.example.org/LB-EXT-0200-T2/cover-h.jpg" type="cover_artwork_horizontal"/>
            <extraInfo>
              <type>bonus</type>
              <relatedContentId>LB-MOV-0001</relatedContentId>
              <duration>95</duration>
            </extraInfo>
          </item>
          <item contentType="extra"
        """

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for number in catalog.entries.indices where catalog.entries[number].type == .extra {
                check(catalog, number, catalog.entries[number].parent, 1, &findings)
            }
            for relation in catalog.relations where relation.kind == .relatedContentID {
                check(catalog, Int(relation.entry), relation.target, Int(relation.place), &findings)
            }
        }
    }

    private func check(
        _ catalog: CatalogIndex, _ number: Int, _ target: CatalogIndex.Symbol, _ place: Int,
        _ findings: inout IndexFindings
    ) {
        guard target != 0 else { return }
        let path = place > 1 ? "extraInfo/relatedContentId[\(place)]" : "extraInfo/relatedContentId"
        let shown = catalog.texts.quoted(target)
        if let other = catalog.find(target) {
            guard catalog.find(target, ContentTypes.all.subtracting(.extra)) == nil else { return }
            // Another rule reports an extra that refers to itself.
            guard other != number else { return }
            findings.report(
                info, catalog, at: number, path,
                "relatedContentId is \(shown), which is itself an extra (line \(catalog.entries[other].line))")
        } else if catalog.isComplete {
            findings.report(
                info, catalog, at: number, path, causedBy: catalog.duplicates.isEmpty ? nil : "CAT-ID-DUP",
                "relatedContentId is \(shown), but the catalog has no item with this id")
        }
    }
}
