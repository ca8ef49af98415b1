import Foundation
import Testing

@testable import UniversalMediaCatalog

/// Tests which offers a viewer can use, and the obstacles to the others (umc-availability.md 5.2 and 6).
struct OfferEvaluationTests {
    private static let now = Date(timeIntervalSince1970: 1_772_452_800)
    private static let before = now - 86_400
    private static let after = now + 86_400

    private static func offer(_ type: OfferingType, _ restrictions: OfferRestriction...) -> OfferTerms {
        OfferTerms(type, from: before, to: after, restrictions: restrictions)
    }

    private func evaluate(
        _ offers: OfferTerms..., for viewer: Viewer, at time: Date = now, territories: Set<String>? = nil
    ) -> OfferEvaluation {
        OfferEvaluation(offers, at: time, for: viewer, territories: territories)
    }

    @Test(
        "R166 5.1: an access level permits exactly the offering types below it",
        arguments: [
            (OfferingType.free, [true, true, true]), (.account, [false, true, true]),
            (.subscription, [false, false, true]), (.comingSoon, [false, false, false]),
            (.buy, [false, false, false]), (.rent, [false, false, false]),
        ])
    func accessLevels(_ type: OfferingType, _ expected: [Bool]) {
        for (level, isPlayable) in zip(Viewer.AccessLevel.allCases, expected) {
            let evaluation = evaluate(Self.offer(type), for: Viewer(level))
            #expect(evaluation.isPlayable == isPlayable, "\(type) for \(level)")
            #expect(evaluation.isListed)
            #expect(evaluation.hindrances.isEmpty == isPlayable)
        }
    }

    @Test("5.2: a window includes its start and excludes its end; without an end it is unlimited")
    func windows() {
        let offer = OfferTerms(.free, from: Self.before, to: Self.after)
        let viewer = Viewer(.none)
        #expect(evaluate(offer, for: viewer, at: Self.before).isPlayable)
        #expect(!evaluate(offer, for: viewer, at: Self.before - 1).isListed)
        #expect(evaluate(offer, for: viewer, at: Self.before - 1).hindrances == [.notYet(Self.before)])
        #expect(evaluate(offer, for: viewer, at: Self.after - 1).isPlayable)
        #expect(evaluate(offer, for: viewer, at: Self.after).hindrances == [.over(Self.after)])
        #expect(evaluate(OfferTerms(.free, from: Self.before), for: viewer, at: .distantFuture).isPlayable)
    }

    @Test(
        "5.2: an offer without an account is preferred to one with an account, and that to a subscription, in any order of the feed"
    )
    func preference() {
        let all = [OfferingType.subscription, .account, .free].map { Self.offer($0) }
        let paid = Viewer(.paid)
        #expect(OfferEvaluation(all, at: Self.now, for: paid).offer?.type == .free)
        #expect(OfferEvaluation(all.reversed(), at: Self.now, for: paid).offer?.type == .free)
        #expect(OfferEvaluation(Array(all.dropLast()), at: Self.now, for: paid).offer?.type == .account)
        #expect(OfferEvaluation(Array(all.prefix(1)), at: Self.now, for: paid).offer?.type == .subscription)
    }

    @Test("6: one allowed tier is sufficient, one denied tier is not permitted, and tiers are case-sensitive")
    func tiers() {
        let movies = OfferRestriction(.tier, .allow, "Movies")
        let sports = OfferRestriction(.tier, .allow, "Sports")
        let noKids = OfferRestriction(.tier, .deny, "Kids")
        let offer = Self.offer(.subscription, movies, sports, noKids)
        #expect(evaluate(offer, for: Viewer(.paid, tiers: ["Sports"])).isPlayable)
        #expect(
            evaluate(offer, for: Viewer(.paid, tiers: ["sports"])).hindrances
                == [.notAllowed(.tier, ["Movies", "Sports"])])
        #expect(
            evaluate(offer, for: Viewer(.paid, tiers: ["Sports", "Kids"])).hindrances == [.denied(.tier, "Kids")])
        #expect(evaluate(offer, for: Viewer(.paid)).isListed)
        let onlyDenied = Self.offer(.subscription, noKids)
        #expect(evaluate(onlyDenied, for: Viewer(.paid)).isPlayable)
    }

    @Test("6: billing locations are compared byte for byte")
    func billing() {
        let blackout = Self.offer(.subscription, OfferRestriction(.billingLocation, .deny, "5f2c"))
        #expect(evaluate(blackout, for: Viewer(.paid)).isPlayable)
        #expect(evaluate(blackout, for: Viewer(.paid, billingIdentifier: "5F2C")).isPlayable)
        #expect(
            evaluate(blackout, for: Viewer(.paid, billingIdentifier: "5f2c")).hindrances
                == [.denied(.billingLocation, "5f2c")])
        let local = Self.offer(.subscription, OfferRestriction(.billingLocation, .allow, "5f2c"))
        #expect(!evaluate(local, for: Viewer(.paid)).isPlayable)
        #expect(evaluate(local, for: Viewer(.paid, billingIdentifier: "5f2c")).isPlayable)
    }

    @Test(
        "6: a viewer's location is compared by country, subdivision, market area and postal code",
        arguments: [
            ("US", true), ("CA", false), ("US-CA", true), ("US-NY", false), ("dma:807", true), ("dma:501", false),
            ("postal:US:94110", true), ("postal:US:10001", false), ("postal:CA:94110", false), ("nowhere", false),
        ])
    func places(_ value: String, _ isThere: Bool) {
        let viewer = Viewer(
            .paid,
            location: .init(country: "US", subdivision: "US-CA", marketArea: 807, postalCode: "94110"))
        let allowed = evaluate(Self.offer(.free, OfferRestriction(.deviceLocation, .allow, value)), for: viewer)
        #expect(allowed.isPlayable == isThere)
        let denied = evaluate(Self.offer(.free, OfferRestriction(.deviceLocation, .deny, value)), for: viewer)
        #expect(denied.isPlayable == !isThere)
    }

    @Test("6: an unknown location, in whole or in part, fails `allow` and passes `deny`")
    func unknownLocation() {
        for viewer in [Viewer(.none), Viewer(.none, location: .init(country: "US"))] {
            for value in ["US-CA", "dma:807", "postal:US:94110"] {
                #expect(
                    evaluate(Self.offer(.free, OfferRestriction(.deviceLocation, .allow, value)), for: viewer)
                        .hindrances == [.notAllowed(.deviceLocation, [value])])
                #expect(
                    evaluate(Self.offer(.free, OfferRestriction(.deviceLocation, .deny, value)), for: viewer)
                        .isPlayable)
            }
        }
    }

    @Test("6: restrictions of all types must be satisfied")
    func everyType() {
        let offer = Self.offer(
            .subscription, OfferRestriction(.tier, .allow, "Sports"), OfferRestriction(.deviceLocation, .allow, "US"),
            OfferRestriction(.billingLocation, .deny, "x"))
        let there = Viewer.Location(country: "US")
        #expect(evaluate(offer, for: Viewer(.paid, tiers: ["Sports"], location: there)).isPlayable)
        #expect(!evaluate(offer, for: Viewer(.paid, tiers: ["Sports"])).isPlayable)
        #expect(!evaluate(offer, for: Viewer(.paid, location: there)).isPlayable)
        #expect(
            !evaluate(offer, for: Viewer(.paid, tiers: ["Sports"], billingIdentifier: "x", location: there)).isPlayable)
        #expect(evaluate(offer, for: Viewer(.none)).hindrances.count == 3)
    }

    @Test("5.2: outside the service's territories nothing is listed; an unknown country is assumed to be inside")
    func territories() {
        let abroad = evaluate(
            Self.offer(.free), for: Viewer(.none, location: .init(country: "CA")), territories: ["US"])
        #expect(!abroad.isListed)
        #expect(abroad.hindrances == [.otherTerritory(["US"])])
        #expect(evaluate(Self.offer(.free), for: Viewer(.none), territories: ["US"]).isPlayable)
    }

    @Test("an item without valid offers reports it; an unreadable restriction excludes every viewer")
    func unreadable() {
        #expect(OfferEvaluation([], at: Self.now, for: Viewer(.paid)).hindrances == [.noOffer])
        let offer = OfferTerms(.free, from: Self.before, isUnreadable: true)
        #expect(evaluate(offer, for: Viewer(.paid)).hindrances == [.unreadableRestriction])
    }

    @Test("reasons for unavailability are those of the nearest offer: a future offer precedes an expired one")
    func closest() {
        let over = OfferTerms(.free, from: Self.before - 10, to: Self.before)
        let later = OfferTerms(.free, from: Self.after)
        #expect(evaluate(over, later, for: Viewer(.none)).hindrances == [.notYet(Self.after)])
        let tiered = Self.offer(.subscription, OfferRestriction(.tier, .allow, "A"))
        #expect(
            evaluate(tiered, Self.offer(.account), for: Viewer(.none)).hindrances == [.needsAccount])
    }

    @Test("7: an airing has its service's offering type and is available while both windows and restrictions permit it")
    func airings() throws {
        let feed = try FeedReader().availability(
            .bytes(Array(SampleFeed.linearAvailability.text.utf8), name: "linear.xml"))
        let item = try #require(feed.items.first)
        // The first airing of the sample: 7 March 2026, 18:45 to 22:00 in UTC-05:00.
        let kickOff = try #require(FeedDateTime("2026-03-07T23:45:00Z")).date
        func verdict(_ viewer: Viewer, _ time: Date) -> OfferEvaluation {
            OfferEvaluation(item, in: feed.head, at: time, for: viewer)
        }
        let fan = Viewer(.paid, tiers: ["Sports"], location: .init(country: "US", marketArea: 501))
        #expect(verdict(fan, kickOff).isPlayable)
        #expect(verdict(fan, kickOff).offer?.isLive == true)
        #expect(verdict(fan, kickOff - 1).hindrances == [.notYet(kickOff)])
        #expect(verdict(Viewer(.paid, location: fan.location), kickOff).hindrances == [.notAllowed(.tier, ["Sports"])])
        var local = fan
        local.location?.marketArea = 537
        #expect(verdict(local, kickOff).hindrances == [.denied(.deviceLocation, "dma:537")])
        // The service is for the United States, and an airing without places does not change that.
        var abroad = fan
        abroad.location = .init(country: "CA")
        #expect(verdict(abroad, kickOff + 11 * 3_600).hindrances.contains(.notAllowed(.deviceLocation, ["US"])))
        #expect(verdict(local, kickOff + 15 * 3_600).isPlayable)
    }

    @Test("an airing outside the window of its service is not available")
    func airingBeyondService() {
        let service = OfferTerms(.free, from: Self.before, to: Self.now)
        #expect(OfferTerms(.free, from: Self.now, to: Self.after).limited(by: service) == nil)
        let limited = OfferTerms(.free, from: Self.now - 60, to: Self.after).limited(by: service)
        #expect(limited?.end == Self.now)
    }

    @Test(
        "6: invalid place codes are rejected",
        arguments: [
            "", "us", "UK", "USA", "US-", "us-CA", "US-CALIF", "dma:", "dma:50", "dma:5010", "dma:5x1", "DMA:501",
            "501",
            "postal:US:", "postal:US", "postal:94110", "postal:US: 1", "postal:US:9411012345678", "ÄÖ", "U\u{0}",
        ])
    func invalidPlaces(_ text: String) { #expect(PlaceCode(text) == nil) }

    @Test("every reason for unavailability has its own description")
    func words() {
        let all: [Hindrance] = [
            .noOffer, .otherTerritory(["US"]), .notYet(Self.now), .over(Self.now), .comingSoon, .needsAccount,
            .needsSubscription, .needsPurchase, .notAllowed(.tier, ["A"]), .notAllowed(.billingLocation, ["x"]),
            .notAllowed(.deviceLocation, ["US"]), .denied(.tier, "A"), .denied(.billingLocation, "x"),
            .denied(.deviceLocation, "US"), .unreadableRestriction,
        ]
        #expect(Set(all.map(\.description)).count == all.count)
        #expect(Hindrance.notYet(Self.now).description == "the offer begins on 2026-03-02 12:00 UTC")
        // The description must not contain the viewer's secret identifier.
        #expect(!Hindrance.denied(.billingLocation, "5f2c").description.contains("5f2c"))
    }
}
