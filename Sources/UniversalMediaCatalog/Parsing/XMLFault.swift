import CLibXML2

/// Messages and remedies for XML that is not well-formed.
enum XMLFault {
    static func message(code number: Int32, _ message: String) -> String {
        switch number {
        case code(XML_ERR_DOCUMENT_EMPTY) where hasOther(message): "this is not XML, or it has no document element"
        case code(XML_ERR_DOCUMENT_EMPTY): "the document is empty"
        case code(XML_ERR_INVALID_ENCODING), code(XML_ERR_INVALID_CHAR):
            "bytes that are not UTF-8, or a character that XML does not allow (\(message))"
        default: "not well-formed XML: \(message)"
        }
    }

    /// The beginning of libxml2's message about a document of other text than XML.
    static let missingStartTag = "Start tag"

    /// Returns whether a document that libxml2 reports as empty contains other text: libxml2 then reports a missing start tag.
    private static func hasOther(_ message: String) -> Bool { message.hasPrefix(missingStartTag) }

    static func remedy(code number: Int32, _ message: String) -> String {
        switch number {
        case code(XML_ERR_DOCUMENT_EMPTY) where hasOther(message):
            "pass the feed itself; XML is read, optionally compressed by gzip"
        case code(XML_ERR_RESERVED_XML_NAME):
            "begin the feed with <?xml …?>, without even an empty line before it; write two feeds to two files"
        case code(XML_ERR_DOCUMENT_END): "remove the text after the end of the feed; write two feeds to two files"
        case code(XML_ERR_DOCUMENT_EMPTY): "export the feed again; it must begin with <?xml version=\"1.0\"?>"
        case code(XML_ERR_INVALID_ENCODING), code(XML_ERR_INVALID_CHAR):
            "write the file as UTF-8, and remove control characters from its texts"
        case code(XML_ERR_TAG_NAME_MISMATCH): "close elements in the reverse order of their opening"
        case code(XML_ERR_TAG_NOT_FINISHED), code(XML_ERR_GT_REQUIRED):
            "the feed may be truncated: export or transfer it again completely"
        case code(XML_ERR_UNDECLARED_ENTITY), code(XML_ERR_ENTITYREF_SEMICOL_MISSING), code(XML_ERR_NAME_REQUIRED):
            "write & as &amp; and other characters directly: only the entities amp, lt, gt, quot and apos exist"
        case code(XML_ERR_LT_IN_ATTRIBUTE): "write < as &lt; in attributes"
        case code(XML_ERR_ATTRIBUTE_REDEFINED): "write each attribute only once"
        default: "write the feed with an XML library instead of concatenating strings"
        }
    }

    /// Returns whether libxml2 warns of a document that is well-formed: a namespace may be a relative URI, and every value of `xml:space`
    /// is well-formed. The rules of namespaces report foreign ones.
    static func isWarningOfWellFormedXML(code number: Int32) -> Bool {
        number == code(XML_WAR_NS_URI_RELATIVE) || number == code(XML_WAR_SPACE_VALUE)
    }

    private static func code(_ error: xmlParserErrors) -> Int32 { Int32(bitPattern: error.rawValue) }
}
