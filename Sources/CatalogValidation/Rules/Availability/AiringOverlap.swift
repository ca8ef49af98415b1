import Foundation
import UniversalMediaCatalog

/// AV-LINEAR-OVERLAP: overlapping airings of one linear service.
struct AiringOverlap: IndexRule {
    static let info = RuleInfo(
        "AV-LINEAR-OVERLAP", "Airings of a linear service do not overlap.", level: .warning, tag: "D",
        section: "umc-availability.md 7",
        remedy: "check the times and their UTC offsets; give each channel its own service and feed",
        bad: [
            RuleExample(
                .linearAvailability, "2026-03-08T09:00:00-05:00", "2026-03-07T21:00:00-05:00")
        ],
        nearMisses: [
            // The airing begins exactly when the previous one ends.
            RuleExample(.linearAvailability, "2026-03-08T09:00:00-05:00", "2026-03-08T03:00:00Z")
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities where !feed.airings.isEmpty {
            for service in feed.services where service.isLinear {
                let airings = feed.airings.filter { service.entries.contains(Int($0.entry)) }
                check(airings.sorted { ($0.start, $0.entry) < ($1.start, $1.entry) }, feed, &findings)
            }
        }
    }

    private func check(
        _ airings: [AvailabilityIndex.Airing], _ feed: AvailabilityIndex, _ findings: inout IndexFindings
    ) {
        guard var last = airings.first else { return }
        for airing in airings.dropFirst() {
            if airing.start < last.end {
                let other =
                    airing.entry == last.entry
                    ? "another airing of the same item" : "`\(feed.id(Int(last.entry)).prefix(80))`"
                findings.report(
                    info, feed, at: Int(airing.entry), "linearOffers",
                    "the airing from \(Self.text(airing.start)) begins while \(other) lasts until \(Self.text(last.end))"
                )
            }
            if airing.end > last.end { last = airing }
        }
    }

    private static func text(_ seconds: UInt32) -> String {
        FeedTime.text(Date(timeIntervalSince1970: Double(seconds)))
    }
}
