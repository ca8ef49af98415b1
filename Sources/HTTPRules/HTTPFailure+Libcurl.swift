extension HTTPFailure {
    /// The failure that a libcurl result means. The numbers are libcurl's stable ABI, so that this target needs no C header.
    /// - Parameters:
    ///   - code: the `CURLcode`, not 0.
    ///   - verification: OpenSSL's result for the certificate (`X509_V_ERR_…`); 0 for success.
    ///   - text: libcurl's own description of the failure.
    public init(libcurl code: Int, verification: Int = 0, text: String) {
        let kind: Kind =
            switch code {
            // Bytes beyond the declared length of a response are read as the next response.
            case 1 where text.contains("HTTP/0.9"): .notHTTP
            // CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT.
            case 1, 3: .badURL
            // CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST.
            case 5, 6: .hostNotFound
            case 7: .cannotConnect
            case 18: .endedEarly
            case 27: .outOfMemory
            case 28: .timedOut
            // CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER.
            case 35, 53, 58, 59: .tls
            case 47: .tooManyRedirects
            case 60: .certificate(Self.certificateFault(verification, text))
            case 61: .undecodable
            case 63: .tooLarge
            case 77: .unreadableAuthorities
            default: .connectionLost
            }
        self.init(kind, detail: "libcurl \(code): \(text)")
    }

    private static func certificateFault(_ verification: Int, _ text: String) -> CertificateFault {
        switch verification {
        case 9: .notYetValid
        case 10: .expired
        case 18, 19, 20, 21: .unknownAuthority
        case 23: .revoked
        case 62: .otherName
        // libcurl compares the names itself, after OpenSSL has accepted the certificate.
        default: text.contains("match") ? .otherName : .untrusted
        }
    }
}
