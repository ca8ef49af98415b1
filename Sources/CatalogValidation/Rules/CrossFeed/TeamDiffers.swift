import UniversalMediaCatalog

struct TeamDiffers: IndexRule {
    static let info = RuleInfo(
        "FEED-TEAM-ID", "Catalogs, availability feeds and the manifest have the same teamId.", level: .error, tag: "D",
        section: "umc-availability.md 8", remedy: "write the Team ID of the provider's developer account everywhere",
        bad: [
            RuleExample(.availability, "teamId=\"EXAMPLE001\"", "teamId=\"EXAMPLE002\"", beside: [.catalog]),
            RuleExample(
                .catalog, "teamId=\"EXAMPLE001\"", "teamId=\"EXAMPLE00I\"", beside: [.manifest, .availability]),
        ],
        nearMisses: [
            RuleExample(.availability, "teamId=\"EXAMPLE001\"", "teamId=\"EXAMPLE002\""),
            RuleExample(.availability, "teamId=\"EXAMPLE001\"", "teamId=\" EXAMPLE001 \"", beside: [.catalog]),
        ])

    private struct Place {
        var team: String
        var file: String
        var position: SourcePosition
        var xpath: String
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        var places: [Place] = []
        func add(_ team: String, _ file: String, _ position: SourcePosition, _ xpath: String) {
            let team = String(team.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            if !team.isEmpty { places.append(Place(team: team, file: file, position: position, xpath: xpath)) }
        }
        for manifest in index.manifests {
            add(manifest.head.teamID, manifest.file, manifest.rootPosition, "/\(manifest.head.root)/@teamId")
        }
        for catalog in index.catalogs {
            add(catalog.head.teamID, catalog.file, catalog.rootPosition, "/\(catalog.head.root)/@teamId")
        }
        for feed in index.availabilities {
            for service in feed.services {
                add(service.teamID, feed.file, service.position, "\(service.xpath)/@teamId")
            }
        }
        // The expected team is the most frequent one; with equal counts, that of the manifest or of the first feed.
        var counts: [String: Int] = [:]
        for place in places { counts[place.team, default: 0] += 1 }
        guard counts.count > 1, let most = counts.values.max(),
            let usual = places.first(where: { counts[$0.team] == most })
        else { return }
        for place in places where place.team != usual.team {
            findings.report(
                info, file: place.file, position: place.position, xpath: place.xpath, contentID: nil,
                "teamId is \(place.team.quotedForMessage), but that of \(usual.file) is "
                    + usual.team.quotedForMessage)
        }
    }
}
