/// An array of fixed-size chunks: growing neither copies elements nor temporarily doubles the memory use.
struct ChunkedArray<Element> {
    private static var shift: Int { 12 }
    private static var size: Int { 1 << shift }

    private var chunks: ContiguousArray<ContiguousArray<Element>> = []
    private(set) var count = 0

    var indices: Range<Int> { 0..<count }
    var isEmpty: Bool { count == 0 }
    /// Memory use of the elements, in bytes.
    var memory: Int { chunks.reduce(0) { $0 + $1.capacity } * MemoryLayout<Element>.stride }

    mutating func append(_ element: Element) {
        if count & (Self.size - 1) == 0 {
            var chunk = ContiguousArray<Element>()
            // The first chunk grows on demand: most feeds are small.
            if count > 0 { chunk.reserveCapacity(Self.size) }
            chunks.append(chunk)
        }
        // Doubling the first chunk further would leave up to a half of it unused.
        if count == 512 { chunks[0].reserveCapacity(Self.size) }
        chunks[chunks.count - 1].append(element)
        count += 1
    }

    subscript(index: Int) -> Element {
        get { chunks[index >> Self.shift][index & (Self.size - 1)] }
        set { chunks[index >> Self.shift][index & (Self.size - 1)] = newValue }
    }
}

extension ChunkedArray: Sendable where Element: Sendable {}
