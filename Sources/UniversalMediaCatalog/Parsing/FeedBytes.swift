/// The bytes of a feed from the start of the current batch on.
///
/// Each byte is read from the source once. libxml2 gets the bytes in order, except those of items that the item scanner has read.
struct FeedBytes {
    /// Minimum number of bytes to read ahead at once, unless the source ends.
    private static let minimumRead = 4_000

    private let source: any ByteSource
    private let readAhead: Int
    private var buffer: UnsafeMutableRawBufferPointer?
    private(set) var raw: ContiguousArray<UInt8> = []
    /// Offset in the document of the first byte of `raw`.
    private(set) var start = 0
    /// The position of the first byte of `raw`.
    private var position = SourcePosition.start
    /// A byte of `raw` whose position is known, as an offset in the document. Positions behind it are found from there.
    private var mark = (offset: 0, position: SourcePosition.start)
    /// Offset in the document of the first byte that libxml2 has not got and the item scanner has not read.
    private(set) var passed = 0
    private var isAtEnd = false
    /// The error that ended reading ahead. It is reported when libxml2 asks for the bytes that are missing.
    private var failure: FeedInputError?

    /// - Parameter readAhead: maximum number of bytes to read ahead at once.
    init(_ source: any ByteSource, readAhead: Int) {
        self.source = source
        self.readAhead = readAhead
    }

    /// Offset in the document of the end of `raw`.
    var end: Int { start + raw.count }

    /// Copies the next bytes for libxml2. They fill the target unless the source ends.
    /// - Returns: the number of bytes; 0 at the end of the feed.
    mutating func pass(into target: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int {
        var count = min(target.count, end - passed)
        if count > 0 {
            let first = passed - start
            raw.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[first..<first + count])) }
        }
        // The bytes before the error are passed first, so that a feed with few bytes is read as far as one with many.
        if let failure, count == 0 { throw failure }
        // libxml2 interprets a short read as the end of the current construct.
        while count < target.count, !isAtEnd, failure == nil {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[count...])
            let got: Int
            do throws(FeedInputError) { got = try source.read(into: rest) } catch {
                failure = error
                guard count > 0 else { throw error }
                break
            }
            isAtEnd = got == 0
            append(rest, got)
            count += got
        }
        passed += count
        return count
    }

    /// Appends more bytes of the source to `raw` without passing them to libxml2.
    /// - Returns: whether there were any.
    mutating func readMore() -> Bool {
        guard !isAtEnd, failure == nil else { return false }
        let buffer =
            self.buffer ?? UnsafeMutableRawBufferPointer.allocate(byteCount: readAhead, alignment: 16)
        self.buffer = buffer
        var count = 0
        do throws(FeedInputError) {
            while count < min(Self.minimumRead, readAhead), !isAtEnd {
                let got = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                isAtEnd = got == 0
                count += got
            }
        } catch { failure = error }
        append(buffer, count)
        return count > 0
    }

    private mutating func append(_ buffer: UnsafeMutableRawBufferPointer, _ count: Int) {
        guard count > 0, let first = buffer.baseAddress else { return }
        raw.append(
            contentsOf: UnsafeBufferPointer(start: first.assumingMemoryBound(to: UInt8.self), count: count))
    }

    /// Marks the bytes before an offset as read by the item scanner.
    mutating func skip(to offset: Int) { passed = max(passed, offset) }

    /// Returns the position of a byte of `raw`. Efficient for increasing offsets.
    /// - Parameter offset: an offset in the document.
    mutating func position(of offset: Int) -> SourcePosition {
        let target = min(max(offset, start), end)
        let isBehind = target >= mark.offset
        let from = isBehind ? mark.offset : start
        var position = isBehind ? mark.position : self.position
        raw.withUnsafeBufferPointer {
            position.advance(over: UnsafeBufferPointer(rebasing: $0[from - start..<target - start]))
        }
        if isBehind { mark = (target, position) }
        return position
    }

    /// Returns the positions of bytes of `raw` in one pass.
    /// - Parameter offsets: increasing offsets in the document.
    func positions(of offsets: [Int]) -> [SourcePosition] {
        guard !offsets.isEmpty else { return [] }
        return raw.withUnsafeBufferPointer { raw in
            var finder = PositionFinder(raw: raw, first: position)
            return offsets.map { finder.position(of: $0 - start) }
        }
    }

    /// Drops the first bytes of `raw`.
    mutating func drop(_ count: Int) {
        let after = position(of: start + count)
        raw.removeSubrange(..<count)
        start += count
        position = after
    }

    /// Removes the first bytes of `raw` and returns them.
    /// - Parameter capacity: the number of bytes to reserve memory for.
    mutating func take(_ count: Int, reserving capacity: Int) -> ContiguousArray<UInt8> {
        let after = position(of: start + count)
        var taken = ContiguousArray<UInt8>()
        taken.reserveCapacity(capacity)
        taken.append(contentsOf: raw[count...])
        swap(&taken, &raw)
        taken.removeSubrange(count...)
        start += count
        position = after
        return taken
    }

    /// Frees the memory for reading ahead.
    mutating func close() {
        buffer?.deallocate()
        buffer = nil
    }
}
