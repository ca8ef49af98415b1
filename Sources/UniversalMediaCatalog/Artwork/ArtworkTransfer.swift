import CCurl
import Foundation

/// One request for the beginning of an image.
final class ArtworkTransfer {
    private(set) var bytes: ContiguousArray<UInt8> = []
    private(set) var status = 0
    private(set) var contentType: String?
    /// Of the whole image.
    private(set) var byteCount: Int?
    /// The server sends more than was asked for, which is not taken.
    private(set) var isEnough = false
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func run(
        _ handle: UnsafeMutableRawPointer, _ url: String, _ options: ArtworkFetchOptions, isSecure: Bool
    ) -> CURLcode {
        // Connections stay; what was set goes.
        curl_easy_reset(handle)
        curl_set_string(handle, CURLOPT_URL, url)
        curl_set_string(handle, CURLOPT_PROTOCOLS_STR, isSecure ? "https" : "http,https")
        curl_set_string(handle, CURLOPT_REDIR_PROTOCOLS_STR, isSecure ? "https" : "http,https")
        curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 1)
        curl_set_long(handle, CURLOPT_MAXREDIRS, HTTPAddress.maximumRedirects)
        curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        let milliseconds = Int(min(max(options.seconds, 0.001), 1e6) * 1_000)
        curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, 10_000))
        curl_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds)
        curl_set_string(handle, CURLOPT_RANGE, "0-\(limit - 1)")
        curl_set_string(handle, CURLOPT_USERAGENT, "umc")
        let environment = ProcessInfo.processInfo.environment
        if let file = environment["CURL_CA_BUNDLE"] ?? environment["SSL_CERT_FILE"], !file.isEmpty {
            curl_set_string(handle, CURLOPT_CAINFO, file)
        }
        let me = Unmanaged.passUnretained(self).toOpaque()
        curl_set_pointer(handle, CURLOPT_WRITEDATA, me)
        curl_set_pointer(handle, CURLOPT_HEADERDATA, me)
        curl_set_data_callback(handle, CURLOPT_WRITEFUNCTION) { data, size, count, context in
            guard let data, let context else { return 0 }
            return Unmanaged<ArtworkTransfer>.fromOpaque(context).takeUnretainedValue().take(
                UnsafeRawBufferPointer(start: data, count: size * count))
        }
        curl_set_data_callback(handle, CURLOPT_HEADERFUNCTION) { data, size, count, context in
            guard let data, let context else { return 0 }
            Unmanaged<ArtworkTransfer>.fromOpaque(context).takeUnretainedValue().header(
                String(decoding: UnsafeRawBufferPointer(start: data, count: size * count), as: UTF8.self))
            return size * count
        }
        return withExtendedLifetime(self) { curl_easy_perform(handle) }
    }

    private func take(_ data: UnsafeRawBufferPointer) -> Int {
        let room = limit - bytes.count
        bytes.append(contentsOf: data.prefix(room))
        guard data.count > room else { return data.count }
        // A server that knows no ranges would send all of it.
        isEnough = true
        return 0
    }

    private func header(_ line: String) {
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("HTTP/") {
            status = Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
            (contentType, byteCount) = (nil, nil)
            return
        }
        guard let colon = text.firstIndex(of: ":") else { return }
        let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        switch text[..<colon].lowercased() {
        case "content-type": contentType = String(value.prefix(100))
        case "content-length": if status == 200 { byteCount = Int(value) }
        case "content-range": byteCount = value.split(separator: "/").last.flatMap { Int($0) }
        default: break
        }
    }
}
