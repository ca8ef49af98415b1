import Foundation

/// The bytes of one segment as a demuxer reads them while they arrive: the initialization section or tables first, then the segment,
/// decrypted block by block.
final class ArrivingMedia: ByteSource, @unchecked Sendable {
    // Sendable because only the thread that demuxes the segment uses it; `cancel` touches only the body, which is thread-safe.
    private static let blockBytes = 64 << 10

    private let url: URL
    private let body: ArrivingBody
    private let decryption: SegmentDecryption?
    /// The bytes before the segment; `head` may already have buffered the segment's first bytes.
    private var prefix: ArraySlice<UInt8> = []
    /// Decrypted bytes that are not read.
    private var plain: ArraySlice<UInt8> = []
    /// Bytes not yet decrypted: an incomplete block, and the last complete block, which may contain padding.
    private var sealed: [UInt8] = []
    private var isAtEnd = false
    /// The structure of the segment without its prefix.
    private(set) var structure = SegmentStructure()
    /// The reason why no more bytes can be read.
    private(set) var failure: MediaError?

    let size: Int64? = nil
    let isSeekable = false
    let mimeType: String? = nil
    let bufferedAhead: Int? = nil

    /// - Parameter decryption: nil if the segment is not encrypted as a whole.
    init(_ body: ArrivingBody, decryption: SegmentDecryption?, url: URL) {
        self.body = body
        self.decryption = decryption
        self.url = url
    }

    /// Whether a read returns without blocking.
    var hasUnread: Bool { !prefix.isEmpty || !plain.isEmpty || isAtEnd || body.hasUnread }

    /// Inserts bytes before the segment.
    func insert(_ bytes: [UInt8]) { prefix = bytes[...] }

    /// Returns the first bytes of the segment without consuming them; fewer at its end.
    func head(_ count: Int) throws(MediaError) -> ArraySlice<UInt8> {
        while plain.count < count, !isAtEnd { try fill() }
        return plain.prefix(count)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        if !prefix.isEmpty { return Self.take(&prefix, into: buffer) }
        while plain.isEmpty, !isAtEnd { try fill() }
        return Self.take(&plain, into: buffer)
    }

    private static func take(_ bytes: inout ArraySlice<UInt8>, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let taken = bytes.prefix(buffer.count)
        buffer.copyBytes(from: taken)
        bytes = bytes.dropFirst(taken.count)
        return taken.count
    }

    /// Blocks until bytes arrive, and makes them readable.
    private func fill() throws(MediaError) {
        do throws(MediaError) {
            let fresh = try received()
            isAtEnd = fresh.isEmpty
            let opened = try decryption.map { (one) throws(MediaError) in try self.opened(fresh, one) } ?? fresh
            opened.withUnsafeBytes { structure.append($0) }
            plain = plain.isEmpty ? opened[...] : plain + opened
        } catch {
            failure = error
            throw error
        }
    }

    private func received() throws(MediaError) -> [UInt8] {
        var result: Result<Int, MediaError> = .success(0)
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.blockBytes) { buffer, count in
            do throws(MediaError) {
                count = try body.read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                result = .failure(error)
            }
        }
        _ = try result.get()
        return bytes
    }

    /// Decrypts all complete blocks except the last one, which is decrypted at the end, without its padding.
    private func opened(_ fresh: [UInt8], _ decryption: SegmentDecryption) throws(MediaError) -> [UInt8] {
        sealed += fresh
        let count = sealed.count
        let rest = count % SegmentCipher.blockBytes
        if isAtEnd {
            guard rest == 0, count > 0 else { throw SegmentCipher.incomplete(count) }
            decryption.decrypt(&sealed)
            defer { sealed = [] }
            return Array(try SegmentCipher.withoutPadding(sealed[...]))
        }
        let whole = max(0, count - (rest == 0 ? SegmentCipher.blockBytes : rest))
        var opened = Array(sealed.prefix(whole))
        sealed.removeFirst(whole)
        if whole > 0 { decryption.decrypt(&opened) }
        return opened
    }

    func seek(to offset: Int64) throws(MediaError) {
        throw MediaError(
            .rangesNotSupported, "A segment that is still arriving can only be read sequentially.", url: url)
    }

    func cancel() { body.finish(.failure(MediaError.readingWasCancelled(url))) }
    func resume() {}
}
