import Foundation
import MediaTesting
import Testing

/// Playlists as text. Sizes depend on the encoder's version, so they are removed.
@Suite(.enabled(if: Probe.isAvailable, "the ffmpeg command is not installed"))
struct LadderPlaylistTests {
    private func plain(_ playlist: PlaylistText?) throws -> String {
        try #require(playlist).text
            .replacing(/BANDWIDTH=\d+/, with: "BANDWIDTH=n")
            .replacing(/CODECS="avc1\.[0-9A-F]{6}/, with: "CODECS=\"avc1")
            .replacing(/(BITRATE:|BYTERANGE:)\d+/) { "\($0.1)n" }
            .replacing(/@\d+/, with: "@n")
            .replacing(/BYTERANGE="\d+/, with: "BYTERANGE=\"n")
    }

    @Test("the multivariant playlist of the standard ladder has the expected text")
    func multivariant() async throws {
        let ladder = try await Ladder.make(.small)
        #expect(
            try plain(ladder.multivariantPlaylist()) == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="a0/index.m3u8"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,CHANNELS="2",URI="a1/index.m3u8"
                #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="s0/index.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=n,AVERAGE-BANDWIDTH=n,CODECS="avc1,mp4a.40.2",RESOLUTION=256x144,FRAME-RATE=24.000,AUDIO="sound",SUBTITLES="text",CLOSED-CAPTIONS=NONE
                v0/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=n,AVERAGE-BANDWIDTH=n,CODECS="avc1,mp4a.40.2",RESOLUTION=384x216,FRAME-RATE=24.000,AUDIO="sound",SUBTITLES="text",CLOSED-CAPTIONS=NONE
                v1/index.m3u8
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=n,CODECS="avc1",RESOLUTION=256x144,URI="v0/iframes.m3u8"
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=n,CODECS="avc1",RESOLUTION=384x216,URI="v1/iframes.m3u8"

                """)
    }

    @Test("session data, start, steering, copies and variables are written")
    func everything() async throws {
        let ladder = try await Ladder.make(
            .small.with {
                $0.hasIFrames = false
                $0.subtitles = []
                $0.audioForm = .muxed
                $0.start = .init(offset: -8.5, isPrecise: true)
                $0.chapters = ["One", "The \"second\""]
                $0.sessionData = ["com.example.title": "A title"]
                $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true)
                $0.hasSessionKey = true
                $0.redundantCopies = 1
                $0.hasSteering = true
                $0.usesVariables = true
            })
        #expect(
            try plain(ladder.multivariantPlaylist()) == """
                #EXTM3U
                #EXT-X-VERSION:8
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-DEFINE:NAME="index",VALUE="index"
                #EXT-X-DEFINE:NAME="kind",VALUE="v"
                #EXT-X-START:TIME-OFFSET=-8.5,PRECISE=YES
                #EXT-X-CONTENT-STEERING:SERVER-URI="steering.json",PATHWAY-ID="A"
                #EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json"
                #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="A title",LANGUAGE="en"
                #EXT-X-SESSION-KEY:METHOD=AES-128,URI="keys/0.key",IV=\(Self.vector(0))
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,CHANNELS="2",URI="a1/index.m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=n,AVERAGE-BANDWIDTH=n,CODECS="avc1,mp4a.40.2",RESOLUTION=256x144,FRAME-RATE=24.000,STABLE-VARIANT-ID="variant-0",AUDIO="sound",CLOSED-CAPTIONS=NONE,PATHWAY-ID="A"
                {$kind}0/{$index}.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=n,AVERAGE-BANDWIDTH=n,CODECS="avc1,mp4a.40.2",RESOLUTION=384x216,FRAME-RATE=24.000,STABLE-VARIANT-ID="variant-1",AUDIO="sound",CLOSED-CAPTIONS=NONE,PATHWAY-ID="A"
                {$kind}1/{$index}.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=n,AVERAGE-BANDWIDTH=n,CODECS="avc1,mp4a.40.2",RESOLUTION=256x144,FRAME-RATE=24.000,STABLE-VARIANT-ID="variant-0",AUDIO="sound",CLOSED-CAPTIONS=NONE,PATHWAY-ID="B"
                b/{$kind}0/{$index}.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=n,AVERAGE-BANDWIDTH=n,CODECS="avc1,mp4a.40.2",RESOLUTION=384x216,FRAME-RATE=24.000,STABLE-VARIANT-ID="variant-1",AUDIO="sound",CLOSED-CAPTIONS=NONE,PATHWAY-ID="B"
                b/{$kind}1/{$index}.m3u8

                """)
        let chapters = try JSONSerialization.jsonObject(with: Data(try ladder.bytes("/chapters.json")))
        let entries = try #require(chapters as? [[String: Any]])
        #expect(entries.compactMap { $0["start-time"] as? Double } == [0, 8])
        let titles = try #require(entries.last?["titles"] as? [[String: String]])
        #expect(titles == [["language": "en", "title": "The \"second\""]])
        #expect(try ladder.bytes("/b/v0/1.m4s") == ladder.bytes("/v0/1.m4s"))
        let steering = try JSONSerialization.jsonObject(with: Data(try ladder.bytes("/steering.json")))
        #expect((steering as? [String: Any])?["PATHWAY-PRIORITY"] as? [String] == ["A", "B"])
    }

    private static func vector(_ number: Int) -> String {
        "0x" + LadderKeys.vector(number).map { String(format: "%02X", $0) }.joined()
    }

    @Test("keys change, the map has its own vector, and a gap is marked and not served")
    func keysAndGaps() async throws {
        let ladder = try await Ladder.make(
            .small.with {
                $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: false)
                $0.gaps = [3]
                $0.hasBitrateTags = true
            })
        #expect(
            try plain(ladder.mediaPlaylist(of: "v0")) == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:4
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
                #EXT-X-MAP:URI="init-0.mp4"
                #EXT-X-KEY:METHOD=AES-128,URI="../keys/0.key"
                #EXT-X-BITRATE:n
                #EXTINF:4,
                0.m4s
                #EXT-X-BITRATE:n
                #EXTINF:4,
                1.m4s
                #EXT-X-KEY:METHOD=AES-128,URI="../keys/1.key"
                #EXT-X-BITRATE:n
                #EXTINF:4,
                2.m4s
                #EXT-X-GAP
                #EXT-X-BITRATE:n
                #EXTINF:4,
                3.m4s
                #EXT-X-ENDLIST

                """)
        guard case .status(404, _) = ladder.reply(to: OriginRequest(path: "/v0/3.m4s"), now: 0) else {
            Issue.record("a gap segment is served")
            return
        }
    }

    @Test("byte ranges of one resource contain the segments, also across a discontinuity")
    func byteRanges() async throws {
        let recipe = LadderRecipe.small.with {
            $0.seconds = 8
            $0.programs = 2
        }
        let files = try await Ladder.make(recipe)
        let ladder = try await Ladder.make(recipe.with { $0.addressing = .byteRanges })
        #expect(
            try plain(ladder.mediaPlaylist(of: "v0")) == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:4
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
                #EXT-X-MAP:URI="media.m4s",BYTERANGE="n@n"
                #EXT-X-BYTERANGE:n@n
                #EXTINF:4,
                media.m4s
                #EXT-X-BYTERANGE:n
                #EXTINF:4,
                media.m4s
                #EXT-X-DISCONTINUITY
                #EXT-X-MAP:URI="media.m4s",BYTERANGE="n@n"
                #EXT-X-BYTERANGE:n@n
                #EXTINF:4,
                media.m4s
                #EXT-X-BYTERANGE:n
                #EXTINF:4,
                media.m4s
                #EXT-X-ENDLIST

                """)
        let whole = try ladder.bytes("/v0/media.m4s")
        var end = 0
        for (number, match) in try ladder.text("/v0/index.m3u8").matches(of: /#EXT-X-BYTERANGE:(\d+)(@(\d+))?/)
            .enumerated()
        {
            let start = try match.3.map { try #require(Int($0)) } ?? end
            end = start + (try #require(Int(match.1)))
            #expect(try Array(whole[start..<end]) == files.bytes("/v0/\(number).m4s"), "segment \(number)")
        }
        #expect(end == whole.count)
        let maps = try ladder.text("/v0/index.m3u8").matches(of: /BYTERANGE="(\d+)@(\d+)"/)
        for (program, map) in maps.enumerated() {
            let (size, start) = (try #require(Int(map.1)), try #require(Int(map.2)))
            #expect(try Array(whole[start..<(start + size)]) == files.bytes("/v0/init-\(program).mp4"))
        }
    }

    @Test("every URL requires the token, and every playlist passes it on")
    func token() async throws {
        let ladder = try await Ladder.make(
            .small.with {
                $0.token = "abc7"
                $0.encryption = .aes128(segmentsPerKey: 4, hasExplicitVectors: true)
                $0.chapters = ["One"]
                $0.hasSteering = true
            })
        func text(_ path: String, query: String?) throws -> String? {
            guard case .resource(let resource) = ladder.reply(to: OriginRequest(path: path, query: query), now: 0)
            else {
                return nil
            }
            return String(decoding: resource.bytes, as: UTF8.self)
        }
        #expect(try text("/main.m3u8", query: nil) == nil && text("/v0/0.m4s", query: "token=abc") == nil)
        for path in ["/main.m3u8", "/v0/index.m3u8", "/a1/index.m3u8", "/s0/index.m3u8", "/v0/iframes.m3u8"] {
            let lines = try #require(try text(path, query: "x=1&token=abc7")).split(separator: "\n")
            #expect(lines.contains("#EXT-X-DEFINE:QUERYPARAM=\"token\"") && lines.contains("#EXT-X-VERSION:11"))
            for line in lines where !line.hasPrefix("#") || line.contains("URI=\"") {
                #expect(
                    line.hasPrefix("#") ? line.contains("?token={$token}\"") : line.hasSuffix("?token={$token}"),
                    "\(line)")
            }
        }
        #expect(try text("/v0/0.m4s", query: "token=abc7") != nil)
    }

    @Test("subtitles repeat a cue in each segment that it overlaps, with a map to the media timestamps")
    func subtitles() async throws {
        let ladder = try await Ladder.make(.small)
        #expect(
            try ladder.text("/s0/1.vtt") == """
                WEBVTT
                X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

                joint-4
                00:00:03.250 --> 00:00:04.750 line:10% align:start
                <i>en over 4</i>

                4
                00:00:04.500 --> 00:00:05.750
                en 4

                6
                00:00:06.500 --> 00:00:07.750
                en 6

                """)
        #expect(try ladder.text("/s0/0.vtt").contains("<i>en over 4</i>"))
        #expect(try ladder.text("/s0/index.m3u8").contains("#EXTINF:4,\n3.vtt\n#EXT-X-ENDLIST"))
    }

    @Test("interstitials are served as date ranges, asset lists as JSON, and assets as playlists")
    func interstitials() async throws {
        var first = LadderRecipe.Interstitial(id: "first", at: 4)
        first.restrictions = ["SKIP", "JUMP"]
        first.snap = ["OUT"]
        first.resumeOffset = 0
        var pre = LadderRecipe.Interstitial(id: "pre", at: 0)
        pre.assetCount = 2
        pre.cue = ["PRE", "ONCE"]
        pre.skipControl = .init(offset: 2, duration: 4.5)
        let ladder = try await Ladder.make(.small.with { $0.interstitials = [first, pre] })
        let text = try #require(try ladder.mediaPlaylist(of: "v0", authority: "127.0.0.1:8000")).text
        #expect(
            text.contains(
                """
                #EXT-X-DATERANGE:ID="first",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:04.000Z",DURATION=8,X-ASSET-URI="http://127.0.0.1:8000/ads/main.m3u8",X-RESUME-OFFSET=0,X-SNAP="OUT",X-RESTRICT="SKIP,JUMP"
                #EXT-X-DATERANGE:ID="pre",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:00.000Z",DURATION=16,CUE="PRE,ONCE",X-ASSET-LIST="http://127.0.0.1:8000/ads/pre.json"
                """), "\(text)")
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(try ladder.bytes("/ads/pre.json"))) as? [String: Any])
        #expect((list["ASSETS"] as? [[String: Any]])?.count == 2)
        #expect((list["SKIP-CONTROL"] as? [String: Double]) == ["OFFSET": 2, "DURATION": 4.5])
        let file = try Probe.Scratch(try ladder.bytes("/ads/v1/init-0.mp4") + ladder.bytes("/ads/v1/0.m4s"), "mp4")
        let marks = try await Probe.marks(file.url.path, width: 256, height: 144, frames: 1)
        #expect(marks == [FrameMark.number(variant: 201, frame: 0)])
    }

    @Test("a contradictory recipe throws an error that describes the contradiction")
    func contradictions() async {
        for recipe in [
            LadderRecipe.small.with { $0.seconds = 15 }, LadderRecipe.small.with { $0.keyFrameSeconds = 3 },
            LadderRecipe.codec(.av1).with { $0.container = .transportStream },
            LadderRecipe(variants: []).with { $0.audio = [] },
            LadderRecipe.small.with { $0.token = "a b" },
        ] {
            await #expect(throws: StreamMakerError.self) { try await Ladder.make(recipe) }
        }
    }
}
