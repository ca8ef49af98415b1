import CLibXML2

/// What to do about what keeps a document from being well-formed.
enum XMLFault {
    static func message(code number: Int32, _ message: String) -> String {
        switch number {
        case code(XML_ERR_DOCUMENT_EMPTY): "there is nothing in the document"
        case code(XML_ERR_INVALID_ENCODING), code(XML_ERR_INVALID_CHAR):
            "bytes that are not UTF-8, or a character that XML does not allow (\(message))"
        default: "not well-formed XML: \(message)"
        }
    }

    static func remedy(code number: Int32) -> String {
        switch number {
        case code(XML_ERR_DOCUMENT_EMPTY): "write the feed again; it begins with <?xml version=\"1.0\"?>"
        case code(XML_ERR_INVALID_ENCODING), code(XML_ERR_INVALID_CHAR):
            "write the file as UTF-8, and drop control characters from its texts"
        case code(XML_ERR_TAG_NAME_MISMATCH): "close elements in the reverse order of their opening"
        case code(XML_ERR_TAG_NOT_FINISHED), code(XML_ERR_DOCUMENT_END), code(XML_ERR_GT_REQUIRED):
            "the feed may be cut short: write or transfer it again, whole"
        case code(XML_ERR_UNDECLARED_ENTITY), code(XML_ERR_ENTITYREF_SEMICOL_MISSING), code(XML_ERR_NAME_REQUIRED):
            "write & as &amp; and other characters as themselves: only amp, lt, gt, quot and apos exist"
        case code(XML_ERR_LT_IN_ATTRIBUTE): "write < as &lt; in attributes"
        case code(XML_ERR_ATTRIBUTE_REDEFINED): "give each attribute once"
        default: "let an XML library write the feed, in place of putting strings together"
        }
    }

    private static func code(_ error: xmlParserErrors) -> Int32 { Int32(bitPattern: error.rawValue) }
}
