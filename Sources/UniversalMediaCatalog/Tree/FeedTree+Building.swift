import Foundation

/// Builds a tree from the parser's events: begin, text and end of elements.
extension FeedTree {
    /// An element whose end has not been parsed yet.
    struct OpenElement {
        var node: Int
        var depth: Int
        var hasChildren = false
    }

    /// - Parameters:
    ///   - spelling: the name, terminated by a zero byte.
    ///   - parent: index of the parent in this tree; -1: none.
    ///   - open: the open elements, the innermost last; the new one is appended.
    ///   - foreign: receives attributes with a namespace.
    mutating func begin(
        _ name: ElementName, _ spelling: UnsafePointer<UInt8>, _ values: XMLAttributes, offset: Int, depth: Int,
        parent: Int, _ open: inout [OpenElement], _ names: inout NameTable<AttributeName>, _ foreign: inout ForeignNames
    ) {
        if parent >= 0, let last = open.indices.last, !open[last].hasChildren {
            open[last].hasChildren = true
            dropText(of: parent)
        }
        var node = Node(
            name: name, depth: UInt8(clamping: depth), firstAttribute: UInt32(attributes.count), textStart: 0,
            offset: UInt32(clamping: offset), end: 0, parent: Int32(parent))
        if name == .unknown { (node.spellingStart, node.spellingCount) = add(spelling: spelling) }
        for position in 0..<values.count {
            guard let value = values[position] else { continue }
            if value.namespace != nil {
                guard !value.isInstruction else {
                    if value.isOverride { foreign.noteOverride() }
                    continue
                }
            }
            let found = names.find(value.name)
            if let namespace = value.namespace {
                foreign.note(value.name, namespace, isAttribute: true, isKnown: found != .unknown)
            }
            var attribute = Attribute(
                name: found, start: UInt32(bytes.count), count: UInt32(value.text.count))
            bytes.append(contentsOf: value.text)
            if attribute.name == .unknown {
                (attribute.spellingStart, attribute.spellingCount) = add(spelling: value.name)
            }
            attributes.append(attribute)
            node.attributeCount += 1
        }
        node.textStart = UInt32(bytes.count)
        open.append(OpenElement(node: nodes.count, depth: depth))
        nodes.append(node)
    }

    /// - Returns: The name of the element if it exceeds the limit for the first time.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>, to element: OpenElement, limit: Int) -> ElementName? {
        if element.hasChildren {
            if !text.allSatisfy(isXMLSpace) { nodes[element.node].isMixed = true }
            return nil
        }
        let count = min(limit - Int(nodes[element.node].textCount), text.count)
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<count]))
        nodes[element.node].textCount += UInt32(count)
        guard count < text.count, !nodes[element.node].isTextCut else { return nil }
        nodes[element.node].isTextCut = true
        return nodes[element.node].name
    }

    mutating func end(_ element: OpenElement) { nodes[element.node].end = UInt32(nodes.count) }

    /// Removes the text before the first child: white space, or text that is not allowed there.
    mutating func dropText(of parent: Int) {
        let count = Int(nodes[parent].textCount)
        guard count > 0 else { return }
        if !bytes.suffix(count).allSatisfy(isXMLSpace) { nodes[parent].isMixed = true }
        bytes.removeLast(count)
        nodes[parent].textCount = 0
    }

    // MARK: Verbatim texts

    /// Marks the start of a text or value that is among the bytes that the tree covers, until they are put into the tree.
    static let verbatimMark: UInt32 = 1 << 31
    /// Number of bytes up to which a text can be verbatim.
    static let mostVerbatim = Int(verbatimMark) - 1

    /// Returns the marked start of a text.
    /// - Parameter index: at most `mostVerbatim`.
    @inline(__always) static func verbatim(_ index: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: index) | verbatimMark
    }

    /// Puts the bytes that the tree covers before its own bytes. No start is marked any more.
    mutating func cover(_ raw: consuming ContiguousArray<UInt8>) {
        let count = UInt32(raw.count)
        nodes.withUnsafeMutableBufferPointer { nodes in
            for index in nodes.indices {
                nodes[index].textStart = Self.moved(nodes[index].textStart, count)
                nodes[index].spellingStart += count
            }
        }
        attributes.withUnsafeMutableBufferPointer { attributes in
            for index in attributes.indices {
                attributes[index].start = Self.moved(attributes[index].start, count)
                attributes[index].spellingStart += count
            }
        }
        raw.reserveCapacity(raw.count + bytes.count)
        raw.append(contentsOf: bytes)
        bytes = raw
    }

    @inline(__always) private static func moved(_ start: UInt32, _ count: UInt32) -> UInt32 {
        start & verbatimMark != 0 ? start & ~verbatimMark : start + count
    }

    private static let maximumSpelling = 256

    private mutating func add(spelling: UnsafePointer<UInt8>) -> (UInt32, UInt16) {
        let count = strnlen(UnsafeRawPointer(spelling).assumingMemoryBound(to: CChar.self), Self.maximumSpelling)
        return add(spelling: UnsafeBufferPointer(start: spelling, count: count))
    }

    /// Appends the spelling of an unknown name.
    /// - Parameter spelling: at most 256 bytes.
    mutating func add(spelling: UnsafeBufferPointer<UInt8>) -> (UInt32, UInt16) {
        let start = UInt32(bytes.count)
        bytes.append(contentsOf: spelling)
        return (start, UInt16(spelling.count))
    }
}

/// The attributes of a start tag as libxml2 passes them: five pointers each. Valid only during the callback.
struct XMLAttributes {
    struct Value {
        let name: UnsafePointer<UInt8>
        let namespace: UnsafePointer<UInt8>?
        let text: UnsafeBufferPointer<UInt8>

        /// Whether it belongs to XSD and not to the feed, such as `xsi:schemaLocation`.
        var isInstruction: Bool {
            guard let namespace else { return false }
            return equals(namespace, "http://www.w3.org/2001/XMLSchema-instance")
        }

        /// Whether it changes how a schema interprets the element.
        var isOverride: Bool { equals(name, "type") || equals(name, "nil") }

        private func equals(_ text: UnsafePointer<UInt8>, _ other: String) -> Bool {
            strcmp(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self), other) == 0
        }
    }

    let count: Int
    private let values: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    init(_ values: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int32) {
        self.values = values
        self.count = values == nil ? 0 : Int(count)
    }

    subscript(position: Int) -> Value? {
        guard let values, let name = values[position * 5], let first = values[position * 5 + 3],
            let end = values[position * 5 + 4]
        else { return nil }
        return Value(
            name: name, namespace: values[position * 5 + 2], text: UnsafeBufferPointer(start: first, count: end - first)
        )
    }
}
