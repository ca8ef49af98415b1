import Testing

@testable import MediaEngine

@Suite("CTA-708 captions (spec/hls.md section 5)")
struct CaptionServiceTests {
    /// Returns the commands that define a window at the bottom center.
    private static func window(_ number: UInt8, rows: UInt8 = 2, isVisible: Bool = false, style: UInt8 = 3) -> [UInt8] {
        [0x98 + number, isVisible ? 0x20 : 0, 74, 105, 0x70 | (rows - 1), 31, style << 3 | 1]
    }

    @Test("a window's text is displayed from its display command to its removal, by the frames' times")
    func window_showsWhileDisplayed() {
        var source = CaptionSource(.service(1))
        source.service(1, Self.window(0) + Array("Hello".utf8) + [0x0d] + Array("there".utf8))
        source.wait(until: 1)
        source.service(1, [0x89, 1])
        source.wait(until: 3)
        source.service(1, [0x8c, 1])
        #expect(source.texts == ["Hello\nthere"])
        #expect(source.seconds(0) == (1, 3))
        #expect(source.cues[0].block.placement == TextPlacement(line: 0.9, lineAnchor: .end))
    }

    @Test("rows roll up in a visible window, and characters of one burst form one cue")
    func window_rollsUp() {
        var source = CaptionSource(.service(1))
        source.service(1, Self.window(0, isVisible: true))
        for (second, line) in [(1, "one"), (3, "two"), (5, "three")] {
            source.wait(until: Double(second))
            for letter in line.utf8 { source.service(1, [letter]) }
            source.wait(until: Double(second) + 1.5)
            source.service(1, [0x0d])
        }
        source.wait(until: 8)
        source.service(1, [0x8f])
        #expect(source.texts.first == "one")
        #expect(source.texts.contains("one\ntwo"))
        #expect(source.texts.contains("two\nthree"))
        #expect(source.cues[0].start.seconds == 1)
    }

    @Test("services are separate, including those above six, and two windows are two captions")
    func services_areKeptApart() {
        func open(_ number: Int) -> [String] {
            var source = CaptionSource(.service(number))
            source.service(1, Self.window(0, isVisible: true) + Array("first".utf8))
            source.service(9, Self.window(0, isVisible: true) + Array("ninth".utf8))
            source.service(1, [0x99, 0x20, 5, 0, 0, 31, 8] + Array("above".utf8))
            source.wait(60)
            return source.decoder.open.map { $0.block.flattened().text }
        }
        #expect(open(1).sorted() == ["above", "first"])
        #expect(open(9) == ["ninth"])
        #expect(open(2).isEmpty)
    }

    @Test("anchors and justification determine the position: a top-left anchor is aligned to top and left")
    func placement_ofAnchors() {
        var source = CaptionSource(.service(1))
        source.service(1, [0x98, 0x20, 0, 0, 0x00, 31, 0x09] + Array("x".utf8))
        source.wait(60)
        let placement = source.decoder.open[0].block.placement
        #expect(placement == TextPlacement(line: 0.1, lineAnchor: .start, position: 0.1, alignment: .start))
    }

    @Test("pen attributes apply to the following text: italics, underline and colors; white is the default")
    func pens_styleLetters() {
        var source = CaptionSource(.service(1))
        source.service(
            1,
            Self.window(0, isVisible: true) + Array("a".utf8) + [0x90, 0, 0xc0] + Array("b".utf8)
                + [0x90, 0, 0, 0x91, 0x30, 0, 0] + Array("c".utf8) + [0x91, 0x3f, 0, 0, 0x7f])
        source.wait(60)
        let flat = source.decoder.open[0].block.flattened()
        #expect(flat.text == "abc♪")
        #expect(
            flat.styles == [
                StyledRange(range: 1..<2, style: TextStyle(isItalic: true, isUnderlined: true)),
                StyledRange(range: 2..<3, style: TextStyle(color: 0xff0000)),
            ])
    }

    @Test("a delay command pauses a service for its tenths of a second, and is ended by the delay cancel command")
    func delay_holdsStill() {
        var source = CaptionSource(.service(1))
        source.service(1, Self.window(0) + Array("later".utf8) + [0x8d, 10, 0x89, 1])
        source.wait(until: 2)
        source.service(1, [0x8c, 1])
        #expect(source.texts == ["later"])
        #expect(source.seconds(0) == (1, 2))

        var other = CaptionSource(.service(1))
        other.service(1, Self.window(0) + Array("now".utf8) + [0x8d, 50, 0x89, 1])
        other.service(1, [0x8e])
        other.service(1, [0x8c, 1])
        #expect(other.texts == ["now"])
    }

    @Test("a packet truncated by the next one, and a block truncated by its packet, do not change the service")
    func brokenPackets_areLeftOut() {
        var packet = CaptionPacket()
        let whole = CaptionSource.packet(1, Array("hello".utf8))
        for triplet in whole.dropLast() { #expect(packet.take(triplet).isEmpty) }
        var blocks: [CaptionPacket.Block] = []
        for triplet in whole { blocks += packet.take(triplet) }
        #expect(blocks == [.init(service: 1, bytes: Array("hello".utf8))])
        // The block declares twenty bytes; the packet has three.
        #expect(packet.take(.init(.packetStart, 0x02, 1 << 5 | 20)).isEmpty)
        #expect(packet.take(.init(.packetData, 0x41, 0x42)).isEmpty)
        #expect(packet.take(.init(.packetData, 0x41, 0x42)).isEmpty)
    }
}
