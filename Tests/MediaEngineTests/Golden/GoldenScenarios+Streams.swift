import CoreMedia
import Foundation
import HLS
import MediaEngine
import MediaTesting

extension GoldenScenario {
    /// One small variant of 8 s, with sweeps.
    static func ladder(_ change: (inout LadderRecipe) -> Void = { _ in }) -> LadderRecipe {
        LadderRecipe(variants: [.init(192, 108, bitsPerSecond: 150_000)]).with {
            $0.seconds = 8
            $0.hasSweeps = true
            $0.audio = [.init(language: "en", name: "English")]
            $0.subtitles = []
            $0.hasIFrames = false
            change(&$0)
        }
    }

    private static func packets(_ change: (inout LadderRecipe) -> Void = { _ in }) -> LadderRecipe {
        ladder {
            $0.container = .transportStream
            $0.audioForm = .muxed
            change(&$0)
        }
    }

    static func stream(_ recipe: LadderRecipe, _ faults: [OriginFault] = []) -> Media {
        .ladder(recipe, faults: faults)
    }

    /// Plays when everything is loaded, so that thread scheduling has no influence.
    static let loaded: @Sendable (GoldenRun) -> Void = { run in
        run.waitUntilLoaded(to: 7.9)
        run.rate(1)
        run.playToEnd()
    }

    private static let text = OriginReply.resource(
        OriginResource(text: "This is not media.\n", contentType: "text/plain"))

    /// Recorded streams.
    static let streams: [GoldenScenario] = [
        GoldenScenario(
            "hls-fmp4", "fragmented segments with separate audio play to the end", stream(ladder()), script: loaded),
        GoldenScenario("hls-ts", "transport stream segments play to the end", stream(packets()), script: loaded),
        GoldenScenario(
            "hls-packed-audio", "packed audio and fragmented video play in sync",
            stream(ladder { $0.audioForm = .packed }), script: loaded),
        GoldenScenario(
            "hls-audio-only", "a stream without video plays to the end",
            stream(ladder { $0.variants = [] }), script: loaded),
        GoldenScenario(
            "hls-video-only", "a stream without audio plays to the end", stream(ladder { $0.audio = [] }),
            script: loaded),
        GoldenScenario(
            "hls-byte-ranges", "segments that are byte ranges of one resource play to the end",
            stream(ladder { $0.addressing = .byteRanges }), script: loaded),
        GoldenScenario(
            "hls-discontinuity", "two programmes joined by a discontinuity play without a gap",
            stream(packets { $0.programs = 2 })
        ) { run in
            run.waitUntilLoaded(to: 15.9)
            run.rate(2)
            run.playToEnd()
        },
        GoldenScenario(
            "hls-aes128", "segments encrypted with AES-128 play to the end",
            stream(packets { $0.encryption = .aes128(segmentsPerKey: 1, hasExplicitVectors: false) }), script: loaded),
        GoldenScenario(
            "hls-aes128-init",
            "fragmented segments and an initialization section encrypted with AES-128 play to the end",
            stream(ladder { $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true) }), script: loaded),
        GoldenScenario(
            "hls-sample-aes", "segments with SAMPLE-AES play to the end",
            stream(ladder { $0.encryption = .sampleAES }), script: loaded),
        GoldenScenario(
            "hls-key-404", "a stream whose key returns 404 fails",
            stream(
                packets { $0.encryption = .aes128(segmentsPerKey: 1, hasExplicitVectors: false) },
                [OriginFault(.status(404), for: .prefix("/keys"))])
        ) { run in
            run.rate(1)
            run.playToEnd(within: 10)
        },
        GoldenScenario(
            "hls-wrap", "timestamps that wrap at 2^33 play without a gap",
            stream(packets { $0.firstStamp = (1 << 33) - 270_000 }), script: loaded),
        GoldenScenario(
            "hls-subtitles", "the subtitles of a stream are sent at their times",
            stream(ladder { $0.subtitles = [.init(language: "en", name: "English")] })
        ) { run in
            run.perform("select subtitles") { session in
                let track = session.asset.loadedInfo?.tracks.first { $0.kind == .subtitle }
                session.select(.subtitle, trackIndex: track?.index)
            }
            run.waitUntilLoaded(to: 7.9)
            run.rate(1)
            run.playToEnd()
        },
        GoldenScenario(
            "hls-language", "another audio language that is selected during playback takes over",
            stream(
                ladder { $0.audio = [.init(language: "en", name: "English"), .init(language: "de", name: "Deutsch")] })
        ) { run in
            run.waitUntilLoaded(to: 7.9)
            run.rate(1)
            run.wait(1)
            run.perform("select the second language") { session in
                let tracks = session.asset.loadedInfo?.tracks.filter { $0.kind == .audio } ?? []
                session.select(.audio, trackIndex: tracks.last?.index)
            }
            run.playToEnd()
        },
        GoldenScenario(
            "hls-gap", "time advances through a segment that the playlist marks as a gap",
            stream(
                packets {
                    $0.gaps = [1]
                    $0.seconds = 12
                }), without: [.requests]
        ) { run in
            run.rate(1)
            run.playToEnd(within: 15)
        },
        GoldenScenario(
            "hls-segment-text", "a segment that is text instead of media is skipped",
            .edited(packets { $0.seconds = 12 }, { LayeredContent($1, replacing: ["/v0/1.ts": text]) }),
            without: [.requests]
        ) { run in
            run.rate(1)
            run.playToEnd(within: 15)
        },
        GoldenScenario(
            "hls-all-text", "a stream whose segments are all text fails",
            .edited(packets(), { LayeredContent($1, replacing: ["/v0/0.ts": text, "/v0/1.ts": text]) }),
            without: [.requests]
        ) { run in
            run.rate(1)
            run.playToEnd(within: 15)
        },
        GoldenScenario(
            "hls-init-404", "a stream whose initialization section returns 404 fails",
            stream(ladder { $0.audio = [] }, [OriginFault(.status(404), for: .path("/v0/init-0.mp4"))]),
            without: [.requests]
        ) { run in
            run.rate(1)
            run.playToEnd(within: 15)
        },
        GoldenScenario(
            "hls-playlist-404", "a stream whose media playlist returns 404 fails",
            stream(packets(), [OriginFault(.status(404), for: .path("/v0/index.m3u8"))]), without: [.requests]
        ) { run in
            run.rate(1)
            run.playToEnd(within: 15)
        },
        GoldenScenario(
            "hls-404", "a stream whose multivariant playlist returns 404 fails",
            stream(packets(), [OriginFault(.status(404), for: .path("/main.m3u8"))]), script: wholly),
        GoldenScenario(
            "hls-fallback-text", "when the segments of a variant are text, playback falls back to the other variant",
            .edited(
                packets {
                    $0.variants = [
                        .init(192, 108, bitsPerSecond: 150_000), .init(256, 144, bitsPerSecond: 250_000),
                    ]
                }, { LayeredContent($1, replacing: ["/v0/0.ts": text, "/v0/1.ts": text]) }), without: [.requests]
        ) { run in
            run.rate(1)
            run.playToEnd(within: 15)
        },
        GoldenScenario(
            "hls-slow-server", "a server that responds after 0.3 s delays the start and nothing else",
            stream(packets()), latency: 0.3
        ) { run in
            run.rate(1)
            run.playToEnd(within: 15)
        },
        GoldenScenario(
            "hls-stall", "a segment that arrives 3 s late stalls playback, which then resumes by itself",
            stream(
                packets { $0.seconds = 8 },
                [OriginFault(.delay(seconds: 7), for: .path("/v0/1.ts"))])
        ) { run in
            run.rate(1)
            run.playToEnd(within: 20)
        },
        GoldenScenario(
            "hls-limit", "a limit on the frame size keeps the smaller variant to the end",
            stream(
                packets {
                    $0.variants = [
                        .init(256, 144, bitsPerSecond: 250_000), .init(192, 108, bitsPerSecond: 150_000),
                    ]
                }),
            options: { $0.streaming.environment.preferredMaximumResolution = .init(width: 192, height: 108) },
            without: [.requests], script: loaded),
        GoldenScenario("hls-seek", "exact seeks in a stream display the requested frames", stream(packets())) { run in
            run.waitUntilLoaded(to: 7.9)
            run.seek(5.5)
            run.wait(0.2)
            run.seek(1.3)
            run.rate(1)
            run.wait(0.5)
        },
        GoldenScenario(
            "hls-start-time", "a stream that starts at 5 s displays the frame at that time first",
            stream(packets()), options: { $0.startTime = CMTime(value: 5, timescale: 1) },
            script: loaded),
        GoldenScenario("hls-reverse", "a stream plays backwards to its start", stream(packets())) { run in
            run.waitUntilLoaded(to: 7.9)
            run.seek(3)
            run.rate(-2)
            run.playToEnd()
        },
        GoldenScenario(
            "hls-loop", "a stream that the client loops ends once per pass", stream(packets { $0.seconds = 4 })
        ) {
            run in
            run.waitUntilLoaded(to: 3.9)
            run.whenEnded { session in
                guard run.endCount < 2 else { return }
                run.seekInside(0)
                session.setRate(1)
            }
            run.rate(1)
            run.wait(10) { run.endCount >= 2 }
            run.wait(0.3)
        },
    ]

    /// Live streams, on the fake clock.
    static let live: [GoldenScenario] = [
        GoldenScenario(
            "live-window", "a live stream plays at its distance from the live edge, and its window advances",
            .live(packets()) { $0.window = .sliding(5) }, without: [.requests]
        ) { run in
            run.rate(1)
            run.wait(12)
        },
        GoldenScenario(
            "live-event", "an event playlist that ends plays to its end",
            .live(packets()) {
                $0.window = .event
                $0.endsAfter = 7
            }, without: [.requests]
        ) { run in
            run.rate(1)
            run.playToEnd(within: 40)
        },
        GoldenScenario(
            "live-paused", "a live stream that is paused for 10 s resumes where it was paused",
            .live(packets()) { $0.window = .sliding(8) }, without: [.requests]
        ) { run in
            run.rate(1)
            run.wait(4)
            run.rate(0)
            run.wait(10)
            run.rate(1)
            run.wait(4)
        },
    ]
}
