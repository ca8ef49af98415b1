import Foundation
import StreamRules
import Testing

@testable import StreamInspection

/// Tests what the inspection says about bytes that are no media segment.
struct ForeignBytesTests {
    @Test(
        "files are named by their signature",
        arguments: [
            ([0x1f, 0x8b, 8], "data compressed with gzip"), ([0x50, 0x4b, 3, 4], "a ZIP archive"),
            ([0xff, 0xd8, 0xff, 0xe0], "a JPEG image"), ([0x89, 0x50, 0x4e, 0x47], "a PNG image"),
            ([0, 0, 1, 0xba], "an MPEG program stream"), ([0x28, 0xb5, 0x2f, 0xfd], "data compressed with Zstandard"),
            (Array("GIF89a".utf8), "a GIF image"), (Array("RIFF....WAVE".utf8), "a RIFF file, such as WAVE or WebP"),
            (Array("%PDF-1.7".utf8), "a PDF document"), ([0x1a, 0x45, 0xdf, 0xa3], "Matroska or WebM"),
            (Array("OggS".utf8), "Ogg"), (Array("FLV\u{1}".utf8), "Flash Video"),
            (Array("fLaC".utf8), "FLAC without fragmented MP4"),
            ([0, 0, 0, 1, 0x67], "an elementary stream without a container"),
            ([0xff, 0xfe, 0x23, 0], "text in UTF-16"),
            ([0xfe, 0xff, 0, 0x23], "text in UTF-16"),
            // Transport streams, boxes, packed audio and ID3 tags are media; what is shorter than a signature has none.
            ([0x47, 0x40, 0, 0x10], nil), ([0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70], nil),
            ([0xff, 0xf1, 0x50, 0x80], nil),
            ([0xff, 0xfb, 0x90, 0], nil), ([0x0b, 0x77], nil), (Array("ID3".utf8), nil), ([0, 0, 1], nil),
            ([0, 0, 1, 0xb9], nil), ([0x1f, 0x8a], nil), ([0x50, 0x4b, 5, 6], nil), (Array("RIF".utf8), nil), ([], nil),
        ] as [([UInt8], String?)])
    func signatures(bytes: [UInt8], kind: String?) {
        #expect(ForeignBytes.kind(bytes) == kind)
    }

    /// Returns pseudo-random bytes below a limit.
    private static func noise(_ count: Int, below limit: UInt64 = 256) -> [UInt8] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8((state >> 33) % limit)
        }
    }

    private static let isNoise = "noise, as encrypted or compressed data are"

    @Test("zeros, one repeated byte and noise are recognized; no pattern is found in a text")
    func patterns() {
        let noise = Self.noise(8_192)
        #expect(ForeignBytes.pattern(Array(repeating: 0, count: 900)) == "zeros only")
        #expect(ForeignBytes.pattern(Array(repeating: 0xff, count: 900)) == "one byte repeated")
        #expect(ForeignBytes.pattern(Array(repeating: 0, count: 400) + noise) == "zeros at the beginning")
        #expect(ForeignBytes.pattern(Array(repeating: 0, count: 188) + noise) == "zeros at the beginning")
        #expect(ForeignBytes.pattern(noise) == Self.isNoise)
        #expect(ForeignBytes.pattern(Array("Lorem ipsum dolor sit amet. ".utf8).flatMap { [$0, $0] }) == nil)
        #expect(ForeignBytes.pattern([]) == nil)
    }

    @Test("few bytes, bytes with a smaller alphabet, and noise behind a long beginning are no noise")
    func noNoise() {
        #expect(ForeignBytes.pattern(Self.noise(4_096)) == Self.isNoise)
        #expect(ForeignBytes.pattern(Self.noise(4_095)) == nil)
        // 7.9 bits are those of 239 bytes that occur equally often.
        #expect(ForeignBytes.pattern(Self.noise(60_000, below: 245)) == Self.isNoise)
        #expect(ForeignBytes.pattern(Self.noise(60_000, below: 225)) == nil)
        let text = Array(repeating: Array("Lorem ipsum ".utf8), count: 5_500).flatMap(\.self)
        #expect(text.count > 65_536 && ForeignBytes.pattern(text + Self.noise(200_000)) == nil)
        #expect(ForeignBytes.pattern(Self.noise(65_536) + text + text) == Self.isNoise)
        #expect(ForeignBytes.pattern(Array(repeating: 0, count: 187) + [1] + Self.noise(2_000)) == nil)
    }

    @Test(
        "texts are named by their beginning",
        arguments: [
            ("<!DOCTYPE html><p>", "a web page (HTML)"), ("\n <html>", "a web page (HTML)"),
            ("<?xml version=\"1.0\"?><Error>", "an XML text"), ("{\"a\": 1}", "a JSON text"),
            ("#EXTM3U\n", "a playlist"), ("<tt xmlns=\"http://www.w3.org/ns/ttml\">", "TTML (XML)"),
            ("<?xml version=\"1.0\"?>\n<tt a='1'>", "TTML (XML)"),
            ("<?xml?><p:tt xmlns:p='http://www.w3.org/ns/ttml'>", "TTML (XML)"),
            ("<?xml?>\n<!-- error -->\n<HTML>", "a web page (HTML)"), ("\u{feff}<!doctype html>", "a web page (HTML)"),
            ("<Error>", "an XML text"), ("<tt>", "TTML (XML)"), (" [1, 2]", "a JSON text"), ("WEBVTT\n", "WebVTT"),
            ("1\n00:", "a text"),
            ("", "a text"), ("not <found>", "a text"), (String(repeating: "a", count: 400) + "<html>", "a text"),
        ])
    func texts(text: String, kind: String) {
        #expect(ForeignBytes.textKind(Array(text.utf8)) == kind)
        #expect(ForeignBytes.markupKind(Array(text.utf8)) == (kind == "a text" ? nil : kind))
    }

    @Test(
        "cues that were encoded as UTF-8 twice have a fault; cues with accents, and with signs beside letters, have none",
        arguments: [
            ("D\u{c3}\u{a9}j\u{c3}\u{a0} vu", true), ("It\u{e2}\u{20ac}\u{2122}s", true), ("Déjà vu", false),
            ("SÃO PAULO", false), ("CHÂTEAU", false), ("Ã", false), ("It’s “good”", false),
        ])
    func encodedTwice(text: String, isReported: Bool) {
        let facts = TextMeter.measure(Array("WEBVTT\n\n00:01.000 --> 00:03.000\n\(text)\n".utf8))
        #expect((facts.fault != nil) == isReported, "\(facts.fault ?? "")")
    }
}
