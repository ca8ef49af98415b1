import CLibXML2

/// What to do about what keeps a document from being well-formed.
enum XMLFault {
    static func message(code number: Int32, _ message: String) -> String {
        switch number {
        case code(XML_ERR_DOCUMENT_EMPTY) where hasOther(message): "this is no XML, or it has no document element"
        case code(XML_ERR_DOCUMENT_EMPTY): "there is nothing in the document"
        case code(XML_ERR_INVALID_ENCODING), code(XML_ERR_INVALID_CHAR):
            "bytes that are not UTF-8, or a character that XML does not allow (\(message))"
        default: "not well-formed XML: \(message)"
        }
    }

    /// Of an empty document libxml2 says so; where other things stand it misses a start tag.
    private static func hasOther(_ message: String) -> Bool { message.hasPrefix("Start tag") }

    static func remedy(code number: Int32, _ message: String) -> String {
        switch number {
        case code(XML_ERR_DOCUMENT_EMPTY) where hasOther(message):
            "name the feed itself; XML is read, packed by gzip or not"
        case code(XML_ERR_RESERVED_XML_NAME):
            "let the feed begin with <?xml …?>, without so much as an empty line before it; two feeds are two files"
        case code(XML_ERR_DOCUMENT_END): "remove what follows the end of the feed; two feeds are two files"
        case code(XML_ERR_DOCUMENT_EMPTY): "write the feed again; it begins with <?xml version=\"1.0\"?>"
        case code(XML_ERR_INVALID_ENCODING), code(XML_ERR_INVALID_CHAR):
            "write the file as UTF-8, and drop control characters from its texts"
        case code(XML_ERR_TAG_NAME_MISMATCH): "close elements in the reverse order of their opening"
        case code(XML_ERR_TAG_NOT_FINISHED), code(XML_ERR_GT_REQUIRED):
            "the feed may be cut short: write or upload it again completely"
        case code(XML_ERR_UNDECLARED_ENTITY), code(XML_ERR_ENTITYREF_SEMICOL_MISSING), code(XML_ERR_NAME_REQUIRED):
            "write & as &amp; and other characters as themselves: only amp, lt, gt, quot and apos exist"
        case code(XML_ERR_LT_IN_ATTRIBUTE): "write < as &lt; in attributes"
        case code(XML_ERR_ATTRIBUTE_REDEFINED): "give each attribute once"
        default: "write the feed with an XML library instead of concatenating strings"
        }
    }

    private static func code(_ error: xmlParserErrors) -> Int32 { Int32(bitPattern: error.rawValue) }
}
