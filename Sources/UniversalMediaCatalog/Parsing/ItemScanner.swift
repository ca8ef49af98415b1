import Foundation

/// Reads items of the usual form straight from the bytes of a feed, into the same tree that libxml2's events build.
///
/// The usual form is a subset of well-formed XML: elements and attributes with ASCII names and without prefixes or namespace declarations,
/// text in valid UTF-8 with character references and the five predefined entities, comments and CDATA sections. The scanner rejects
/// everything else without an explanation: libxml2 reads the item instead, and reports what is wrong with it.
struct ItemScanner {
    enum Outcome {
        /// The item was added to the tree. The index is that of the first byte after the item.
        case item(end: Int)
        /// The bytes end before the item ends.
        case incomplete
        /// The item does not have the usual form, or exceeds a limit.
        case unusual
    }

    /// The reason why scanning stopped within an item.
    enum Stop: Error { case incomplete, unusual }

    /// An element whose end tag has not been read yet.
    private struct OpenElement {
        let node: Int
        let nameStart: Int
        let nameCount: Int
        var hasChildren = false
    }

    /// Longest name that is read here, in bytes.
    private static let maximumName = 64
    /// Longest tag that is read here, in bytes; `ReadingLimits.tagBytes` must not be smaller.
    static let maximumTag = 32 << 10
    private static let maximumAttributes = 256
    /// Deepest nesting that is read here. libxml2 has a limit of its own at 256.
    private static let maximumDepth = 200

    /// What does not change from item to item. Methods that get it need no copy of the scanner.
    private struct Setting {
        let limits: ReadingLimits
        // Reading a global variable takes a call, and an item has a hundred names.
        let elementNames = FeedNames.elements
        let attributeNames = FeedNames.attributes
    }

    private let setting: Setting
    private var open: ContiguousArray<OpenElement> = []

    init(limits: ReadingLimits) { setting = Setting(limits: limits) }

    /// Reads the item that begins at `start`.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that the tree covers; node offsets are indexes into them.
    ///   - depth: the nesting depth of the item.
    ///   - tree: unchanged unless the outcome is `.item`.
    mutating func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, depth: Int, into tree: inout FeedTree
    ) -> Outcome {
        guard bytes.count <= FeedTree.mostVerbatim else { return .unusual }
        let (nodes, attributes, texts) = (tree.nodes.count, tree.attributes.count, tree.bytes.count)
        do throws(Stop) {
            return .item(end: try item(MarkupBytes(bytes), start, depth, &tree))
        } catch {
            tree.nodes.removeLast(tree.nodes.count - nodes)
            tree.attributes.removeLast(tree.attributes.count - attributes)
            tree.bytes.removeLast(tree.bytes.count - texts)
            return error == .incomplete ? .incomplete : .unusual
        }
    }

    private mutating func item(
        _ bytes: MarkupBytes, _ start: Int, _ depth: Int, _ tree: inout FeedTree
    ) throws(Stop) -> Int {
        open.removeAll(keepingCapacity: true)
        let firstNode = tree.nodes.count
        var index = try startTag(bytes, start, depth, firstNode, &tree)
        guard tree.nodes[firstNode].name == .item else { throw .unusual }
        while let element = open.last {
            guard try bytes.byte(index) == UInt8(ascii: "<") else {
                index = try Self.text(bytes, index, element, setting.limits.textBytes, &tree)
                continue
            }
            switch try bytes.byte(index + 1) {
            case UInt8(ascii: "/"): index = try endTag(bytes, index, element, &tree)
            case UInt8(ascii: "!"):
                index = try Self.commentOrSection(bytes, index, element, setting.limits.textBytes, &tree)
            default:
                guard tree.nodes.count - firstNode < setting.limits.itemElements else { throw .unusual }
                index = try startTag(bytes, index, depth, firstNode, &tree)
            }
        }
        guard index - start <= setting.limits.itemBytes else { throw .unusual }
        return index
    }

    // MARK: Tags

    /// - Parameter depth: the nesting depth of the item.
    /// - Returns: the index after the tag.
    @inline(__always)
    private mutating func startTag(
        _ bytes: MarkupBytes, _ start: Int, _ depth: Int, _ firstNode: Int, _ tree: inout FeedTree
    ) throws(Stop) -> Int {
        let depth = depth + open.count
        guard depth <= setting.limits.depth, depth <= Self.maximumDepth else { throw .unusual }
        var parent = -1
        if let last = open.indices.last {
            parent = open[last].node
            if !open[last].hasChildren {
                open[last].hasChildren = true
                Self.dropText(of: parent, bytes, &tree)
            }
        }
        let spelling = try Self.name(bytes, start + 1)
        var node = FeedTree.Node(
            name: setting.elementNames[spelling] ?? .unknown, depth: UInt8(clamping: depth),
            firstAttribute: UInt32(tree.attributes.count), textStart: 0, offset: UInt32(clamping: start), end: 0,
            parent: Int32(parent))
        if node.name == .unknown { (node.spellingStart, node.spellingCount) = tree.add(spelling: spelling.bytes) }
        var index = start + 1 + spelling.count
        var seen: UInt64 = 0
        var isEmpty = false
        while true {
            let byte = try bytes.byte(index)
            if byte == UInt8(ascii: ">") {
                index += 1
                break
            }
            if byte == UInt8(ascii: "/") {
                guard try bytes.byte(index + 1) == UInt8(ascii: ">") else { throw .unusual }
                index += 2
                isEmpty = true
                break
            }
            let next = bytes.blankEnd(index)
            guard next > index else { throw .unusual }
            index = next
            let first = try bytes.byte(index)
            guard first != UInt8(ascii: ">"), first != UInt8(ascii: "/") else { continue }
            index = try Self.attribute(bytes, index, setting.attributeNames, &node, &seen, &tree)
            guard index - start <= Self.maximumTag else { throw .unusual }
        }
        node.textStart = UInt32(tree.bytes.count)
        if isEmpty {
            node.end = UInt32(tree.nodes.count + 1)
        } else {
            open.append(
                OpenElement(node: tree.nodes.count, nameStart: start + 1, nameCount: spelling.count))
        }
        tree.nodes.append(node)
        return index
    }

    @inline(__always)
    private mutating func endTag(
        _ bytes: MarkupBytes, _ start: Int, _ element: OpenElement, _ tree: inout FeedTree
    ) throws(Stop) -> Int {
        let nameEnd = start + 2 + element.nameCount
        guard nameEnd < bytes.count else { throw .incomplete }
        guard memcmp(bytes.start + start + 2, bytes.start + element.nameStart, element.nameCount) == 0 else {
            throw .unusual
        }
        let index = bytes.blankEnd(nameEnd)
        guard try bytes.byte(index) == UInt8(ascii: ">") else { throw .unusual }
        tree.nodes[element.node].end = UInt32(tree.nodes.count)
        open.removeLast()
        return index + 1
    }

    /// - Parameter seen: the known attributes of the tag so far, as bits.
    /// - Returns: the index after the closing quotation mark.
    @inline(__always)
    private static func attribute(
        _ bytes: MarkupBytes, _ start: Int, _ names: WordTable<AttributeName>, _ node: inout FeedTree.Node,
        _ seen: inout UInt64, _ tree: inout FeedTree
    ) throws(Stop) -> Int {
        let spelling = try name(bytes, start)
        var index = start + spelling.count
        guard try bytes.byte(index) == UInt8(ascii: "="), node.attributeCount < maximumAttributes else {
            throw .unusual
        }
        let quote = try bytes.byte(index + 1)
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .unusual }
        index += 2
        var attribute = FeedTree.Attribute(
            name: names[spelling] ?? .unknown, start: FeedTree.verbatim(index), count: 0)
        if attribute.name == .unknown {
            guard !hasUnknown(spelling, node, tree) else { throw .unusual }
        } else {
            // A repeated attribute is an error.
            let bit: UInt64 = 1 << UInt64(attribute.name.code)
            guard seen & bit == 0 else { throw .unusual }
            seen |= bit
        }
        // Most values are as written.
        let end = try verbatimEnd(bytes, index, quote)
        if bytes[end] == quote {
            attribute.count = UInt32(end - index)
            index = end + 1
        } else {
            attribute.start = UInt32(tree.bytes.count)
            index = try value(bytes, index, end, quote, &tree)
            attribute.count = UInt32(tree.bytes.count) - attribute.start
        }
        if attribute.name == .unknown {
            (attribute.spellingStart, attribute.spellingCount) = tree.add(spelling: spelling.bytes)
        }
        tree.attributes.append(attribute)
        node.attributeCount += 1
        return index
    }

    /// Returns whether the node has an unknown attribute of this spelling already.
    private static func hasUnknown(_ spelling: FeedText, _ node: FeedTree.Node, _ tree: FeedTree) -> Bool {
        tree.attributes[Int(node.firstAttribute)...].contains { attribute in
            guard attribute.name == .unknown, Int(attribute.spellingCount) == spelling.count else { return false }
            let start = Int(attribute.spellingStart)
            return tree.bytes[start..<start + spelling.count].elementsEqual(spelling.bytes)
        }
    }

    /// Returns the ASCII name that begins at `start`. Names with a prefix, and those that XML reserves, are unusual.
    @inline(__always)
    private static func name(_ bytes: MarkupBytes, _ start: Int) throws(Stop) -> FeedText {
        let end = bytes.nameEnd(start)
        guard end < bytes.count else { throw .incomplete }
        guard end > start, end - start <= maximumName, bytes.isNameStart(bytes[start]) else {
            throw .unusual
        }
        let name = bytes.text(start, end)
        if bytes[start] | 32 == UInt8(ascii: "x"), name.count >= 3, name[0..<3].isIgnoringCase("xml") {
            throw .unusual
        }
        return name
    }

    // MARK: Text

    /// Returns the index of the next byte of an attribute's value that is its end, or not as in the value.
    @inline(__always)
    private static func verbatimEnd(_ bytes: MarkupBytes, _ start: Int, _ quote: UInt8) throws(Stop) -> Int {
        var index = start
        while true {
            index = bytes.plainValueEnd(index, quote)
            guard try bytes.byte(index) >= 0x80 else { return index }
            index = try bytes.characterEnd(index)
        }
    }

    /// Appends an attribute's value to the bytes of the tree.
    /// - Parameter first: the index of the first byte that is not as in the value.
    /// - Returns: the index after the closing quotation mark.
    private static func value(
        _ bytes: MarkupBytes, _ start: Int, _ first: Int, _ quote: UInt8, _ tree: inout FeedTree
    ) throws(Stop) -> Int {
        var index = first
        var piece = start
        while true {
            index = try verbatimEnd(bytes, index, quote)
            let byte = bytes[index]
            tree.append(bytes, piece, index)
            switch byte {
            case quote: return index + 1
            case UInt8(ascii: "&"): index = try reference(bytes, index, &tree)
            case 9, 10, 13:
                index = try bytes.lineEnd(index)
                tree.bytes.append(32)
            default: throw .unusual
            }
            piece = index
        }
    }

    /// Reads text up to the next tag.
    @inline(__always)
    private static func text(
        _ bytes: MarkupBytes, _ start: Int, _ element: OpenElement, _ limit: Int, _ tree: inout FeedTree
    ) throws(Stop) -> Int {
        let index = bytes.blankEnd(start)
        // White space before a child element is not stored.
        if try bytes.byte(index) == UInt8(ascii: "<") {
            let following = try bytes.byte(index + 1)
            if element.hasChildren { return index }
            if bytes.isNameStart(following) {
                // libxml2 delivers the white space, and its length counts until the child begins.
                let count = Int(tree.nodes[element.node].textCount) + index - start
                guard count <= limit else { throw .unusual }
                return index
            }
        }
        // Most texts are as written.
        let end = try verbatimTextEnd(bytes, start)
        guard bytes[end] == UInt8(ascii: "<"), !element.hasChildren, tree.nodes[element.node].textCount == 0 else {
            return try otherText(bytes, start, element, limit, &tree)
        }
        guard end - start <= limit else { throw .unusual }
        tree.nodes[element.node].textStart = FeedTree.verbatim(start)
        tree.nodes[element.node].textCount = UInt32(end - start)
        return end
    }

    /// Returns the index of the next byte that ends a text, or is not as in the text.
    @inline(__always)
    private static func verbatimTextEnd(_ bytes: MarkupBytes, _ start: Int) throws(Stop) -> Int {
        var index = start
        while true {
            index = bytes.plainTextEnd(index)
            let byte = try bytes.byte(index)
            switch byte {
            case 0x80...: index = try bytes.characterEnd(index)
            case 9, 10: index += 1
            case UInt8(ascii: "]"):
                // The end of a CDATA section is not allowed in text.
                if try bytes.byte(index + 1) == byte, try bytes.byte(index + 2) == UInt8(ascii: ">") {
                    throw .unusual
                }
                index += 1
            default: return index
            }
        }
    }

    /// Reads text with references or carriage returns, after a child element, or after a comment or a CDATA section.
    private static func otherText(
        _ bytes: MarkupBytes, _ start: Int, _ element: OpenElement, _ limit: Int, _ tree: inout FeedTree
    ) throws(Stop) -> Int {
        tree.copyVerbatimText(of: element.node, bytes)
        let first = tree.bytes.count
        var index = start
        var piece = start
        while true {
            index = try verbatimTextEnd(bytes, index)
            tree.append(bytes, piece, index)
            switch bytes[index] {
            case UInt8(ascii: "<"):
                try finishText(element, first, limit, &tree)
                return index
            case UInt8(ascii: "&"):
                index = try reference(bytes, index, &tree)
                piece = index
            case 13:
                piece = index + 1
                index = try bytes.lineEnd(index)
            default: throw .unusual
            }
        }
    }

    /// Assigns the bytes from `first` on to an element. After a child element, text only sets `isMixed`.
    private static func finishText(
        _ element: OpenElement, _ first: Int, _ limit: Int, _ tree: inout FeedTree
    ) throws(Stop) {
        let count = tree.bytes.count - first
        if element.hasChildren {
            if !tree.bytes[first...].allSatisfy(isXMLSpace) { tree.nodes[element.node].isMixed = true }
            tree.bytes.removeLast(count)
        } else {
            if tree.nodes[element.node].textCount == 0 { tree.nodes[element.node].textStart = UInt32(first) }
            tree.nodes[element.node].textCount += UInt32(count)
            guard Int(tree.nodes[element.node].textCount) <= limit else { throw .unusual }
        }
    }

    /// Removes the text before the first child: white space, or text that is not allowed there.
    private static func dropText(of parent: Int, _ bytes: MarkupBytes, _ tree: inout FeedTree) {
        guard tree.nodes[parent].textCount > 0 else { return }
        tree.copyVerbatimText(of: parent, bytes)
        tree.dropText(of: parent)
    }

    /// Appends the character that a reference stands for.
    /// - Returns: the index after the reference.
    private static func reference(_ bytes: MarkupBytes, _ start: Int, _ tree: inout FeedTree) throws(Stop) -> Int {
        var index = start + 1
        // The longest one is `&#x10FFFF;`, apart from leading zeros.
        while try bytes.byte(index) != UInt8(ascii: ";") {
            index += 1
            guard index - start <= 12 else { throw .unusual }
        }
        guard let scalar = MarkupBytes.character(bytes.text(start + 1, index)) else { throw .unusual }
        tree.bytes.append(contentsOf: scalar.utf8)
        return index + 1
    }

    /// Skips a comment, or appends the text of a CDATA section.
    private static func commentOrSection(
        _ bytes: MarkupBytes, _ start: Int, _ element: OpenElement, _ limit: Int, _ tree: inout FeedTree
    ) throws(Stop) -> Int {
        if try bytes.hasPrefix("<!--", at: start) {
            var index = start + 4
            while true {
                index = try bytes.rawEnd(index, UInt8(ascii: "-"))
                if try bytes.byte(index + 1) == UInt8(ascii: "-") { break }
                index += 1
            }
            guard try bytes.byte(index + 2) == UInt8(ascii: ">"), index - start <= maximumTag else {
                throw .unusual
            }
            return index + 3
        }
        guard try bytes.hasPrefix("<![CDATA[", at: start) else { throw .unusual }
        tree.copyVerbatimText(of: element.node, bytes)
        let first = tree.bytes.count
        let text = start + 9
        var index = text
        while true {
            index = try bytes.rawEnd(index, UInt8(ascii: "]"))
            if try bytes.byte(index + 1) == UInt8(ascii: "]"), try bytes.byte(index + 2) == UInt8(ascii: ">") { break }
            index += 1
        }
        tree.append(bytes, text, index)
        try finishText(element, first, limit, &tree)
        return index + 3
    }
}
