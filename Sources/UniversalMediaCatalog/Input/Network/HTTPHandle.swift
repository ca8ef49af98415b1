import CCurl
import Foundation
import HTTPRules

/// The curl options that all requests share.
package enum HTTPHandle {
    /// - Parameters:
    ///   - address: an http or https URL; libcurl rejects others when the request is made.
    ///   - receiver: the context pointer of the callbacks; must stay valid for the whole request.
    ///   - onBytes: receives bytes of the body; returns the number consumed. A smaller number than offered ends the request.
    ///   - onHeader: receives lines of the header.
    package static func prepare(
        _ handle: UnsafeMutableRawPointer, _ address: String, connectSeconds: Double, totalSeconds: Double,
        receiver: UnsafeMutableRawPointer,
        onBytes: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int,
        onHeader: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
    ) {
        curl_set_string(handle, CURLOPT_URL, address)
        curl_set_string(handle, CURLOPT_PROTOCOLS_STR, HTTPURLText.protocols)
        curl_set_string(handle, CURLOPT_REDIR_PROTOCOLS_STR, HTTPURLText.redirectProtocols(from: address))
        curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 1)
        curl_set_long(handle, CURLOPT_MAXREDIRS, RedirectPolicy.maximumCount)
        curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(connectSeconds))
        curl_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds(totalSeconds))
        curl_set_string(handle, CURLOPT_USERAGENT, "umc")
        setTrustAndProxy(handle)
        curl_set_pointer(handle, CURLOPT_WRITEDATA, receiver)
        curl_set_pointer(handle, CURLOPT_HEADERDATA, receiver)
        curl_set_data_callback(handle, CURLOPT_WRITEFUNCTION, onBytes)
        curl_set_data_callback(handle, CURLOPT_HEADERFUNCTION, onHeader)
    }

    package static func milliseconds(_ seconds: Double) -> Int { Int(min(max(seconds, 0.001), 1e6) * 1_000) }

    /// Sets the trusted authorities, from the environment or the system, and the proxy exceptions, which include the local host.
    private static func setTrustAndProxy(_ handle: UnsafeMutableRawPointer) {
        let environment = ProcessInfo.processInfo.environment
        let unproxied = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
        curl_set_string(handle, CURLOPT_NOPROXY, unproxied + ",localhost,127.0.0.1,::1")
        if let file = environment["CURL_CA_BUNDLE"] ?? environment["SSL_CERT_FILE"], !file.isEmpty {
            curl_set_string(handle, CURLOPT_CAINFO, file)
        }
        if let folder = environment["SSL_CERT_DIR"], !folder.isEmpty { curl_set_string(handle, CURLOPT_CAPATH, folder) }
    }
}
