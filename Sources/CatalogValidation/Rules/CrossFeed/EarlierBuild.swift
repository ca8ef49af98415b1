import UniversalMediaCatalog

struct FeedShrinks: IndexRule {
    static let info = RuleInfo(
        "DOC-SHRINK", "A feed does not lose more than a fifth of its items between builds.", level: .error,
        tag: "D", section: "umc-validation.md 3.1",
        remedy:
            "check whether the export was truncated; if the items were removed on purpose, confirm this with the reviewer",
        consequences: ["DOC-COUNT", "CAT-SHOW-REF", "CAT-SEASON-REF"],
        bad: [
            RuleExample(
                .sportsCatalog, "<item contentType=\"sporting_event\" contentId=\"LB-SPT-7002\">", "<!--",
                also: [
                    ("<isTBD>true</isTBD>\n    </sportingEventInfo>\n  </item>", "-->"),
                    ("<totalItemCount>2<", "<totalItemCount>1<"),
                ],
                previously: [.sportsCatalog])
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<item contentType=\"extra\" contentId=\"LB-EXT-0200-T1\">", "<!--",
                also: [
                    ("<language>en</language>\n    </extraInfo>\n  </item>", "-->"),
                    ("<totalItemCount>6<", "<totalItemCount>5<"),
                ], previously: [.catalog]),
            RuleExample(
                .sportsCatalog, "<item contentType=\"sporting_event\" contentId=\"LB-SPT-7002\">", "<!--",
                also: [
                    ("<isTBD>true</isTBD>\n    </sportingEventInfo>\n  </item>", "-->"),
                    ("<totalItemCount>2<", "<totalItemCount>1<"),
                ],
                previously: [.catalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (feed, before) in index.catalogBuilds where feed.isComplete && before.isComplete {
            check(
                feed.file, feed.rootPosition, feed.head, feed.entries.count, before.entries.count, before.file,
                &findings)
        }
        for (feed, before) in index.availabilityBuilds where feed.isComplete && before.isComplete {
            check(
                feed.file, feed.rootPosition, feed.head, feed.entries.count, before.entries.count, before.file,
                &findings)
        }
    }

    private func check(
        _ file: String, _ position: SourcePosition, _ head: FeedHead, _ now: Int, _ before: Int, _ earlier: String,
        _ findings: inout IndexFindings
    ) {
        guard before > 0, now * 5 < before * 4 else { return }
        findings.report(
            info, file: file, position: position, xpath: "/\(head.root)", contentID: nil,
            "the feed has \(now == 1 ? "1 item" : "\(now) items"); the previous build (\(earlier)) has \(before): "
                + "\((before - now) * 100 / before) % were removed")
    }
}

struct BuildDateNotNewer: IndexRule {
    static let info = RuleInfo(
        "DOC-STALE", "lastBuildDate is newer than in the previous build if any item has changed, and never older.",
        level: .warning,
        tag: "D", section: "umc-validation.md 3.1",
        remedy: "write the time of the build to lastBuildDate: feeds with an unchanged date are skipped",
        bad: [
            RuleExample(.catalog, "<genre>documentary<", "<genre>educational<", previously: [.catalog]),
            // The items are the same, and the build is an older one.
            RuleExample(
                .catalog, "<lastBuildDate>2026-03-02T04:00:00Z", "<lastBuildDate>2026-03-01T04:00:00Z",
                previously: [.catalog]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<genre>documentary<", "<genre>educational<",
                also: [("<lastBuildDate>2026-03-02T04:00:00Z", "<lastBuildDate>2026-03-02T05:00:00+00:00")],
                previously: [.catalog]),
            RuleExample(.catalog, "<genre>documentary</genre>", "<genre> documentary </genre>", previously: [.catalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (feed, before) in index.catalogBuilds {
            check(
                feed.file, feed.rootPosition, feed.head, feed.lastBuildDate, before.lastBuildDate, before.file,
                hasChanged(feed.contentHashes, before.contentHashes), &findings)
        }
        for (feed, before) in index.availabilityBuilds {
            check(
                feed.file, feed.rootPosition, feed.head, feed.lastBuildDate, before.lastBuildDate, before.file,
                hasChanged(feed.contentHashes, before.contentHashes), &findings)
        }
    }

    /// Returns whether the items differ, regardless of their order.
    private func hasChanged(_ now: ChunkedArray<UInt64>, _ before: ChunkedArray<UInt64>) -> Bool {
        func sum(_ hashes: ChunkedArray<UInt64>) -> UInt64 { hashes.indices.reduce(0) { $0 &+ hashes[$1] } }
        return now.count != before.count || sum(now) != sum(before)
    }

    private func check(
        _ file: String, _ position: SourcePosition, _ head: FeedHead, _ now: Double?, _ before: Double?,
        _ earlier: String, _ hasChanged: Bool, _ findings: inout IndexFindings
    ) {
        guard let now, let before, hasChanged ? now <= before : now < before else { return }
        guard hasChanged else {
            return findings.report(
                info, file: file, position: position, xpath: "/\(head.root)/lastBuildDate", contentID: nil,
                remedy: "publish the newest build; if the feeds were exchanged, pass the older one with --previous",
                "the lastBuildDate is older than that of the previous build (\(earlier)): an old build was published")
        }
        findings.report(
            info, file: file, position: position, xpath: "/\(head.root)/lastBuildDate", contentID: nil,
            "items have changed since the previous build (\(earlier)), but lastBuildDate is "
                + (now < before ? "older" : "the same"))
    }
}

struct GoneWithoutEnd: IndexRule {
    static let info = RuleInfo(
        "AV-ITEM-REMOVED", "An item stays in the feed until its last offer has ended.", level: .warning, tag: "S/D",
        section: "umc-availability.md 5.2",
        remedy:
            "keep the record and publish windowEnd 48 hours in advance; removing the record does not reliably end the offer",
        consequences: ["DOC-SHRINK"],
        bad: [
            RuleExample(
                .channelAvailability, "contentType=\"movie\" contentId=\"LB-MOV-0001\"",
                "contentType=\"movie\" contentId=\"LB-MOV-0002\"", previously: [.channelAvailability])
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "contentType=\"movie\" contentId=\"LB-MOV-0001\"",
                "contentType=\"movie\" contentId=\"LB-MOV-0002\"", previously: [.availability]),
            // The record has no offers, so nothing remains visible.
            RuleExample(
                .availability, "contentType=\"tv_season\" contentId=\"LB-SEAS-0100-1\"",
                "contentType=\"tv_season\" contentId=\"LB-SEAS-0100-2\"", previously: [.availability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (feed, before) in index.availabilityBuilds where feed.isComplete {
            for number in before.entries.indices {
                let old = before.entries[number]
                guard !old.offers.isEmpty, old.id != 0, old.isOpenEnded || Double(old.lastEnd) > index.now,
                    feed.find(old.id) == nil
                else { continue }
                findings.report(
                    info, file: feed.file, position: feed.rootPosition, xpath: "/\(feed.head.root)",
                    contentID: before.id(number),
                    "\(before.id(number).quotedForMessage) was removed, but its last offer "
                        + (old.isOpenEnded
                            ? "has no end" : "ends on \(FeedTime.date(ofDay: Int(old.lastEnd) / 86_400))")
                        + " (\(before.file), line \(old.line)): the item may stay visible")
            }
        }
    }
}

extension ShortNotice: IndexRule {
    func register(in rules: inout RulesByScope) {
        rules.offer.append(self)
        rules.index.append(self)
    }

    /// Reports window ends that were moved to within 48 hours of the build.
    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (feed, before) in index.availabilityBuilds {
            guard let built = feed.lastBuildDate else { continue }
            for number in feed.entries.indices {
                let entry = feed.entries[number]
                if Double(entry.firstStart) > built, entry.type != .sportingEvent, let old = before.find(entry.id) {
                    let other = before.entries[old]
                    if other.firstStart > 0, Double(other.firstStart) <= built, entry.offers == other.offers,
                        other.isOpenEnded || Double(other.lastEnd) - built > 172_800
                    {
                        findings.report(
                            info, feed, at: number, "offers", level: .warning,
                            remedy:
                                "keep the windowStart of the current offer, or publish its windowEnd 48 hours in advance",
                            "no offer begins before \(FeedTime.date(ofDay: Int(entry.firstStart) / 86_400)); in "
                                + "\(before.file), line \(other.line), an offer has begun: viewers lose the item")
                    }
                }
                guard entry.lastEnd > 0, !entry.isOpenEnded, entry.type != .sportingEvent,
                    Double(entry.lastEnd) - built < 172_800, let old = before.find(entry.id)
                else { continue }
                let other = before.entries[old]
                guard !other.offers.isEmpty, other.isOpenEnded || other.lastEnd > entry.lastEnd,
                    other.isOpenEnded || Double(other.lastEnd) > index.now
                else { continue }
                let hours = Int((Double(entry.lastEnd) - built) / 3_600)
                findings.report(
                    info, feed, at: number, "offers", level: .warning,
                    "the end of the last offer was moved to \(hours) hours after this build; in \(before.file), "
                        + "line \(other.line), it "
                        + (other.isOpenEnded
                            ? "had no end" : "was on \(FeedTime.date(ofDay: Int(other.lastEnd) / 86_400))"))
            }
        }
    }
}

struct ServiceGone: IndexRule {
    static let info = RuleInfo(
        "MF-SERVICE-REMOVED", "A service stays in the manifest until it is marked as retired.", level: .warning,
        tag: "D",
        section: "umc-manifest.md 3",
        remedy: "keep the service with <status>retired</status> for one build; its items stay until their windowEnd",
        consequences: ["FEED-SERVICE-ID"],
        bad: [
            RuleExample(
                .manifest, "<service serviceId=\"org.example.lanternbay.ebs.ca\">",
                "<service serviceId=\"org.example.lanternbay.ebs2.ca\">", previously: [.manifest])
        ],
        nearMisses: [
            RuleExample(.manifest, "<status>active</status>", "<status>retired</status>", previously: [.manifest]),
            RuleExample(
                .manifest, "<service serviceId=\"org.example.lanternbay.ebs.ca\">",
                "<service serviceId=\"org.example.lanternbay.ebs2.ca\">", previously: [.catalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        guard let manifest = index.manifests.first, index.manifests.allSatisfy(\.isComplete) else { return }
        for before in index.earlier.manifests {
            for service in before.services where service.isPolled && index.manifestService(service.serviceID) == nil {
                findings.report(
                    info, file: manifest.file, position: manifest.rootPosition, xpath: "/\(manifest.head.root)",
                    contentID: nil,
                    "the service \(service.serviceID.quotedForMessage) was removed; \(before.file) has it in line "
                        + "\(service.position.line)")
            }
        }
    }
}
