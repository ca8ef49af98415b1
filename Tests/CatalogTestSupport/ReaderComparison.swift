package import UniversalMediaCatalog

/// Reads documents with the item scanner and with libxml2 alone, and compares everything that the parser delivers.
package enum ReaderComparison {
    package struct Outcome {
        /// A description of the first difference; nil if there is none.
        package var difference: String?
        /// Number of items that the item scanner read.
        package var scannedItems = 0
    }

    /// Compares the readings of the documents of consecutive seeds, until two readings differ.
    /// - Parameter progress: called with the number of documents before each one.
    package static func compare(from seed: UInt64, count: Int, progress: (Int) -> Void = { _ in }) -> Outcome {
        var mutator = MarkupMutator(seed: seed)
        var result = Outcome()
        for number in 0..<count {
            progress(number)
            let seed = mutator.seed
            let document = mutator.next()
            var limits = ReadingLimits()
            switch mutator.random(12) {
            case 0: limits.items = 1 + mutator.random(4)
            case 1: limits.depth = 2 + mutator.random(3)
            case 2: limits.textBytes = mutator.random(30)
            case 3: limits.itemElements = 1 + mutator.random(8)
            default: break
            }
            let step = mutator.random(4) == 0 ? 1 + mutator.random(200) : .max
            let readAhead = [64, 1_000, 4_000, FeedParser.readAhead][mutator.random(4)]
            let outcome = compare(document, limits: limits, step: step, readAhead: readAhead)
            result.scannedItems += outcome.scannedItems
            if let difference = outcome.difference {
                result.difference = "seed \(seed): \(difference)"
                break
            }
        }
        return result
    }

    /// Reads a document with the item scanner and with libxml2 alone.
    /// - Parameters:
    ///   - step: maximum number of bytes that the source returns at once.
    ///   - readAhead: number of bytes to read at once for the item scanner.
    package static func compare(
        _ document: [UInt8], limits: ReadingLimits = ReadingLimits(), step: Int = .max,
        readAhead: Int = FeedParser.readAhead
    ) -> Outcome {
        let ours = FeedReading(document, limits: limits, step: step, readAhead: readAhead)
        let theirs = FeedReading(document, limits: limits, step: step, readAhead: nil)
        var result = Outcome(scannedItems: ours.scannedItems)
        guard ours.hash != theirs.hash else { return result }
        let left = FeedReading(document, limits: limits, step: step, readAhead: readAhead, isDescribed: true)
        let right = FeedReading(document, limits: limits, step: step, readAhead: nil, isDescribed: true)
        let pairs = zip(left.lines + ["(end)"], right.lines + ["(end)"])
        let (one, other) = pairs.first { $0 != $1 } ?? ("not described", "not described")
        result.difference = """
            with the scanner:
            \(one)
            with libxml2 alone:
            \(other)
            document:
            \(String(decoding: document, as: UTF8.self))
            """
        return result
    }
}

/// What the parser delivers for a document, as a hash: items with all nodes, values and positions, the head, problems and counts.
package struct FeedReading {
    package private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The hashed values as text, if requested.
    package private(set) var lines: [String] = []
    package private(set) var scannedItems = 0
    package private(set) var batchCount = 0
    private let isDescribed: Bool

    /// - Parameters:
    ///   - readAhead: as for `FeedParser.run`.
    ///   - failure: an offset at which the source fails; nil: it does not.
    package init(
        _ document: [UInt8], limits: ReadingLimits = ReadingLimits(), step: Int = .max, readAhead: Int?,
        failingAt failure: Int? = nil, isDescribed: Bool = false
    ) {
        self.init(isDescribed: isDescribed)
        var reading = self
        let source = SteppedSource(document, step: step, failure: failure)
        let document = FeedParser.run(source: source, limits: limits, readAhead: readAhead) { batch in
            reading.add("batch", [batch.sequence, batch.raw.count, batch.items.count])
            reading.add(batch.head)
            if let tree = batch.headTree { reading.add(tree) }
            for item in batch.items {
                reading.add(
                    "item",
                    [
                        item.node, item.ordinal, item.position, item.service, item.start.line, item.start.column,
                        item.isCut ? 1 : 0,
                    ])
            }
            reading.add(batch.tree)
            return true
        }
        reading.add(document)
        reading.scannedItems = document.scannedItemCount
        reading.batchCount = document.batchCount
        self = reading
    }

    private init(isDescribed: Bool) { self.isDescribed = isDescribed }

    private mutating func add(_ document: FeedDocument) {
        add(document.tree)
        if let head = document.head { add(head) }
        for position in document.positions { add("position", [position.line, position.column]) }
        for problem in document.problems {
            add("problem", [problem.position.line, problem.position.column, problem.isFatal ? 1 : 0])
            add("problem", text: "\(problem.kind)")
            add("message", text: problem.message)
            add("remedy", text: problem.remedy)
        }
        for run in document.itemRuns { add("run", [run.parent, run.nextNode, run.count]) }
        add("services", document.serviceItemCounts)
        add("namespace", text: document.namespace ?? "none")
        add(
            "document",
            [
                document.itemCount, document.firstNodeBehindItems ?? -1, document.batchCount,
                document.hasByteOrderMark ? 1 : 0, document.foreignNames.areUsed ? 1 : 0,
                document.isComplete ? document.byteCount : -1,
            ])
    }

    private mutating func add(_ head: FeedHead) {
        for text in [
            head.root, head.version, head.teamID, head.catalogID, head.defaultLocale, head.serviceID, head.serviceType,
            head.kind.rawValue,
        ] { add("head", text: text) }
        add("head", [head.isLegacy ? 1 : 0, head.buildDate.map { Int($0) } ?? -1])
    }

    private mutating func add(_ tree: FeedTree) {
        for node in tree.nodes {
            add(
                "node",
                [
                    node.name.code, Int(node.depth), node.isMixed ? 1 : 0, node.isTextCut ? 1 : 0, Int(node.offset),
                    Int(node.end), Int(node.parent), Int(node.attributeCount),
                ])
            add("spelling", tree, node.spellingStart, Int(node.spellingCount))
            add("text", tree, node.textStart, Int(node.textCount))
            for attribute in tree.attributes[Int(node.firstAttribute)...].prefix(Int(node.attributeCount)) {
                add("attribute", [attribute.name.code])
                add("spelling", tree, attribute.spellingStart, Int(attribute.spellingCount))
                add("value", tree, attribute.start, Int(attribute.count))
            }
        }
    }

    private mutating func add(_ what: String, _ tree: FeedTree, _ start: UInt32, _ count: Int) {
        mix(UInt64(truncatingIfNeeded: count))
        let range = Int(start)..<Int(start) + count
        for index in range { mix(UInt64(tree.bytes[index])) }
        if isDescribed { lines.append("\(what) [\(String(decoding: tree.bytes[range], as: UTF8.self))]") }
    }

    private mutating func add(_ what: String, text: String) {
        for byte in text.utf8 { mix(UInt64(byte)) }
        mix(0x100)
        if isDescribed { lines.append("\(what) [\(text)]") }
    }

    private mutating func add(_ what: String, _ numbers: [Int]) {
        for number in numbers { mix(UInt64(truncatingIfNeeded: number)) }
        if isDescribed { lines.append("\(what) \(numbers)") }
    }

    private mutating func mix(_ value: UInt64) {
        hash = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
    }
}

/// Bytes in memory that arrive in pieces, and may end in an error.
private final class SteppedSource: ByteSource {
    let name = "feed.xml"
    let byteCount: Int? = nil
    private let bytes: [UInt8]
    private let step: Int
    private let failure: Int?
    private(set) var bytesTaken = 0

    init(_ bytes: [UInt8], step: Int, failure: Int?) {
        self.bytes = bytes
        self.step = step
        self.failure = failure
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int {
        let end = failure ?? bytes.count
        if bytesTaken == failure { throw FeedInputError(.unreadable, "the source fails", remedy: "try again") }
        let count = min(step, buffer.count, end - bytesTaken)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[bytesTaken..<bytesTaken + count]))
        }
        bytesTaken += count
        return count
    }
}
