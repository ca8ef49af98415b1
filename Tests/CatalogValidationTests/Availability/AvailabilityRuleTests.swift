import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests of availability rules beyond the examples of the rules (umc-availability.md 2 to 7).
struct AvailabilityRuleTests {
    private func findings(
        _ feed: SampleFeed, _ changes: [(String, String)], profile: ValidationProfile = .open10
    ) throws -> [Finding] {
        var text = feed.text
        for (original, replacement) in changes {
            try #require(text.contains(original), "\(original)")
            text = text.replacing(original, with: replacement)
        }
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        options.profile = profile
        return Validator(options: options).findings([.bytes(Array(text.utf8), name: "feed.xml")]).findings
    }

    @Test("5.1: offers to buy or rent are valid only in the profile open-1.0")
    func profiles() throws {
        let change = [
            ("<offeringType>account</offeringType>", "<offeringType>rent</offeringType>"),
            (
                "2026-12-31T23:59:59-08:00</windowEnd>",
                "2026-12-31T23:59:59-08:00</windowEnd><price currency=\"EUR\">3.99</price>"
            ),
        ]
        #expect(try findings(.availability, change).filter { $0.level == .error } == [])
        let known = try findings(.availability, change, profile: .knownApple36)
        #expect(known.contains { $0.ruleId == "AV-OFFER-TYPE" && $0.level == .error })
        #expect(!known.contains { $0.tag == "D" })
    }

    @Test("O10: an end on short notice is a warning if the item changed since, otherwise advice")
    func shortNotice() throws {
        let end = ("<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>", "<windowEnd>2026-03-03T08:00:00Z</windowEnd>")
        let changed = ("2026-02-21T08:35:00Z", "2026-03-01T22:00:00Z")
        func level(_ changes: [(String, String)]) throws -> Level? {
            try findings(.availability, changes).first { $0.ruleId == "AV-WINDOW-NOTICE" }?.level
        }
        #expect(try level([end]) == .info)
        #expect(try level([end, changed]) == .warning)
        #expect(try level([changed]) == nil)
        // Without a valid build date the rule reports nothing.
        let build = "<lastBuildDate>2026-03-02T04:10:00Z</lastBuildDate>"
        #expect(try level([end, (build, "<lastBuildDate>yesterday</lastBuildDate>")]) == nil)
        #expect(try level([end, (build, ""), ("</umcAvailability>", "\(build)</umcAvailability>")]) == nil)
    }

    @Test("2: the build date applies to items also if it is in the service")
    func buildDateOfService() throws {
        let build = "<lastBuildDate>2026-03-02T04:10:00Z</lastBuildDate>"
        let found = try findings(
            .availability,
            [
                (build, ""), ("<serviceType>vod</serviceType>", "<serviceType>vod</serviceType>\(build)"),
                ("<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>", "<windowEnd>2026-03-03T08:00:00Z</windowEnd>"),
            ])
        #expect(found.contains { $0.ruleId == "AV-WINDOW-NOTICE" && $0.contentId == "LB-EP-0100-0101" })
    }

    @Test(
        "7: offers, restrictions and links of a service are checked like those of items",
        arguments: [
            ("<offeringType>subscription</offeringType>", "<offeringType>paid</offeringType>", "AV-OFFER-TYPE"),
            ("relationship=\"allow\">US<", "relationship=\"allow\">USA<", "AV-RESTR-VALUE"),
            ("relationship=\"allow\">US<", "relationship=\"maybe\">US<", "AV-RESTR-REL"),
            ("<windowStart>2026-01-01T00:00:00Z<", "<windowStart>2029-01-01T00:00:00Z<", "AV-WINDOW-RANGE"),
            (
                "platform=\"ios\" action=\"play\" url=\"https://tv", "platform=\"ios\" action=\"play\" url=\"http://tv",
                "AV-LOC-HTTPS"
            ),
            ("platform=\"ios\" action=\"play\"", "platform=\"atv\" action=\"play\"", "AV-LOC-DUP"),
        ])
    func services(_ original: String, _ replacement: String, _ rule: String) throws {
        let found = try findings(.linearAvailability, [(original, replacement)]).first { $0.ruleId == rule }
        let finding = try #require(found)
        #expect(finding.xpath?.hasPrefix("/umcAvailability/service/") == true, "\(finding.xpath ?? "")")
        #expect(finding.contentId == nil)
    }

    @Test("7: overlapping airings of two items are found, but not those of two services")
    func overlap() throws {
        let item = """
            <item contentType="sporting_event" contentId="B" catalogId="c"><pubDate>2026-03-01T20:10:00Z</pubDate>\
            <playableProperties><primaryLocale>en-US</primaryLocale></playableProperties><linearOffers><linearOffer>\
            <windowStart>2026-03-07T21:00:00-05:00</windowStart><windowEnd>2026-03-07T23:00:00-05:00</windowEnd>\
            <isLive>true</isLive></linearOffer></linearOffers></item>
            """
        let same = try findings(.linearAvailability, [("</service>", "\(item)</service>")])
        let finding = try #require(same.first { $0.ruleId == "AV-LINEAR-OVERLAP" })
        #expect(finding.contentId == "B")
        #expect(finding.message.contains("LB-SPT-7001"))
        let other = try findings(
            .linearAvailability,
            [
                (
                    "</service>",
                    "</service><service teamId=\"EXAMPLE001\" serviceId=\"org.example.two\"><serviceType>linear</serviceType>"
                        + item + "</service>"
                )
            ])
        #expect(!other.contains { $0.ruleId == "AV-LINEAR-OVERLAP" })
    }

    @Test("a restriction with 4,000 postal codes and one duplicate is checked within a minute", .timeLimit(.minutes(1)))
    func manyRestrictions() throws {
        let codes = (0..<4_000).map {
            "<restriction type=\"deviceLocation\" relationship=\"deny\">postal:US:\(10_000 + $0 % 3_999)</restriction>"
        }
        let found = try findings(
            .linearAvailability,
            [("<restriction type=\"deviceLocation\" relationship=\"deny\">dma:537</restriction>", codes.joined())])
        #expect(found.count { $0.ruleId == "AV-RESTR-CONTRA" } == 1)
    }

    @Test("secrets in a manifest are found and never quoted")
    func secrets() throws {
        for secret in [
            ("credentialRef=\"lanternbay-feeds\"/>", "credentialRef=\"Basic hunter2\"/>"),
            ("credentialRef=\"lanternbay-feeds\"/>", "password=\"hunter2\" credentialRef=\"x\"/>"),
            ("https://feeds.example.org/catalog-vod.xml", "https://a:hunter2@feeds.example.org/c.xml"),
            ("https://feeds.example.org/catalog-vod.xml", "https://feeds.example.org/c.xml?token=hunter2"),
        ] {
            let found = try findings(.manifest, [secret]).filter { ["MF-SECRET", "MF-URL"].contains($0.ruleId) }
            #expect(!found.isEmpty, "\(secret.1)")
            #expect(!found.contains { $0.message.contains("hunter2") }, "\(found.map(\.message))")
        }
    }
}
