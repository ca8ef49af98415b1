import CCurl
import Foundation

/// What libcurl and servers say, in sentences.
enum HTTPErrors {
    static func error(_ code: CURLcode, url: URL) -> MediaError {
        let host = url.host ?? "the server"
        let detail = "libcurl \(code.rawValue): \(String(cString: curl_easy_strerror(code)))"
        func make(_ kind: MediaError.Code, _ message: String) -> MediaError {
            MediaError(kind, message, detail: detail, url: url)
        }
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return make(.badURL, "This is no address of the web.")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return make(.cannotFindHost, "There is no host “\(host)”, or the name service cannot be reached.")
        case CURLE_COULDNT_CONNECT:
            return make(.cannotConnect, "“\(host)” does not accept connections; it may be down or the port wrong.")
        case CURLE_OPERATION_TIMEDOUT:
            return make(.networkTimedOut, "“\(host)” does not answer; check the network and try again.")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE:
            return make(.secureConnectionFailed, "No secure connection to “\(host)”: its certificate is not trusted.")
        case CURLE_OUT_OF_MEMORY: return make(.outOfMemory, "There is not enough memory.")
        case CURLE_PARTIAL_FILE:
            return make(.wrongLength, "“\(host)” sent fewer bytes than it had promised.")
        default: return make(.connectionLost, "The connection to “\(host)” broke.")
        }
    }

    static func error(status: Int, url: URL) -> MediaError {
        let what =
            switch status {
            case 401, 407: "asks for a name and password"
            case 403: "refuses to give this out"
            case 404, 410: "has nothing at this address"
            case 408, 504: "waited too long for another computer"
            case 416: "does not have the bytes that were asked for"
            case 429: "is asked too often; try again later"
            case 500...599: "has a fault of its own; try again later"
            default: "answered with an error"
            }
        return MediaError(
            .httpStatus, "“\(url.host ?? "The server")” \(what).", detail: "HTTP status \(status)", url: url,
            httpStatus: status)
    }
}

/// When a request that failed is tried again; data, carried out by `HTTPFetch` alone.
struct RetryPolicy: Sendable {
    /// Seconds before the first, second, … new attempt without a byte in between.
    var delays: [Double] = [0.1, 0.4, 1, 2]
    /// Nothing is tried when so much time has passed since the last byte.
    var totalSeconds = 9.5

    func isRetryable(_ error: MediaError, hasAnswered: Bool) -> Bool {
        switch error.code {
        case .httpStatus: [408, 429, 500, 502, 503, 504].contains(error.httpStatus ?? 0)
        case .connectionLost, .wrongLength, .networkTimedOut: true
        // A host that never answered is reported at once; one that did may come back.
        case .cannotConnect, .cannotFindHost: hasAnswered
        default: false
        }
    }
}
