import CLibXML2
import Foundation

/// Parses one feed in constant memory and delivers its items in batches.
///
/// Runs on the calling thread and blocks it. Parsing uses libxml2; entities are not expanded, no external resource is loaded, and only
/// UTF-8 is accepted. After an item, an `ItemScanner` reads the following items of the usual form, and libxml2 continues behind them.
package struct FeedParser {
    /// Size of a batch in bytes; the first batch is smaller, so that checking starts earlier.
    package static let batchBytes = 512 << 10
    package static let firstBatchBytes = 64 << 10

    /// Factor by which an item may exceed the size limit before parsing stops: its bytes must stay in memory until the item ends.
    private static let oversizeFactor = 8
    /// Number of bytes that are read at once for the item scanner.
    package static let readAhead = 128 << 10

    private let source: any ByteSource
    /// The converter to UTF-8; nil unless other encodings are accepted.
    private let converter: ConvertingSource?
    let limits: ReadingLimits
    /// - Returns: whether to continue.
    private let emit: (FeedBatch) -> Bool

    var document = FeedDocument()
    private var headTree = FeedTree()
    var context: xmlParserCtxtPtr?
    private var rootNamespace: UnsafePointer<UInt8>?
    private var elements = NameTable<ElementName>(unknown: .unknown)
    private var attributes = NameTable<AttributeName>(unknown: .unknown)
    private(set) var stopped = false
    /// Whether a libxml2 callback for input or for an error is running.
    private var isBusy = false

    var bytes: FeedBytes
    private var sniffed = false
    private var isDeclaredASCII = false
    /// Offset of the end of the last event.
    var lastEvent = 0
    /// nil: libxml2 reads every item.
    var scanner: ItemScanner?

    var itemTree = FeedTree()
    private(set) var batch: FeedBatch?
    private var deliveredHeadNodes = 0
    private var sequence = 0
    /// Nodes of the head tree whose positions are not yet known, with their document offsets.
    private var unplaced: [(node: Int, offset: Int)] = []

    private(set) var depth = 0
    /// Open elements of the tree under construction.
    private var open: [FeedTree.OpenElement] = []
    private var isInItem = false
    /// Whether the current item is in the namespace of the document element and declares none, so that its siblings are, too.
    private var hasUsualNamespace = false
    private var itemDepth = 0
    private var itemStart = 0
    private var item = FeedBatch.Item(node: 0, ordinal: 0, position: 0, service: 0)
    private var itemFirstNode = 0
    private var positionInParent = 0

    private init(
        source: any ByteSource, limits: ReadingLimits, readAhead: Int?, emit: @escaping (FeedBatch) -> Bool
    ) {
        converter = limits.acceptsOtherEncodings ? ConvertingSource(source) : nil
        self.source = converter ?? source
        self.limits = limits
        self.emit = emit
        bytes = FeedBytes(self.source, readAhead: readAhead ?? 0)
        if readAhead != nil, limits.tagBytes >= 2 * ItemScanner.maximumTag { scanner = ItemScanner(limits: limits) }
    }

    /// - Parameters:
    ///   - readAhead: the number of bytes to read at once for the item scanner; nil: libxml2 reads every item. The result is the same.
    ///   - emit: receives batches on the calling thread; returns whether to continue.
    package static func run(
        source: any ByteSource, limits: ReadingLimits, readAhead: Int? = Self.readAhead,
        emit: @escaping (FeedBatch) -> Bool
    ) -> FeedDocument {
        // The callbacks use the parser's address; exclusive access needs no runtime checks this way.
        let parser = UnsafeMutablePointer<FeedParser>.allocate(capacity: 1)
        parser.initialize(to: FeedParser(source: source, limits: limits, readAhead: readAhead, emit: emit))
        defer {
            parser.pointee.bytes.close()
            parser.deinitialize(count: 1)
            parser.deallocate()
        }
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.startElementNs = { parser, name, prefix, namespace, declarations, _, count, _, values in
            guard let name else { return }
            let declaresNamespace = prefix != nil || declarations > 0
            FeedParser.at(parser).pointee.start(
                name, namespace, XMLAttributes(values, count), declaresNamespace: declaresNamespace)
        }
        handler.endElementNs = { parser, _, _, _ in FeedParser.at(parser).pointee.end() }
        handler.characters = { parser, text, count in
            if let text { FeedParser.at(parser).pointee.characters(text, count) }
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        handler.comment = { parser, _ in FeedParser.at(parser).pointee.passed() }
        handler.processingInstruction = { parser, _, _ in FeedParser.at(parser).pointee.passed() }
        handler.reference = { parser, name in FeedParser.at(parser).pointee.reference(name) }
        handler.internalSubset = { parser, _, _, _ in FeedParser.at(parser).pointee.documentType() }
        handler.serror = { parser, error in if let error { FeedParser.at(parser).pointee.failed(error) } }
        let read: xmlInputReadCallback = { parser, buffer, count in
            buffer.map { FeedParser.at(parser).pointee.read($0, count) } ?? -1
        }
        guard let context = xmlCreateIOParserCtxt(&handler, parser, read, nil, parser, XML_CHAR_ENCODING_UTF8) else {
            if parser.pointee.document.problems.isEmpty {
                parser.pointee.problem(.input, "no memory to parse with", remedy: "free some memory", at: 0)
            }
            return parser.pointee.document
        }
        parser.pointee.context = context
        // Without NOENT, an ampersand in an attribute would stay a reference. No other entities exist: declarations are rejected.
        xmlCtxtUseOptions(
            context,
            Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_NOENT.rawValue))
        xmlParseDocument(context)
        parser.pointee.finish()
        parser.pointee.context = nil
        xmlFreeParserCtxt(context)
        parser.pointee.document.tree = parser.pointee.headTree
        return parser.pointee.document
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<FeedParser> {
        // libxml2 returns the pointer that it was given, which is never nil.
        pointer!.assumingMemoryBound(to: FeedParser.self)
    }

    // MARK: Bytes

    private mutating func read(_ buffer: UnsafeMutablePointer<CChar>, _ count: Int32) -> Int32 {
        guard !stopped, count > 0 else { return stopped ? -1 : 0 }
        isBusy = true
        defer { isBusy = false }
        let total = bytes.passed
        guard total < limits.documentBytes else {
            problem(
                .limit, "the feed is larger than \(limits.documentBytes) bytes (limit documentBytes)",
                remedy: "divide the feed, or raise the limit (--max-bytes)", at: limits.documentBytes)
            return -1
        }
        let got: Int
        do throws(FeedInputError) {
            got = try bytes.pass(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
        } catch {
            problem(.input, error.message, remedy: error.remedy, at: bytes.end)
            return -1
        }
        if !sniffed, got > 0 {
            sniffed = true
            let first = Array(bytes.raw.prefix(DocumentStart.length))
            document.hasByteOrderMark = EncodingSniffer.hasByteOrderMark(first)
            isDeclaredASCII = converter == nil && EncodingSniffer.isDeclaredASCII(first)
            if let fault = DocumentStart.fault(first), fault.kind != .encoding || converter?.isConverted != true {
                problem(fault.kind, fault.message, remedy: fault.remedy, at: 0)
                return -1
            }
        }
        if isDeclaredASCII, UnsafeBufferPointer(start: buffer, count: got).contains(where: { $0 < 0 }) {
            problem(
                .encoding, "the feed is declared as ASCII, but contains other characters",
                remedy: "declare UTF-8 in the XML declaration", at: 0)
            return -1
        }
        if total - lastEvent > limits.tagBytes, !isInComment {
            problem(
                .limit, "a tag is longer than \(limits.tagBytes) bytes (limit tagBytes)",
                remedy: "look for a missing quotation mark; the rest of the feed was not checked", at: lastEvent)
            return -1
        }
        if isInItem, (total - itemStart) / Self.oversizeFactor > limits.itemBytes {
            problem(
                .limit, "an item is much longer than \(limits.itemBytes) bytes and has not ended yet (limit itemBytes)",
                remedy: "look for a missing end tag; the rest of the feed was not checked", at: itemStart)
            return -1
        }
        // No item for a long time: discard bytes that are not needed any more.
        if !isInItem, bytes.raw.count > 4 * Self.batchBytes { seal(at: lastEvent) }
        return Int32(got)
    }

    /// Called for a comment or a processing instruction, which are not stored.
    private mutating func passed() { if !stopped { lastEvent = offset } }

    /// Whether the unfinished construct is a comment, which may be long.
    private var isInComment: Bool {
        let raw = bytes.raw
        let from = max(0, lastEvent - bytes.start)
        guard from < raw.count, let mark = raw[from...].firstIndex(of: UInt8(ascii: "<")), mark + 4 <= raw.count else {
            return false
        }
        return raw[mark + 1] == UInt8(ascii: "!") && raw[mark + 2] == UInt8(ascii: "-")
    }

    /// The parser's byte offset in the document.
    var offset: Int {
        guard let input = context?.pointee.input, let base = input.pointee.base, let cursor = input.pointee.cur else {
            return bytes.passed
        }
        return Int(input.pointee.consumed) + (cursor - base)
    }

    /// Returns the byte offset of the start of the current tag.
    private func tagOffset() -> Int {
        guard let input = context?.pointee.input, let base = input.pointee.base, let cursor = input.pointee.cur else {
            return offset
        }
        var mark = cursor
        // A raw `<` cannot occur in an attribute.
        while mark > base, mark.pointee != UInt8(ascii: "<") { mark -= 1 }
        return Int(input.pointee.consumed) + (mark - base)
    }

    // MARK: Elements

    private mutating func start(
        _ spelling: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?, _ attributes: XMLAttributes,
        declaresNamespace: Bool
    ) {
        guard !stopped else { return }
        depth += 1
        // libxml2 interns names: equal names have the same address.
        if depth == 1 {
            rootNamespace = namespace
            document.namespace = namespace.map { String(cString: $0) }
        }
        let offset = tagOffset()
        guard depth <= limits.depth else {
            return problem(
                .limit, "elements are nested more than \(limits.depth) deep (limit depth)",
                remedy:
                    "look for a missing end tag, or raise the limit (--max-depth); the rest of the feed was not checked",
                at: offset)
        }
        let name = elements.find(spelling)
        if depth > 1, namespace != rootNamespace {
            document.foreignNames.note(spelling, namespace, isAttribute: false, isKnown: name != .unknown)
        }
        defer { if document.foreignNames.needPosition { document.foreignNames.place(at: bytes.position(of: offset)) } }
        if depth == 1 { beginDocument(name, spelling, offset) }
        guard !stopped else { return }
        if !isInItem, name == .item, canHoldItems(open.last) {
            guard document.itemCount < limits.items else {
                return problem(
                    .limit, "the feed has more than \(limits.items) items (limit items)",
                    remedy: "divide the feed, or raise the limit (--max-items)", at: offset)
            }
            hasUsualNamespace = namespace == rootNamespace && !declaresNamespace
            beginItem(offset, firstNode: itemTree.nodes.count)
        }
        if isInItem {
            if item.isCut { return }
            if itemTree.nodes.count - itemFirstNode >= limits.itemElements || offset - itemStart > limits.itemBytes {
                item.isCut = true
                return
            }
            let parent = itemTree.nodes.count == itemFirstNode ? -1 : open.last?.node ?? -1
            itemTree.begin(
                name, spelling, attributes, offset: offset - bytes.start, depth: depth, parent: parent, &open,
                &self.attributes, &document.foreignNames)
        } else {
            guard headTree.nodes.count < limits.headElements, headTree.bytes.count < limits.headBytes else {
                return problem(
                    .limit,
                    "outside its items the feed has more than \(limits.headElements) elements or \(limits.headBytes) "
                        + "bytes (limits headElements, headBytes)",
                    remedy: "check that items are `item` elements in the right place", at: offset)
            }
            unplaced.append((headTree.nodes.count, offset))
            headTree.begin(
                name, spelling, attributes, offset: 0, depth: depth, parent: open.last?.node ?? -1, &open,
                &self.attributes, &document.foreignNames)
            headNodeBegan(name)
        }
        lastEvent = self.offset
    }

    private mutating func beginDocument(_ name: ElementName, _ spelling: UnsafePointer<UInt8>, _ offset: Int) {
        let kind: FeedKind? =
            switch name {
            case .umcCatalog: .catalog
            case .umcAvailability: .availability
            case .umcPartnerManifest, .partnerManifest: .manifest
            default: nil
            }
        guard let kind else {
            return problem(
                .root, "the document element is `\(String(cString: spelling).prefix(80))`, which is not a feed",
                remedy: "feeds begin with umcCatalog, umcAvailability or umcPartnerManifest; names are case-sensitive",
                at: offset)
        }
        document.head = FeedHead(kind: kind, root: String(cString: spelling))
    }

    private func canHoldItems(_ parent: FeedTree.OpenElement?) -> Bool {
        guard let parent, let head = document.head else { return false }
        let name = headTree.nodes[parent.node].name
        return switch head.kind {
        case .catalog: parent.depth == 1 || name == .channel
        case .availability: parent.depth == 1 || name == .service
        case .manifest: false
        }
    }

    /// - Parameters:
    ///   - offset: the offset of the item in the document.
    ///   - firstNode: the index of the item's node in the tree of items.
    mutating func beginItem(_ offset: Int, firstNode: Int) {
        guard document.head != nil else { return }
        if let last = open.indices.last {
            open[last].hasChildren = true
            if let run = document.itemRuns.indices.last, document.itemRuns[run].parent == open[last].node,
                document.itemRuns[run].nextNode == headTree.nodes.count
            {
                document.itemRuns[run].count += 1
            } else {
                document.itemRuns.append(.init(parent: open[last].node, nextNode: headTree.nodes.count, count: 1))
            }
        }
        if document.firstNodeBehindItems == nil { document.firstNodeBehindItems = headTree.nodes.count }
        guard let batch = batch ?? nextBatch(at: offset) else { return }
        self.batch = batch
        isInItem = true
        itemDepth = depth
        itemStart = offset
        itemFirstNode = firstNode
        item = FeedBatch.Item(
            node: itemFirstNode, ordinal: document.itemCount, position: positionInParent,
            service: max(0, document.serviceItemCounts.count - 1), start: bytes.position(of: offset))
        document.itemCount += 1
        positionInParent += 1
        if let last = document.serviceItemCounts.indices.last { document.serviceItemCounts[last] += 1 }
    }

    /// Returns a new batch that begins at an offset; nil before the document element.
    private mutating func nextBatch(at offset: Int) -> FeedBatch? {
        guard let head = document.head else { return nil }
        seal(at: offset)
        let batch = FeedBatch(sequence: sequence, head: head)
        if headTree.nodes.count != deliveredHeadNodes {
            deliveredHeadNodes = headTree.nodes.count
            batch.headTree = closedHeadTree
        }
        return batch
    }

    private mutating func characters(_ text: UnsafePointer<UInt8>, _ count: Int32) {
        guard !stopped, let last = open.last, last.depth == depth else { return }
        lastEvent = offset
        let bytes = UnsafeBufferPointer(start: text, count: Int(count))
        let cut =
            isInItem
            ? itemTree.add(bytes, to: last, limit: limits.textBytes)
            : headTree.add(bytes, to: last, limit: limits.textBytes)
        guard let cut else { return }
        problem(
            .limit,
            "the text of `\(cut.rawValue)` is longer than \(limits.textBytes) bytes (limit textBytes); the rest of it was "
                + "not checked",
            remedy: "shorten the text, or raise the limit (--max-text)", at: itemOrEventOffset, isFatal: false)
    }

    private var itemOrEventOffset: Int { isInItem ? itemStart : lastEvent }

    private mutating func end() {
        guard !stopped else { return }
        lastEvent = offset
        if let last = open.last, last.depth == depth {
            open.removeLast()
            if isInItem {
                itemTree.end(last)
            } else {
                headTree.end(last)
                headNodeEnded(last.node)
            }
        }
        if isInItem, depth == itemDepth {
            endItem()
            if hasUsualNamespace { scanItems() }
        }
        depth -= 1
    }

    mutating func endItem() {
        isInItem = false
        guard let batch else { return }
        if item.isCut {
            problem(
                .limit,
                "the item has more than \(limits.itemElements) elements or \(limits.itemBytes) bytes "
                    + "(limits itemElements, itemBytes) and was not checked",
                remedy: "look for a missing end tag; --max-item raises the size limit", at: itemStart,
                isFatal: false)
        }
        batch.items.append(item)
        let size = lastEvent - bytes.start
        if size >= (sequence == 0 ? Self.firstBatchBytes : Self.batchBytes)
            || itemTree.bytes.count >= 2 * Self.batchBytes
        {
            seal(at: lastEvent)
        }
    }

    // MARK: The head

    private mutating func headNodeBegan(_ name: ElementName) {
        guard let node = open.last?.node else { return }
        if depth == 1 {
            let (version, team, catalog) = (
                headAttribute(.version, node), headAttribute(.teamId, node), headAttribute(.catalogId, node)
            )
            document.head?.version = version
            document.head?.teamID = team
            document.head?.catalogID = catalog
        } else if name == .service, document.head?.kind == .availability {
            if batch != nil { seal(at: lastEvent) }
            document.serviceItemCounts.append(0)
            positionInParent = 0
            let service = headAttribute(.serviceId, node)
            document.head?.serviceID = service
            document.head?.serviceType = ""
            let team = headAttribute(.teamId, node)
            if !team.isEmpty { document.head?.teamID = team }
        } else if name == .channel {
            document.head?.isLegacy = true
            positionInParent = 0
        }
    }

    private mutating func headNodeEnded(_ node: Int) {
        let element = headTree.nodes[node]
        guard depth == 2 || depth == 3, element.textCount > 0, element.textCount < 1_024 else { return }
        let text = headTree.withView { $0[node].text.trimmed.string }
        switch element.name {
        case .defaultLocale: document.head?.defaultLocale = text
        case .catalogId where document.head?.catalogID == "": document.head?.catalogID = text
        case .teamId where document.head?.teamID == "": document.head?.teamID = text
        case .serviceType: document.head?.serviceType = text
        case .lastBuildDate:
            document.head?.buildDate = headTree.withView { FeedTime($0[node].text.trimmed)?.seconds }
        default: break
        }
    }

    private func headAttribute(_ name: AttributeName, _ node: Int) -> String {
        // The node is still open, so its end is not set; reading attributes does not need it.
        headTree.withView { $0[node][name]?.string ?? "" }
    }

    // MARK: Batches

    /// Ends the current batch, if any, before this offset, and discards the bytes before it.
    mutating func seal(at offset: Int) {
        let start = bytes.start
        let count = min(max(0, offset - start), bytes.raw.count)
        let due = unplaced.prefix { $0.offset - start < count }
        for (node, position) in zip(due, bytes.positions(of: due.map { $0.offset })) { place(node.node, position) }
        unplaced.removeFirst(due.count)
        guard let batch else { return bytes.drop(count) }
        let raw = bytes.take(count, reserving: Self.batchBytes + Self.readAhead + (64 << 10))
        swap(&batch.tree, &itemTree)
        itemTree.reserve(like: batch.tree)
        batch.rawCount = raw.count
        batch.tree.cover(consume raw)
        sequence += 1
        self.batch = nil
        if emit(batch) { document.batchCount = sequence } else { stop() }
    }

    /// The head tree, with all open elements closed at its end.
    private var closedHeadTree: FeedTree {
        var tree = headTree
        for index in tree.nodes.indices where tree.nodes[index].end == 0 {
            tree.nodes[index].end = UInt32(tree.nodes.count)
        }
        return tree
    }

    private mutating func place(_ node: Int, _ position: SourcePosition) {
        while document.positions.count <= node { document.positions.append(position) }
        document.positions[node] = position
    }

    private mutating func finish() {
        if !stopped {
            do throws(FeedInputError) { try source.finish() } catch {
                problem(
                    error.code == .changed ? .changedWhileRead : .input, error.message, remedy: error.remedy,
                    at: bytes.end)
            }
        }
        // An item without an end tag is dropped.
        if isInItem {
            isInItem = false
            document.itemCount -= 1
            if let last = document.serviceItemCounts.indices.last { document.serviceItemCounts[last] -= 1 }
            itemTree.nodes.removeSubrange(itemFirstNode...)
        }
        document.byteCount = document.isComplete ? bytes.end : bytes.passed
        if let root = document.head?.root {
            document.problems += document.foreignNames.problems(root: root, namespace: document.namespace)
        }
        seal(at: bytes.end)
        headTree = closedHeadTree
    }

    // MARK: Problems

    /// Called for an entity that a document type declares: only accepted declarations lead here.
    private mutating func reference(_ name: UnsafePointer<UInt8>?) {
        problem(
            .notWellFormed, "the entity `\(name.map { String(cString: $0) } ?? "")` is not expanded",
            remedy: "write the characters instead of the entity", at: lastEvent)
    }

    private mutating func documentType() {
        guard !limits.acceptsDocumentTypes else { return passed() }
        problem(
            .documentType, "the feed has a document type declaration; entities are never expanded here",
            remedy: "remove the <!DOCTYPE …> and write characters instead of entities", at: lastEvent)
    }

    private mutating func failed(_ error: UnsafeMutablePointer<xmlError>) {
        guard !stopped, document.isComplete else { return }
        let error = error.pointee
        guard !XMLFault.isWarningOfWellFormedXML(code: error.code) else { return }
        isBusy = true
        defer { isBusy = false }
        var message = error.message.map { String(cString: $0) } ?? "error \(error.code)"
        message = String(message.prefix { $0 != "\n" }.prefix(300))
        let isEncoding =
            error.code == Int32(XML_ERR_INVALID_ENCODING.rawValue) || error.code == Int32(XML_ERR_INVALID_CHAR.rawValue)
        let isFatal = error.level == XML_ERR_FATAL
        problem(
            isEncoding ? .encoding : .notWellFormed, XMLFault.message(code: error.code, message),
            remedy: XMLFault.remedy(code: error.code, message), at: offset, isFatal: isFatal)
    }

    private mutating func problem(
        _ kind: ReadingProblem.Kind, _ message: String, remedy: String, at offset: Int, isFatal: Bool = true
    ) {
        guard document.problems.count < 100 else {
            if isFatal { stop() }
            return
        }
        document.problems.append(
            ReadingProblem(
                kind: kind, message: message, remedy: remedy, position: bytes.position(of: offset), isFatal: isFatal))
        if isFatal { stop() }
    }

    private mutating func stop() {
        stopped = true
        // During a read or an error callback, libxml2 still needs the state that stopping would free; it stops by itself afterwards.
        if let context, !isBusy { xmlStopParser(context) }
    }
}
