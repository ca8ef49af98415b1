public import Foundation
package import HTTPRules

/// The URL of media, and the headers and credentials of its requests.
public struct MediaLocator: Sendable, Hashable {
    /// A `file:`, `http:` or `https:` URL, or a URL of any scheme that the provider supports.
    public var url: URL
    /// Headers of every request. After a redirect to another host, credential headers are not sent.
    public var headers: [String: String]
    /// Cookies, one each, as a `name=value` pair in Netscape or Set-Cookie format.
    public var cookies: [String]
    public var userAgent: String?
    /// The content type according to the client; overrides the server's and the file name's.
    public var mimeType: String?
    /// A PEM file with the trusted certificate authorities. Nil: the file named by CURL_CA_BUNDLE or SSL_CERT_FILE, else the system's.
    public var certificateAuthorities: URL?
    /// Identifies this playback of a stream in the header X-PLAYBACK-SESSION-ID. Nil: the engine generates one.
    public var sessionIdentifier: String?
    /// Called before the engine loads a resource of a stream, and for files with schemes that the engine does not support.
    public var provider: ResourceProviderReference?
    /// Caption files that belong to the media, in addition to those beside a local file.
    package var captionFiles: [URL] = []
    /// The thumbnails that the client names for the media, in place of those beside a local file.
    package var thumbnails: ThumbnailFiles?
    /// The kinds of addresses that requests may reach; nil: all. Not checked where a proxy connects to the servers.
    package var addresses: Set<AddressKind>?
    /// An already received response for `url`, used instead of the first request.
    package var opened: OpenedResource?
    /// The composition that is played instead of media at `url`.
    package var composition: CompositionPlan?

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

extension MediaLocator {
    /// Limits requests to public networks and those of the media's own server, also where it redirects. Does nothing where a proxy makes the
    /// connections. Blocks while the name of the server is resolved.
    package mutating func refuseOtherNetworks() {
        guard let host = url.host, !url.isFileURL else { return }
        let environment = ProcessInfo.processInfo.environment
        let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        guard !proxies.contains(where: { environment[$0]?.isEmpty == false }) else { return }
        addresses = Set([.open] + AddressKind.kinds(ofHost: host))
    }

    /// Returns a locator for programs that read the media which a user names. Unless it is allowed, a public server cannot redirect the program
    /// into a private network. Blocks while the name of the server is resolved.
    package static func named(_ url: URL, allowsPrivateAddresses: Bool) -> MediaLocator {
        var locator = MediaLocator(url: url)
        if !allowsPrivateAddresses { locator.refuseOtherNetworks() }
        return locator
    }

    /// Whether a URL has the scheme, host and port of the media.
    func isSameServer(as other: URL) -> Bool {
        url.scheme == other.scheme && url.host == other.host && url.port == other.port
    }

    /// Returns the locator of another file that belongs to the media. Headers and cookies of the media may be credentials, which other servers
    /// must not receive.
    func companion(at other: URL) -> MediaLocator {
        var locator = MediaLocator(url: other, certificateAuthorities: certificateAuthorities)
        locator.userAgent = userAgent
        locator.addresses = addresses
        if isSameServer(as: other) {
            locator.headers = headers
            locator.cookies = cookies
        }
        return locator
    }
}
