import Testing

@testable import MediaEngine

@Suite("CTA-608 captions (spec/hls.md section 5)")
struct Line21Tests {
    /// Loads a caption into the hidden memory: resume caption loading, a preamble for the row with an indent, the text.
    private func popOn(_ source: inout CaptionSource, _ text: String) {
        source.code(0x14, 0x20)
        source.code(0x14, 0x2e)
        source.code(0x14, 0x70)
        source.text(text)
    }

    @Test("pop-on captions are displayed from one memory swap to the next, not while they are loaded")
    func popOn_showsFromFlipToFlip() {
        var source = CaptionSource(.line21(1))
        popOn(&source, "FIRST")
        source.wait(until: 1)
        source.code(0x14, 0x2f)
        popOn(&source, "SECOND")
        source.wait(until: 3)
        source.code(0x14, 0x2f)
        source.wait(until: 4)
        source.code(0x14, 0x2c)
        #expect(source.texts == ["FIRST", "SECOND"])
        #expect(source.seconds(0) == (1, 3))
        #expect(source.seconds(1) == (3, 4))
        #expect(source.decoder.open.isEmpty)
    }

    @Test("roll-up lines are displayed from their carriage return, with the previous lines above")
    func rollUp_keepsLinesAbove() {
        var source = CaptionSource(.line21(1))
        for (index, line) in ["ONE", "TWO", "THREE"].enumerated() {
            source.wait(until: Double(index * 2 + 1))
            source.code(0x14, 0x25)
            source.code(0x14, 0x2d)
            source.code(0x14, 0x70)
            source.text(line)
        }
        source.wait(until: 7)
        source.code(0x14, 0x2c)
        #expect(source.texts == ["ONE", "ONE\nTWO", "TWO\nTHREE"])
        #expect(source.cues.map { ($0.end.seconds - $0.start.seconds).rounded() } == [2, 2, 2])
        // Two rows at the bottom.
        #expect(source.cues[1].block.placement.lineAnchor == .end)
        #expect(source.cues[1].block.placement.line == 0.9)
    }

    @Test("paint-on words separated by pauses are separate cues; characters of one burst are one cue")
    func paintOn_growsByBursts() {
        var source = CaptionSource(.line21(1))
        source.code(0x14, 0x29)
        source.code(0x14, 0x70)
        source.text("HELLO ")
        source.wait(until: 2)
        source.text("THERE")
        source.wait(until: 4)
        source.code(0x14, 0x2c)
        #expect(source.texts == ["HELLO", "HELLO THERE"])
        #expect(source.seconds(1).0 == 2)
        #expect(source.seconds(1).1 == 4)
    }

    @Test("the four channels are separate: by the channel bit of control codes, and by field")
    func channels_areKeptApart() {
        func texts(_ number: Int) -> [String] {
            var source = CaptionSource(.line21(number))
            for (first, field, text) in [(0x14, 1, "C1"), (0x1c, 1, "C2"), (0x15, 2, "C3"), (0x1d, 2, "C4")] {
                let code = UInt8(first)
                source.code(code, 0x20, field: field)
                source.code(code & 0xfe, 0x70, field: field)
                source.text(text, field: field)
                source.code(code, 0x2f, field: field)
            }
            source.wait(30)
            return source.decoder.open.map { $0.block.flattened().text }
        }
        #expect((1...4).map(texts) == [["C1"], ["C2"], ["C3"], ["C4"]])
    }

    @Test("repeated control codes count once, so that two carriage returns are one line")
    func repeatedCodes_countOnce() {
        var field = Line21Field(1)
        let odd = CaptionSource.odd
        #expect(field.take(odd(0x14), odd(0x2d)) == .init(channel: 1, first: 0x14, second: 0x2d))
        #expect(field.take(odd(0x14), odd(0x2d)) == nil)
        #expect(field.take(odd(0x14), odd(0x2d)) == .init(channel: 1, first: 0x14, second: 0x2d))
    }

    @Test("program information in field 2 is not a caption, and damaged codes are ignored")
    func otherData_isLeftOut() {
        var field = Line21Field(2)
        let odd = CaptionSource.odd
        #expect(field.take(odd(0x15), odd(0x20)) != nil)
        #expect(field.take(odd(0x01), odd(0x03)) == nil)
        #expect(field.take(odd(0x41), odd(0x42)) == nil)
        #expect(field.take(odd(0x0f), odd(0x1d)) == nil)
        #expect(field.take(odd(0x41), odd(0x42)) == .init(channel: 3, first: 0x41, second: 0x42))
        // Both parity bits wrong, then a code with one wrong.
        #expect(field.take(odd(0x15) ^ 0x80, odd(0x2c) ^ 0x80) == nil)
        #expect(field.take(odd(0x15), odd(0x2c) ^ 0x80) == nil)
    }

    @Test("styles, special and extended characters are decoded; extended characters replace their fallbacks")
    func styles_andLetters() {
        var source = CaptionSource(.line21(1))
        source.code(0x14, 0x20)
        source.code(0x14, 0x70)
        source.text("A ")
        source.code(0x11, 0x2e)
        source.text("B")
        source.code(0x11, 0x37)
        source.text("e")
        source.code(0x12, 0x36)
        source.code(0x14, 0x2f)
        source.wait(30)
        let flat = source.decoder.open[0].block.flattened()
        #expect(flat.text == "A  B♪ë")
        #expect(flat.styles == [StyledRange(range: 3..<6, style: TextStyle(isItalic: true))])
    }

    @Test("rows in the upper half are positioned from their top, and an indent is a position from the left")
    func placement_ofRows() {
        var source = CaptionSource(.line21(1))
        source.code(0x14, 0x20)
        source.code(0x11, 0x54)
        source.text("LEFT")
        source.code(0x14, 0x2f)
        source.wait(30)
        let placement = source.decoder.open[0].block.placement
        #expect(placement.line == 0.1 && placement.lineAnchor == .start)
        #expect(placement.position == 0.1 + 0.8 * 8 / 32 && placement.alignment == .start)
    }

    @Test("captions are cleared after 16 seconds without data")
    func silence_wipes() {
        var source = CaptionSource(.line21(1))
        popOn(&source, "LEFT ALONE")
        source.code(0x14, 0x2f)
        let shown = source.now
        source.wait(until: 40)
        popOn(&source, "LATER")
        #expect(source.texts == ["LEFT ALONE"])
        #expect(abs(source.cues[0].end.seconds - shown.seconds - 16) < 0.1)
    }
}
