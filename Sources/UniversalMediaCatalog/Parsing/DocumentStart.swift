/// Finds out from the first bytes of a document why it cannot be a feed.
enum DocumentStart {
    /// The number of bytes that are examined at most.
    static let length = 1_024

    struct Fault {
        var kind: ReadingProblem.Kind
        var message: String
        var remedy: String
    }

    static func fault(_ bytes: [UInt8]) -> Fault? {
        if let encoding = EncodingSniffer.foreignEncoding(bytes) {
            return Fault(
                kind: .encoding, message: "the feed is in \(encoding); only UTF-8 is accepted",
                remedy: "convert it (iconv -f \(encoding) -t UTF-8), and declare UTF-8 in the XML declaration")
        }
        return ForeignContent.guess(bytes).map {
            Fault(kind: .notWellFormed, message: "this is \($0.name)", remedy: $0.remedy)
        }
    }
}
