import Foundation
import Testing

@testable import HLS

@Suite("Content steering (hls.md section 10)")
struct SteeringTests {
    private let server = URL(string: "https://steer.example/a?x=1")

    private func playlist(_ steering: String? = "SERVER-URI=\"https://steer.example/a?x=1\",PATHWAY-ID=\"A\"") throws
        -> MultivariantPlaylist
    {
        try #require(
            parse(
                multivariantText(
                    steering.map { "#EXT-X-CONTENT-STEERING:" + $0 } ?? "",
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",URI=\"https://a.example/en?k=1\",STABLE-RENDITION-ID=\"r\"",
                    variants: """
                        #EXT-X-STREAM-INF:BANDWIDTH=1,PATHWAY-ID="B",AUDIO="a"
                        https://b.example/1
                        #EXT-X-STREAM-INF:BANDWIDTH=1,PATHWAY-ID="A",AUDIO="a",STABLE-VARIANT-ID="v1"
                        https://a.example/1?z=1&b=2
                        #EXT-X-STREAM-INF:BANDWIDTH=2,PATHWAY-ID="A",AUDIO="a",STABLE-VARIANT-ID="v2"
                        https://a.example/2
                        """)
            ).multivariant)
    }

    private func manifest(_ text: String) throws -> SteeringManifest { try SteeringManifest.parse(Array(text.utf8)) }

    @Test("a manifest with VERSION 1, TTL, RELOAD-URI and PATHWAY-PRIORITY is parsed [hls.md 10: steering manifest]")
    func parsing() throws {
        let full = try manifest(#"{"VERSION":1,"TTL":20,"RELOAD-URI":"b","PATHWAY-PRIORITY":["B","A"],"OTHER":[{}]}"#)
        #expect(full.timeToLive == 20)
        #expect(full.reloadURI == "b")
        #expect(full.pathwayPriority == ["B", "A"])
        #expect(try manifest(#"{"VERSION":1,"PATHWAY-PRIORITY":["A"]}"#).timeToLive == 300)
        // Found by fuzzing: a TTL too large for any clock.
        #expect(try manifest(#"{"VERSION":1,"TTL":1e300,"PATHWAY-PRIORITY":["A"]}"#).timeToLive == 86_400)
        #expect(try manifest(#"{"VERSION":1,"TTL":-5,"PATHWAY-PRIORITY":["A"]}"#).timeToLive == 300)
        let lossy = try manifest(
            #"{"VERSION":1,"PATHWAY-PRIORITY":["A"],"PATHWAY-CLONES":[7,{"BASE-ID":"A","ID":"C","URI-REPLACEMENT":{}}]}"#
        )
        #expect(lossy.clones.map(\.id) == ["C"])
    }

    @Test(
        "a manifest that violates a rule is ignored",
        arguments: [
            ("", "hls.steering.json"), ("[]", "hls.steering.json"), (#"{"VERSION":1}"#, "hls.steering.json"),
            (#"{"VERSION":2,"PATHWAY-PRIORITY":["A"]}"#, "hls.steering.version"),
            (#"{"VERSION":1,"PATHWAY-PRIORITY":[]}"#, "hls.steering.priority"),
            (#"{"VERSION":1,"PATHWAY-PRIORITY":["A","A"]}"#, "hls.steering.priority"),
            (
                #"{"VERSION":1,"PATHWAY-PRIORITY":["A"],"X":\#(String(repeating: "[", count: 100_000))"#,
                "hls.steering.json"
            ),
        ])
    func broken(text: String, rule: String) {
        #expect {
            try manifest(text)
        } throws: { error in
            (error as? PlaylistError)?.code.rawValue == rule
        }
    }

    @Test(
        "steering starts on PATHWAY-ID, else on the first variant's pathway, and its request has directives [hls.md 10: steering request]"
    )
    func beginning() throws {
        let state = ContentSteeringState(try playlist(), now: .seconds(5))
        #expect(state.pathway == "A")
        let request = state.request(bitsPerSecond: 5_140_000.7)
        #expect(request?.earliest == .seconds(5))
        #expect(
            request?.url.absoluteString
                == "https://steer.example/a?x=1&_HLS_pathway=%22A%22&_HLS_throughput=5140000")
        #expect(ContentSteeringState(try playlist("SERVER-URI=\"s\",PATHWAY-ID=\"Z\""), now: .zero).pathway == "B")
        #expect(ContentSteeringState(try playlist(nil), now: .zero).request(bitsPerSecond: nil) == nil)
        let inline = ContentSteeringState(try playlist("SERVER-URI=\"data:application/json,{}\""), now: .zero)
        #expect(inline.request(bitsPerSecond: 1)?.url.absoluteString.hasPrefix("data:application/json,") == true)
    }

    @Test("a manifest changes the pathway and sets the time and URL of the next request")
    func following() throws {
        var state = ContentSteeringState(try playlist(), now: .zero)
        let next = try manifest(#"{"VERSION":1,"TTL":30,"RELOAD-URI":"next?y=2","PATHWAY-PRIORITY":["Z","B","A"]}"#)
        state.received(next, from: try #require(server), now: .seconds(10))
        #expect(state.pathway == "B")
        let request = state.request(bitsPerSecond: nil)
        #expect(request?.earliest == .seconds(40))
        #expect(request?.url.absoluteString == "https://steer.example/next?y=2&_HLS_pathway=%22B%22")
    }

    @Test(
        "a pathway with errors is avoided for 120 s; when all have failed, the one that failed first is used [hls.md 10: pathway fails]"
    )
    func penalties() throws {
        var state = ContentSteeringState(try playlist(), now: .zero)
        state.pathwayFailed("A", now: .seconds(1))
        #expect(state.pathway == "B")
        state.advance(to: .seconds(120))
        #expect(state.pathway == "B")
        state.advance(to: .seconds(121))
        #expect(state.pathway == "A")
        state.pathwayFailed("A", now: .seconds(200))
        state.pathwayFailed("B", now: .seconds(210))
        #expect(state.pathway == "A")
    }

    @Test(
        "server errors: 410 ends steering, 429 waits for Retry-After, others wait for the TTL and at least 10 s [hls.md 10: steering 410, hls.md 10: steering 429, hls.md 10: steering errors]"
    )
    func errors() throws {
        var state = ContentSteeringState(try playlist(), now: .zero)
        state.failed(status: 429, retryAfter: .seconds(45), now: .seconds(10))
        #expect(state.request(bitsPerSecond: nil)?.earliest == .seconds(55))
        state.failed(status: 500, retryAfter: nil, now: .seconds(60))
        #expect(state.request(bitsPerSecond: nil)?.earliest == .seconds(360))
        state.received(
            try manifest(#"{"VERSION":1,"TTL":1,"PATHWAY-PRIORITY":["A"]}"#), from: try #require(server),
            now: .seconds(400))
        state.failed(status: nil, retryAfter: nil, now: .seconds(402))
        #expect(state.request(bitsPerSecond: nil)?.earliest == .seconds(412))
        state.failed(status: 410, retryAfter: nil, now: .seconds(500))
        #expect(state.request(bitsPerSecond: nil) == nil)
        #expect(state.pathway == "A")
    }

    @Test(
        "a clone with an invalid HOST keeps its base's host (a negative port was found by fuzzing)",
        arguments: ["a.example:-5", "a.example:65536", "a.example:", "b c", ":80", "[x", "a/b", "é.example", ""])
    func badHost(host: String) throws {
        let clone = PathwayClone(baseID: "B", id: "C", replacement: .init(host: host))
        let list = try playlist().adding([clone])
        #expect(list.variants.last?.uri == "https://b.example/1")
        #expect(list.variants.last?.pathway == "C")
    }

    @Test("hls.md 10: clones copy a pathway's variants and groups with other URLs")
    func clones() throws {
        let text = #"""
            {"VERSION":1,"PATHWAY-PRIORITY":["C"],"PATHWAY-CLONES":[{"BASE-ID":"A","ID":"C","URI-REPLACEMENT":{
              "HOST":"c.example:8443","PARAMS":{"b":"7 8","a":"1"},"PER-VARIANT-URIS":{"v2":"https://x.example/two"},
              "PER-RENDITION-URIS":{"r":"https://x.example/sound"}}},
             {"BASE-ID":"C","ID":"D","URI-REPLACEMENT":{"HOST":"d.example"}},
             {"BASE-ID":"nothing","ID":"E","URI-REPLACEMENT":{}},{"BASE-ID":"A","ID":"B","URI-REPLACEMENT":{}}]}
            """#
        var state = ContentSteeringState(try playlist(), now: .zero)
        let manifest = try manifest(text)
        state.received(manifest, from: try #require(server), now: .zero)
        #expect(state.pathway == "C")
        #expect(state.pathways == ["B", "A", "C", "D"])
        let cloned = state.playlist.variants.filter { $0.pathway == "C" }
        #expect(cloned.map(\.uri) == ["https://c.example:8443/1?z=1&a=1&b=7%208", "https://x.example/two"])
        #expect(Set(cloned.compactMap(\.audioGroup)).count == 1)
        let group = try #require(cloned.first?.audioGroup)
        #expect(group != "a")
        #expect(state.playlist.renditions(.audio, inGroup: group).map(\.uri) == ["https://x.example/sound"])
        let second = state.playlist.variants.filter { $0.pathway == "D" }
        #expect(second.first?.uri == "https://d.example:8443/1?z=1&a=1&b=7%208")
        // The next manifest applies to the original playlist, without these clones.
        state.received(manifest, from: try #require(server), now: .seconds(300))
        #expect(state.playlist.variants.count == 7)
    }
}
