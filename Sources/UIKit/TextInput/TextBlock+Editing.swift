import CoreGraphics
import Drawing

/// Positions in text of several paragraphs.
extension TextBlock: EditableLayout {
    private func index(at offset: Int) -> Int {
        // The last paragraph that begins at or before the offset.
        var (low, high) = (0, paragraphs.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if paragraphs[middle].start <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private func paragraph(at offset: Int) -> Paragraph? { paragraphs.isEmpty ? nil : paragraphs[index(at: offset)] }

    func caret(at offset: Int) -> CGRect {
        guard let paragraph = paragraph(at: offset) else { return .zero }
        return paragraph.text.caret(at: offset - paragraph.start).offsetBy(dx: 0, dy: paragraph.top)
    }

    func offset(at point: CGPoint) -> Int {
        let below = paragraphs.first { point.y < $0.top + $0.height }
        guard let paragraph = below ?? paragraphs.last else { return 0 }
        let inside = CGPoint(x: point.x, y: max(0, point.y - paragraph.top))
        return paragraph.start + paragraph.text.offset(at: inside)
    }

    func rectangles(of range: Range<Int>) -> [CGRect] {
        paragraphs.filter { $0.start < range.upperBound && $0.end >= range.lowerBound }.flatMap { paragraph in
            let start = max(0, range.lowerBound - paragraph.start)
            let end = min(paragraph.end, range.upperBound) - paragraph.start
            guard start <= end else { return [CGRect]() }
            var found = paragraph.text.rectangles(of: start..<end)
            // A selected line break is displayed as a narrow strip behind the line.
            if range.upperBound > paragraph.end {
                let caret = paragraph.text.caret(at: end)
                let isLeft = paragraph.text.isRightToLeft
                found.append(
                    CGRect(
                        x: caret.minX - (isLeft ? Self.breakWidth : 0), y: caret.minY, width: Self.breakWidth,
                        height: caret.height))
            }
            return found.map { $0.offsetBy(dx: 0, dy: paragraph.top) }
        }
    }

    /// The width of a selected line break.
    private static let breakWidth: CGFloat = 5

    func offset(movingFrom offset: Int, toRight: Bool) -> Int? {
        guard !paragraphs.isEmpty else { return nil }
        let index = index(at: offset)
        let paragraph = paragraphs[index]
        if let inside = paragraph.text.offset(movingFrom: offset - paragraph.start, toRight: toRight) {
            return paragraph.start + inside
        }
        let isForward = toRight != paragraph.text.isRightToLeft
        guard paragraphs.indices.contains(index + (isForward ? 1 : -1)) else { return nil }
        return isForward ? paragraphs[index + 1].start : paragraphs[index - 1].end
    }

    func isRightToLeft(at offset: Int) -> Bool { paragraph(at: offset)?.text.isRightToLeft ?? false }

    // MARK: Words

    func wordStart(before offset: Int) -> Int {
        guard !paragraphs.isEmpty else { return 0 }
        let index = index(at: offset)
        let paragraph = paragraphs[index]
        guard offset > paragraph.start else { return index > 0 ? paragraphs[index - 1].end : 0 }
        return paragraph.start + paragraph.text.wordStart(before: offset - paragraph.start)
    }

    func wordEnd(after offset: Int) -> Int {
        guard !paragraphs.isEmpty else { return 0 }
        let index = index(at: offset)
        let paragraph = paragraphs[index]
        guard offset < paragraph.end else {
            return index + 1 < paragraphs.count ? paragraphs[index + 1].start : paragraph.end
        }
        return paragraph.start + paragraph.text.wordEnd(after: offset - paragraph.start)
    }

    func word(at offset: Int) -> Range<Int> {
        guard let paragraph = paragraph(at: offset) else { return 0..<0 }
        let word = paragraph.text.word(at: offset - paragraph.start)
        return paragraph.start + word.lowerBound..<paragraph.start + word.upperBound
    }

    // MARK: Lines

    /// The range of the line with the caret at an offset, without the space or break at its end.
    func line(at offset: Int) -> Range<Int> {
        guard let paragraph = paragraph(at: offset) else { return 0..<0 }
        let starts = paragraph.text.lines.map { $0.start + paragraph.start }
        let index = starts.lastIndex { $0 <= offset } ?? 0
        guard starts.indices.contains(index) else { return paragraph.start..<paragraph.end }
        // The caret at the start of the next line is displayed there.
        let end = index + 1 < starts.count ? before(starts[index + 1], in: paragraph) : paragraph.end
        return starts[index]..<max(starts[index], end)
    }

    private func before(_ offset: Int, in paragraph: Paragraph) -> Int {
        let text = paragraph.text.text
        let index = text.utf16.index(text.startIndex, offsetBy: offset - paragraph.start)
        return offset - (text[..<index].last?.utf16.count ?? 0)
    }

    /// Returns the offset at a horizontal place that is some lines above or below another offset; nil beyond the first and last line.
    func offset(lines count: Int, from offset: Int, x: CGFloat) -> Int? {
        let lines = paragraphs.flatMap { paragraph in
            paragraph.text.lines.map { ($0.frame.offsetBy(dx: 0, dy: paragraph.top), $0.start + paragraph.start) }
        }
        guard let line = lines.lastIndex(where: { $0.1 <= offset }) else { return nil }
        let (target, overflows) = line.addingReportingOverflow(count)
        guard !overflows, lines.indices.contains(target) else { return nil }
        let found = self.offset(at: CGPoint(x: x, y: lines[target].0.midY))
        return min(max(found, lines[target].1), self.line(at: lines[target].1).upperBound)
    }
}
