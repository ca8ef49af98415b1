import CLibXML2

/// libxml2's own XSD validator, the other opinion.
package final class LibXML2Schema {
    private let schema: xmlSchemaPtr
    /// What libxml2 said of the last document, or of the schema.
    package private(set) var messages: [String] = []

    /// nil: libxml2 does not take the schema.
    package init?(_ xsd: String) {
        var messages: [String] = []
        let bytes = Array(xsd.utf8CString)
        let parsed = bytes.withUnsafeBufferPointer { buffer -> xmlSchemaPtr? in
            guard let context = xmlSchemaNewMemParserCtxt(buffer.baseAddress, Int32(buffer.count - 1)) else {
                return nil
            }
            defer { xmlSchemaFreeParserCtxt(context) }
            return withUnsafeMutablePointer(to: &messages) { messages in
                xmlSchemaSetParserStructuredErrors(context, LibXML2Schema.collect, messages)
                return xmlSchemaParse(context)
            }
        }
        guard let parsed, messages.isEmpty else {
            if let parsed { xmlSchemaFree(parsed) }
            for message in messages { print("XSD:", message) }
            return nil
        }
        schema = parsed
    }

    deinit { xmlSchemaFree(schema) }

    private static let collect: xmlStructuredErrorFunc = { user, error in
        guard let error, let text = error.pointee.message else { return }
        user?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: text))
    }

    /// nil: libxml2 cannot read the document.
    package func isValid(_ document: [UInt8]) -> Bool? {
        messages = []
        guard let context = xmlNewParserCtxt() else { return nil }
        defer { xmlFreeParserCtxt(context) }
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue)
        let tree = document.withUnsafeBytes {
            xmlCtxtReadMemory(
                context, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), nil, "UTF-8", options)
        }
        guard let tree else { return nil }
        defer { xmlFreeDoc(tree) }
        guard context.pointee.wellFormed != 0, context.pointee.nsWellFormed != 0,
            let validation = xmlSchemaNewValidCtxt(schema)
        else { return nil }
        defer { xmlSchemaFreeValidCtxt(validation) }
        return withUnsafeMutablePointer(to: &messages) { messages in
            xmlSchemaSetValidStructuredErrors(validation, LibXML2Schema.collect, messages)
            return xmlSchemaValidateDoc(validation, tree) == 0
        }
    }
}
