/// The reason why a request failed: a transport error, or a response that cannot be used.
public struct HTTPFailure: Error, Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        // No response.
        case badURL
        case hostNotFound
        case cannotConnect
        /// The host is on a network that the client must not reach; its address.
        case forbiddenAddress(String)
        case timedOut
        case certificate(CertificateFault)
        case unreadableAuthorities
        case tls
        case outOfMemory
        // The transfer of a response.
        case notHTTP
        case connectionLost
        /// Fewer bytes were received than the response declared.
        case endedEarly
        case undecodable
        /// The body is larger than the client accepts.
        case tooLarge
        // Redirects.
        case tooManyRedirects
        /// From https to http.
        case insecureRedirect
        /// To a URL that is neither http nor https; its scheme, empty where the URL is not valid.
        case unsupportedRedirect(String)
        // Evaluated heads.
        /// - Parameter retryAfter: seconds after which the server asks for the next attempt.
        case status(Int, retryAfter: Double?)
        /// A range other than the requested one.
        case otherRange
        /// A range of the encoded body, which is useless by itself.
        case encodedRange
        /// The whole resource instead of a range too far inside it.
        case rangesUnsupported
        /// The resource is not the one that earlier responses described.
        case changed
    }

    /// What is wrong with a server's certificate.
    public enum CertificateFault: Sendable, Equatable {
        case notYetValid, expired, unknownAuthority, revoked, otherName, untrusted
    }

    public var kind: Kind
    /// What the transport or the response's fields say, for reports.
    public var detail: String?

    public init(_ kind: Kind, detail: String? = nil) {
        self.kind = kind
        self.detail = detail
    }

    /// The response's status, where the failure is that status.
    public var status: Int? {
        if case .status(let status, _) = kind { return status }
        return nil
    }

    public var retryAfter: Double? {
        if case .status(_, let seconds) = kind { return seconds }
        return nil
    }

    /// Statuses after which the same request may succeed later.
    public static let transientStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

    /// Whether the same request may succeed a moment later.
    /// - Parameter hasAnswered: whether this server has ever responded: an unreachable server that did may return, and one that never did
    ///   is reported at once.
    public func isTransient(hasAnswered: Bool) -> Bool {
        switch kind {
        case .status(let status, _): Self.transientStatuses.contains(status)
        case .connectionLost, .notHTTP, .endedEarly, .timedOut: true
        case .cannotConnect, .hostNotFound: hasAnswered
        default: false
        }
    }
}
