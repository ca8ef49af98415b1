import Foundation

/// The content of an `Origin`. It is called on the server's threads, so it must be fast.
public protocol OriginContent: Sendable {
    /// - Parameter now: nanoseconds of the origin's clock.
    func reply(to request: OriginRequest, now: Int64) -> OriginReply
}

/// A parsed request.
public struct OriginRequest: Sendable, Hashable {
    public var method = "GET"
    /// Percent-decoded, without the query; begins with a slash.
    public var path: String
    /// As sent, without the question mark; nil without a query.
    public var query: String?
    /// By lowercase name.
    public var headers: [String: String] = [:]

    public init(path: String, query: String? = nil) {
        self.path = path
        self.query = query
    }

    /// Returns a parameter of the query, percent-decoded; "" where it has no value.
    public func parameter(_ name: String) -> String? {
        for pair in query?.split(separator: "&") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return parts.count > 1 ? parts[1].removingPercentEncoding ?? String(parts[1]) : "" }
        }
        return nil
    }
}

public enum OriginReply: Sendable {
    case resource(OriginResource)
    /// Not available yet: the request waits until the origin's clock reaches this time in nanoseconds, and is then tried again.
    case later(Int64)
    /// A response without a body: 400, 404, 410, …
    case status(Int, headers: [String: String] = [:])
}

/// A body with its headers.
public struct OriginResource: Sendable {
    public var bytes: [UInt8]
    public var contentType: String
    /// Additional header fields.
    public var headers: [String: String] = [:]

    public init(_ bytes: [UInt8], contentType: String) {
        self.bytes = bytes
        self.contentType = contentType
    }

    public init(text: String, contentType: String) { self.init(Array(text.utf8), contentType: contentType) }

    public static func playlist(_ playlist: PlaylistText) -> OriginResource {
        OriginResource(text: playlist.text, contentType: "application/vnd.apple.mpegurl")
    }

    public static func json(_ text: String) -> OriginResource {
        OriginResource(text: text, contentType: "application/json")
    }
}
