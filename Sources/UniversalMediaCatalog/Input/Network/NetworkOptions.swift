public import Foundation
import HTTPRules

/// Timeouts of network requests, and the cache folder.
public struct NetworkOptions: Sendable {
    /// Timeout for the connection, in seconds.
    public var connectSeconds = 15.0
    /// Seconds after which a stalled transfer (below 100 bytes per second) fails.
    public var stallSeconds = 30.0
    /// Timeout for a whole feed, in seconds.
    public var totalSeconds = 1_800.0
    /// Folder for bodies with their ETag or Last-Modified, which make later requests conditional; nil: no cache.
    public var cache: URL?

    public init() {}
}

package enum HTTPURLText {
    /// The schemes that can be requested, as libcurl spells a list.
    package static let protocols = RedirectPolicy.schemes.joined(separator: ",")

    /// Returns the schemes that redirects from a URL may lead to: a feed requested over https is not read over http.
    package static func redirectProtocols(from address: String) -> String {
        RedirectPolicy(allowsDowngrade: false).schemes(after: address).joined(separator: ",")
    }

    /// Returns a URL without query and password, because reports are passed on to others.
    package static func shown(_ address: String) -> String {
        guard var parts = URLComponents(string: address) else { return String(address.prefix(200)) }
        parts.user = nil
        parts.password = nil
        if parts.query != nil { parts.query = "…" }
        parts.fragment = nil
        return (parts.string ?? String(address.prefix(200))).replacing("%E2%80%A6", with: "…")
    }
}
