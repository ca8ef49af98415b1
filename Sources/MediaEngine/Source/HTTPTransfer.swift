import CCurl
import Foundation
import HLS
import HTTPRules

extension HTTPHead {
    /// The seconds for which a cache has stored the response (`Age`); nil if not declared.
    var age: Double? { fields["age"].flatMap(Double.init).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }

    /// The dates in the response's headers.
    var dates: ResponseDates {
        func date(_ name: String) -> Date? { self.date(name).map { Date(timeIntervalSince1970: $0) } }
        return ResponseDates(modified: date("last-modified"), sent: date("date"))
    }
}

/// The request of one transfer, and its timeouts.
struct HTTPTransferRequest: Sendable {
    var url: URL
    var body: BodyRequest
    /// Headers in addition to the locator's; credentials among them are sent only to the origin of `url`.
    var headers: [String: String] = [:]
    /// Whether the body may be compressed, which is useful for text; without effect on ranges.
    var acceptsGzip = false
    var connectSeconds: Double
    /// The timeout for the first byte of the body, including redirects.
    var responseSeconds: Double
    /// The timeout for the last byte, including redirects.
    var totalSeconds = Double.infinity
    /// Whether a server that multiplexes responses on one connection (HTTP/2) should prioritize other responses.
    var isBackground = false
}

/// The reader's response to received data. `pause` stops the transfer until it is resumed; `stop` ends it with
/// CURLE_WRITE_ERROR.
enum ReceiveOutcome { case taken, pause, stop }

/// Receives the response of a transfer. Called on the network thread.
protocol HTTPTransferReader: AnyObject, Sendable {
    /// - Parameter url: the absolute URL of the response, after redirects.
    func began(_ head: HTTPHead, url: String, generation: Int)
    func received(_ bytes: UnsafeRawBufferPointer, generation: Int) -> ReceiveOutcome
    func ended(_ record: TransferRecord, _ failure: HTTPFailure?, generation: Int)
}

/// A libcurl easy handle with its cookies, used for sequential requests. Confined to the network thread.
final class HTTPTransfer: @unchecked Sendable {  // Confined to the network thread from `begin` to `close`.
    /// Redirects from https to http are allowed, because credentials are not sent to another origin.
    private static let redirects = RedirectPolicy(allowsDowngrade: true)

    private let locator: MediaLocator
    private let timeouts: NetworkTimeouts
    private let jar: HTTPCookieJar?
    private var request: HTTPTransferRequest?
    private weak var reader: (any HTTPTransferReader)?
    private var easy: UnsafeMutableRawPointer?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var head = HTTPHead()
    /// The current URL, after redirects.
    private var url = ""
    private var redirectCount = 0
    private var generation = 0
    private var isRunning = false
    private var isPaused = false
    private var hasBegun = false
    /// The time since which the connection must have received `stallBytes`, and the bytes received up to then.
    private var stretchStart: Int64 = 0
    private var stretchBytes: Int64 = 0
    private var received: Int64 = 0
    /// The address to which no connection was opened, because the locator forbids it.
    private var forbiddenAddress: String?
    /// libcurl's description of a failure.
    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    /// The deadline for the start of the response body, including redirects.
    private var responseDeadline: Int64 = 0
    private var totalDeadline: Int64 = .max
    private var record = TransferRecord(
        url: nil, status: 0, firstByteOffset: 0, byteCount: 0, start: 0, firstByte: nil, end: 0,
        reusedConnection: false,
        serverAddress: nil)

    /// - Parameter jar: cookies shared by several transfers; nil for a private cookie store.
    init(
        locator: MediaLocator, timeouts: NetworkTimeouts, jar: HTTPCookieJar? = nil
    ) {
        self.jar = jar
        self.timeouts = timeouts
        self.locator = locator
    }

    /// - Parameter reader: is not retained.
    func begin(_ request: HTTPTransferRequest, for reader: any HTTPTransferReader, generation: Int) {
        stop()
        self.request = request
        self.reader = reader
        self.generation = generation
        redirectCount = 0
        if easy == nil {
            easy = curl_easy_init()
            prepareCookies()
        }
        record.start = SystemHostClock().now
        responseDeadline = Self.deadline(record.start, request.responseSeconds)
        totalDeadline = Self.deadline(record.start, request.totalSeconds)
        record.firstByteOffset = request.body.firstByte
        url = request.url.absoluteString
        send(connectSeconds: request.connectSeconds)
    }

    private static func deadline(_ start: Int64, _ seconds: Double) -> Int64 {
        seconds < 1e6 ? start &+ Int64(max(0, seconds) * 1e9) : .max
    }

    private func send(connectSeconds: Double) {
        guard let request else { return }
        guard let easy else { return }
        head = HTTPHead()
        hasBegun = false
        isPaused = false
        isRunning = true
        stretchStart = SystemHostClock().now
        stretchBytes = 0
        received = 0
        errorBuffer.pointee = 0
        record.firstByte = nil
        record.byteCount = 0
        forbiddenAddress = nil
        record.protocolVersion = nil
        curl_set_string(easy, CURLOPT_URL, url)
        curl_set_string(easy, CURLOPT_PROTOCOLS_STR, RedirectPolicy.schemes.joined(separator: ","))
        curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        curl_set_long(easy, CURLOPT_HTTP_VERSION, 4)  // CURL_HTTP_VERSION_2TLS, an enumerator without a type.
        curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(connectSeconds * 1000))
        curl_set_long(easy, CURLOPT_BUFFERSIZE, 128 << 10)
        // The weight ranges from 1 to 256; the default is 16.
        curl_set_long(easy, CURLOPT_STREAM_WEIGHT, request.isBackground ? 1 : 16)
        curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorBuffer)
        let acceptsGzip = request.acceptsGzip && request.body.allowsContentEncoding
        // Encoded bodies are decoded even if the encoding was not requested.
        curl_set_string(easy, CURLOPT_ACCEPT_ENCODING, acceptsGzip ? "gzip" : "")
        setTrust(easy)
        curl_set_string(easy, CURLOPT_RANGE, request.body.rangeValue)
        curl_set_string(easy, CURLOPT_USERAGENT, locator.userAgent ?? "OpenAVKit")
        let environment = ProcessInfo.processInfo.environment
        let unproxied = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
        curl_set_string(easy, CURLOPT_NOPROXY, unproxied + ",localhost,127.0.0.1,::1")
        curl_slist_free_all(headerList)
        headerList = acceptsGzip ? nil : curl_slist_append(nil, "Accept-Encoding: identity")
        appendHeaders(locator.headers, of: locator.url, without: request.headers)
        appendHeaders(request.headers, of: request.url)
        curl_set_pointer(easy, CURLOPT_HTTPHEADER, headerList)
        let me = Unmanaged.passUnretained(self).toOpaque()
        curl_set_pointer(easy, CURLOPT_WRITEDATA, me)
        curl_set_pointer(easy, CURLOPT_HEADERDATA, me)
        curl_set_data_callback(easy, CURLOPT_WRITEFUNCTION) { data, size, count, context in
            guard let data, let context else { return 0 }
            let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.received(UnsafeRawBufferPointer(start: data, count: size * count))
        }
        curl_set_data_callback(easy, CURLOPT_HEADERFUNCTION) { data, size, count, context in
            guard let data, let context else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
            Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().received(headLine: bytes)
            return size * count
        }
        if locator.addresses != nil {
            curl_set_socket_callback(
                easy,
                { context, _, address in
                    guard let context, let address else { return -1 }
                    return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().openSocket(address)
                }, me)
        }
        NetworkThread.shared.add(self, easy)
    }

    /// Opens the socket of a connection, unless the locator forbids the address. Called by libcurl after the name was resolved, also for
    /// redirects.
    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        // The structure has room for an IPv4 address; longer ones follow in the same memory.
        let length = Int(address.pointee.addrlen)
        let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
        let raw = UnsafeRawPointer(address) + offset
        let target = SocketAddress(UnsafeRawBufferPointer(start: raw, count: length))
        if let allowed = locator.addresses, let target, !allowed.contains(target.kind) {
            forbiddenAddress = target.text
            return -1
        }
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    /// - Parameter owner: the URL to whose origin credentials may be sent.
    private func appendHeaders(
        _ headers: [String: String], of owner: URL, without others: [String: String] = [:]
    ) {
        let isSameOrigin = Self.origin(url) == Self.origin(owner.absoluteString)
        let taken = Set(others.keys.map { $0.lowercased() } + ["accept-encoding"])
        for (name, value) in headers where isSameOrigin || !Self.isCredential(name) {
            // A line break would allow header injection.
            guard !(name + value).unicodeScalars.contains(where: { $0.value < 32 }), !taken.contains(name.lowercased())
            else { continue }
            headerList = curl_slist_append(headerList, "\(name): \(value)")
        }
    }

    /// Sets the trusted certificate authorities: the locator's, those from the environment, or the system's.
    private func setTrust(_ easy: UnsafeMutableRawPointer) {
        let environment = ProcessInfo.processInfo.environment
        let file = locator.certificateAuthorities?.path ?? environment["CURL_CA_BUNDLE"] ?? environment["SSL_CERT_FILE"]
        if let file, !file.isEmpty {
            curl_set_string(easy, CURLOPT_CAINFO, file)
            curl_set_string(easy, CURLOPT_PROXY_CAINFO, file)
        }
        if locator.certificateAuthorities == nil, let folder = environment["SSL_CERT_DIR"], !folder.isEmpty {
            curl_set_string(easy, CURLOPT_CAPATH, folder)
            curl_set_string(easy, CURLOPT_PROXY_CAPATH, folder)
        }
    }

    private static func origin(_ address: String) -> String {
        let parts = URLComponents(string: address)
        let scheme = parts?.scheme?.lowercased() ?? ""
        let port = parts?.port ?? (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(parts?.host?.lowercased() ?? ""):\(port)"
    }

    private static func isCredential(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["auth", "cookie", "token", "key", "secret", "session", "credential"].contains { name.contains($0) }
    }

    private func prepareCookies() {
        guard let easy else { return }
        jar?.attach(easy)
        // An empty file name enables libcurl's cookie engine.
        curl_set_string(easy, CURLOPT_COOKIEFILE, "")
        guard jar?.isFirstUse() ?? true else { return }
        let host = locator.url.host ?? ""
        for cookie in locator.cookies {
            if cookie.contains("\t") {
                curl_set_string(easy, CURLOPT_COOKIELIST, cookie)
                continue
            }
            let fields = cookie.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let pair = fields.first, let equals = pair.firstIndex(of: "=") else { continue }
            func attribute(_ name: String) -> String? {
                fields.dropFirst().first { $0.lowercased().hasPrefix(name + "=") }.map {
                    String($0.dropFirst(name.count + 1))
                }
            }
            let domain = attribute("domain")
            let isSecure = fields.dropFirst().contains { $0.lowercased() == "secure" }
            let line: [String] = [
                domain ?? host, domain == nil ? "FALSE" : "TRUE", attribute("path") ?? "/", isSecure ? "TRUE" : "FALSE",
                "0",
                String(pair[..<equals]), String(pair[pair.index(after: equals)...]),
            ]
            curl_set_string(easy, CURLOPT_COOKIELIST, line.joined(separator: "\t"))
        }
    }

    private func received(headLine line: UnsafeRawBufferPointer) {
        head.append(line)
        guard head.isFinal, !hasBegun else { return }
        hasBegun = true
        stretchStart = SystemHostClock().now
        record.firstByte = stretchStart
        reader?.began(head, url: url, generation: generation)
    }

    private func received(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard !head.isRedirect else { return bytes.count }
        received += Int64(bytes.count)
        switch reader?.received(bytes, generation: generation) {
        case .taken:
            record.byteCount += Int64(bytes.count)
            return bytes.count
        case .pause:
            received -= Int64(bytes.count)
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        case .stop, nil: return 0
        }
    }

    func unpause() {
        guard let easy, isRunning, isPaused else { return }
        isPaused = false
        stretchStart = SystemHostClock().now
        stretchBytes = received
        curl_easy_pause(easy, 0)
    }

    func check(_ now: Int64) {
        guard isRunning, !isPaused, let easy else { return }
        if hasBegun, received - stretchBytes >= NetworkTimeouts.stallBytes {
            stretchStart = now
            stretchBytes = received
        }
        let stall = stretchStart &+ Int64(timeouts.stallSeconds * 1e9)
        let deadline = hasBegun ? (received == 0 ? min(stall, responseDeadline) : stall) : responseDeadline
        guard now > min(deadline, totalDeadline) else { return }
        NetworkThread.shared.remove(easy)
        finish(CURLE_OPERATION_TIMEDOUT)
    }

    func finish(_ result: CURLcode) {
        isRunning = false
        guard let easy else { return }
        if result == CURLE_OK, head.isRedirect {
            var next: UnsafeMutablePointer<CChar>?
            curl_get_string(easy, CURLINFO_REDIRECT_URL, &next)
            switch Self.redirects.decision(from: url, to: next.map { String(cString: $0) }, after: redirectCount) {
            case .follow(let target):
                redirectCount += 1
                url = target
                send(connectSeconds: request?.connectSeconds ?? timeouts.connectSeconds)
            case .reject(let failure): end(failure)
            }
            return
        }
        guard result != CURLE_OK else { return end(nil) }
        if let forbiddenAddress { return end(HTTPFailure(.forbiddenAddress(forbiddenAddress))) }
        var verification = 0
        curl_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &verification)
        let text =
            errorBuffer.pointee == 0
            ? String(cString: curl_easy_strerror(result)) : String(cString: errorBuffer)
        end(HTTPFailure(libcurl: Int(result.rawValue), verification: verification, text: text))
    }

    private func end(_ failure: HTTPFailure?) {
        completeRecord()
        reader?.ended(record, failure, generation: generation)
    }

    private func completeRecord() {
        if let easy {
            var connects = 0
            var address: UnsafeMutablePointer<CChar>?
            curl_get_long(easy, CURLINFO_NUM_CONNECTS, &connects)
            curl_get_string(easy, CURLINFO_PRIMARY_IP, &address)
            record.reusedConnection = connects == 0 && head.status != 0
            var connectTime: curl_off_t = 0
            let isKnown = curl_get_offset(easy, CURLINFO_CONNECT_TIME_T, &connectTime) == CURLE_OK
            record.hasConnected = head.status != 0 || record.reusedConnection || !isKnown || connectTime > 0
            var version = 0
            curl_get_long(easy, CURLINFO_HTTP_VERSION, &version)
            // CURL_HTTP_VERSION_1_0 and its neighbours, enumerators without a type.
            record.protocolVersion = [1: "HTTP/1.0", 2: "HTTP/1.1", 3: "HTTP/2", 30: "HTTP/3"][version]
            record.serverAddress = address.map { String(cString: $0) }
            // For compressed bodies, the bytes on the wire. For an aborted body, all bytes received.
            var wire: curl_off_t = 0
            if curl_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T, &wire) == CURLE_OK { record.wireByteCount = Int64(wire) }
        }
        record.url = URL(string: url)
        record.status = head.status
        record.end = SystemHostClock().now
    }

    /// - Returns: the record of the aborted transfer; nil if none was in flight. The reader is not notified.
    @discardableResult
    func stop() -> TransferRecord? {
        guard isRunning, let easy else { return nil }
        isRunning = false
        completeRecord()
        NetworkThread.shared.remove(easy)
        return record
    }

    deinit { errorBuffer.deallocate() }

    /// - Returns: as ``stop()``.
    @discardableResult
    func close() -> TransferRecord? {
        let unfinished = stop()
        if let easy { curl_easy_cleanup(easy) }
        easy = nil
        curl_slist_free_all(headerList)
        headerList = nil
        return unfinished
    }
}
