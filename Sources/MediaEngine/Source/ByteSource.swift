/// Bytes that can be read from any offset: a file, a network resource, memory.
///
/// One reader thread calls `read`, `seek` and `size`; any thread may call `cancel`. Reads block until at least one byte is there, the
/// end is reached, or the source was cancelled.
public protocol ByteSource: AnyObject, Sendable {
    /// The number of bytes in all; nil where it is unknown.
    var size: Int64? { get }

    /// Whether `seek` can go to any offset. False for a server without ranges and for pipes.
    var isSeekable: Bool { get }

    /// The content type that a server gave.
    var mimeType: String? { get }

    /// Reads up to `buffer.count` bytes at the present offset.
    /// - Returns: the number of bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int

    /// Moves the offset for the next read. Cheap: nothing is fetched before the next read.
    func seek(to offset: Int64) throws(MediaError)

    /// Bytes ahead of the present offset that are already here, or nil for sources that are always here (files).
    var bufferedAhead: Int? { get }

    /// Makes a blocked read and every later one throw `cancelled`, at once. Idempotent.
    func cancel()

    /// Undoes `cancel`, so that a source can be read again after an interrupted seek.
    func resume()
}
