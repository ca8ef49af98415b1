/// A box of an ISO base media or QuickTime file (ISO 14496-12 section 4.2).
struct MovieBox {
    /// The four bytes of the type.
    var code: UInt32
    /// The offset of its header.
    var start: Int64
    /// The range of its content, after its header.
    var content: Range<Int64>

    /// The type as Latin-1 text: "moov", "©nam".
    var type: String { Self.text(code) }
    var byteCount: Int { Int(clamping: content.upperBound - content.lowerBound) }

    static func text(_ code: UInt32) -> String {
        String(
            String.UnicodeScalarView((0..<4).map { Unicode.Scalar(UInt8(truncatingIfNeeded: code >> (24 - 8 * $0))) }))
    }
}

/// Lists the boxes in a range of a file.
struct MovieBoxes: Sequence, IteratorProtocol {
    /// The maximum number of boxes in one parent; the rest is ignored.
    static let maximumCount = 4_096

    private let bytes: ContainerBytes
    private var position: Int64
    private let end: Int64
    private var count = 0
    /// The error that ended the list; nil at the end of the range.
    private(set) var finding: String?

    init(_ bytes: ContainerBytes, in range: Range<Int64>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> MovieBox? {
        guard end - position >= 8, count < Self.maximumCount else { return nil }
        count += 1
        let head = bytes.prefix(at: position, count: Int(Swift.min(16, end - position)))
        guard let size = head.number(at: 0, count: 4, before: head.count),
            let code = head.number(at: 4, count: 4, before: head.count)
        else { return nil }
        // User data may end with a 32-bit zero.
        if size == 0, code == 0 { return nil }
        var (length, header) = (Int64(size), Int64(8))
        if size == 1 {
            guard let large = head.number(at: 8, count: 8, before: head.count) else { return nil }
            (length, header) = (Int64(large), 16)
        } else if size == 0 {
            length = end - position
        }
        let box = UInt32(truncatingIfNeeded: code)
        guard length >= header, length <= end - position else {
            finding =
                "The box \u{201C}\(MovieBox.text(box))\u{201D} at byte \(position) states a size of \(length) bytes, which does not fit "
                + "into its parent; the boxes behind it are ignored."
            return nil
        }
        defer { position += length }
        return MovieBox(code: box, start: position, content: position + header..<position + length)
    }
}
