/// The block that is being parsed: a cue, note, style or region, which ends at an empty line or at the timings of the next cue.
struct WebVTTBlock {
    enum Content {
        /// Not known yet, or nothing that is used, such as a note.
        case other
        case style
        case region
        /// A cue without its text.
        case cue(WebVTTCue)
    }

    /// Whether the block directly follows the first line of the file.
    var isHeader = false
    var lineCount = 0
    var hasArrow = false
    var content = Content.other
    /// The line at which the content begins.
    var number = 0
    /// The lines, joined with LF. NUL has been replaced.
    private(set) var bytes: [UInt8] = []
    /// Whether lines were dropped because of the limit.
    private(set) var isTooLong = false

    /// Prepares for the next block.
    mutating func clear() {
        (isHeader, lineCount, hasArrow, content) = (false, 0, false, .other)
        removeText()
    }

    mutating func removeText() {
        bytes.removeAll(keepingCapacity: true)
        isTooLong = false
    }

    /// Adds a line, unless the text would become longer than `maximum` bytes.
    mutating func append(_ line: WebVTTLine, maximum: Int) {
        guard bytes.count + line.bytes.count < maximum else {
            isTooLong = true
            return
        }
        if !bytes.isEmpty { bytes.append(0x0a) }
        if line.bytes.position(of: 0, from: 0) != nil {
            for byte in line.bytes { bytes.append(contentsOf: byte == 0 ? [0xef, 0xbf, 0xbd] : [byte]) }
        } else {
            bytes.append(contentsOf: line.bytes)
        }
    }

    /// The text; invalid UTF-8 becomes replacement characters.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the block is a comment.
    var isNote: Bool { bytes.starts(with: Array("NOTE".utf8)) }

    /// Returns whether the text is a keyword and nothing but white space after it.
    func consists(of keyword: StaticString) -> Bool {
        let count = keyword.utf8CodeUnitCount
        return bytes.count >= count && keyword.withUTF8Buffer { $0.elementsEqual(bytes[..<count]) }
            && bytes[count...].allSatisfy(\.isWebVTTSpace)
    }
}
