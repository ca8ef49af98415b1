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
            ([0, 0, 1, 0xba], "an MPEG program stream"), ([0x47, 0x40, 0, 0x10], nil), ([], nil),
        ] as [([UInt8], String?)])
    func signatures(bytes: [UInt8], kind: String?) {
        #expect(ForeignBytes.kind(bytes) == kind)
    }

    @Test("zeros, one repeated byte and noise are recognized; no pattern is found in a text")
    func patterns() {
        var state: UInt64 = 1
        let noise = (0..<8_192).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        #expect(ForeignBytes.pattern(Array(repeating: 0, count: 900)) == "zeros only")
        #expect(ForeignBytes.pattern(Array(repeating: 0xff, count: 900)) == "one byte repeated")
        #expect(ForeignBytes.pattern(Array(repeating: 0, count: 400) + noise) == "zeros at the beginning")
        #expect(ForeignBytes.pattern(noise)?.hasPrefix("noise") == true)
        #expect(ForeignBytes.pattern(Array("Lorem ipsum dolor sit amet. ".utf8).flatMap { [$0, $0] }) == nil)
    }

    @Test(
        "texts are named by their beginning",
        arguments: [
            ("<!DOCTYPE html><p>", "a web page (HTML)"), ("\n <html>", "a web page (HTML)"),
            ("<?xml version=\"1.0\"?><Error>", "an XML text"), ("{\"a\": 1}", "a JSON text"),
            ("#EXTM3U\n", "a playlist"), ("<tt xmlns=\"http://www.w3.org/ns/ttml\">", "TTML (XML)"),
            ("1\n00:", "a text"),
        ])
    func texts(text: String, kind: String) {
        #expect(ForeignBytes.textKind(Array(text.utf8)) == kind)
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
