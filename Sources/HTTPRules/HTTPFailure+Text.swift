extension HTTPFailure {
    /// A sentence for the user: what failed, on which server, and what to do.
    public func sentence(host: String?) -> String {
        let server = host.flatMap { $0.isEmpty ? nil : "“\($0)”" } ?? "The server"
        return switch kind {
        case .badURL: "This is not a valid http or https URL; check it."
        case .hostNotFound: "There is no host \(server), or the name service cannot be reached; check the URL."
        case .cannotConnect: "\(server) does not accept connections; the server may be down or the port wrong."
        case .forbiddenAddress(let address):
            "\(server) is in a private network (\(address)), which this request must not reach."
        case .timedOut: "\(server) does not respond; check the network and try again."
        case .certificate(let fault): "No secure connection to \(server): \(fault.clause)."
        case .unreadableAuthorities:
            "The file of trusted certificate authorities cannot be read; check that it is a PEM file."
        case .tls: "\(server) does not complete the TLS handshake; check the host and port of the URL."
        case .outOfMemory: "There is not enough memory."
        case .notHTTP: "\(server) sent bytes that are not an HTTP response."
        case .connectionLost: "The connection to \(server) was lost."
        case .endedEarly: "\(server) sent fewer bytes than it declared."
        case .undecodable: "\(server) sent a body whose content encoding cannot be decoded."
        case .tooLarge: "\(server) sent more bytes than are accepted."
        case .tooManyRedirects: "\(server) redirects more than \(RedirectPolicy.maximumCount) times."
        case .insecureRedirect: "\(server) redirects from https to http."
        case .unsupportedRedirect(""): "\(server) redirects to a URL that is not valid."
        case .unsupportedRedirect(let scheme): "\(server) redirects to a URL of the scheme “\(scheme)”."
        case .status(let status, let retryAfter):
            "\(server) \(Self.clause(status, retryAfter))."
        case .otherRange: "\(server) sent another range of bytes than the requested one."
        case .encodedRange: "\(server) encodes ranges of bytes, so that they cannot be used."
        case .rangesUnsupported:
            "\(server) does not send ranges of bytes, and the requested range is too far inside the file."
        case .changed: "The file on \(server) changed while it was being read; open it again."
        }
    }

    /// What the user can do; nil where only the server's operator can help.
    public var remedy: String? {
        switch kind {
        case .status(401, _), .status(403, _), .status(407, _):
            "check the access rights for this network and these credentials"
        case .status(404, _), .status(410, _), .badURL, .hostNotFound: "check the URL"
        case .status(let status, _) where Self.transientStatuses.contains(status) || status >= 500:
            "try again later, and check the server's log"
        case .tooManyRedirects: "use a URL that responds without redirecting"
        case .insecureRedirect, .unsupportedRedirect: "use an https URL that responds without redirecting"
        case .certificate, .tls: "use a certificate of a well-known authority, with its whole chain"
        default: isTransient(hasAnswered: true) ? "try again" : nil
        }
    }

    private static func clause(_ status: Int, _ retryAfter: Double?) -> String {
        switch status {
        case 401, 407: "requires a user name and password"
        case 403: "denies access"
        case 404, 410: "has no resource at this URL"
        case 408, 504: "waited too long for another server"
        case 416: "does not have the requested bytes"
        case 429: "receives too many requests; try again \(later(retryAfter))"
        case 503 where retryAfter != nil: "cannot respond now; try again \(later(retryAfter))"
        case 500...599: "failed; try again later"
        default: "responded with an error"
        }
    }

    private static func later(_ seconds: Double?) -> String {
        seconds.map { "in \(Int(max(1, min(1e6, $0.rounded(.up))))) s" } ?? "later"
    }
}

extension HTTPFailure.CertificateFault {
    fileprivate var clause: String {
        switch self {
        case .notYetValid: "its certificate is not valid yet; check this machine's clock"
        case .expired: "its certificate has expired"
        case .unknownAuthority: "its certificate is not signed by an authority that this machine trusts"
        case .revoked: "its certificate has been revoked"
        case .otherName: "its certificate is for another host name"
        case .untrusted: "its certificate is not trusted"
        }
    }
}
