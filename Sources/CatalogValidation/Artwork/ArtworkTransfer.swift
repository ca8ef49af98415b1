import CCurl
import HTTPRules
import UniversalMediaCatalog

/// One HTTP request for the first bytes of an image.
final class ArtworkTransfer {
    private(set) var bytes: ContiguousArray<UInt8> = []
    private(set) var head = HTTPHead()
    /// Whether the server sent more than the requested bytes; the surplus is discarded.
    private(set) var isEnough = false
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func run(_ handle: UnsafeMutableRawPointer, _ url: String, _ options: ArtworkFetchOptions) -> CURLcode {
        // The connection stays open; the options of the previous request are cleared.
        curl_easy_reset(handle)
        HTTPHandle.prepare(
            handle, url, connectSeconds: min(options.seconds, 10), totalSeconds: options.seconds,
            receiver: Unmanaged.passUnretained(self).toOpaque(),
            onBytes: { data, size, count, context in
                guard let data, let context else { return 0 }
                return Unmanaged<ArtworkTransfer>.fromOpaque(context).takeUnretainedValue().take(
                    UnsafeRawBufferPointer(start: data, count: size * count))
            },
            onHeader: { data, size, count, context in
                guard let data, let context else { return 0 }
                Unmanaged<ArtworkTransfer>.fromOpaque(context).takeUnretainedValue().head.append(
                    UnsafeRawBufferPointer(start: data, count: size * count))
                return size * count
            })
        curl_set_string(handle, CURLOPT_RANGE, BodyRequest(.range(0..<Int64(limit))).rangeValue)
        return withExtendedLifetime(self) { curl_easy_perform(handle) }
    }

    var contentType: String? { head.fields["content-type"].map { String($0.prefix(100)) } }

    /// Size of the whole image, in bytes.
    var byteCount: Int? {
        (head.contentRange?.total ?? (head.status == 200 ? head.contentLength : nil)).flatMap { Int(exactly: $0) }
    }

    private func take(_ data: UnsafeRawBufferPointer) -> Int {
        let room = limit - bytes.count
        bytes.append(contentsOf: data.prefix(room))
        guard data.count > room else { return data.count }
        // A server without support for ranges would send the whole file.
        isEnough = true
        return 0
    }
}
