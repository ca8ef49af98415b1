public import Foundation

/// How long a server is waited for, and where its answers are kept.
public struct NetworkOptions: Sendable {
    /// Seconds until there is a connection.
    public var connectSeconds = 15.0
    /// Seconds in which a server must bring more than a few bytes.
    public var stallSeconds = 30.0
    /// Seconds for a whole feed.
    public var totalSeconds = 1_800.0
    /// Where bodies are kept with their ETag or Last-Modified, so that they are asked for again only when they have changed. nil: nowhere.
    public var cache: URL?

    public init() {}
}

enum HTTPAddress {
    static let maximumRedirects = 10
    /// What may be asked for.
    static let protocols = "http,https"

    /// Where an answer may lead: who asks for https does not want to be led away from it, and nobody to anything but the Web.
    static func redirectProtocols(from address: String) -> String {
        // What is no http cannot be asked for at all: the narrow set is right for it.
        address.lowercased().hasPrefix("http:") ? protocols : "https"
    }

    /// Without what follows the question mark and without a password: reports go to others.
    static func shown(_ address: String) -> String {
        guard var parts = URLComponents(string: address) else { return String(address.prefix(200)) }
        parts.user = nil
        parts.password = nil
        if parts.query != nil { parts.query = "…" }
        parts.fragment = nil
        return (parts.string ?? String(address.prefix(200))).replacing("%E2%80%A6", with: "…")
    }
}
