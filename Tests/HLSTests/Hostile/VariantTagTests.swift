import Testing

@testable import HLS

@Suite("EXT-X-STREAM-INF and its URI (hls.md sections 2 and 3)")
struct VariantTagTests {
    private static let tag = "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d401e\""

    @Test("hls.md 2: EXT-X-STREAM-INF: blank lines, comments and unknown tags may precede its URI, other tags may not")
    func uri() {
        for between in ["", "\n", "# comment\n", "#EXT-X-UNHEARD-OF:1\n", "#\n\r\n"] {
            let outcome = parse(multivariantText(variants: Self.tag + "\n" + between + "v.m3u8"), .strict)
            #expect(outcome.faults == [], "\(between)")
            #expect(outcome.multivariant?.variants.map(\.uri) == ["v.m3u8"])
        }
        let text = multivariantText(variants: Self.tag + "\n#EXT-X-INDEPENDENT-SEGMENTS\nv.m3u8")
        let strict = parse(text, .strict)
        #expect(strict.multivariant?.variants == [])
        #expect(strict.fault("hls.stream-inf.uri")?.level == .error)
        #expect(strict.fault("hls.stream-inf.uri")?.line == 3)
        let lenient = parse(text)
        #expect(lenient.multivariant?.variants.map(\.uri) == ["v.m3u8"])
        #expect(lenient.rules == ["hls.stream-inf.uri"])
    }

    @Test("a variant without a URI is dropped, also at the end, and takes no other variant's URI")
    func missingURI() {
        let two = parse(multivariantText(variants: "\(Self.tag)\n\(Self.tag)\nv.m3u8\n\(Self.tag)"))
        #expect(two.multivariant?.variants.map(\.uri) == ["v.m3u8"])
        #expect(two.faults.map(\.line) == [2, 5])
        #expect(Set(two.rules) == ["hls.stream-inf.uri"])
        let orphan = parse(multivariantText(variants: "\(Self.tag)\nv.m3u8\norphan.m3u8"))
        #expect(orphan.multivariant?.variants.map(\.uri) == ["v.m3u8"])
        #expect(orphan.rules == ["hls.stream-inf.missing"])
    }

    @Test("hls.md 3: BANDWIDTH: 0 is kept with a fault, and a value beyond Int is clamped")
    func extremes() {
        let none = expectFault(
            multivariantText(variants: "#EXT-X-STREAM-INF:BANDWIDTH=0,CODECS=\"avc1.4d401e\"\nv"),
            "hls.stream-inf.bandwidth", .warning, line: 2)
        #expect(none.multivariant?.variants.map(\.bandwidth) == [0])
        let most = parse(
            multivariantText(
                variants: "#EXT-X-STREAM-INF:BANDWIDTH=18446744073709551615,CODECS=\"avc1.4d401e\"\nv"))
        #expect(most.multivariant?.variants.map(\.bandwidth) == [Int.max])
        #expect(most.rules == [])
    }

    @Test("CLOSED-CAPTIONS=NONE must be on every variant or none")
    func silentCaptions() {
        let silent = "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d401e\",CLOSED-CAPTIONS=NONE\nv\n"
        let other = "#EXT-X-STREAM-INF:BANDWIDTH=2,CODECS=\"avc1.4d401e\"\nw"
        expectFault(
            multivariantText(variants: silent + other), "hls.stream-inf.closed-captions", .warning, line: 4)
        #expect(parse(multivariantText(variants: silent + silent)).rules == [])
    }

    @Test(
        "hls.md 3: BANDWIDTH: a missing or invalid value drops the variant with its URI; an invalid AVERAGE-BANDWIDTH drops only itself"
    )
    func bandwidth() {
        for attributes in ["AVERAGE-BANDWIDTH=5", "BANDWIDTH=1.5", "BANDWIDTH=-1", "BANDWIDTH=\"\""] {
            let outcome = expectFault(
                multivariantText(variants: "#EXT-X-STREAM-INF:\(attributes)\nx\n\(Self.tag)\nv"),
                "hls.stream-inf.bandwidth", .error, line: 2)
            #expect(outcome.multivariant?.variants.map(\.uri) == ["v"], "\(attributes)")
        }
        let average = expectFault(
            multivariantText(variants: Self.tag + ",AVERAGE-BANDWIDTH=fast\nv"), "hls.attribute.value", .error)
        #expect(average.multivariant?.variants.first?.averageBandwidth == nil)
        #expect(average.multivariant?.variants.first?.bandwidth == 1)
    }

    @Test(
        "a RESOLUTION without width or height and a FRAME-RATE of 0 are ignored [hls.md 3: RESOLUTION] [hls.md 3: FRAME-RATE]"
    )
    func shape() {
        for attributes in ["RESOLUTION=0x0", "RESOLUTION=16x0", "RESOLUTION=16", "RESOLUTION=1e3x5"] {
            let outcome = expectFault(
                multivariantText(variants: "\(Self.tag),\(attributes)\nv"), "hls.attribute.value", .error, line: 2)
            #expect(outcome.multivariant?.variants.first?.resolution == nil)
        }
        for attributes in ["FRAME-RATE=0", "FRAME-RATE=-25", "FRAME-RATE=fast"] {
            let outcome = expectFault(
                multivariantText(variants: "\(Self.tag),\(attributes)\nv"), "hls.attribute.value", .error, line: 2)
            #expect(outcome.multivariant?.variants.first?.frameRate == nil)
        }
        let fine = parse(multivariantText(variants: "\(Self.tag),RESOLUTION=1920x1080,FRAME-RATE=23.976\nv"), .strict)
        #expect(fine.faults == [])
        #expect(fine.multivariant?.variants.first?.frameRate == 23.976)
    }

    @Test(
        "a SCORE of 0 is ignored; when some variants lack a SCORE there is a fault and SCORE is not used [hls.md 13: SCORE on some]"
    )
    func score() {
        let zero = expectFault(
            multivariantText(variants: "\(Self.tag),SCORE=0\nv"), "hls.attribute.value", .error, line: 2)
        #expect(zero.multivariant?.variants.first?.score == nil)
        let some = expectFault(
            multivariantText(variants: "\(Self.tag),SCORE=2\nv\n\(Self.tag)\nw"), "hls.stream-inf.score", .warning)
        #expect(some.multivariant?.variants.map(\.score) == [2, nil])
    }

    @Test("variants without CODECS are reported once, with their number, and kept [hls.md 13: missing CODECS]")
    func codecs() {
        let text = "\(Self.tag)\nv\n#EXT-X-STREAM-INF:BANDWIDTH=2\nw\n#EXT-X-STREAM-INF:BANDWIDTH=3\nx"
        let outcome = expectFault(multivariantText(variants: text), "hls.stream-inf.codecs", .warning, line: 4)
        #expect(outcome.rules == ["hls.stream-inf.codecs"])
        #expect(outcome.fault("hls.stream-inf.codecs")?.message.hasPrefix("2 of") == true)
        #expect(outcome.multivariant?.variants.count == 3)
    }

    @Test("hls.md 3: REQ-VIDEO-LAYOUT: only layouts that a flat player can display are eligible")
    func layout() {
        let variants = ["CH-MONO,PROJ-RECT", "CH-STEREO", "CH-MONO,PROJ-EQUI", "CH-MONO", "SOMETHING"].map {
            "\(Self.tag),REQ-VIDEO-LAYOUT=\"\($0)\"\n\($0).m3u8"
        }
        let list = parse(multivariantText("#EXT-X-VERSION:12", variants: variants.joined(separator: "\n"))).multivariant
        let selection = list.map { VariantFilter(VariantEnvironment()).select(from: $0) }
        #expect(selection?.eligible.map(\.variant.uri) == ["CH-MONO,PROJ-RECT.m3u8", "CH-MONO.m3u8"])
        #expect(selection?.candidates.count == 5)
    }
}
