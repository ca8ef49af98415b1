/// Follows the outermost boxes of an MP4 through the bytes that libavformat reads, to learn where its index ought to end.
///
/// libavformat plays what is left of an index that is cut off, and calls it whole. It looks at the head of every outer box up to the last
/// that it needs, so that watching costs no reading of our own.
struct BoxWalk {
    /// Where the index, or the last fragment's, ends by its own word; nil before one was seen.
    private(set) var endOfIndex: UInt64?
    /// Where the next head begins; nil once the file turned out to be no chain of boxes, or to end with an open box.
    private var next: UInt64? = 0
    /// What has been seen of the next head.
    private var head: [UInt8] = []
    private static let headBytes = 16

    /// To be called with all that is read, in the order in which it is read.
    mutating func look(at bytes: UnsafeRawBufferPointer, offset: UInt64) {
        let end = offset &+ UInt64(bytes.count)
        while let next {
            let wanted = next &+ UInt64(head.count)
            guard wanted >= offset, wanted < end else { return }
            let from = Int(wanted - offset)
            head += bytes[from..<min(bytes.count, from + Self.headBytes - head.count)]
            guard head.count >= 8 else { return }
            let isLong = head[..<4].elementsEqual([0, 0, 0, 1])
            guard !isLong || head.count == Self.headBytes else { return }
            take(at: next, isLong: isLong)
        }
    }

    private mutating func take(at start: UInt64, isLong: Bool) {
        let size = (isLong ? head[8..<16] : head[..<4]).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let kind = Array(head[4..<8])
        head.removeAll(keepingCapacity: true)
        let (end, isTooFar) = start.addingReportingOverflow(size)
        guard size >= (isLong ? 16 : 8), !isTooFar, kind.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            next = nil
            return
        }
        next = end
        if kind.elementsEqual("moov".utf8) || kind.elementsEqual("moof".utf8) { endOfIndex = end }
    }
}
