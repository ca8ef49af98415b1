/// Which redirects a client follows.
public struct RedirectPolicy: Sendable, Equatable {
    /// The maximum number of redirects of one request, which also ends redirect loops.
    public static let maximumCount = 10
    /// Schemes that can be requested at all.
    public static let schemes = ["http", "https"]

    /// Whether a redirect may lead from https to http. A client that allows it must not send credentials along.
    public var allowsDowngrade: Bool

    public init(allowsDowngrade: Bool) { self.allowsDowngrade = allowsDowngrade }

    public enum Decision: Sendable, Equatable {
        case follow(String)
        case reject(HTTPFailure)
    }

    /// - Parameters:
    ///   - url: the absolute URL that responded.
    ///   - target: the absolute URL that the response names; nil where the response's Location is not valid.
    ///   - count: redirects that the request has followed already.
    public func decision(from url: String, to target: String?, after count: Int) -> Decision {
        guard count < Self.maximumCount else {
            return .reject(HTTPFailure(.tooManyRedirects, detail: "\(count + 1) redirects"))
        }
        guard let target else { return .reject(HTTPFailure(.unsupportedRedirect(""))) }
        let scheme = Self.scheme(of: target)
        guard Self.schemes.contains(scheme) else { return .reject(HTTPFailure(.unsupportedRedirect(scheme))) }
        guard schemes(after: url).contains(scheme) else { return .reject(HTTPFailure(.insecureRedirect)) }
        return .follow(target)
    }

    /// The schemes that a redirect from a URL may lead to. A URL that is not http allows https only.
    public func schemes(after url: String) -> [String] {
        allowsDowngrade || Self.scheme(of: url) == "http" ? Self.schemes : ["https"]
    }

    private static func scheme(of url: String) -> String {
        guard let colon = url.firstIndex(of: ":") else { return "" }
        return String(url[..<colon].lowercased().prefix(20))
    }
}
