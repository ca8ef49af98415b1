import Foundation
import Testing

@testable import UniversalMediaCatalog

/// Properties of the feed parser that hold for every input, checked on documents made at random from seeds.
@Suite struct FeedParserPropertyTests {
    private static let seeds = UInt64(1)...150

    private func forEachSeed(_ check: (inout FeedMutator.Generator, UInt64) -> Void) {
        for seed in Self.seeds {
            var random = FeedMutator.Generator(state: seed)
            check(&random, seed)
        }
    }

    @Test("any division of a feed into reads gives the same items, positions and problems")
    func chunks_giveSameReading() {
        forEachSeed { random, seed in
            var document = RandomFeed(using: &random).bytes
            if Bool.random(using: &random) {
                var mutator = FeedMutator(seed: seed)
                document = mutator.mutated(document)
            }
            let whole = FeedReading(ChunkSource(document, chunks: { document.count + 1 }))
            var lengths = random
            let parts = FeedReading(ChunkSource(document, chunks: { Int.random(in: 1...97, using: &lengths) }))
            #expect(parts == whole, "seed \(seed)")
        }
    }

    @Test("a well-formed feed gives every element with its name, attributes, text and position")
    func wellFormedFeed_givesEveryElement() {
        forEachSeed { random, seed in
            let feed = RandomFeed(using: &random)
            let reading = FeedReading(feed.bytes)
            #expect(reading.problems.isEmpty, "seed \(seed)")
            #expect(reading.items == feed.items, "seed \(seed)")
            #expect(reading.itemCount == feed.items.count, "seed \(seed)")
            #expect(reading.byteCount == feed.bytes.count, "seed \(seed)")
        }
    }

    @Test("comments, instructions and white space around items change no item but its position")
    func insignificantMarkup_changesNoItem() {
        forEachSeed { random, seed in
            var feed = RandomFeed(using: &random)
            let before = FeedReading(feed.bytes).items
            feed.separators = feed.separators.map { _ in
                ["\n", " ", "<!-- <item> -->", "<?note a?>", "\n\n<!---->\n", "\t"].randomElement(using: &random) ?? ""
            }
            let after = FeedReading(feed.bytes)
            #expect(after.problems.isEmpty, "seed \(seed)")
            #expect(after.items.map(\.withoutPositions) == before.map(\.withoutPositions), "seed \(seed)")
        }
    }

    @Test("a feed that ends early gives the complete items before its end and one fatal problem at its end")
    func truncatedFeed_givesItemsBeforeEnd() {
        forEachSeed { random, seed in
            let feed = RandomFeed(using: &random)
            let cut = Int.random(in: 1..<feed.bytes.count, using: &random)
            let bytes = Array(feed.bytes[..<cut])
            let reading = FeedReading(bytes)
            #expect(reading.problems.count(where: \.isFatal) == 1, "seed \(seed)")
            #expect(reading.items == Array(feed.items.prefix(reading.items.count)), "seed \(seed)")
            let complete = feed.itemEnds.count { $0 <= cut }
            #expect(reading.items.count == complete, "seed \(seed)")
            #expect(reading.problems.allSatisfy { isInside($0.position, bytes) }, "seed \(seed)")
        }
    }

    @Test("a mutated feed is read without a trap, and every problem, item and element lies within the document")
    func mutatedFeed_isLocatedWithinDocument() {
        let samples = SampleFeed.allCases.map { Array($0.text.utf8) }
        forEachSeed { random, seed in
            var mutator = FeedMutator(seed: seed)
            var bytes = mutator.mutated(samples[Int(seed) % samples.count])
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: Array("<![CDATA[".utf8), at: place)
                case 2: bytes.insert(contentsOf: Array("&amp;&#0;".utf8.prefix(place % 10)), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                }
            }
            let reading = FeedReading(bytes)
            #expect(reading.problems.allSatisfy { isInside($0.position, bytes) }, "seed \(seed)")
            #expect(reading.problems.count(where: \.isFatal) <= 1, "seed \(seed)")
            #expect(reading.problems.allSatisfy { !$0.message.isEmpty && !$0.remedy.isEmpty }, "seed \(seed)")
            for element in reading.items.flatMap(\.elements) {
                #expect(isInside(element.position, bytes), "seed \(seed)")
                #expect(element.beginsTag, "seed \(seed): \(element)")
            }
            #expect(reading.itemCount == reading.items.count, "seed \(seed)")
        }
    }

    @Test("the limits on items, text and elements bound what any feed gives")
    func limits_boundEveryReading() {
        var limits = ReadingLimits()
        (limits.items, limits.textBytes, limits.itemElements, limits.depth) = (3, 5, 6, 4)
        forEachSeed { random, seed in
            let reading = FeedReading(RandomFeed(using: &random).bytes, limits: limits)
            #expect(reading.items.count <= 3, "seed \(seed)")
            for item in reading.items {
                #expect(item.elements.count <= 6 && item.elements.allSatisfy { $0.text.count <= 5 }, "seed \(seed)")
            }
        }
    }

    @Test("a consumer that stops after a batch receives no other batch")
    func stoppedConsumer_receivesNoFurtherBatch() {
        let item = "<item contentId=\"x\"><title>\(String(repeating: "t", count: 900))</title></item>"
        let text = "<umcCatalog version=\"3.0\">" + String(repeating: item, count: 2_000) + "</umcCatalog>"
        for wanted in 1...3 {
            var batches = 0
            let source = ChunkSource(Array(text.utf8), chunks: { 4_000 })
            _ = FeedParser.run(source: source, limits: ReadingLimits()) { _ in
                batches += 1
                return batches < wanted
            }
            #expect(batches == wanted)
            #expect(source.bytesTaken < text.utf8.count)
        }
    }

    /// Returns whether a position is one of the document's characters, or the end of one of its lines.
    private func isInside(_ position: SourcePosition, _ bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        guard lines.indices.contains(position.line - 1) else { return false }
        let columns = lines[position.line - 1].count { $0 & 0xC0 != 0x80 }
        return (1...columns + 1).contains(position.column)
    }
}

/// A source that returns a different number of bytes at each read.
private final class ChunkSource: ByteSource {
    let name = "feed.xml"
    let byteCount: Int? = nil
    private let bytes: [UInt8]
    private let chunks: () -> Int
    private(set) var bytesTaken = 0

    init(_ bytes: [UInt8], chunks: @escaping () -> Int) {
        self.bytes = bytes
        self.chunks = chunks
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let rest = bytes[bytesTaken...].prefix(min(chunks(), buffer.count))
        buffer.copyBytes(from: rest)
        bytesTaken += rest.count
        return rest.count
    }
}

/// What the parser delivered for one document, as a value.
private struct FeedReading: Equatable {
    struct Element: Equatable {
        var name: String
        var depth: Int
        var attributes: [String: String]
        var text: String
        var position: SourcePosition
        /// Whether the element's offset is that of a `<` in the bytes.
        var beginsTag = true
    }

    struct Item: Equatable {
        var elements: [Element]
        var withoutPositions: Item {
            Item(
                elements: elements.map { element in
                    var element = element
                    element.position = .start
                    return element
                })
        }
    }

    struct Problem: Equatable {
        var message: String
        var remedy: String
        var position: SourcePosition
        var isFatal: Bool
    }

    var items: [Item] = []
    var problems: [Problem] = []
    var itemCount = 0
    var byteCount = 0

    init(_ source: ChunkSource, limits: ReadingLimits = ReadingLimits()) {
        var items: [Item] = []
        let document = FeedParser.run(source: source, limits: limits) { batch in
            items += Self.items(of: batch)
            return true
        }
        self.items = items
        problems = document.problems.map {
            Problem(message: $0.message, remedy: $0.remedy, position: $0.position, isFatal: $0.isFatal)
        }
        itemCount = document.itemCount
        byteCount = document.byteCount
    }

    init(_ bytes: [UInt8], limits: ReadingLimits = ReadingLimits()) {
        self.init(ChunkSource(bytes, chunks: { 1 << 20 }), limits: limits)
    }

    private static func items(of batch: FeedBatch) -> [Item] {
        batch.tree.withView { view in
            batch.raw.withUnsafeBufferPointer { raw in
                batch.items.map { item in
                    let root = view[item.node]
                    let first = root.offset
                    var finder = PositionFinder(raw: UnsafeBufferPointer(rebasing: raw[first...]), first: item.start)
                    let nodes = [item.node] + Array(root.descendants)
                    return Item(
                        elements: nodes.map { index in
                            let node = view[index]
                            let attributes = node.attributes.map { ($0.spelling, $0.value.string) }
                            return Element(
                                name: node.spelling, depth: Int(view.nodes[index].depth),
                                attributes: Dictionary(attributes) { first, _ in first }, text: node.text.string,
                                position: finder.position(of: node.offset - first),
                                beginsTag: raw.indices.contains(node.offset) && raw[node.offset] == UInt8(ascii: "<"))
                        })
                }
            }
        }
    }
}

/// A catalog at random: items of nested elements with attributes and texts.
private struct RandomFeed {
    private static let names = ["title", "genre", "unheardOf", "credits", "credit", "artwork", "movieInfo", "x-y"]
    private static let keys = ["locale", "type", "contentId", "unknownKey"]
    private static let pieces = ["a", "B ", "é", "日本", "🎬", "&", "<", ">", "\"", "'", " ", "1", "%"]

    /// The markup of each item, and its elements with offsets from the item's start.
    private var parts: [(text: String, elements: [(element: FeedReading.Element, offset: Int)])] = []
    /// The text before each item and after the last one.
    var separators: [String]

    init(using random: inout FeedMutator.Generator) {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            var text = ""
            var elements: [(element: FeedReading.Element, offset: Int)] = []
            Self.add("item", depth: 2, &text, &elements, &random)
            parts.append((text, elements))
        }
        separators = Array(repeating: "\n", count: parts.count + 1)
    }

    private static func add(
        _ name: String, depth: Int, _ text: inout String,
        _ elements: inout [(element: FeedReading.Element, offset: Int)], _ random: inout FeedMutator.Generator
    ) {
        var attributes: [String: String] = [:]
        for key in keys where Int.random(in: 0...2, using: &random) == 0 { attributes[key] = words(using: &random) }
        let hasChildren = depth < 6 && Int.random(in: 0...depth, using: &random) < 2
        let content = hasChildren ? "" : words(using: &random)
        elements.append(
            (
                FeedReading.Element(name: name, depth: depth, attributes: attributes, text: content, position: .start),
                text.utf8.count
            ))
        text += "<\(name)"
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) { text += " \(key)=\"\(escaped(value))\"" }
        text += ">" + escaped(content)
        if hasChildren {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                add(names.randomElement(using: &random) ?? "title", depth: depth + 1, &text, &elements, &random)
                if Bool.random(using: &random) { text += "\n" }
            }
        }
        text += "</\(name)>"
    }

    private static func words(using random: inout FeedMutator.Generator) -> String {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<umcCatalog version=\"3.0\">"

    var bytes: [UInt8] {
        let body = zip(separators, parts).map { $0 + $1.text }.joined()
        return Array((Self.head + body + (separators.last ?? "") + "</umcCatalog>").utf8)
    }

    /// The offset after the last byte of each item.
    var itemEnds: [Int] {
        var offset = Self.head.utf8.count
        return zip(separators, parts).map { separator, part in
            offset += separator.utf8.count + part.text.utf8.count
            return offset
        }
    }

    /// The items that the parser is expected to deliver.
    var items: [FeedReading.Item] {
        let bytes = bytes
        return zip(itemEnds, parts).map { end, part in
            let start = end - part.text.utf8.count
            return FeedReading.Item(
                elements: part.elements.map { element, offset in
                    var element = element
                    element.position = bytes.withUnsafeBufferPointer { raw in
                        var finder = PositionFinder(raw: raw, first: .start)
                        return finder.position(of: start + offset)
                    }
                    return element
                })
        }
    }
}
