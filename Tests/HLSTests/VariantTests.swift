import Foundation
import Testing

@testable import HLS

@Suite("Eligible variants (hls.md section 3)")
struct VariantTests {
    private func playlist(_ streams: [String], media: [String] = []) throws -> MultivariantPlaylist {
        let lines = streams.enumerated().map { "#EXT-X-STREAM-INF:BANDWIDTH=\(($0 + 1) * 1_000)," + $1 + "\nv\($0)" }
        return try #require(parse("#EXTM3U\n" + (media + lines).joined(separator: "\n")).multivariant)
    }

    private func reasons(
        _ streams: [String], media: [String] = [], _ change: (inout VariantEnvironment) -> Void = { _ in }
    ) throws -> [VariantExclusion?] {
        var environment = VariantEnvironment()
        change(&environment)
        return VariantFilter(environment).select(from: try playlist(streams, media: media)).candidates.map(\.exclusion)
    }

    @Test("1: variants with unknown or unsatisfied requirements are excluded [hls.md 3: REQ- unknown]")
    func requirements() throws {
        #expect(
            try reasons(["REQ-SMELL=\"x\"", "REQ-VIDEO-LAYOUT=\"CH-STEREO\"", "REQ-VIDEO-LAYOUT=\"CH-MONO,PROJ-RECT\""])
                == [.requirement("REQ-SMELL"), .videoLayout("CH-STEREO"), nil])
    }

    @Test(
        "2: variants with unsupported codecs are excluded; without CODECS a variant is assumed playable [hls.md 3: CODECS]"
    )
    func codecs() throws {
        #expect(
            try reasons([
                "CODECS=\"avc1.64001f,mp4a.40.2\"", "CODECS=\"dvh1.05.06,mp4a.40.2\"", "CODECS=\"xyz1.0\"",
                "CODECS=\"avc1.64001f,ac-4.02\"", "RESOLUTION=16x9", "CODECS=\"avc1.64001f,stpp.ttml.im1t\"",
            ]) == [nil, .codec("dvh1.05.06"), .codec("xyz1.0"), .codec("ac-4.02"), nil, nil])
        // At least one member of the group can be played.
        #expect(
            try reasons([
                "CODECS=\"avc1.64001f,mp4a.40.2,ac-4.02\",AUDIO=\"a\"", "CODECS=\"avc1.64001f,ac-4.02\",AUDIO=\"b\"",
            ]) == [nil, .audioGroup("b")])
    }

    @Test(
        "2: every codec that HLS specifies is known",
        arguments: [
            ("avc1.640028", Codec.Family.h264), ("avc3.640028", .h264), ("hvc1.2.4.L123.B0", .hevc),
            ("hev1.1.6.L93", .hevc),
            ("dvh1.05.01", .dolbyVision), ("dvhe.08.01", .dolbyVision), ("av01.0.08M.10", .av1),
            ("dav1.10.06", .dolbyVisionAV1),
            ("vp09.00.10.08", .vp9), ("mp4a.40.2", .aac), ("mp4a.40.5", .aac), ("mp4a.40.29", .aac),
            ("mp4a.40.42", .aac),
            ("mp4a.40.34", .mp3), ("ac-3", .ac3), ("ec-3", .enhancedAC3), ("ac-4", .ac4), ("alac", .alac),
            ("fLaC", .flac),
            ("Opus", .opus), ("mjpg", .motionJPEG), ("stpp.ttml.im1t", .timedText), ("wvtt", .webVTT),
        ])
    func families(name: String, family: Codec.Family) { #expect(Codec(name)?.family == family) }

    @Test("2: SUPPLEMENTAL-CODECS upgrade only where brand and VIDEO-RANGE agree [hls.md 3: SUPPLEMENTAL-CODECS]")
    func supplemental() throws {
        let list = try playlist([
            "CODECS=\"hvc1.2.4.L123\",SUPPLEMENTAL-CODECS=\"dvh1.08.07/db4h\",VIDEO-RANGE=HLG",
            "CODECS=\"hvc1.2.4.L123\",SUPPLEMENTAL-CODECS=\"dvh1.08.07/db1p\",VIDEO-RANGE=HLG",
        ])
        var environment = VariantEnvironment()
        #expect(VariantFilter(environment).select(from: list).candidates.map(\.upgrades) == [[], []])
        environment.codecs.insert(.dolbyVision)
        #expect(VariantFilter(environment).select(from: list).candidates.map(\.upgrades) == [["dvh1.08.07"], []])
    }

    @Test(
        "3: a session has one video range: SDR on an SDR screen, the best on a better one, never an unknown one [hls.md 3: VIDEO-RANGE]"
    )
    func videoRange() throws {
        let all = ["VIDEO-RANGE=SDR", "VIDEO-RANGE=PQ", "VIDEO-RANGE=HLG", "VIDEO-RANGE=XYZ"]
        #expect(try reasons(all) == [nil, .otherVideoRange, .otherVideoRange, .videoRange("XYZ")])
        #expect(
            try reasons(all) { $0.showsHighDynamicRange = true }
                == [.otherVideoRange, nil, .otherVideoRange, .videoRange("XYZ")])
        #expect(try reasons(["VIDEO-RANGE=PQ"]) == [nil])
        let session = VariantFilter(VariantEnvironment()).select(
            from: try playlist(all), sessionRange: .hybridLogGamma)
        #expect(session.eligible.map(\.index) == [2])
        #expect(session.videoRange == .hybridLogGamma)
    }

    @Test("4: HDCP-LEVEL is enforced, unless no other variant is left and the app allows it [hls.md 3: HDCP-LEVEL]")
    func outputProtection() throws {
        let all = ["HDCP-LEVEL=NONE", "HDCP-LEVEL=TYPE-0", "HDCP-LEVEL=TYPE-1"]
        #expect(try reasons(all) == [nil, .outputProtection(.type0), .outputProtection(.type1)])
        #expect(try reasons(all) { $0.outputProtection = .type0 } == [nil, nil, .outputProtection(.type1)])
        #expect(try reasons(["HDCP-LEVEL=TYPE-1"]) == [.outputProtection(.type1)])
        #expect(try reasons(["HDCP-LEVEL=TYPE-1"]) { $0.allowsUnprotectedOutput = true } == [nil])
        #expect(try reasons(all) { $0.allowsUnprotectedOutput = true }[2] == .outputProtection(.type1))
    }

    @Test("5: ALLOWED-CPC applies to implemented key formats only [hls.md 3: ALLOWED-CPC]")
    func contentProtection() throws {
        let all = ["ALLOWED-CPC=\"drm:A/B\"", "ALLOWED-CPC=\"drm:\"", "ALLOWED-CPC=\"other:Z\""]
        #expect(try reasons(all) == [nil, nil, nil])
        #expect(
            try reasons(all) { $0.protectionLabels = ["drm": ["B"]] } == [
                nil, .contentProtection(keyFormat: "drm"), nil,
            ])
    }

    @Test("6: the app's limits never exclude the lowest variant [hls.md 3: app limits]")
    func limits() throws {
        let all = ["RESOLUTION=640x360", "RESOLUTION=1280x720", "RESOLUTION=1920x1080"]
        #expect(try reasons(all) { $0.preferredPeakBitRate = 2_000 } == [nil, nil, .bitRate])
        #expect(try reasons(all) { $0.preferredPeakBitRate = 1 } == [nil, .bitRate, .bitRate])
        #expect(
            try reasons(all) { $0.preferredMaximumResolution = PixelSize(width: 1_280, height: 720) }
                == [nil, nil, .resolution])
        #expect(
            try reasons(all) { $0.preferredMaximumResolution = PixelSize(width: 1, height: 1) }
                == [nil, .resolution, .resolution])
    }

    @Test(
        "7: variants above the smallest that fills the view are excluded, and so are those too expensive to decode [hls.md 3: display]"
    )
    func display() throws {
        let all = ["RESOLUTION=640x360", "RESOLUTION=1280x720", "RESOLUTION=1920x1080", "CODECS=\"avc1.64001f\""]
        #expect(
            try reasons(all) { $0.viewSize = PixelSize(width: 800, height: 450) } == [nil, nil, .viewSize, nil])
        #expect(
            try reasons(all) { $0.viewSize = PixelSize(width: 3_840, height: 2_160) } == [nil, nil, nil, nil])
        #expect(try reasons(all) { $0.bannedURIs = ["v2"] } == [nil, nil, .decoding, nil])
        #expect(try reasons(["RESOLUTION=640x360"]) { $0.bannedURIs = ["v0"] } == [nil])
    }

    @Test("8: audio-only variants are fallbacks only [hls.md 3: audio-only variants]")
    func audioOnly() throws {
        let list = try playlist(["CODECS=\"mp4a.40.2\"", "CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=640x360"])
        let selection = VariantFilter(VariantEnvironment()).select(from: list)
        #expect(selection.eligible.map(\.index) == [1])
        #expect(selection.emergencies.map(\.index) == [0])
        #expect(try reasons(["CODECS=\"mp4a.40.2\""]) == [nil])
    }

    @Test(
        "hls.md 3: SCORE is used where all variants have one: a variant that costs no less than a better one is excluded"
    )
    func score() throws {
        #expect(try reasons(["SCORE=2", "SCORE=1", "SCORE=3"]) == [nil, .score, nil])
        #expect(try reasons(["SCORE=2", "SCORE=1", "RESOLUTION=1x1"]) == [nil, nil, nil])
    }

    @Test(
        "every excluded variant stays in the list, with a reason as text [hls.md 3: diagnostics, hls.md 14: variant filter]"
    )
    func diagnostics() throws {
        let list = try playlist(["VIDEO-RANGE=XYZ", "CODECS=\"xyz\"", "REQ-A=\"1\""])
        let selection = VariantFilter(VariantEnvironment()).select(from: list)
        #expect(selection.candidates.count == 3)
        #expect(selection.candidates.allSatisfy { ($0.exclusion?.description.count ?? 0) > 5 })
        #expect(selection.firstListed == nil)
    }

    @Test("a group contains the variants that can replace each other during playback [hls.md 3: grouping]")
    func groups() throws {
        let list = try playlist(
            [
                "CODECS=\"avc1.64001f,mp4a.40.2\",AUDIO=\"s\",RESOLUTION=640x360",
                "CODECS=\"avc1.640028,mp4a.40.5\",AUDIO=\"s\",RESOLUTION=1280x720",
                "CODECS=\"hvc1.1.6.L93,mp4a.40.2\",AUDIO=\"s\"", "CODECS=\"avc1.640028,ec-3\",AUDIO=\"m\"",
                "CODECS=\"avc1.640028,fLaC\",AUDIO=\"l\"", "CODECS=\"avc1.640028,mp4a.40.2\",AUDIO=\"m\"",
                "CODECS=\"avc1.640028,mp4a.40.2\",AUDIO=\"s\",PATHWAY-ID=\"B\"",
            ],
            media: [
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"s\",NAME=\"n\",CHANNELS=\"2\"",
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"l\",NAME=\"n\",CHANNELS=\"2\"",
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"m\",NAME=\"n\",CHANNELS=\"6\"",
            ])
        let grouping = VariantGrouping(
            VariantFilter(VariantEnvironment()).select(from: list), renditions: list.renditions)
        #expect(grouping.groups.map { $0.levels.flatMap(\.indices) } == [[0, 1, 4], [2], [3], [5], [6]])
        #expect(grouping.group(ofVariant: 4)?.levels.count == 3)
        #expect(grouping.groups.last?.pathway == "B")
    }

    @Test("the same variant at another URL is a fallback, not a separate level [hls.md 3: redundant streams]")
    func redundant() throws {
        let list = try #require(
            parse(
                multivariantText(
                    variants: """
                        #EXT-X-STREAM-INF:BANDWIDTH=2000
                        https://a.example/2
                        #EXT-X-STREAM-INF:BANDWIDTH=1000
                        https://a.example/1
                        #EXT-X-STREAM-INF:BANDWIDTH=2000
                        https://b.example/2
                        """)
            ).multivariant)
        let grouping = VariantGrouping(VariantFilter(VariantEnvironment()).select(from: list))
        #expect(grouping.groups.map { $0.levels.map(\.indices) } == [[[1], [0, 2]]])
    }

    @Test("I-frame variants are filtered in the same way")
    func iFrames() throws {
        let list = try #require(
            parse(
                multivariantText(
                    "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"a\",CODECS=\"xyz\"",
                    "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"b\",CODECS=\"mjpg\"")
            ).multivariant)
        #expect(
            VariantFilter(VariantEnvironment()).selectIFrames(from: list).candidates.map(\.exclusion)
                == [.codec("xyz"), nil])
    }
}
