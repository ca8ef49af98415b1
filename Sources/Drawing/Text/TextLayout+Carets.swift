import CGraphics
package import CoreGraphics

/// Positions in the text for editing: carets, hit tests, selections and words. Offsets are in UTF-16 units; coordinates are relative to the top
/// left corner of the lines' box.
extension TextLayout {
    /// The place of the caret before an offset: its horizontal position, top edge and height.
    package func caret(at offset: Int) -> CGRect {
        var strong = PangoRectangle()
        pango_layout_get_cursor_pos(layout, Int32(clamping: byte(of: offset)), &strong, nil)
        return CGRect(
            x: Fonts.points(strong.x) - corner, y: Fonts.points(strong.y), width: 0, height: Fonts.points(strong.height)
        )
    }

    /// Returns the offset whose caret is nearest to a point.
    package func offset(at point: CGPoint) -> Int {
        var (index, trailing): (Int32, Int32) = (0, 0)
        pango_layout_xy_to_index(layout, Fonts.units(point.x + corner), Fonts.units(point.y), &index, &trailing)
        return offset(ofByte: Int(index), scalarsBehind: Int(trailing))
    }

    /// Returns the rectangles that a range of text takes: several where directions are mixed or the range has several lines.
    package func rectangles(of range: Range<Int>) -> [CGRect] {
        let (start, end) = (byte(of: range.lowerBound), byte(of: range.upperBound))
        guard start < end, let iterator = pango_layout_get_iter(layout) else { return [] }
        defer { pango_layout_iter_free(iterator) }
        var found: [CGRect] = []
        repeat {
            guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
            let (first, last) = (Int(line.pointee.start_index), Int(line.pointee.start_index + line.pointee.length))
            guard start <= last, end > first else { continue }
            var extents = PangoRectangle()
            pango_layout_iter_get_line_extents(iterator, nil, &extents)
            found += spans(of: line, from: max(start, first), to: min(end, last)).map { span in
                CGRect(
                    x: span.lowerBound - corner, y: Fonts.points(extents.y),
                    width: span.upperBound - span.lowerBound, height: Fonts.points(extents.height))
            }
        } while pango_layout_iter_next_line(iterator) != 0
        return found
    }

    private func spans(
        of line: UnsafeMutablePointer<PangoLayoutLine>, from start: Int, to end: Int
    ) -> [ClosedRange<CGFloat>] {
        var ranges: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        pango_layout_line_get_x_ranges(line, Int32(clamping: start), Int32(clamping: end), &ranges, &count)
        guard let ranges else { return [] }
        defer { g_free(ranges) }
        return (0..<Int(count)).map { index in
            let (left, right) = (Fonts.points(ranges[index * 2]), Fonts.points(ranges[index * 2 + 1]))
            return min(left, right)...max(left, right)
        }
    }

    /// Returns the offset that the caret reaches by a move to the right or left on the display; nil at the end of the text.
    package func offset(movingFrom offset: Int, toRight: Bool) -> Int? {
        var (index, trailing): (Int32, Int32) = (0, 0)
        pango_layout_move_cursor_visually(
            layout, 1, Int32(clamping: byte(of: offset)), 0, toRight ? 1 : -1, &index, &trailing)
        guard index >= 0, index != Int32.max else { return nil }
        return self.offset(ofByte: Int(index), scalarsBehind: Int(trailing))
    }

    /// Whether the first paragraph is written from right to left.
    package var isRightToLeft: Bool {
        let direction = pango_layout_get_line_readonly(layout, 0)?.pointee.resolved_dir
        return direction == guint(PANGO_DIRECTION_RTL.rawValue)
    }

    /// The lines' frames without the space between them, from the top to the bottom, and the offsets of their starts.
    package var lines: [(frame: CGRect, start: Int)] {
        guard let iterator = pango_layout_get_iter(layout) else { return [] }
        defer { pango_layout_iter_free(iterator) }
        var found: [(frame: CGRect, start: Int)] = []
        repeat {
            var extents = PangoRectangle()
            pango_layout_iter_get_line_extents(iterator, nil, &extents)
            let frame = CGRect(
                x: Fonts.points(extents.x) - corner, y: Fonts.points(extents.y), width: Fonts.points(extents.width),
                height: Fonts.points(extents.height))
            let byte = pango_layout_iter_get_line_readonly(iterator)?.pointee.start_index ?? 0
            found.append((frame, offset(ofByte: Int(byte), scalarsBehind: 0)))
        } while pango_layout_iter_next_line(iterator) != 0
        return found
    }

    // MARK: Words

    /// Returns the start of the word before an offset; 0 without one.
    package func wordStart(before offset: Int) -> Int {
        let limit = scalar(of: offset)
        return utf16(ofScalar: boundaries { $0.is_word_start != 0 }.last { $0 < limit } ?? 0)
    }

    /// Returns the end of the word after an offset; the end of the text without one.
    package func wordEnd(after offset: Int) -> Int {
        let limit = scalar(of: offset)
        guard let end = boundaries({ $0.is_word_end != 0 }).first(where: { $0 > limit }) else {
            return text.utf16.count
        }
        return utf16(ofScalar: end)
    }

    /// Returns the word at an offset, or the space or sign there.
    package func word(at offset: Int) -> Range<Int> {
        let place = scalar(of: offset)
        let (starts, ends) = (boundaries { $0.is_word_start != 0 }, boundaries { $0.is_word_end != 0 })
        for start in starts.reversed() where start <= place {
            guard let end = ends.first(where: { $0 > start }) else { break }
            if place < end || (place == end && !starts.contains(place)) {
                return utf16(ofScalar: start)..<utf16(ofScalar: end)
            }
            break
        }
        guard let character = text[index(of: offset)...].first else { return offset..<offset }
        return offset..<offset + character.utf16.count
    }

    private func boundaries(_ isBoundary: (PangoLogAttr) -> Bool) -> [Int] {
        var count: Int32 = 0
        guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count) else { return [] }
        return (0..<Int(count)).filter { isBoundary(attributes[$0]) }
    }

    // MARK: Offsets

    /// The left edge of the lines' box in Pango's coordinates.
    private var corner: CGFloat { pango_layout_get_width(layout) >= 0 ? 0 : leftInset }

    private func index(of offset: Int) -> String.Index {
        text.utf16.index(text.startIndex, offsetBy: max(0, offset), limitedBy: text.endIndex) ?? text.endIndex
    }

    private func byte(of offset: Int) -> Int { text.utf8.distance(from: text.startIndex, to: index(of: offset)) }

    private func scalar(of offset: Int) -> Int {
        text.unicodeScalars.distance(from: text.startIndex, to: index(of: offset))
    }

    private func utf16(ofScalar scalar: Int) -> Int {
        let scalars = text.unicodeScalars
        let index = scalars.index(text.startIndex, offsetBy: scalar, limitedBy: text.endIndex) ?? text.endIndex
        return text.utf16.distance(from: text.startIndex, to: index)
    }

    private func offset(ofByte byte: Int, scalarsBehind count: Int) -> Int {
        let (bytes, scalars) = (text.utf8, text.unicodeScalars)
        let start = bytes.index(text.startIndex, offsetBy: byte, limitedBy: text.endIndex) ?? text.endIndex
        let end = scalars.index(start, offsetBy: count, limitedBy: text.endIndex) ?? text.endIndex
        return text.utf16.distance(from: text.startIndex, to: end)
    }
}
