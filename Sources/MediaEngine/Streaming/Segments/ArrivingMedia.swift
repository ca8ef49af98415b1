import Foundation

/// The bytes of one segment for a demuxer while they arrive: the init section or tables first, then the segment, decrypted block by block.
final class ArrivingMedia: ByteSource, @unchecked Sendable {
    // Safe: the thread that demuxes the segment alone uses it; `cancel` touches only the body, which any thread may use.
    private static let blockBytes = 64 << 10

    private let url: URL
    private let body: ArrivingBody
    private let decryption: SegmentDecryption?
    /// In front of the segment; the first bytes of it were read already.
    private var prefix: ArraySlice<UInt8> = []
    /// Decrypted and not read.
    private var plain: ArraySlice<UInt8> = []
    /// Not decrypted: less than a block, and the last whole block, which may be padding.
    private var sealed: [UInt8] = []
    private var isAtEnd = false
    /// Of the segment without what is in front of it.
    private(set) var structure = SegmentStructure()
    /// Why no more bytes can be read.
    private(set) var failure: MediaError?

    let size: Int64? = nil
    let isSeekable = false
    let mimeType: String? = nil
    let bufferedAhead: Int? = nil

    /// - Parameter decryption: nil: the segment is not encrypted as a whole.
    init(_ body: ArrivingBody, decryption: SegmentDecryption?, url: URL) {
        self.body = body
        self.decryption = decryption
        self.url = url
    }

    /// Whether a read returns at once.
    var hasUnread: Bool { !prefix.isEmpty || !plain.isEmpty || isAtEnd || body.hasUnread }

    /// Puts bytes in front of the segment.
    func insert(_ bytes: [UInt8]) { prefix = bytes[...] }

    /// The first bytes of the segment, which are read again; fewer at its end.
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

    /// Blocks until bytes have come, and makes them readable.
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

    /// Decrypts all whole blocks but the last one, which is opened at the end, without its padding.
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
        throw MediaError(.rangesNotSupported, "A segment that arrives is read from its beginning to its end.", url: url)
    }

    func cancel() { body.finish(.failure(MediaError.readingWasCancelled(url))) }
    func resume() {}
}
