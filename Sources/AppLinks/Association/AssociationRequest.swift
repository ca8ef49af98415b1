import CCurl
package import Foundation
import HTTPRules

/// Fetches the association file of a domain: from the domain itself, over https, without following redirects.
package struct AssociationRequest: Sendable {
    /// The limits of one request, in seconds.
    package var connectSeconds = 5.0
    package var totalSeconds = 10.0
    /// A file with the trusted authorities; nil for those of SSL_CERT_FILE or the system.
    package var authorities: URL?

    package init() {}

    struct Answer: Sendable {
        var body: Data
        /// The seconds for which the server permits caching; nil where it says nothing.
        var maximumAge: Double?
    }

    static func url(for domain: String) -> String { "https://\(domain)/.well-known/apple-app-site-association" }

    /// Sends the request. Blocks the calling thread.
    func fetch(_ domain: String) throws(AssociationError) -> Answer {
        guard DomainName.isValid(domain) else { throw AssociationError(.domain, domain: domain) }
        curl_global_init(Int(CURL_GLOBAL_ALL))
        guard let handle = curl_easy_init() else { throw AssociationError(.unreachable("no memory"), domain: domain) }
        defer { curl_easy_cleanup(handle) }
        let receiver = Receiver()
        prepare(handle, domain, receiver)
        let result = withExtendedLifetime(receiver) { curl_easy_perform(handle) }
        if receiver.isTooLarge || result == CURLE_FILESIZE_EXCEEDED {
            throw AssociationError(.tooLarge, domain: domain)
        }
        guard result == CURLE_OK else {
            let failure = HTTPFailure(libcurl: Int(result.rawValue), text: String(cString: curl_easy_strerror(result)))
            let text = failure.kind == .timedOut ? "no answer within \(Int(totalSeconds)) s" : failure.detail
            throw AssociationError(
                .unreachable(text ?? String(cString: curl_easy_strerror(result))), domain: domain)
        }
        let head = receiver.head
        if head.isRedirect {
            throw AssociationError(.redirect(String((head.fields["location"] ?? "").prefix(200))), domain: domain)
        }
        guard head.status == 200 else { throw AssociationError(.status(head.status), domain: domain) }
        return Answer(body: receiver.body, maximumAge: Self.maximumAge(head))
    }

    private func prepare(_ handle: UnsafeMutableRawPointer, _ domain: String, _ receiver: Receiver) {
        curl_set_string(handle, CURLOPT_URL, Self.url(for: domain))
        curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "https")
        curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(connectSeconds * 1_000))
        curl_set_long(handle, CURLOPT_TIMEOUT_MS, Int(totalSeconds * 1_000))
        curl_set_offset(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(AssociationFile.maximumBytes))
        curl_set_string(handle, CURLOPT_USERAGENT, "openavkit")
        curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "")
        let environment = ProcessInfo.processInfo.environment
        curl_set_string(
            handle, CURLOPT_NOPROXY,
            (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "") + ",localhost,127.0.0.1,::1")
        if let file = authorities?.path ?? environment["SSL_CERT_FILE"], !file.isEmpty {
            curl_set_string(handle, CURLOPT_CAINFO, file)
        }
        let context = Unmanaged.passUnretained(receiver).toOpaque()
        curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        curl_set_data_callback(handle, CURLOPT_WRITEFUNCTION) { data, size, count, context in
            guard let data, let context else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
            return Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().receive(bytes)
        }
        curl_set_data_callback(handle, CURLOPT_HEADERFUNCTION) { data, size, count, context in
            guard let data, let context else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
            Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().head.append(bytes)
            return size * count
        }
    }

    /// The answer of one transfer, on the thread of the transfer.
    private final class Receiver {
        var head = HTTPHead()
        var body = Data()
        var isTooLarge = false

        /// - Returns: the number of bytes taken; another one than offered ends the transfer.
        func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
            // The limit counts decoded bytes; libcurl's own counts those of the transfer.
            guard body.count + bytes.count <= AssociationFile.maximumBytes else {
                isTooLarge = true
                return 0
            }
            body.append(contentsOf: bytes)
            return bytes.count
        }
    }

    private static func maximumAge(_ head: HTTPHead) -> Double? {
        for part in head.fields["cache-control"]?.lowercased().split(separator: ",") ?? [] {
            let text = part.trimmingCharacters(in: .whitespaces)
            if text == "no-store" || text == "no-cache" { return 0 }
            if text.hasPrefix("max-age="), let seconds = Double(text.dropFirst(8)), seconds.isFinite { return seconds }
        }
        return nil
    }
}
