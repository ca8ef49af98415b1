import Testing

@testable import HLS

/// Every attribute of every tag: missing, repeated, of another type, and in another order.
@Suite("Attributes (hls.md sections 1 and 2)")
struct AttributeTests {
    /// Rules violated by the absence of other tags.
    private static let companions: Set<PlaylistRule> = [
        "hls.stream-inf.group", "hls.daterange.no-date", "hls.server-control.part-hold-back",
    ]

    private static func faults(_ test: AttributeCase, _ attributes: [String], _ mode: ParsingMode) -> [PlaylistFault] {
        parse(test.text(attributes), mode).faults.filter { $0.line == test.line && !companions.contains($0.rule) }
    }

    @Test(
        "every valid attribute has no fault, in any order [hls.md 1: attribute types]",
        arguments: AttributeCase.everything)
    func sound(_ test: AttributeCase) {
        for attributes in [test.others + [test.written], [test.written] + test.others.reversed()] {
            #expect(Self.faults(test, attributes, .strict) == [])
        }
    }

    @Test(
        "a repeated attribute rejects the playlist at its line, whatever the tag [hls.md 1: duplicate attribute]",
        arguments: AttributeCase.everything)
    func twice(_ test: AttributeCase) {
        expectRejected(
            test.text(test.others + [test.written, test.written]), "hls.attribute.repeated", line: test.line)
    }

    @Test(
        "a missing required attribute is reported at its line, a missing optional one is not",
        arguments: AttributeCase.everything)
    func missing(_ test: AttributeCase) {
        for mode in [ParsingMode.strict, .lenient] {
            let faults = Self.faults(test, test.others, mode)
            if let needed = test.needed {
                #expect(faults.first?.rule == needed)
                #expect(faults.first?.level == .error)
            } else {
                // Some attributes require others; the faults are then warnings.
                #expect(!faults.contains { $0.level == .error }, "\(faults)")
            }
        }
    }

    @Test(
        "a value of another type has a fault at its line, with the attribute's name in the message [hls.md 1: attribute types]",
        arguments: AttributeCase.everything)
    func wrong(_ test: AttributeCase) {
        for value in test.wrong {
            for mode in [ParsingMode.strict, .lenient] {
                let faults = Self.faults(test, test.others + ["\(test.name)=\(value)"], mode)
                // An unknown VIDEO-RANGE or METHOD is kept with a fault.
                #expect(!faults.isEmpty, "\(test.name)=\(value) \(mode)")
                #expect(faults.contains { $0.message.contains(test.name) }, "\(value): \(faults)")
                if test.kind != .quoted, !["VIDEO-RANGE"].contains(test.name) {
                    #expect(faults.contains { $0.level == .error }, "\(value): \(faults)")
                }
            }
        }
    }

    @Test("numbers at their limits are valid [hls.md 1: attribute types]")
    func extremes() {
        let greatest = parse(
            mediaText("#EXT-X-VERSION:9", "#EXT-X-RENDITION-REPORT:URI=\"r\",LAST-MSN=18446744073709551615"), .strict)
        #expect(greatest.faults == [])
        #expect(greatest.media?.renditionReports.first?.lastSequenceNumber == .max)
        expectFault(
            mediaText("#EXT-X-RENDITION-REPORT:URI=\"r\",LAST-MSN=18446744073709551616"), "hls.attribute.value", .error,
            line: 3)
        let start = parse(mediaText("#EXT-X-START:TIME-OFFSET=-99999999999999999999.5"), .strict)
        #expect(start.faults == [])
        #expect(start.media?.start?.timeOffset == -99_999_999_999_999_999_999.5)
        for form in ["0xabCD", "0XABCD"] {
            let range = "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-11-21T12:00:00Z\",SCTE35-CMD=\(form)"
            #expect(parse(mediaText(range), .strict).media?.dateRanges.first?.spliceCommand == [0xab, 0xcd])
        }
        #expect(parse(mediaText("#EXT-X-START:TIME-OFFSET=.5"), .strict).media?.start?.timeOffset == 0.5)
        #expect(parse(mediaText("#EXT-X-START:TIME-OFFSET=5."), .strict).media?.start?.timeOffset == 5)
    }

    @Test(
        "an unknown enumerated value drops the tag, except for ranges and methods, which are kept as unknown [hls.md 1: unknown enumerated value]"
    )
    func words() {
        let report = parse(multivariantText("#EXT-X-MEDIA:TYPE=SMELL,GROUP-ID=\"g\",NAME=\"n\""))
        #expect(report.multivariant?.renditions == [])
        #expect(report.rules == ["hls.media.type"])
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d401e\","
        let range = parse(multivariantText(variants: variant + "VIDEO-RANGE=HDR99\nv"))
        #expect(range.multivariant?.variants.first?.videoRange == .unknown("HDR99"))
        let level = parse(multivariantText(variants: variant + "HDCP-LEVEL=TYPE-9\nv"))
        #expect(level.multivariant?.variants == [])
        let hint = parse(mediaText("#EXT-X-PRELOAD-HINT:TYPE=KEY,URI=\"k\""))
        #expect(hint.media?.preloadHints == [])
        #expect(hint.rules == ["hls.preload-hint.type"])
        let key = parse(mediaText("#EXT-X-KEY:METHOD=ROT13,URI=\"k\""))
        #expect(key.media?.segments.first?.keys.first?.method.isKnown == false)
    }

    @Test("quoted strings keep commas, equals signs, hashes and blanks; comparison is byte by byte")
    func quoted() {
        let outcome = parse(
            multivariantText(
                "#EXT-X-VERSION:13",
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a,b=c#d\",NAME=\" spaced , out \",URI=\"x?y=1,2&z=#f\""), .strict)
        #expect(outcome.faults == [])
        let rendition = outcome.multivariant?.renditions.first
        #expect(rendition?.groupID == "a,b=c#d")
        #expect(rendition?.name == " spaced , out ")
        #expect(rendition?.uri == "x?y=1,2&z=#f")
        let cases = parse(
            multivariantText(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"G\",NAME=\"n\"",
                variants: "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d401e\",AUDIO=\"g\"\nv"))
        #expect(cases.rules == ["hls.stream-inf.group"])
    }

    @Test("an invalid character in a variant's identifier drops only the identifier [hls.md 3: STABLE-VARIANT-ID]")
    func stableIDs() {
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d401e\",STABLE-VARIANT-ID="
        let good = parse(multivariantText(variants: variant + "\"aZ09+/=.-_\"\nv"), .strict)
        #expect(good.faults == [])
        #expect(good.multivariant?.variants.first?.stableID == "aZ09+/=.-_")
        let bad = expectFault(
            multivariantText(variants: variant + "\"a b\"\nv"), "hls.attribute.value", .error, line: 2)
        #expect(bad.multivariant?.variants.count == 1)
        #expect(bad.multivariant?.variants.first?.stableID == nil)
    }
}
