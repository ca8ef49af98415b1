import CLibXML2
import Foundation

/// Parses an untrusted XML document into elements, without network access, document types, or entities other than the predefined five.
enum MarkupReader {
    static let maximumBytes = 4 << 20
    static let maximumElements = 100_000
    static let maximumDepth = 64
    static let maximumAttributes = 100

    /// The namespace of `xml:` attributes.
    static let xml = "http://www.w3.org/XML/1998/namespace"

    /// - Throws: `malformed` if the document is not well-formed or exceeds a limit.
    static func read(_ bytes: ArraySlice<UInt8>) throws(MediaError) -> MarkupElement {
        guard bytes.count <= maximumBytes else {
            throw fault("It has \(bytes.count) bytes; more than \(maximumBytes) are not read.")
        }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let parsed = bytes.withUnsafeBufferPointer { buffer -> Result<MarkupElement, MediaError> in
            guard let start = buffer.baseAddress,
                let reader = start.withMemoryRebound(
                    to: CChar.self, capacity: buffer.count,
                    { xmlReaderForMemory($0, Int32(buffer.count), nil, nil, Int32(options)) })
            else { return .failure(fault("It is empty.")) }
            defer { xmlFreeTextReader(reader) }
            return Result { () throws(MediaError) in try document(reader) }
        }
        return try parsed.get()
    }

    private static func document(_ reader: xmlTextReaderPtr) throws(MediaError) -> MarkupElement {
        var open: [MarkupElement] = []
        var count = 0
        while true {
            let code = xmlTextReaderRead(reader)
            guard code == 1 else {
                throw fault(
                    code == 0 ? "Its root element is not closed." : "It is not well-formed XML.", reader)
            }
            switch UInt32(xmlTextReaderNodeType(reader)) {
            case XML_READER_TYPE_DOCUMENT_TYPE.rawValue:
                throw fault("It has a document type declaration, which is not supported.", reader)
            case XML_READER_TYPE_ELEMENT.rawValue:
                count += 1
                guard count <= maximumElements, open.count < maximumDepth else {
                    throw fault("It has too many elements, or they are nested too deeply.", reader)
                }
                let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
                let element = try element(reader)
                if !isEmpty {
                    open.append(element)
                } else if open.isEmpty {
                    return element
                } else {
                    open[open.count - 1].children.append(.element(element))
                }
            case XML_READER_TYPE_END_ELEMENT.rawValue:
                guard let done = open.popLast() else { throw fault("An end tag has no start tag.", reader) }
                if open.isEmpty { return done }
                open[open.count - 1].children.append(.element(done))
            case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue,
                XML_READER_TYPE_WHITESPACE.rawValue, XML_READER_TYPE_SIGNIFICANT_WHITESPACE.rawValue:
                guard !open.isEmpty, let text = string(xmlTextReaderConstValue(reader)) else { continue }
                open[open.count - 1].children.append(.text(text))
            default: break
            }
        }
    }

    private static func element(_ reader: xmlTextReaderPtr) throws(MediaError) -> MarkupElement {
        var element = MarkupElement(
            name: string(xmlTextReaderConstLocalName(reader)) ?? "",
            namespace: MarkupNamespace.current(string(xmlTextReaderConstNamespaceUri(reader)) ?? ""))
        guard xmlTextReaderAttributeCount(reader) <= maximumAttributes else {
            throw fault("An element has too many attributes.", reader)
        }
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
            guard let name = string(xmlTextReaderConstLocalName(reader)), xmlTextReaderIsNamespaceDecl(reader) != 1
            else { continue }
            let attribute = MarkupElement.Attribute(
                namespace: MarkupNamespace.current(string(xmlTextReaderConstNamespaceUri(reader)) ?? ""), name: name)
            element.attributes[attribute] = string(xmlTextReaderConstValue(reader)) ?? ""
        }
        xmlTextReaderMoveToElement(reader)
        return element
    }

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String? { text.map { String(cString: $0) } }

    private static func fault(_ message: String, _ reader: xmlTextReaderPtr? = nil) -> MediaError {
        let line = reader.map { "line \(xmlTextReaderGetParserLineNumber($0))" }
        return MediaError(.malformed, "A subtitle document cannot be parsed. \(message)", detail: line)
    }
}
