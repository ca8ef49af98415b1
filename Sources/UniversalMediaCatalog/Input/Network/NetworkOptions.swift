public import Foundation
import HTTPRules

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

package enum HTTPAddress {
    /// The schemes that can be requested, as libcurl spells a list.
    package static let protocols = RedirectPolicy.schemes.joined(separator: ",")

    /// The schemes that redirects from a URL may lead to: a feed requested over https is not read over http.
    package static func redirectProtocols(from address: String) -> String {
        RedirectPolicy(allowsDowngrade: false).schemes(after: address).joined(separator: ",")
    }

    /// Without what follows the question mark and without a password: reports go to others.
    package static func shown(_ address: String) -> String {
        guard var parts = URLComponents(string: address) else { return String(address.prefix(200)) }
        parts.user = nil
        parts.password = nil
        if parts.query != nil { parts.query = "…" }
        parts.fragment = nil
        return (parts.string ?? String(address.prefix(200))).replacing("%E2%80%A6", with: "…")
    }
}
