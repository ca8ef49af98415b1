/// The reason why a link is rejected.
public struct DeepLinkError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        case empty
        /// The length in bytes.
        case tooLong(Int)
        /// A byte that a URL does not permit unencoded.
        case character(UInt8)
        case noScheme
        case scriptScheme(String)
        case unknownScheme(String)
        case unknownHost(String)
        case userName
        case host
        case percentEncoding
        case controlCharacter
        case traversal
        case tooManyParts
        case partTooLong
        /// No route of the router has the link's path.
        case noRoute
        /// The route's identifier is empty or repeated.
        case identifier(String)
    }

    public let reason: Reason
    /// The link, shortened, with characters that a terminal could obey replaced.
    public let link: String

    init(_ reason: Reason, link: String) {
        self.reason = reason
        let shown = link.unicodeScalars.prefix(120).map {
            $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0)
        }
        self.link = shown.joined() + (link.unicodeScalars.count > 120 ? "…" : "")
    }

    public var description: String { "The link '\(link)' is rejected: \(sentence)" }

    private var sentence: String {
        switch reason {
        case .empty: "it is empty."
        case .tooLong(let length): "it has \(length) bytes; \(LinkText.maximumLength) are accepted."
        case .character(let byte):
            "it contains the byte 0x\(String(byte, radix: 16)), which a URL does not permit; percent-encode it."
        case .noScheme: "it has no scheme; begin it with 'https:' or the app's scheme."
        case .scriptScheme(let scheme):
            "links of the scheme '\(scheme)' are not opened, because they carry their own content."
        case .unknownScheme(let scheme): "the scheme '\(scheme)' is not one of this app's."
        case .unknownHost(let host): "the host '\(host)' is not one of this app's."
        case .userName: "it contains a user name or password; remove them."
        case .host: "its host or port is not valid."
        case .percentEncoding: "it contains '%' without two hexadecimal digits, or bytes that are not UTF-8."
        case .controlCharacter: "it contains an encoded control character."
        case .traversal: "its path contains '.', '..' or an encoded separator."
        case .tooManyParts:
            "it has more than \(LinkText.maximumSegments) path segments or \(LinkText.maximumParameters) parameters."
        case .partTooLong: "a segment or parameter is longer than \(LinkText.maximumPartLength) bytes."
        case .noRoute: "its path leads to nothing in this app."
        case .identifier(let name): "'\(name)' is empty or repeated."
        }
    }
}
