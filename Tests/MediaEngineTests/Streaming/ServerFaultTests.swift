import Foundation
import HLS
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// Server faults, one at a time, and their effects (`spec/hls.md` section 10).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads, .timeLimit(.minutes(5)))
struct ServerFaultTests {
    /// Two variants; playback starts with the second, better one.
    private static let recipe = LadderRecipe.small.with { $0.segmentSeconds = 2 }

    /// The result of reading a stream completely.
    struct Run {
        var times: [Nanoseconds] = []
        var soundCount = 0
        var reported: [StreamFault] = []
        var origin: Origin

        var holes: [Nanoseconds] {
            zip(times, times.dropFirst()).filter { $1 - $0 > 60 * .millisecond || $1 <= $0 }.map(\.0)
        }

        func requests(_ suffix: String) -> Int { origin.records.filter { $0.path.hasSuffix(suffix) }.count }

        func checkWhole(_ recipe: LadderRecipe = ServerFaultTests.recipe) {
            #expect(times.count == recipe.seconds * 24)
            #expect(holes.isEmpty, "\(holes)")
        }
    }

    static func run(
        _ recipe: LadderRecipe = recipe, content: (Ladder) -> any OriginContent = { $0 },
        faults prepare: (Origin) -> Void = { _ in }
    ) async throws -> Run {
        let origin = try Origin(content(try await Ladder.make(recipe)))
        defer { origin.stop() }
        prepare(origin)
        let reader = try StreamingReader.open(MediaLocator(url: origin.url("/main.m3u8")), policy: .impatient)
        let log = FaultLog()
        reader.observeEvents { if case .fault(let fault) = $0 { log.append(fault) } }
        var run = Run(origin: origin)
        while let packet = try reader.read() {
            if packet.trackIndex == StreamTracks.video {
                run.times.append(packet.decodeTime)
            } else {
                run.soundCount += 1
            }
        }
        run.reported = log.all
        return run
    }

    @Test(
        "a segment that one variant's server denies is played from the other, requested once, and logged with its status [hls.md 10: 403 of a segment, hls.md 10: 404 of a segment, hls.md 10: 410 of a segment, hls.md 10: 500 of a segment, hls.md 5: EXT-X-MAP cache]",
        arguments: [403, 404, 410, 500])
    func segmentStatus(_ status: Int) async throws {
        let run = try await Self.run(faults: { $0.inject(.status(status), for: .path("/v1/3.m4s")) })
        run.checkWhole()
        #expect(run.requests("/v1/3.m4s") == 1)
        // The initialization section was requested once for each variant.
        #expect(run.requests("/v1/init-0.mp4") == 1)
        #expect(run.requests("/v0/init-0.mp4") == 1)
        #expect(run.reported.map(\.status) == [status])
        #expect(run.reported.first?.url?.path == "/v1/3.m4s")
    }

    @Test("a first segment that is missing on all servers is skipped like any other [hls.md 10: 404 of a segment]")
    func firstSegment() async throws {
        let run = try await Self.run(faults: { $0.inject(.status(404), for: .suffix("/0.m4s")) })
        #expect(run.times.count == (Self.recipe.seconds - 2) * 24)
        #expect(run.times.first ?? 0 > 1_900 * .millisecond)
        #expect(run.reported.contains { $0.status == 404 && $0.url?.path == "/a0/0.m4s" })
        #expect(run.soundCount > 0)
        let failure = await #expect(throws: MediaError.self) {
            _ = try await Self.run(faults: { $0.inject(.status(404), for: .suffix(".m4s")) })
        }
        #expect(failure?.httpStatus == 404)
    }

    @Test("when audio cannot be loaded, playback continues without it [hls.md 10: 404 of a media playlist]")
    func audioFails() async throws {
        let silent = try await Self.run(faults: { $0.inject(.status(404), for: .path("/a0/index.m3u8")) })
        silent.checkWhole()
        #expect(silent.soundCount == 0)
        #expect(silent.reported.contains { $0.status == 404 && $0.url?.path == "/a0/index.m3u8" })
        // Audio muxed into the variants is played.
        let recipe = LadderRecipe.transportStream.with {
            $0.segmentSeconds = 2
            $0.seconds = 8
        }
        let whole = try await Self.run(recipe)
        let muxed = try await Self.run(
            recipe,
            content: { ladder in
                EditedContent(
                    ladder,
                    playlists: { path, text in
                        path != "/main.m3u8"
                            ? text
                            : text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                                line.contains("TYPE=AUDIO") && !line.contains("URI=")
                                    ? line + ",URI=\"gone.m3u8\"" : String(line)
                            }.joined(separator: "\n")
                    })
            })
        muxed.checkWhole(recipe)
        #expect(muxed.soundCount == whole.soundCount)
    }

    @Test(
        "when timestamps jump without a signal, no frame is lost, however frames are reordered [hls.md 13: unmarked discontinuity]",
        arguments: [LadderRecipe.small, .transportStream])
    func unmarkedJump(_ base: LadderRecipe) async throws {
        let recipe = base.with {
            $0.segmentSeconds = 2
            $0.seconds = 8
        }
        let run = try await Self.run(
            recipe,
            content: { ladder in
                EditedContent(
                    ladder,
                    playlists: { path, text in
                        var text = text
                        for kind in ["m4s", "ts"] {
                            text = text.replacingOccurrences(of: "\n2.\(kind)", with: "\n0.\(kind)")
                                .replacingOccurrences(of: "\n3.\(kind)", with: "\n1.\(kind)")
                        }
                        return text
                    })
            })
        #expect(run.times.count == recipe.seconds * 24)
        #expect(run.reported.contains { $0.error.code == .contentChanged })
    }

    @Test("a playlist without usable variants is an error with line and rule")
    func unusableVariants() async throws {
        let failure = await #expect(throws: MediaError.self) {
            _ = try await Self.run(content: { ladder in
                EditedContent(
                    ladder,
                    playlists: { path, text in
                        path == "/main.m3u8" ? "#EXTM3U\n#EXT-X-STREAM-INF:RESOLUTION=1x1\nv0/index.m3u8\n" : text
                    })
            })
        }
        #expect(failure?.code == .noPlayableTracks)
        #expect(failure?.message.contains("line 2") == true && failure?.message.contains("BANDWIDTH") == true)
        #expect(failure?.detail == "hls.stream-inf.bandwidth")
    }

    @Test(
        "a missing initialization section excludes its variant, and playback continues [hls.md 10: 404 of an init section]"
    )
    func initSection() async throws {
        let run = try await Self.run(faults: { $0.inject(.status(404), for: .path("/v1/init-0.mp4")) })
        run.checkWhole()
        #expect(run.reported.first?.status == 404)
        #expect(run.reported.first?.url?.path == "/v1/init-0.mp4")
    }

    @Test(
        "a missing or invalid media playlist excludes its variant, and is logged [hls.md 10: 404 of a media playlist]"
    )
    func mediaPlaylist() async throws {
        let missing = try await Self.run(faults: { $0.inject(.status(404), for: .path("/v1/index.m3u8")) })
        missing.checkWhole()
        #expect(missing.reported.map(\.status) == [404])
        #expect(missing.reported.first?.url?.path == "/v1/index.m3u8")
        let broken = try await Self.run(content: { ladder in
            EditedContent(
                ladder,
                playlists: { path, text in
                    path == "/v1/index.m3u8"
                        ? text.replacingOccurrences(of: "#EXT-X-TARGETDURATION:2", with: "#") : text
                })
        })
        broken.checkWhole()
        // The violated rule is reported.
        #expect(broken.reported.first?.error.detail == "hls.targetduration.missing")
        #expect(broken.reported.first?.url?.path == "/v1/index.m3u8")
    }

    @Test(
        "a missing multivariant playlist is an error with its status [hls.md 10: 404 of the multivariant playlist]"
    )
    func multivariantPlaylist() async throws {
        for status in [404, 403, 410] {
            let failure = await #expect(throws: MediaError.self) {
                _ = try await Self.run(faults: { $0.inject(.status(status), for: .path("/main.m3u8")) })
            }
            #expect(failure?.code == .httpStatus)
            #expect(failure?.httpStatus == status)
        }
    }

    @Test(
        "noise instead of a segment is requested again, then played from the other variant [hls.md 10: segment that is broken]"
    )
    func noise() async throws {
        let run = try await Self.run(content: { ladder in
            EditedContent(ladder) { path, bytes in
                path == "/v1/3.m4s" ? (0..<bytes.count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) } : bytes
            }
        })
        run.checkWhole()
        #expect(run.requests("/v1/3.m4s") == 2)
        #expect(run.reported.contains { $0.url?.path == "/v1/3.m4s" })
    }

    @Test(
        "a variant whose key is denied, or whose protection is unsupported, is replaced by another one [hls.md 5: key 403, hls.md 5: unknown METHOD, hls.md 5: unknown KEYFORMAT]",
        arguments: [
            "METHOD=AES-128,URI=\"/no-key\"", "METHOD=ROT13,URI=\"/k\"", "METHOD=AES-256-GCM,URI=\"/k\"",
            "METHOD=SAMPLE-AES-CTR,URI=\"/k\"",
            "METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"",
        ])
    func protectedVariant(_ key: String) async throws {
        let run = try await Self.run(content: { ladder in
            EditedContent(
                ladder,
                playlists: { path, text in
                    path == "/v1/index.m3u8"
                        ? text.replacingOccurrences(of: "#EXT-X-MAP", with: "#EXT-X-KEY:\(key)\n#EXT-X-MAP") : text
                })
        })
        run.checkWhole()
        #expect(!run.reported.isEmpty)
        #expect(run.requests("/v0/3.m4s") == 1)
    }

    @Test(
        "when every variant has unsupported protection, the error states it and no sample is delivered [hls.md 5: unknown METHOD, hls.md 5: AES-256-GCM, hls.md 5: SAMPLE-AES-CTR]",
        arguments: ["METHOD=ROT13", "METHOD=AES-256-GCM", "METHOD=SAMPLE-AES-CTR"])
    func protectedStream(_ key: String) async throws {
        let failure = await #expect(throws: MediaError.self) {
            _ = try await Self.run(content: { ladder in
                EditedContent(
                    ladder,
                    playlists: { _, text in
                        text.replacingOccurrences(of: "#EXT-X-MAP", with: "#EXT-X-KEY:\(key),URI=\"/k\"\n#EXT-X-MAP")
                    })
            })
        }
        #expect(failure?.code == .contentIsProtected)
    }

    @Test("the key of many segments is requested once [hls.md 5: key cache]")
    func keyOnce() async throws {
        let recipe = Self.recipe.with { $0.encryption = .aes128(segmentsPerKey: 4, hasExplicitVectors: false) }
        let run = try await Self.run(recipe)
        run.checkWhole(recipe)
        let keys = run.origin.records.map(\.path).filter { $0.hasPrefix("/keys/") }
        #expect(keys.count == Set(keys).count && keys.count > 1, "\(keys)")
    }

    @Test(
        "wrong content types, bodies without a length, and redirects do not affect playback [hls.md 13: wrong Content-Type, hls.md 13: chunked without length, hls.md 13: redirects]"
    )
    func oddAnswers() async throws {
        for kind in [OriginFault.Kind.contentType("text/html; charset=utf-8"), .chunked] {
            let run = try await Self.run(faults: { $0.inject(kind, for: .every) })
            run.checkWhole()
            #expect(run.reported.map(\.comment) == [])
        }
        let redirected = try await Self.run(faults: { origin in
            origin.inject(.redirect("/v1/index.m3u8?moved"), for: .path("/v1/index.m3u8"), times: 1)
            origin.inject(.redirect("/v1/3.m4s?moved"), for: .path("/v1/3.m4s"), times: 1)
        })
        redirected.checkWhole()
        #expect(redirected.reported.map(\.comment) == [])
    }

    @Test(
        "violations in a playable playlist are logged once, with line and rule [hls.md 10: error log]"
    )
    func playlistFaults() async throws {
        let run = try await Self.run(content: { ladder in
            EditedContent(
                ladder,
                playlists: { path, text in
                    path.hasPrefix("/v")
                        ? text.replacingOccurrences(of: "#EXT-X-TARGETDURATION:2", with: "#EXT-X-TARGETDURATION:1")
                        : text
                })
        })
        run.checkWhole()
        let faults = run.reported.filter { $0.error.detail == "hls.targetduration.exceeded" }
        #expect(faults.count == Set(faults.map(\.url)).count)
        #expect(faults.first?.comment.contains("line ") == true)
    }
}

private final class FaultLog: Sendable {
    private let faults = Mutex<[StreamFault]>([])
    var all: [StreamFault] { faults.withLock { $0 } }
    func append(_ fault: StreamFault) { faults.withLock { $0.append(fault) } }
}
