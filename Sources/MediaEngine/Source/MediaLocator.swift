public import Foundation

/// Where media is, and what to send along when asking for it.
public struct MediaLocator: Sendable, Hashable {
    /// `file:`, `http:` or `https:`, or of any scheme that the provider knows.
    public var url: URL
    /// Sent with every request, redirects to other hosts included only where the header is not a credential.
    public var headers: [String: String]
    /// `name=value` pairs in Netscape or Set-Cookie form, one each.
    public var cookies: [String]
    public var userAgent: String?
    /// What the client says the bytes are, overruling the server and the file's name.
    public var mimeType: String?
    /// A PEM file with the authorities that certificates are checked against. nil: the file that CURL_CA_BUNDLE or SSL_CERT_FILE names,
    /// else the system's.
    public var certificateAuthorities: URL?
    /// Names this playing of a stream in the header X-PLAYBACK-SESSION-ID. nil: the engine makes one up.
    public var sessionIdentifier: String?
    /// Asked before the engine loads something of a stream itself, and for files of schemes that the engine does not know.
    public var provider: ResourceProviderReference?
    /// What has been received of `url` already; used instead of the first request.
    package var opened: OpenedResource?

    public init(
        url: URL, headers: [String: String] = [:], cookies: [String] = [], userAgent: String? = nil,
        mimeType: String? = nil, certificateAuthorities: URL? = nil
    ) {
        self.certificateAuthorities = certificateAuthorities
        self.url = url
        self.headers = headers
        self.cookies = cookies
        self.userAgent = userAgent
        self.mimeType = mimeType
    }
}
