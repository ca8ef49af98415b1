import CCurl
import Foundation
import HTTPRules
import ReportText

/// A feed on a server, downloaded at the pace of its reader. Blocks the calling thread.
final class HTTPSource: ByteSource {
    let name: String
    private(set) var byteCount: Int?
    private(set) var bytesTaken = 0

    private let address: String
    private let multi: UnsafeMutableRawPointer
    private let easy: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let cache: HTTPCache?
    /// Bytes that have been received and not yet read.
    private var buffer: ContiguousArray<UInt8> = []
    private var taken = 0
    private var isRunning = true
    private var result: CURLcode?
    private var head = HTTPHead()

    /// Sends the request and waits for the response.
    /// - Returns: a source of the response body or of the cached body.
    static func open(
        _ address: String, _ options: NetworkOptions, _ limits: ReadingLimits
    ) throws(FeedInputError) -> any ByteSource {
        let name = HTTPURLText.shown(address)
        var cache: HTTPCache?
        if let folder = options.cache { cache = try HTTPCache(folder: folder, address: address, name: name) }
        let source = try HTTPSource(address, name, options, limits, cache)
        return try source.answer()
    }

    private init(
        _ address: String, _ name: String, _ options: NetworkOptions, _ limits: ReadingLimits, _ cache: HTTPCache?
    ) throws(FeedInputError) {
        curl_global_init(Int(CURL_GLOBAL_ALL))
        guard let multi = curl_multi_init(), let easy = curl_easy_init() else {
            throw FeedInputError(.unreachable, "\(name) cannot be requested: no memory", remedy: "free some memory")
        }
        self.address = address
        self.name = name
        self.multi = multi
        self.easy = easy
        self.cache = cache
        HTTPHandle.prepare(
            easy, address, connectSeconds: options.connectSeconds, totalSeconds: options.totalSeconds,
            receiver: Unmanaged.passUnretained(self).toOpaque(),
            onBytes: { data, size, count, context in
                guard let data, let context else { return 0 }
                let source = Unmanaged<HTTPSource>.fromOpaque(context).takeUnretainedValue()
                source.buffer.append(contentsOf: UnsafeRawBufferPointer(start: data, count: size * count))
                return size * count
            },
            onHeader: { data, size, count, context in
                guard let data, let context else { return 0 }
                Unmanaged<HTTPSource>.fromOpaque(context).takeUnretainedValue().head.append(
                    UnsafeRawBufferPointer(start: data, count: size * count))
                return size * count
            })
        curl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 100)
        curl_set_long(easy, CURLOPT_LOW_SPEED_TIME, max(1, HTTPHandle.milliseconds(options.stallSeconds) / 1_000))
        curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.documentBytes))
        curl_set_long(easy, CURLOPT_BUFFERSIZE, 128 << 10)
        // The reader decompresses the body, within its own limits.
        headers = curl_slist_append(nil, "Accept-Encoding: gzip")
        headers = curl_slist_append(headers, "Accept: application/xml, text/xml, */*;q=0.5")
        for field in cache?.conditions ?? [] { headers = curl_slist_append(headers, field) }
        curl_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
        curl_multi_add_handle(multi, easy)
    }

    deinit {
        curl_multi_remove_handle(multi, easy)
        curl_easy_cleanup(easy)
        curl_multi_cleanup(multi)
        curl_slist_free_all(headers)
    }

    private func answer() throws(FeedInputError) -> any ByteSource {
        while isRunning, !head.isFinal { try turn() }
        if let failure { throw failure }
        if head.status == 304, let cache { return try cache.source() }
        guard case .body = BodyRequest(.whole).answer(head, now: 0) else { throw refusal }
        byteCount = head.contentLength.flatMap { Int(exactly: $0) }
        cache?.begin(etag: head.fields["etag"], lastModified: head.fields["last-modified"])
        return self
    }

    func read(into target: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int {
        while isRunning, taken == buffer.count { try turn() }
        let count = min(target.count, buffer.count - taken)
        guard count > 0 else {
            if let failure { throw failure }
            return 0
        }
        buffer.withUnsafeBytes {
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[taken..<taken + count]))
        }
        taken += count
        bytesTaken += count
        cache?.keep(UnsafeRawBufferPointer(rebasing: target[..<count]))
        if taken == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            taken = 0
        }
        return count
    }

    /// Stores the body in the cache if it is complete.
    func finish() { if !isRunning, result == CURLE_OK { cache?.finish() } }

    /// Performs pending transfers and waits for network activity.
    private func turn() throws(FeedInputError) {
        var running: Int32 = 0
        guard curl_multi_perform(multi, &running) == CURLM_OK else {
            throw FeedInputError(.unreachable, "\(name) cannot be requested: libcurl failed", remedy: "try again")
        }
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            if message.pointee.msg == CURLMSG_DONE { result = message.pointee.data.result }
        }
        isRunning = running > 0
        if isRunning, buffer.count == taken { curl_multi_poll(multi, nil, 0, 1_000, nil) }
    }

    private var failure: FeedInputError? {
        guard let result, result != CURLE_OK else { return nil }
        let text = String(cString: curl_easy_strerror(result))
        // libcurl uses one code for URLs and for redirects that are not http or https; only a redirect can lead there.
        if result == CURLE_UNSUPPORTED_PROTOCOL {
            return FeedInputError(
                .unreachable, "\(name) redirects from https to another scheme (\(text))",
                remedy: HTTPFailure(.insecureRedirect).remedy ?? "")
        }
        let failure = HTTPFailure(libcurl: Int(result.rawValue), text: text)
        let remedy = failure.remedy ?? "check the URL, and try again"
        return switch failure.kind {
        case .timedOut:
            FeedInputError(
                .unreachable, "\(name) did not arrive in time (\(DisplayText.bytes(bytesTaken)) received)",
                remedy: "try again, or allow more time with --timeout")
        case .tooLarge:
            FeedInputError(
                .limit, "\(name) is larger than the size limit (limit documentBytes)",
                remedy: "divide the feed, or raise the limit with --max-bytes")
        case .endedEarly,
            .connectionLost where result == CURLE_RECV_ERROR:
            FeedInputError(
                .unreachable,
                "the connection ended before \(name) was complete (\(DisplayText.bytes(bytesTaken)) received)",
                remedy: "try again; if the error persists, the server's Content-Length is wrong")
        case .hostNotFound: FeedInputError(.unreachable, "the host name of \(name) cannot be resolved", remedy: remedy)
        case .certificate, .tls:
            FeedInputError(
                .unreachable, "\(name) has no certificate trusted by this system (\(text))", remedy: remedy)
        case .tooManyRedirects:
            FeedInputError(.unreachable, "\(name) redirects too many times", remedy: remedy)
        case .badURL:
            FeedInputError(.unreachable, "\(name) is not a valid URL", remedy: "write it as https://host/path")
        default: FeedInputError(.unreachable, "\(name) cannot be fetched: \(text)", remedy: remedy)
        }
    }

    private var refusal: FeedInputError {
        let retryAfter = head.retryAfter(now: Date().timeIntervalSince1970)
        let failure = HTTPFailure(.status(head.status, retryAfter: retryAfter))
        return FeedInputError(
            .unreachable, "\(name) responds with status \(head.status)",
            remedy: failure.remedy ?? "make the server respond with status 200 and the feed")
    }
}
