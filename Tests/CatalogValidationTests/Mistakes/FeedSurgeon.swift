import Foundation
import CLibXML2

/// Changes XML documents at nodes selected by XPath, without knowledge of feeds.
struct FeedSurgeon {
    enum Step: Sendable {
        case remove(String)
        case duplicate(String)
        case rename(String, to: String)
        case text(String, String)
        case attribute(String, String, String?)
        /// Moves the node before its previous sibling.
        case moveUp(String)
        /// Appends a copy of the first node to the second.
        case copy(String, into: String)
        /// Appends the given element.
        case insert(String, into: String)
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// - Returns: Nil if nothing was changed.
    static func operate(_ text: String, _ steps: [Step]) throws -> String? {
        var bytes = Array(text.utf8).map { CChar(bitPattern: $0) }
        guard let document = xmlReadMemory(&bytes, Int32(bytes.count), nil, nil, 0) else {
            throw Failure(description: "no XML")
        }
        defer { xmlFreeDoc(document) }
        for step in steps where try !perform(step, document) { return nil }
        var memory: UnsafeMutablePointer<xmlChar>?
        var size: Int32 = 0
        xmlDocDumpMemoryEnc(document, &memory, &size, "UTF-8")
        defer { free(memory) }
        guard let memory else { throw Failure(description: "no memory") }
        return String(decoding: UnsafeBufferPointer(start: memory, count: Int(size)), as: UTF8.self)
    }

    private static func perform(_ step: Step, _ document: xmlDocPtr) throws -> Bool {
        switch step {
        case .remove(let path):
            return try each(path, document) {
                xmlUnlinkNode($0)
                xmlFreeNode($0)
            }
        case .duplicate(let path):
            return try each(path, document) { xmlAddNextSibling($0, xmlCopyNode($0, 1)) }
        case .rename(let path, let name): return try each(path, document) { xmlNodeSetName($0, name) }
        case .text(let path, let text):
            return try each(path, document) { node in
                let escaped = xmlEncodeSpecialChars(document, text)
                xmlNodeSetContent(node, escaped)
                free(escaped)
            }
        case .attribute(let path, let name, let value):
            return try each(path, document) { node in
                if let value { xmlSetProp(node, name, value) } else { xmlUnsetProp(node, name) }
            }
        case .moveUp(let path):
            return try each(path, document) { node in
                if let previous = xmlPreviousElementSibling(node) { xmlAddPrevSibling(previous, node) }
            }
        case .insert(let text, let path): return try insert(text, into: path, document)
        case .copy(let path, let target):
            guard let node = try nodes(path, document).first, let parent = try nodes(target, document).first else {
                return false
            }
            xmlAddChild(parent, xmlCopyNode(node, 1))
            return true
        }
    }

    private static func insert(_ text: String, into path: String, _ document: xmlDocPtr) throws -> Bool {
        var bytes = Array(text.utf8).map { CChar(bitPattern: $0) }
        guard let piece = xmlReadMemory(&bytes, Int32(bytes.count), nil, nil, 0) else {
            throw Failure(description: "no XML: \(text)")
        }
        defer { xmlFreeDoc(piece) }
        guard let parent = try nodes(path, document).first else { return false }
        xmlAddChild(parent, xmlDocCopyNode(xmlDocGetRootElement(piece), document, 1))
        return true
    }

    private static func each(_ path: String, _ document: xmlDocPtr, _ body: (xmlNodePtr) -> Void) throws -> Bool {
        let nodes = try nodes(path, document)
        for node in nodes { body(node) }
        return !nodes.isEmpty
    }

    private static func nodes(_ path: String, _ document: xmlDocPtr) throws -> [xmlNodePtr] {
        guard let context = xmlXPathNewContext(document) else { throw Failure(description: "no memory") }
        defer { xmlXPathFreeContext(context) }
        guard let result = xmlXPathEvalExpression(path, context) else {
            throw Failure(description: "no XPath: \(path)")
        }
        defer { xmlXPathFreeObject(result) }
        guard let set = result.pointee.nodesetval else { return [] }
        return (0..<Int(set.pointee.nodeNr)).compactMap { set.pointee.nodeTab[$0] }
    }
}
