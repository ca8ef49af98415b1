import UniversalMediaCatalog

/// The additions to a title: bracketed parts, and the part after a dash or bar at the end.
enum TitleParts {
    struct Part {
        var text: FeedText
        var isBracketed: Bool
        /// The byte range of the part, including brackets.
        var range: Range<Int>
    }

    /// Returns the parts in order. For titles whose features include brackets, dashes or bars.
    static func all(of title: FeedText) -> [Part] {
        var parts: [Part] = []
        let bytes = title.bytes
        var open: (start: Int, inner: Int)?
        var index = 0
        var dash: (start: Int, inner: Int)?
        while index < bytes.count {
            let length = bracketLength(bytes, index)
            if length.opens > 0 {
                open = (index, index + length.opens)
                index += length.opens
                continue
            }
            if length.closes > 0 {
                if let from = open {
                    parts.append(
                        Part(
                            text: title[from.inner..<index].trimmed, isBracketed: true,
                            range: from.start..<index + length.closes))
                    open = nil
                }
                index += length.closes
                continue
            }
            let separator = dashLength(bytes, index)
            if separator > 0 {
                dash = (index, index + separator)
                index += separator
                continue
            }
            index += 1
        }
        if let dash, dash.inner < bytes.count, !parts.contains(where: { $0.range.upperBound > dash.inner }) {
            parts.append(
                Part(text: title[dash.inner..<bytes.count].trimmed, isBracketed: false, range: dash.start..<bytes.count)
            )
        }
        return parts
    }

    private static func bracketLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> (opens: Int, closes: Int) {
        switch bytes[index] {
        case UInt8(ascii: "("), UInt8(ascii: "["): return (1, 0)
        case UInt8(ascii: ")"), UInt8(ascii: "]"): return (0, 1)
        case 0xEF:  // （ ） ［ ］
            guard index + 2 < bytes.count, bytes[index + 1] == 0xBC else { return (0, 0) }
            switch bytes[index + 2] {
            case 0x88, 0xBB: return (3, 0)
            case 0x89, 0xBD: return (0, 3)
            default: return (0, 0)
            }
        case 0xE3:  // 【 】 〔 〕
            guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return (0, 0) }
            switch bytes[index + 2] {
            case 0x90, 0x94: return (3, 0)
            case 0x91, 0x95: return (0, 3)
            default: return (0, 0)
            }
        default: return (0, 0)
        }
    }

    /// Returns the length of a dash or bar with a space on both sides, or 0.
    private static func dashLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        guard bytes[index] == 32, index + 2 < bytes.count else { return 0 }
        switch bytes[index + 1] {
        case UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: "~"): return bytes[index + 2] == 32 ? 3 : 0
        case 0xE2:
            guard index + 4 < bytes.count, bytes[index + 2] == 0x80,
                bytes[index + 3] == 0x93 || bytes[index + 3] == 0x94,
                bytes[index + 4] == 32
            else { return 0 }
            return 5
        default: return 0
        }
    }
}
