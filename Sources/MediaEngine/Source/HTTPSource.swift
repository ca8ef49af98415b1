public import Foundation

/// A resource of a web server, read ahead into bounded memory by the network thread.
///
/// Seeks inside the buffered window need no request; short forward skips are read through. A lost connection is resumed at the same byte.
public final class HTTPSource: ByteSource {
    private let fetch: HTTPFetch

    public convenience init(_ locator: MediaLocator) { self.init(locator, timeouts: NetworkTimeouts()) }

    init(_ locator: MediaLocator, timeouts: NetworkTimeouts) {
        fetch = HTTPFetch(locator, timeouts: timeouts)
    }

    deinit { fetch.close() }

    public var log: TransferLog { fetch.log }

    /// Requests the first bytes and waits for the server's response, 10 s at most.
    func open() throws(MediaError) { try fetch.open() }

    public var size: Int64? { fetch.size }
    public var isSeekable: Bool { fetch.isSeekable }
    /// The URL of the response, after redirects; nil before a response. Relative URLs in a playlist are resolved against it.
    public var resolvedURL: URL? { fetch.resolvedURL }
    public var mimeType: String? { fetch.mimeType }
    public var bufferedAhead: Int? { fetch.bufferedAhead }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int { try fetch.read(buffer) }
    /// Reads the whole resource, from the first byte.
    /// - Throws: `resourceTooLarge` if the resource exceeds `limit`, and the errors of reading.
    func wholeResource(limit: Int64) throws(MediaError) -> FetchedResource {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        try fetch.seek(to: 0)
        while true {
            var outcome = Result<Int, MediaError>.success(0)
            buffer.withUnsafeMutableBytes { room in
                do throws(MediaError) { outcome = .success(try fetch.read(room)) } catch { outcome = .failure(error) }
            }
            let count = try outcome.get()
            if count == 0 { break }
            bytes += buffer[..<count]
            guard Int64(bytes.count) <= limit else {
                throw ResourceLimits.error(ResourceRequest(url: fetch.url, kind: .multivariant), nil, limit)
            }
        }
        let (head, record) = fetch.completed()
        return FetchedResource(
            bytes: bytes, url: fetch.resolvedURL ?? fetch.url, mimeType: fetch.mimeType?.lowercased(), status: 200,
            age: head.age, dates: head.dates,
            record: record
                ?? TransferRecord(
                    url: fetch.url, status: 200, byteCount: Int64(bytes.count), start: 0, firstByte: nil, end: 0,
                    serverAddress: nil))
    }

    public func seek(to offset: Int64) throws(MediaError) { try fetch.seek(to: offset) }
    public func cancel() { fetch.setCancelled(true) }
    public func resume() { fetch.setCancelled(false) }
}
