import Foundation
import Testing

@testable import HLS

@Suite("Tags of multivariant playlists (hls.md sections 2 to 4)")
struct MultivariantTagTests {
    @Test("hls.md 2: EXT-X-MEDIA: every attribute [hls.md 4: every attribute]")
    func media() {
        let outcome = parse(
            multivariantText(
                """
                #EXT-X-MEDIA:TYPE=AUDIO,URI="a.m3u8",GROUP-ID="aac",NAME="English",LANGUAGE="en",ASSOC-LANGUAGE="cy",\
                STABLE-RENDITION-ID="s1",DEFAULT=YES,AUTOSELECT=YES,BIT-DEPTH=24,SAMPLE-RATE=48000,\
                CHARACTERISTICS="public.accessibility.describes-video,com.example.x",CHANNELS="16/JOC",INSTREAM-ID="main"
                """, "#EXT-X-VERSION:13"))
        #expect(outcome.faults == [])
        let rendition = outcome.multivariant?.renditions.first
        #expect(rendition?.kind == .audio)
        #expect(rendition?.uri == "a.m3u8")
        #expect(rendition?.groupID == "aac")
        #expect(rendition?.name == "English")
        #expect(rendition?.language == "en")
        #expect(rendition?.associatedLanguage == "cy")
        #expect(rendition?.stableID == "s1")
        #expect(rendition?.isDefault == true)
        #expect(rendition?.isAutoselect == true)
        #expect(rendition?.isForced == false)
        #expect(rendition?.bitDepth == 24)
        #expect(rendition?.sampleRate == 48_000)
        #expect(rendition?.characteristics == ["public.accessibility.describes-video", "com.example.x"])
        #expect(rendition?.channelLayout?.count == 16)
        #expect(rendition?.channelLayout?.codings == ["JOC"])
        #expect(rendition?.instreamID == "main")
    }

    @Test(
        "EXT-X-MEDIA: the tag is ignored without a required attribute [hls.md 4: TYPE, GROUP-ID, NAME]",
        arguments: [
            ("GROUP-ID=\"g\",NAME=\"n\"", "hls.media.type"), ("TYPE=SMELL,GROUP-ID=\"g\",NAME=\"n\"", "hls.media.type"),
            ("TYPE=AUDIO,NAME=\"n\"", "hls.media.group"), ("TYPE=AUDIO,GROUP-ID=\"g\"", "hls.media.name"),
            ("TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",DEFAULT=PERHAPS", "hls.attribute.value"),
        ])
    func mediaNeeds(attributes: String, rule: String) {
        let outcome = expectFault(
            multivariantText("#EXT-X-MEDIA:" + attributes), PlaylistRule(rawValue: rule), .error, line: 2)
        #expect(outcome.multivariant?.renditions == [])
    }

    @Test(
        "EXT-X-MEDIA: DEFAULT=YES with AUTOSELECT=NO becomes AUTOSELECT=YES; DEFAULT and NAME are unique in a group [hls.md 4: AUTOSELECT, hls.md 4: one DEFAULT in a group, hls.md 4: one NAME in a group]"
    )
    func mediaDefaults() {
        let contradiction = expectFault(
            multivariantText("#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",DEFAULT=YES,AUTOSELECT=NO"),
            "hls.media.autoselect", .warning)
        #expect(contradiction.multivariant?.renditions.first?.isAutoselect == true)
        let two = expectFault(
            multivariantText(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"a\",DEFAULT=YES",
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"b\",DEFAULT=YES"), "hls.media.default-repeated",
            .warning,
            line: 3)
        #expect(two.multivariant?.renditions.map(\.isDefault) == [true, false])
        expectFault(
            multivariantText(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"a\"", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"a\""
            ),
            "hls.media.name-repeated", .warning, line: 3)
    }

    @Test("EXT-X-STREAM-INF: every attribute [hls.md 3: groups]")
    func stream() {
        let outcome = parse(
            multivariantText(
                variants: """
                    #EXT-X-STREAM-INF:BANDWIDTH=5000000,AVERAGE-BANDWIDTH=4000000,SCORE=2.5,CODECS="hvc1.2.4.L120.B0,mp4a.40.2",\
                    SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",RESOLUTION=1920x1080,FRAME-RATE=29.970,HDCP-LEVEL=TYPE-1,\
                    ALLOWED-CPC="com.example:drm1:SMART-TV/PC,other:HW",VIDEO-RANGE=HLG,REQ-VIDEO-LAYOUT="CH-STEREO",\
                    STABLE-VARIANT-ID="v1",AUDIO="a",VIDEO="v",SUBTITLES="s",CLOSED-CAPTIONS="c",PATHWAY-ID="CDN-A",NAME="x"
                    # a comment between
                    v.m3u8
                    """))
        let stream = outcome.multivariant?.variants.first
        #expect(stream?.uri == "v.m3u8")
        #expect(stream?.bandwidth == 5_000_000)
        #expect(stream?.averageBandwidth == 4_000_000)
        #expect(stream?.score == 2.5)
        #expect(stream?.codecs == ["hvc1.2.4.L120.B0", "mp4a.40.2"])
        #expect(stream?.supplementalCodecs == ["dvh1.08.07/db4h"])
        #expect(stream?.resolution == PixelSize(width: 1_920, height: 1_080))
        #expect(stream?.frameRate == 29.97)
        #expect(stream?.copyProtection == .type1)
        #expect(
            stream?.allowedProtection == [
                .init(keyFormat: "com.example:drm1", labels: ["SMART-TV", "PC"]),
                .init(keyFormat: "other", labels: ["HW"]),
            ])
        #expect(stream?.videoRange == .hybridLogGamma)
        #expect(stream?.videoLayout == ["CH-STEREO"])
        #expect(stream?.stableID == "v1")
        #expect(stream?.audioGroup == "a")
        #expect(stream?.videoGroup == "v")
        #expect(stream?.subtitleGroup == "s")
        #expect(stream?.closedCaptions == .group("c"))
        #expect(stream?.pathway == "CDN-A")
        // The groups have no members.
        #expect(outcome.faults.filter { $0.rule == "hls.stream-inf.group" }.count == 4)
    }

    @Test(
        "EXT-X-STREAM-INF: CLOSED-CAPTIONS=NONE, no PATHWAY-ID, unknown VIDEO-RANGE and REQ- attributes [hls.md 3: PATHWAY-ID]"
    )
    func streamDefaults() {
        let none = parse(multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE\nv"))
        #expect(none.multivariant?.variants.first?.closedCaptions == VariantStream.ClosedCaptions.none)
        #expect(none.multivariant?.variants.first?.pathway == ".")
        let range = expectFault(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,VIDEO-RANGE=XYZ\nv"),
            "hls.stream-inf.video-range",
            .warning)
        #expect(range.multivariant?.variants.first?.videoRange == .unknown("XYZ"))
        let needs = expectFault(
            multivariantText("#EXT-X-VERSION:12", variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,REQ-SMELL=\"x\"\nv"),
            "hls.attribute.requirement", .warning)
        #expect(needs.multivariant?.variants.first?.unknownRequirements == ["REQ-SMELL"])
        expectFault(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,HDCP-LEVEL=HIGH\nv"), "hls.stream-inf.hdcp",
            .error)
        expectFault(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,SCORE=1\nv\n#EXT-X-STREAM-INF:BANDWIDTH=2\nw"),
            "hls.stream-inf.score", .warning, line: 4)
        let capital = expectFault(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=16X9\nv"),
            "hls.attribute.resolution", .warning, line: 2)
        #expect(capital.multivariant?.variants.first?.resolution == PixelSize(width: 16, height: 9))
    }

    @Test("hls.md 2: EXT-X-I-FRAME-STREAM-INF: BANDWIDTH and URI are required")
    func iFrameStream() {
        let outcome = parse(
            multivariantText(
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100,URI=\"i.m3u8\",RESOLUTION=320x180,AUDIO=\"none of its "
                    + "business\""
            ))
        #expect(outcome.faults == [])
        #expect(outcome.multivariant?.iFrameVariants.first?.uri == "i.m3u8")
        #expect(outcome.multivariant?.iFrameVariants.first?.audioGroup == nil)
        #expect(outcome.multivariant?.variants.count == 1)
        expectFault(
            multivariantText("#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100"), "hls.i-frame-stream-inf.uri", .error, line: 2)
        expectFault(
            multivariantText("#EXT-X-I-FRAME-STREAM-INF:URI=\"i\""), "hls.stream-inf.bandwidth", .error, line: 2)
    }

    @Test("hls.md 2: EXT-X-SESSION-DATA: VALUE or URI, once per language")
    func sessionData() {
        let outcome = parse(
            multivariantText(
                "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"x\",LANGUAGE=\"en\"",
                "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"y\",LANGUAGE=\"fr\"",
                "#EXT-X-SESSION-DATA:DATA-ID=\"b\",URI=\"b.json\"",
                "#EXT-X-SESSION-DATA:DATA-ID=\"c\",URI=\"c.bin\",FORMAT=RAW",
                "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"z\",LANGUAGE=\"en\""))
        let data = outcome.multivariant?.sessionData
        #expect(
            data?.map(\.content) == [
                .text("x"), .text("y"), .resource(uri: "b.json", format: .json), .resource(uri: "c.bin", format: .raw),
            ])
        #expect(outcome.rules == ["hls.session-data.repeated"])
        for attributes in ["DATA-ID=\"a\"", "DATA-ID=\"a\",VALUE=\"x\",URI=\"y\""] {
            expectFault(
                multivariantText("#EXT-X-SESSION-DATA:" + attributes), "hls.session-data.value", .error, line: 2)
        }
    }

    @Test("hls.md 2: EXT-X-SESSION-KEY: like EXT-X-KEY, but not NONE")
    func sessionKey() {
        let outcome = parse(multivariantText("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\""))
        #expect(outcome.multivariant?.sessionKeys.first?.uri == "k")
        expectFault(multivariantText("#EXT-X-SESSION-KEY:METHOD=NONE"), "hls.session-key.none", .error)
    }

    @Test("hls.md 2: EXT-X-CONTENT-STEERING: once, SERVER-URI is required")
    func contentSteering() {
        let outcome = parse(
            multivariantText("#EXT-X-CONTENT-STEERING:SERVER-URI=\"/steer?x=1\",PATHWAY-ID=\"CDN-A\""))
        #expect(outcome.multivariant?.contentSteering?.serverURI == "/steer?x=1")
        #expect(outcome.multivariant?.contentSteering?.pathwayID == "CDN-A")
        expectFault(multivariantText("#EXT-X-CONTENT-STEERING:PATHWAY-ID=\"a\""), "hls.content-steering.uri", .error)
        expectStrictOnly(
            multivariantText("#EXT-X-CONTENT-STEERING:SERVER-URI=\"a\"", "#EXT-X-CONTENT-STEERING:SERVER-URI=\"b\""),
            "hls.content-steering.repeated")
    }

    @Test("hls.md 2: removed tags and attributes are ignored: EXT-X-ALLOW-CACHE, PROGRAM-ID")
    func removed() {
        let outcome = parse(
            multivariantText(
                "#EXT-X-ALLOW-CACHE:NO",
                variants: "#EXT-X-STREAM-INF:PROGRAM-ID=1,BANDWIDTH=1,CODECS=\"avc1.4d401e\"\nv.m3u8"), .strict)
        #expect(outcome.faults == [])
        #expect(outcome.multivariant?.variants.count == 1)
    }

    @Test("a playlist without variants and segments is an empty multivariant playlist, with an error [hls.md 1: kind]")
    func neither() {
        let outcome = expectFault("#EXTM3U\n# nothing\n", "hls.kind.none", .error)
        #expect(outcome.multivariant?.variants == [])
    }
}
