public import Foundation

/// A resource of a web server, read ahead into bounded memory by the network thread.
///
/// Seeks within what is kept cost nothing; short skips forward are read through. A connection that breaks is resumed at the same byte.
public final class HTTPSource: ByteSource {
    private let fetch: HTTPFetch

    public convenience init(_ locator: MediaLocator) { self.init(locator, patience: NetworkPatience()) }

    init(_ locator: MediaLocator, patience: NetworkPatience) {
        fetch = HTTPFetch(locator, patience: patience)
    }

    deinit { fetch.close() }

    public var log: TransferLog { fetch.log }

    /// Asks for the first bytes and waits for the server's answer, 10 s at most.
    func open() throws(MediaError) { try fetch.open() }

    public var size: Int64? { fetch.gate.withLock { fetch.size } }
    public var isSeekable: Bool { fetch.gate.withLock { fetch.acceptsRanges && fetch.size != nil } }
    /// The address that answered, after redirects; nil before an answer. Relative addresses in a playlist are relative to it.
    public var resolvedURL: URL? { fetch.gate.withLock { fetch.resolvedURL } }
    public var mimeType: String? { fetch.gate.withLock { fetch.mimeType } }
    public var bufferedAhead: Int? {
        fetch.gate.withLock { Int(clamping: max(0, fetch.windowEnd - max(fetch.position, fetch.windowStart))) }
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int { try fetch.read(buffer) }
    public func seek(to offset: Int64) throws(MediaError) { try fetch.seek(to: offset) }
    public func cancel() { fetch.setCancelled(true) }
    public func resume() { fetch.setCancelled(false) }
}
