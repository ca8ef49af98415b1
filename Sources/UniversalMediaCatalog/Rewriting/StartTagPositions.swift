/// Finds the positions of start tags in a document that is read in pieces.
///
/// libxml2 states how far its parser is, which reads ahead of the element that it reports. The start tags are found in the bytes themselves,
/// and are taken in the order in which the elements are reported. Linear time; the memory holds the tags that the parser has read ahead.
struct StartTagPositions {
    private enum State {
        /// In text or in a tag, which has no other `<` than its first one.
        case text
        /// Behind `<`.
        case opened
        /// Behind `<!`.
        case declared
        case inside(Section)
    }

    private enum Section {
        case comment, characters, instruction, declaration

        /// Whether the last bytes end the section.
        func isEnded(by recent: UInt32) -> Bool {
            switch self {
            case .comment: recent & 0xFF_FFFF == 0x2D_2D3E
            case .characters: recent & 0xFF_FFFF == 0x5D_5D3E
            case .instruction: recent & 0xFFFF == 0x3F3E
            case .declaration: recent & 0xFF == 0x3E
            }
        }
    }

    private var state = State.text
    private var position = SourcePosition.start
    /// The position of the last `<`.
    private var opening = SourcePosition.start
    /// The last bytes of a section.
    private var recent: UInt32 = 0
    private var found: [SourcePosition] = []
    private var taken = 0
    private var isFirst = true

    /// Returns the position of the next start tag; nil where the bytes that were added have no more.
    mutating func next() -> SourcePosition? {
        guard taken < found.count else { return nil }
        defer { taken += 1 }
        return found[taken]
    }

    /// Adds the next bytes of the document.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        found.removeFirst(taken)
        taken = 0
        var rest = bytes[...]
        // A byte order mark has no column.
        if isFirst, rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        isFirst = isFirst && bytes.isEmpty
        for byte in rest {
            read(byte)
            if byte == 10 {
                position.line += 1
                position.column = 1
            } else if byte & 0xC0 != 0x80 {
                position.column += 1
            }
        }
    }

    private mutating func read(_ byte: UInt8) {
        switch state {
        case .text:
            guard byte == UInt8(ascii: "<") else { return }
            opening = position
            state = .opened
        case .opened:
            switch byte {
            case UInt8(ascii: "!"): state = .declared
            case UInt8(ascii: "?"): begin(.instruction)
            case UInt8(ascii: "/"): state = .text
            default:
                found.append(opening)
                state = .text
            }
        case .declared:
            switch byte {
            case UInt8(ascii: "-"): begin(.comment)
            case UInt8(ascii: "["): begin(.characters)
            default: begin(.declaration)
            }
        case .inside(let section):
            recent = recent << 8 | UInt32(byte)
            if section.isEnded(by: recent) { state = .text }
        }
    }

    private mutating func begin(_ section: Section) {
        recent = 0
        state = .inside(section)
    }
}
