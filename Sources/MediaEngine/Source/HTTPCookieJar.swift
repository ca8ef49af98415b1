import CCurl

/// Cookies and TLS sessions shared by several transfers. Confined to the network thread, except `init` and `deinit`.
final class HTTPCookieJar: @unchecked Sendable {  // libcurl's share needs no locks, as only the network thread uses it.
    // Set once; freed after the last transfer, since each transfer retains the jar.
    private let share: OpaquePointerBox
    private var isUsed = false

    init() {
        share = OpaquePointerBox(pointer: curl_share_init())
        curl_share_set_long(share.pointer, CURLSHOPT_SHARE, Int(CURL_LOCK_DATA_COOKIE.rawValue))
        curl_share_set_long(share.pointer, CURLSHOPT_SHARE, Int(CURL_LOCK_DATA_SSL_SESSION.rawValue))
    }

    deinit {
        let share = share
        NetworkThread.shared.perform { curl_share_cleanup(share.pointer) }
    }

    func attach(_ easy: UnsafeMutableRawPointer) { curl_set_pointer(easy, CURLOPT_SHARE, share.pointer) }

    /// Whether cookies must still be set; true once.
    func isFirstUse() -> Bool {
        defer { isUsed = true }
        return !isUsed
    }

    private struct OpaquePointerBox: @unchecked Sendable {  // The pointer is only used on the network thread.
        let pointer: UnsafeMutableRawPointer?
    }
}
