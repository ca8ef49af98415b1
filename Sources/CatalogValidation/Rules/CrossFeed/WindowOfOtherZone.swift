import UniversalMediaCatalog

/// FEED-WINDOW-ZONE: windows that start at midnight in another country than the service's.
struct WindowOfOtherZone: IndexRule {
    static let info = RuleInfo(
        "FEED-WINDOW-ZONE",
        "Where windows start at midnight with an offset of the service's country, none starts at midnight of another one.",
        level: .warning, tag: "D", section: "umc-availability.md 5",
        remedy: "write the offset of the country, or the same moment in it", class: .shouldFix,
        bad: [example("-03:00", "US")],
        nearMisses: [
            // Eastern time in a feed of Pacific time.
            example("-05:00", "US"), example("-03:00", "BR"), example("-03:00", nil),
        ])

    /// The sample with two further items of the same offset, and one of another.
    private static func example(_ offset: String, _ territory: String?) -> RuleExample {
        let end = "  </service>\n</umcAvailability>"
        let items = ["-08:00", "-08:00", offset].enumerated().map { number, offset in
            """
                <item contentType="movie" contentId="LB-MOV-090\(number)" catalogId="org.example.lanternbay.catalog">
                  <pubDate>2026-02-21T08:35:00Z</pubDate>
                  <offers>
                    <offer>
                      <offeringType>subscription</offeringType>
                      <windowStart>2026-01-1\(number)T00:00:00\(offset)</windowStart>
                    </offer>
                  </offers>
                </item>

            """
        }
        return RuleExample(
            .availability, end, items.joined() + end, also: [("<totalItemCount>4<", "<totalItemCount>7<")],
            territory: territory)
    }

    /// The least number of windows that show that the feed has local times.
    private static let least: UInt32 = 5
    private static let majority: UInt32 = 3

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities where feed.midnights.count > 1 {
            let territories = feed.services.flatMap { index.territories(of: $0) }
            guard !territories.isEmpty else { continue }
            func isLocal(_ midnight: AvailabilityIndex.Midnight) -> Bool {
                territories.contains { CountryOffsets.mayHave(Int(midnight.offset), $0) }
            }
            guard let usual = feed.midnights.filter(isLocal).max(by: { $0.count < $1.count }), usual.count >= Self.least
            else { continue }
            for other in feed.midnights where !isLocal(other) && other.count * Self.majority <= usual.count {
                findings.report(
                    info, feed, at: Int(other.entry), "offers",
                    "a window starts at midnight with the offset \(Self.text(other.offset)), which does not exist in "
                        + "\(territories.joined(separator: ", ")); \(usual.count) windows have \(Self.text(usual.offset))"
                )
            }
        }
    }

    private static func text(_ offset: Int16) -> String {
        let minutes = abs(Int(offset))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }
}
