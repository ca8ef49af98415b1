import CCurl
import Foundation
import HTTPRules
import UniversalMediaCatalog

/// Fetches the first bytes of images. Thread-safe; each call blocks its thread until its own fetch ends.
final class ArtworkFetcher: @unchecked Sendable {
    // Safe: mutable state is only accessed with the lock held, and each curl handle is used by one thread at a time.
    private let options: ArtworkFetchOptions
    private let lock = NSLock()
    private var handles: [UnsafeMutableRawPointer] = []
    private var fetches = 0
    /// Number of consecutive failed connections, by host.
    private var failures: [String: Int] = [:]

    /// Number of consecutive failures after which a host is not contacted any more.
    static let maximumFailures = 3

    init(_ options: ArtworkFetchOptions) {
        self.options = options
        curl_global_init(Int(CURL_GLOBAL_ALL))
    }

    deinit { for handle in handles { curl_easy_cleanup(handle) } }

    func fetch(_ url: String) -> ArtworkInspector.Outcome {
        let lower = url.lowercased()
        // Another rule reports URLs of other schemes.
        guard lower.hasPrefix("https://") || (options.allowsHTTP && lower.hasPrefix("http://")) else { return .none }
        let host = String(lower.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        lock.lock()
        let isHostDown = failures[host, default: 0] >= Self.maximumFailures
        if !isHostDown { fetches += 1 }
        let isOverLimit = fetches > options.maximumFetches
        let handle = isHostDown || isOverLimit ? nil : handles.popLast() ?? curl_easy_init()
        lock.unlock()
        if isHostDown { return .none }
        if isOverLimit { return .limit(options.maximumFetches) }
        guard let handle else { return .none }
        let outcome = fetch(url, handle, host)
        lock.lock()
        handles.append(handle)
        lock.unlock()
        return outcome
    }

    private func fetch(_ url: String, _ handle: UnsafeMutableRawPointer, _ host: String) -> ArtworkInspector.Outcome {
        var last = ArtworkInspector.Outcome.none
        for limit in ImageHeader.headBytes {
            let transfer = ArtworkTransfer(limit: limit)
            let result = transfer.run(handle, url, options)
            let isReached = result == CURLE_OK || transfer.isEnough || transfer.head.status > 0
            lock.lock()
            failures[host] = isReached ? 0 : failures[host, default: 0] + 1
            lock.unlock()
            guard result == CURLE_OK || transfer.isEnough else { return Self.failure(result, options) }
            guard [200, 206].contains(transfer.head.status) else { return Self.refusal(transfer.head.status) }
            let isWhole = transfer.bytes.count < limit
            let reading = transfer.bytes.withUnsafeBufferPointer { ImageHeader.read($0, isWhole: isWhole) }
            last = .file(
                ArtworkInspector.File(
                    reading: reading, byteCount: transfer.byteCount ?? (isWhole ? transfer.bytes.count : nil),
                    contentType: transfer.contentType, isFetched: true))
            if reading != .needsMore { break }
        }
        return last
    }

    static func refusal(_ status: Int) -> ArtworkInspector.Outcome {
        let remedy =
            switch status {
            case 401, 403: "allow access to it without credentials"
            case 404, 410: "upload the image, or correct its URL"
            default: "make the server respond with status 200 and the image"
            }
        return .unavailable("the server responds with status \(status)", remedy: remedy)
    }

    private static func failure(_ result: CURLcode, _ options: ArtworkFetchOptions) -> ArtworkInspector.Outcome {
        let text = String(cString: curl_easy_strerror(result))
        if result == CURLE_UNSUPPORTED_PROTOCOL {
            return .unavailable(
                "it redirects from https to another scheme (\(text))",
                remedy: HTTPFailure(.insecureRedirect).remedy ?? "")
        }
        let failure = HTTPFailure(libcurl: Int(result.rawValue), text: text)
        let remedy = failure.remedy ?? "check the URL, and try again"
        return switch failure.kind {
        case .tooManyRedirects: .unavailable("it redirects too many times", remedy: remedy)
        case .timedOut:
            .unavailable(
                "it did not arrive within \(Int(options.seconds)) s",
                remedy: "try again; the server must send images without delay")
        case .hostNotFound: .unavailable("its host name cannot be resolved", remedy: remedy)
        case .certificate, .tls:
            .unavailable("its host has no certificate trusted by this system (\(text))", remedy: remedy)
        default: .unavailable("it cannot be fetched: \(text)", remedy: remedy)
        }
    }
}
