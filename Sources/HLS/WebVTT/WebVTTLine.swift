import Foundation

/// A line without its line ending. It must not outlive the bytes that it refers to.
struct WebVTTLine {
    var bytes: UnsafeBufferPointer<UInt8>
    /// From 1.
    var number: Int

    /// The position of the first `-->`; nil where there is none.
    var arrow: Int? {
        var from = 2
        while from < bytes.count, let found = bytes.position(of: 0x3e, from: from) {
            if bytes[found - 1] == 0x2d, bytes[found - 2] == 0x2d { return found - 2 }
            from = found + 1
        }
        return nil
    }

    /// Whether the line consists of two times with something other than `-->` between them.
    var hasTimesWithoutArrow: Bool {
        var cursor = WebVTTCursor(bytes)
        cursor.skipSpace()
        guard let first = cursor.next, first.isDigit, WebVTTTime(&cursor) != nil else { return false }
        var length = 0
        while let byte = cursor.next, !byte.isDigit, length < 8 {
            _ = cursor.skip(byte)
            length += 1
        }
        return length > 0 && WebVTTTime(&cursor) != nil
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func starts(with text: StaticString) -> Bool {
        bytes.count >= text.utf8CodeUnitCount
            && text.withUTF8Buffer { $0.elementsEqual(bytes[..<text.utf8CodeUnitCount]) }
    }
}

/// Splits bytes that arrive in pieces into lines that end in LF, CR or CRLF. Of a longer line than `maximum` only the beginning is retained.
struct WebVTTLineScanner {
    private let maximum: Int
    /// The beginning of a line whose end has not arrived.
    private var pending: [UInt8] = []
    private var isLineOpen = false
    /// Whether the last byte was CR, so that LF as the next byte ends no second line.
    private var endsInReturn = false
    private var number = 0

    init(maximum: Int) { self.maximum = maximum }

    /// Passes on the lines that end within `bytes`.
    /// - Parameter take: called synchronously for each line.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (WebVTTLine) -> Void) {
        var position = 0
        if endsInReturn, bytes.first == 0x0a { position = 1 }
        if !bytes.isEmpty { endsInReturn = false }
        // Each ending is searched for once, although a file usually has only one kind.
        var feed = bytes.position(of: 0x0a, from: position) ?? bytes.count
        var carriageReturn = bytes.position(of: 0x0d, from: position) ?? bytes.count
        while position < bytes.count {
            if feed < position { feed = bytes.position(of: 0x0a, from: position) ?? bytes.count }
            if carriageReturn < position { carriageReturn = bytes.position(of: 0x0d, from: position) ?? bytes.count }
            let end = min(feed, carriageReturn)
            let piece = UnsafeBufferPointer(rebasing: bytes[position..<end])
            guard end < bytes.count else { return keep(piece) }
            finishLine(piece, take)
            position = end + 1
            guard end == carriageReturn else { continue }
            if position == bytes.count {
                endsInReturn = true
            } else if bytes[position] == 0x0a {
                position += 1
            }
        }
    }

    /// Passes on the last line, where it has no line ending.
    mutating func finish(_ take: (WebVTTLine) -> Void) {
        if isLineOpen { finishLine(UnsafeBufferPointer(start: nil, count: 0), take) }
    }

    private mutating func keep(_ piece: UnsafeBufferPointer<UInt8>) {
        pending.append(contentsOf: piece.prefix(maximum - pending.count))
        isLineOpen = true
    }

    private mutating func finishLine(_ piece: UnsafeBufferPointer<UInt8>, _ take: (WebVTTLine) -> Void) {
        number += 1
        guard isLineOpen else {
            return take(WebVTTLine(bytes: UnsafeBufferPointer(rebasing: piece.prefix(maximum)), number: number))
        }
        keep(piece)
        pending.withUnsafeBufferPointer { take(WebVTTLine(bytes: $0, number: number)) }
        pending.removeAll(keepingCapacity: true)
        isLineOpen = false
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the first position of a byte at or after `start`; nil where there is none.
    func position(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else {
            return nil
        }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }
}
