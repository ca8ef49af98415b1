import CCurl
import Foundation

/// What libcurl and servers say, in sentences.
enum HTTPErrors {
    /// - Parameters:
    ///   - verification: what OpenSSL found wrong with the certificate (X509_V_ERR_…); 0 for nothing.
    ///   - words: libcurl's own sentence; may be empty.
    static func error(_ code: CURLcode, verification: Int = 0, words: String = "", url: URL) -> MediaError {
        let host = url.host ?? "the server"
        let said = words.isEmpty ? String(cString: curl_easy_strerror(code)) : words
        let detail = "libcurl \(code.rawValue): \(said)"
        func make(_ kind: MediaError.Code, _ message: String) -> MediaError {
            MediaError(kind, message, detail: detail, url: url)
        }
        switch code {
        // What a server sent beyond the length that it had named stands where its next answer should.
        case CURLE_UNSUPPORTED_PROTOCOL where words.contains("HTTP/0.9"):
            return make(.connectionLost, "“\(host)” sent something that is no answer.")
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return make(.badURL, "This is no address of the web.")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return make(.cannotFindHost, "There is no host “\(host)”, or the name service cannot be reached.")
        case CURLE_COULDNT_CONNECT:
            return make(.cannotConnect, "“\(host)” does not accept connections; it may be down or the port wrong.")
        case CURLE_OPERATION_TIMEDOUT:
            return make(.networkTimedOut, "“\(host)” does not answer; check the network and try again.")
        case CURLE_PEER_FAILED_VERIFICATION:
            return make(
                .secureConnectionFailed,
                "No secure connection to “\(host)”: \(certificateFault(verification, words)).")
        case CURLE_SSL_CACERT_BADFILE:
            return make(
                .secureConnectionFailed, "The file of trusted authorities cannot be read; check that it is a PEM file.")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND:
            return make(
                .secureConnectionFailed, "“\(host)” does not speak TLS as it should; check the address and port.")
        case CURLE_BAD_CONTENT_ENCODING:
            return make(.malformed, "“\(host)” packed the file in a way that cannot be undone.")
        case CURLE_OUT_OF_MEMORY: return make(.outOfMemory, "There is not enough memory.")
        case CURLE_PARTIAL_FILE:
            return make(.wrongLength, "“\(host)” sent fewer bytes than it had promised.")
        default: return make(.connectionLost, "The connection to “\(host)” broke.")
        }
    }

    private static func certificateFault(_ verification: Int, _ words: String) -> String {
        switch verification {
        case 9: "its certificate is not valid yet; check this machine's clock"
        case 10: "its certificate has expired"
        case 18, 19, 20, 21: "its certificate is signed by nobody whom this machine trusts"
        case 23: "its certificate has been revoked"
        default:
            // The names are compared by libcurl itself, after OpenSSL has found nothing wrong.
            verification == 62 || words.contains("match")
                ? "its certificate is for another name" : "its certificate is not trusted"
        }
    }

    static func error(status: Int, retryAfter: Double? = nil, url: URL) -> MediaError {
        let what =
            switch status {
            case 401, 407: "asks for a name and password"
            case 403: "refuses to give this out"
            case 404, 410: "has nothing at this address"
            case 408, 504: "waited too long for another computer"
            case 416: "does not have the bytes that were asked for"
            case 429: "is asked too often; try again \(later(retryAfter))"
            case 503 where retryAfter != nil: "cannot answer now; try again \(later(retryAfter))"
            case 500...599: "has a fault of its own; try again later"
            default: "answered with an error"
            }
        return MediaError(
            .httpStatus, "“\(url.host ?? "The server")” \(what).", detail: "HTTP status \(status)", url: url,
            httpStatus: status)
    }

    private static func later(_ seconds: Double?) -> String {
        seconds.map { "in \(Int($0.rounded(.up).clamped(1, 1e6))) s" } ?? "later"
    }
}
