import Foundation
import HLS
import MediaEngine
import MediaTesting
import Testing

/// The playlists of every recipe have no faults in the strict parser.
@Suite(.enabled(if: Probe.isAvailable, "the ffmpeg command is not installed"))
struct StrictPlaylistTests {
    private static let forms: [(String, LadderRecipe)] = [
        ("fragments", .small),
        ("streams", .small.with { $0.container = .transportStream }),
        ("packed audio", .small.with { $0.audioForm = .packed }),
        ("muxed", .small.with { $0.audioForm = .muxed }),
        ("byte ranges", .small.with { $0.addressing = .byteRanges }),
        ("joined", .small.with { ($0.seconds, $0.programs) = (8, 2) }),
        ("keys", .small.with { $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true) }),
        ("keys without vectors", .small.with { $0.encryption = .aes128(segmentsPerKey: 1, hasExplicitVectors: false) }),
        ("sample encryption", .small.with { ($0.encryption, $0.hasSessionKey) = (.sampleAES, true) }),
        (
            "everything",
            .small.with {
                $0.gaps = [2]
                $0.hasBitrateTags = true
                $0.start = .init(offset: 4, isPrecise: true)
                $0.chapters = ["One", "Two"]
                $0.sessionData = ["com.example.title": "A title"]
                $0.redundantCopies = 2
                $0.hasSteering = true
                $0.usesVariables = true
                $0.token = "abc"
                $0.interstitials = [.init(id: "one", at: 4)]
                $0.subtitles.append(.init(language: "de", name: "Deutsch", isForced: true))
            }
        ),
    ]

    private func parse(
        _ content: any OriginContent, _ path: String, query: String?, variables: [String: String]? = nil, now: Int64 = 0
    ) throws -> ParsedPlaylist {
        var request = OriginRequest(path: path, query: query)
        request.headers["host"] = "127.0.0.1:1"
        guard case .resource(let resource) = content.reply(to: request, now: now) else {
            throw StreamMakerError(message: "no playlist at \(path)")
        }
        let url = URL(string: "http://127.0.0.1:1\(path)" + (query.map { "?\($0)" } ?? ""))
        let parsed = try Playlist.parse(resource.bytes, baseURL: url, importedVariables: variables, mode: .strict)
        #expect(parsed.faults.isEmpty, "\(path): \(parsed.faults)")
        return parsed
    }

    @Test("on-demand playlists have no faults in strict mode", arguments: forms.indices)
    func onDemand(form: Int) async throws {
        let ladder = try await Ladder.make(Self.forms[form].1)
        let query = ladder.recipe.token.map { "token=\($0)" }
        let main = try #require(try parse(ladder, "/main.m3u8", query: query).multivariant)
        #expect(main.variants.count == 2 * (ladder.recipe.redundantCopies + 1))
        let addresses =
            (main.variants + main.iFrameVariants).compactMap { $0.uri } + main.renditions.compactMap { $0.uri }
        #expect(addresses.count >= main.variants.count + 2)
        for address in addresses {
            let path = "/" + address.prefix { $0 != "?" }
            let media = try #require(
                try parse(ladder, path, query: query, variables: main.variables).media, "\(Self.forms[form].0)")
            #expect(media.hasEnded && media.segments.count >= 4)
        }
    }

    @Test("live low-latency playlists have no faults, and a delta update gives the full playlist")
    func live() async throws {
        let clock = FakeHostClock(now: 0)
        let recipe = LadderRecipe.small.with {
            ($0.seconds, $0.programs) = (8, 2)
            $0.interstitials = [.init(id: "early", at: 30), .init(id: "late", at: 70)]
        }
        let ladder = try await Ladder.make(recipe)
        let live = try LiveLadder(ladder, clock: clock) {
            $0.window = .sliding(12)
            $0.secondsBefore = 61
            $0.isLowLatency = true
            $0.canSkipDateRanges = true
        }
        for name in ["v0", "v1", "a0", "a1", "s0"] {
            var held = try #require(try parse(live, "/\(name)/index.m3u8", query: nil, now: clock.now).media)
            for _ in 0..<9 {
                clock.advance(by: 1_000_000_000)
                let delta = try #require(
                    try parse(live, "/\(name)/index.m3u8", query: "_HLS_skip=v2", now: clock.now).media)
                #expect(delta.skip != nil)
                try held.apply(delta)
                let whole = try #require(try parse(live, "/\(name)/index.m3u8", query: nil, now: clock.now).media)
                #expect(held.segments.map(\.uri) == whole.segments.map(\.uri))
                #expect(held.segments.map(\.discontinuitySequence) == whole.segments.map(\.discontinuitySequence))
                #expect(held.parts.count == whole.parts.count)
                #expect(
                    held.dateRanges.map(\.id) == whole.dateRanges.map(\.id),
                    "segments \(whole.segments.first?.sequenceNumber ?? 0) to \(whole.segments.last?.sequenceNumber ?? 0)"
                )
                #expect(held.mediaSequence == whole.mediaSequence)
            }
        }
    }

    @Test("the steering manifest and the asset list are valid")
    func sideFiles() async throws {
        var event = LadderRecipe.Interstitial(id: "break", at: 4)
        event.assetCount = 2
        event.skipControl = .init(offset: 1, duration: 3)
        let ladder = try await Ladder.make(
            .small.with {
                ($0.hasSteering, $0.redundantCopies) = (true, 2)
                $0.interstitials = [event]
            })
        let manifest = try SteeringManifest.parse(try ladder.bytes("/steering.json"))
        #expect(manifest.pathwayPriority == ["A", "B", "C"] && manifest.timeToLive == 10)
        let assets = try InterstitialAssets.parse(try ladder.bytes("/ads/break.json"))
        #expect(assets.assets.map(\.duration) == [8, 8] && assets.skipControl?.offset == 1)
    }
}
