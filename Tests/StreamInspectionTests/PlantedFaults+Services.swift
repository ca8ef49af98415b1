import Foundation
import MediaTesting

extension PlantedFault {
    private static let main = "/main.m3u8"
    private static let media = "/v1/index.m3u8"
    private static let packets = "/v1/1.ts"

    private static func stream(_ attribute: String) -> [StreamEdit] {
        [.replace(main, "#EXT-X-STREAM-INF:", "#EXT-X-STREAM-INF:\(attribute),")]
    }

    private static func interstitial(_ attributes: String) -> [StreamEdit] {
        let range =
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:04Z\","
            + attributes
        return [
            .remove(media, linesWith: "#EXT-X-PROGRAM-DATE-TIME"), .insert(media, range, before: 0),
            .insert(media, "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z", before: 0),
        ]
    }

    /// Moves the packets of audio to an identifier that no table names.
    private static func withoutAudioEntry(_ bytes: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count - 187, by: 188)
        where Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2]) == 257 {
            bytes[start + 2] = 0x2c
        }
    }

    private static func withoutClock(_ bytes: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count - 187, by: 188)
        where bytes[start + 3] & 0x20 != 0 && bytes[start + 4] > 0 {
            bytes[start + 5] &= 0xef
        }
    }

    /// Attributes, interstitials and clocks that players ignore or that mislead them.
    static let services: [PlantedFault] = [
        .init("HDCP-LEVEL on a clear stream", ["variant.hdcp"], stream("HDCP-LEVEL=TYPE-1")),
        .init(
            "supplemental codec of another base", ["codec.supplemental"],
            stream("SUPPLEMENTAL-CODECS=\"dvh1.08.07/db4h\"")),
        .init("one stable identifier for all variants", ["ladder.stable-id"], stream("STABLE-VARIANT-ID=\"a\"")),
        .init("layout of stereo for AVC", ["variant.layout"], stream("REQ-VIDEO-LAYOUT=\"CH-STEREO\"")),
        .init("sample rate of another rendition", ["audio.sample-format"], [.rendition(0, "SAMPLE-RATE", "44100")]),
        .init(
            "misspelt characteristic", ["rendition.characteristics"],
            [.rendition(0, "CHARACTERISTICS", "\"public.accessibility.describe-video\"")]),
        .init(
            "interstitial that is the stream itself", ["reference.content"],
            interstitial("DURATION=8,X-ASSET-URI=\"../main.m3u8\"")),
        .init(
            "interstitial with an unknown restriction", ["media.interstitial"],
            interstitial("DURATION=8,X-ASSET-URI=\"../ads/main.m3u8\",X-RESTRICT=\"SKIPPING\"")),
        .init("splice section of three bytes", ["media.splice"], interstitial("SCTE35-CMD=0xFC0012")),
        .on(.transport, "no clock reference", ["segment.pcr"], [.bytes(packets, withoutClock)]),
        .on(
            .transport, "audio in packets that the PMT does not name", ["segment.undeclared-stream"],
            [.bytes(packets, withoutAudioEntry)]),
        .init(
            "tag that is not one of WebVTT", ["subtitle.invalid"],
            [.replace("/s0/1.vtt", " --> ", " --> 00:00:09.000\n<font color=\"red\">x</font>\n\n00:00:05.000 --> ")]),
    ]
}
