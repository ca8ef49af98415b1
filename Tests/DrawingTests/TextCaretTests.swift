import CoreGraphics
import Drawing
import Testing

/// Carets, hit tests, selections and words in laid out text.
struct TextCaretTests {
    @Test("carets are in the order of the text, and the nearest offset is found for the place of each")
    func caret_agreesWithHitTest() {
        let text = TextLayout("one two", style: TextStyle(size: 20))
        let places = (0...7).map { text.caret(at: $0).minX }
        #expect(places == places.sorted() && Set(places).count == 8)
        #expect(abs(places[7] - text.size.width) < 0.5 && places[0] == 0)
        #expect(places.map { text.offset(at: CGPoint(x: $0 + 0.5, y: 5)) } == Array(0...7))
        #expect(text.offset(at: CGPoint(x: 1000, y: 5)) == 7 && text.offset(at: CGPoint(x: -10, y: 5)) == 0)
    }

    @Test("text from right to left has its first caret at the right, and a move to the left goes forward")
    func caret_rightToLeft() {
        let text = TextLayout("שלום", style: TextStyle(size: 20))
        #expect(text.isRightToLeft)
        #expect(text.caret(at: 0).minX > text.caret(at: 1).minX && text.caret(at: 4).minX < 1)
        #expect(text.offset(movingFrom: 0, toRight: false) == 1)
        #expect(text.offset(movingFrom: 0, toRight: true) == nil)
    }

    @Test("a selection over two directions has several rectangles, one over two lines a rectangle in each")
    func rectangles_ofSelections() {
        let mixed = TextLayout("ab שלום", style: TextStyle(size: 20))
        #expect(mixed.rectangles(of: 1..<5).count == 2)
        let lines = TextLayout("one\ntwo", style: TextStyle(size: 20))
        let rectangles = lines.rectangles(of: 1..<6)
        #expect(rectangles.count == 2 && rectangles[0].maxY <= rectangles[1].minY + 0.5)
        #expect(lines.rectangles(of: 2..<2).isEmpty)
    }

    @Test("words are found at offsets of UTF-16 behind an emoji")
    func words() {
        let text = TextLayout("😀 one two")
        #expect(text.word(at: 4) == 3..<6 && text.word(at: 6) == 3..<6 && text.word(at: 0) == 0..<2)
        #expect(text.wordEnd(after: 0) == 6 && text.wordEnd(after: 6) == 10)
        #expect(text.wordStart(before: 10) == 7 && text.wordStart(before: 7) == 3)
    }

    @Test("offsets outside of the text are those of its ends")
    func caret_outside() {
        let text = TextLayout("ab")
        #expect(text.caret(at: 99) == text.caret(at: 2) && text.caret(at: -5) == text.caret(at: 0))
        #expect(TextLayout("").caret(at: 0).height > 0)
    }
}
