/// An element of EBML (RFC 8794).
struct MatroskaElement {
    var id: UInt64
    /// The offset of its header.
    var start: Int64
    var content: Range<Int64>
    var byteCount: Int { Int(clamping: content.upperBound - content.lowerBound) }
}

/// Lists the elements in a range of a file.
struct MatroskaElements: Sequence, IteratorProtocol {
    /// The maximum number of elements in one parent; the rest is ignored.
    static let maximumCount = 100_000

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

    mutating func next() -> MatroskaElement? {
        guard position < end, count < Self.maximumCount else { return nil }
        count += 1
        let head = bytes.prefix(at: position, count: Int(Swift.min(12, end - position)))
        guard let first = head.first else { return nil }
        let idBytes = first.leadingZeroBitCount + 1
        guard idBytes <= 4, head.count > idBytes else { return fail() }
        let sizeBytes = head[idBytes].leadingZeroBitCount + 1
        guard sizeBytes <= 8, head.count >= idBytes + sizeBytes else { return fail() }
        let id = head[..<idBytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let marked = head[idBytes..<idBytes + sizeBytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let mask = UInt64(1) << (7 * UInt64(sizeBytes)) - 1
        let inside = position + Int64(idBytes + sizeBytes)
        // All ones: the size is unknown, the element extends to the end of its parent.
        let isUnknown = marked & mask == mask
        let size = isUnknown ? end - inside : Int64(clamping: marked & mask)
        guard inside <= end, isUnknown || size <= end - inside else { return fail() }
        defer { position = inside + size }
        return MatroskaElement(id: id, start: position, content: inside..<inside + size)
    }

    private mutating func fail() -> MatroskaElement? {
        finding =
            "The element at byte \(position) does not fit into its parent; it and the elements behind it are ignored."
        position = end
        return nil
    }
}

extension ContainerBytes {
    /// Returns an unsigned integer of EBML.
    func integer(_ element: MatroskaElement) -> UInt64? {
        guard element.byteCount <= 8, let bytes = bytes(in: element.content) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns a text of EBML, without the zeros that may follow it.
    func text(_ element: MatroskaElement, limit: Int = ContainerDescription.maximumTitleBytes) -> String? {
        let bytes = prefix(at: element.content.lowerBound, count: Swift.min(element.byteCount, limit))
        return StoredText.decode(StoredText.terminated(bytes[...]))
    }
}
