import CLibXML2

/// Reads a document from its start to its end and loses none of its contents: comments, foreign names and mixed text included.
///
/// Parsing uses libxml2 under the same conditions as `FeedParser`: only UTF-8, no entity but the five of XML, no external resource.
/// Blocks the calling thread.
final class MarkupReader {
    enum Event {
        /// The start of an element; `nodes` is empty.
        case begin(MarkupElement)
        case end
        case text(String)
        case comment(String)
        case instruction(target: String, text: String)
        /// The end of the document.
        case finished
    }

    private let source: any ByteSource
    private let limits: ReadingLimits
    private let name: String
    private var reader: xmlTextReaderPtr?
    private var taken = 0
    private var failure: FeedReader.Failure?
    private var rootNamespace: String?
    private var depth = 0
    private var endsNext = false
    private var startTags = StartTagPositions()

    init(_ input: FeedInput, limits: ReadingLimits) throws(FeedReader.Failure) {
        name = input.name
        self.limits = limits
        do throws(FeedInputError) { source = try input.open(limits) } catch {
            throw FeedReader.Failure(file: input.name, position: nil, message: error.message, remedy: error.remedy)
        }
        let own = Unmanaged.passUnretained(self).toOpaque()
        reader = xmlReaderForIO(
            { context, buffer, count in
                guard let context, let buffer else { return -1 }
                return Unmanaged<MarkupReader>.fromOpaque(context).takeUnretainedValue().fill(buffer, count)
            }, nil, own, nil, "UTF-8", Int32(XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue))
        guard let reader else {
            throw FeedReader.Failure(
                file: name, position: nil, message: "no memory to parse with", remedy: "free some memory")
        }
        xmlTextReaderSetStructuredErrorHandler(
            reader,
            { context, error in
                guard let context, let error else { return }
                Unmanaged<MarkupReader>.fromOpaque(context).takeUnretainedValue().failed(error.pointee)
            }, own)
    }

    deinit { xmlFreeTextReader(reader) }

    /// How far the parser has read, which may be behind the node that was reported last.
    var position: SourcePosition {
        SourcePosition(
            line: max(1, Int(xmlTextReaderGetParserLineNumber(reader))),
            column: max(1, Int(xmlTextReaderGetParserColumnNumber(reader))))
    }

    func refusal(_ message: String, remedy: String, at position: SourcePosition? = nil) -> FeedReader.Failure {
        FeedReader.Failure(file: name, position: position ?? self.position, message: message, remedy: remedy)
    }

    func next() throws(FeedReader.Failure) -> Event {
        if endsNext {
            endsNext = false
            depth -= 1
            return .end
        }
        while true {
            let before = position
            let result = xmlTextReaderRead(reader)
            if let failure { throw failure }
            guard result == 1 else {
                if result == 0 {
                    do throws(FeedInputError) { try source.finish() } catch {
                        throw FeedReader.Failure(
                            file: name, position: nil, message: error.message, remedy: error.remedy)
                    }
                    return .finished
                }
                throw refusal("not well-formed XML", remedy: "write the feed with an XML library")
            }
            switch xmlReaderTypes(rawValue: UInt32(xmlTextReaderNodeType(reader))) {
            case XML_READER_TYPE_ELEMENT: return .begin(try element())
            case XML_READER_TYPE_END_ELEMENT:
                depth -= 1
                return .end
            case XML_READER_TYPE_CDATA:
                // XML has only line feeds; libxml2 passes the line ends of sections as they are in the file.
                return .text(try value().replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
            case XML_READER_TYPE_TEXT, XML_READER_TYPE_WHITESPACE,
                XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
                // White space around the document element is not part of the document.
                if depth > 0 { return .text(try value()) }
            case XML_READER_TYPE_COMMENT: return .comment(try value())
            case XML_READER_TYPE_PROCESSING_INSTRUCTION:
                return .instruction(target: string(xmlTextReaderConstName(reader)), text: try value())
            case XML_READER_TYPE_DOCUMENT_TYPE:
                throw refusal(
                    "the feed has a document type declaration; entities are never expanded here",
                    remedy: "remove the <!DOCTYPE …> and write characters instead of entities", at: before)
            case XML_READER_TYPE_ENTITY_REFERENCE:
                throw refusal(
                    "the feed uses the entity `\(string(xmlTextReaderConstName(reader)))`, which XML does not define",
                    remedy: "write the character itself")
            default: continue
            }
        }
    }

    // MARK: Nodes

    private func element() throws(FeedReader.Failure) -> MarkupElement {
        depth += 1
        let start = startTags.next() ?? position
        guard depth <= limits.depth else {
            throw refusal(
                "elements are nested more than \(limits.depth) deep (limit depth)",
                remedy: "look for a missing end tag", at: start)
        }
        let namespace = xmlTextReaderConstNamespaceUri(reader).map { string($0) }
        if depth == 1 { rootNamespace = namespace }
        var element = MarkupElement(name: self.name(of: namespace), position: start)
        let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
            guard xmlTextReaderIsNamespaceDecl(reader) != 1 else { continue }
            let namespace = xmlTextReaderConstNamespaceUri(reader).map { string($0) }
            let name = self.name(of: namespace)
            // The namespace of the feed is left out of names, so that two attributes could become one.
            guard name.foreign != nil || !element.attributes.contains(where: { $0.name == name }) else {
                throw refusal(
                    "`\(element.name.local.prefix(80))` has the attribute `\(name.local.prefix(80))` twice: with and without the "
                        + "namespace of the feed", remedy: "keep the one without a prefix", at: element.position)
            }
            element.attributes.append(.init(name: name, value: try value()))
        }
        xmlTextReaderMoveToElement(reader)
        endsNext = isEmpty
        return element
    }

    private func name(of namespace: String?) -> MarkupElement.Name {
        let local = string(xmlTextReaderConstLocalName(reader))
        guard let namespace, namespace != rootNamespace else { return .init(local: local, foreign: nil) }
        return .init(
            local: local,
            foreign: .init(
                prefix: xmlTextReaderConstPrefix(reader).map { string($0) } ?? "", address: namespace))
    }

    private func value() throws(FeedReader.Failure) -> String {
        guard let value = xmlTextReaderConstValue(reader) else { return "" }
        let text = string(value)
        guard text.utf8.count <= limits.itemBytes else {
            throw refusal(
                "a text is longer than \(limits.itemBytes) bytes (limit itemBytes)", remedy: "shorten the text")
        }
        return text
    }

    private func string(_ bytes: UnsafePointer<xmlChar>?) -> String { bytes.map { String(cString: $0) } ?? "" }

    // MARK: Callbacks of libxml2

    private func fill(_ buffer: UnsafeMutablePointer<CChar>, _ count: Int32) -> Int32 {
        guard failure == nil, count > 0 else { return failure == nil ? 0 : -1 }
        guard taken < limits.documentBytes else {
            failure = FeedReader.Failure(
                file: name, position: nil,
                message: "the feed is larger than \(limits.documentBytes) bytes (limit documentBytes)",
                remedy: "divide the feed")
            return -1
        }
        let space = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
        let got: Int
        do throws(FeedInputError) { got = try source.read(into: space) } catch {
            failure = FeedReader.Failure(file: name, position: nil, message: error.message, remedy: error.remedy)
            return -1
        }
        if taken == 0, let fault = DocumentStart.fault(Array(space.prefix(min(got, DocumentStart.length)))) {
            failure = FeedReader.Failure(file: name, position: .start, message: fault.message, remedy: fault.remedy)
            return -1
        }
        taken += got
        startTags.add(UnsafeRawBufferPointer(rebasing: space[..<got]))
        return Int32(got)
    }

    private func failed(_ error: xmlError) {
        guard failure == nil, error.level != XML_ERR_WARNING else { return }
        var message = error.message.map { String(cString: $0) } ?? "error \(error.code)"
        message = String(message.prefix { $0 != "\n" }.prefix(300))
        // The column is in the second number for errors of the parser.
        let position = SourcePosition(line: max(1, Int(error.line)), column: max(1, Int(error.int2)))
        // libxml2 reports an end inside an element like text after the end.
        let isEnd = error.code == Int32(bitPattern: XML_ERR_DOCUMENT_END.rawValue)
        var code = error.code
        if isEnd, depth > 0 {
            code = Int32(bitPattern: XML_ERR_TAG_NOT_FINISHED.rawValue)
            message = "the document ends inside an element"
        } else if isEnd, taken == 0 {
            // libxml2 reports a file without a byte in the same way.
            (code, message) = (Int32(bitPattern: XML_ERR_DOCUMENT_EMPTY.rawValue), "")
        } else if code == Int32(bitPattern: XML_ERR_DOCUMENT_EMPTY.rawValue), taken > 0 {
            message = XMLFault.missingStartTag
        }
        failure = FeedReader.Failure(
            file: name, position: position, message: XMLFault.message(code: code, message),
            remedy: XMLFault.remedy(code: code, message))
    }
}
