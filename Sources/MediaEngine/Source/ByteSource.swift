/// Bytes that can be read from any offset: a file, a network resource, or memory.
///
/// One reader thread calls `read`, `seek` and `size`; any thread may call `cancel`. Reads block until at least one byte is available, the
/// end is reached, or the source is cancelled.
public protocol ByteSource: AnyObject, Sendable {
    /// The total number of bytes; nil if unknown.
    var size: Int64? { get }

    /// Whether `seek` can move to any offset. False for servers without range requests and for pipes.
    var isSeekable: Bool { get }

    /// The content type from the server.
    var mimeType: String? { get }

    /// Reads up to `buffer.count` bytes at the current offset.
    /// - Returns: the number of bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int

    /// Sets the offset of the next read. Nothing is fetched before the next read.
    func seek(to offset: Int64) throws(MediaError)

    /// The number of buffered bytes ahead of the current offset; nil for sources that are local, such as files.
    var bufferedAhead: Int? { get }

    /// Makes a blocked read and every later one throw `cancelled` immediately. Idempotent.
    func cancel()

    /// Reverts `cancel`, so that the source can be read again after an interrupted seek.
    func resume()
}
