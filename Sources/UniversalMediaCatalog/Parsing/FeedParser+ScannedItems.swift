import CLibXML2

/// Reading items of the usual form without libxml2.
extension FeedParser {
    /// Reads the items from libxml2's cursor on while they have the usual form, and moves the cursor behind them.
    ///
    /// Called after an item: the cursor is behind its end tag.
    mutating func scanItems() {
        guard scanner != nil, !stopped, isCursorKnown else { return }
        let first = offset
        let firstLine = bytes.position(of: first).line
        var next = first
        while !stopped, document.itemCount < limits.items, let item = nextItem(after: next) {
            if batch == nil {
                // Without a batch, the bytes before the item are not needed any more, and are not passed to libxml2.
                seal(at: item)
                next = item
            }
            guard let end = scanItem(at: item) else { break }
            next = end
        }
        guard !stopped, next > first else { return }
        lastEvent = next
        moveCursor(from: first, to: next, lines: bytes.position(of: next).line - firstLine)
    }

    /// Returns the offset of the item that follows white space; nil if something else follows, which libxml2 reads with the white space.
    /// - Parameter first: an offset in the document.
    private mutating func nextItem(after first: Int) -> Int? {
        var next = first
        while true {
            let from = next - bytes.start
            let (index, isItem) = bytes.raw.withUnsafeBufferPointer { raw -> (Int, Bool?) in
                guard from < raw.count else { return (from, nil) }
                let markup = MarkupBytes(raw)
                let index = markup.blankEnd(from)
                let isItem = try? markup.hasPrefix("<item", at: index) && markup.nameEnd(index + 5) == index + 5
                return (index, isItem)
            }
            next = index + bytes.start
            if let isItem { return isItem ? next : nil }
            // libxml2 reads long white space: it need not stay in memory.
            guard next - first < Self.readAhead, readMore() else { return nil }
        }
    }

    /// Adds the item at an offset to the batch.
    /// - Returns: the offset behind the item; nil if libxml2 has to read it.
    private mutating func scanItem(at start: Int) -> Int? {
        while true {
            let firstNode = itemTree.nodes.count
            let from = start - bytes.start
            let depth = depth
            // The tree and the scanner leave this value while its bytes are being accessed.
            var tree = FeedTree()
            swap(&tree, &itemTree)
            var scanner: ItemScanner?
            swap(&scanner, &self.scanner)
            let outcome = bytes.raw.withUnsafeBufferPointer {
                scanner?.scan($0, from: from, depth: depth, into: &tree)
            }
            swap(&scanner, &self.scanner)
            swap(&tree, &itemTree)
            switch outcome {
            case .item(let end):
                beginItem(start, firstNode: firstNode)
                document.scannedItemCount += 1
                lastEvent = bytes.start + end
                let behind = lastEvent
                endItem()
                return behind
            case .incomplete:
                let count = bytes.end - start
                guard count <= limits.itemBytes else { return nil }
                // Reading as much again keeps the time for a long item linear.
                while bytes.end - start < 2 * count { guard readMore() else { return nil } }
            case .unusual, nil: return nil
            }
        }
    }

    /// Reads more bytes of the feed, unless the limit for its size is near: libxml2 reads the bytes around it.
    private mutating func readMore() -> Bool {
        bytes.end + 2 * Self.readAhead < limits.documentBytes && bytes.readMore()
    }

    // MARK: The cursor of libxml2

    /// Whether libxml2's input has the expected state: an end tag before its cursor, and behind it the bytes that were passed last.
    private var isCursorKnown: Bool {
        guard let input = context?.pointee.input?.pointee, let cursor = input.cur, let end = input.end else {
            return false
        }
        let available = end - cursor
        let index = offset - bytes.start
        guard index >= 0, offset + available == bytes.passed, index + available <= bytes.raw.count else { return false }
        return bytes.raw.withUnsafeBufferPointer { raw in
            UnsafeBufferPointer(rebasing: raw[index..<index + min(available, 32)])
                .elementsEqual(UnsafeBufferPointer(start: cursor, count: min(available, 32)))
        }
    }

    /// Moves libxml2's cursor forward between two items. Bytes that libxml2 has not got yet are never passed to it.
    private mutating func moveCursor(from first: Int, to next: Int, lines: Int) {
        guard let input = context?.pointee.input, let cursor = input.pointee.cur, let end = input.pointee.end else {
            return
        }
        let step = min(next - first, end - cursor)
        input.pointee.cur = cursor + step
        input.pointee.consumed += UInt(next - first - step)
        input.pointee.line += Int32(clamping: lines)
        bytes.skip(to: next)
    }
}
