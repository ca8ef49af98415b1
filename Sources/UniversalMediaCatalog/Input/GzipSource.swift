import CZlib

/// Decompresses gzip data from another source; other data is passed through.
final class GzipSource: ByteSource {
    private let source: any ByteSource
    private let limits: ReadingLimits
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var start = 0
    private var end = 0
    private var stream = z_stream()
    private var isCompressed: Bool?
    private var isAtEnd = false
    private var inflated = 0
    private var isBetweenMembers = false

    init(_ source: any ByteSource, limits: ReadingLimits) {
        self.source = source
        self.limits = limits
    }

    deinit { if isCompressed == true { inflateEnd(&stream) } }

    var name: String { source.name }
    var byteCount: Int? { source.byteCount }
    var bytesTaken: Int { source.bytesTaken }
    func finish() throws(FeedInputError) { try source.finish() }

    func read(into target: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int {
        guard !target.isEmpty else { return 0 }
        if isCompressed == nil {
            while end < 2, try fill() {}
            let isGzip = end >= 2 && buffer[0] == 0x1F && buffer[1] == 0x8B
            isCompressed = isGzip
            if isGzip, inflate_gzip_init(&stream) != Z_OK {
                isCompressed = false
                throw FeedInputError(
                    .compression, "\(name) cannot be decompressed: no memory", remedy: "decompress it first")
            }
        }
        guard isCompressed == true else {
            if start < end {
                let count = min(target.count, end - start)
                buffer.withUnsafeBytes {
                    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
                }
                start += count
                return count
            }
            return try source.read(into: target)
        }
        return try inflateSome(into: target)
    }

    /// - Returns: whether more bytes were read.
    private func fill() throws(FeedInputError) -> Bool {
        if start == end { (start, end) = (0, 0) }
        let used = end
        var failure: FeedInputError?
        var count = 0
        buffer.withUnsafeMutableBytes { bytes in
            do throws(FeedInputError) {
                count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[used...]))
            } catch { failure = error }
        }
        if let failure { throw failure }
        end += count
        return count > 0
    }

    private func inflateSome(into target: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int {
        while !isAtEnd {
            if start == end, try !fill() {
                guard isBetweenMembers else {
                    throw FeedInputError(
                        .compression, "\(name) ends within its compressed data", remedy: "transfer it again completely")
                }
                isAtEnd = true
                break
            }
            if isBetweenMembers {
                // Zero padding after the last member is allowed.
                if buffer[start] == 0 {
                    start += 1
                    continue
                }
                inflateReset(&stream)
                isBetweenMembers = false
            }
            var status: Int32 = Z_OK
            let produced = buffer.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress! + start
                stream.avail_in = UInt32(end - start)
                stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(min(target.count, 1 << 30))
                let room = stream.avail_out
                status = inflate(&stream, Z_NO_FLUSH)
                start = end - Int(stream.avail_in)
                return Int(room - stream.avail_out)
            }
            inflated += produced
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                throw FeedInputError(
                    .compression, "\(name) is damaged: it cannot be decompressed after \(inflated) bytes",
                    remedy: "compress it again, and transfer it in binary mode")
            }
            if inflated > limits.freeInflatedBytes,
                inflated / limits.inflationRatio > max(1, source.bytesTaken)
            {
                throw FeedInputError(
                    .limit,
                    "\(name) grows to more than \(limits.inflationRatio) times its size (limit inflationRatio)",
                    remedy: "feeds usually shrink 10 to 30 times: check the contents, or raise the limit (--max-ratio)")
            }
            if status == Z_STREAM_END { isBetweenMembers = true }
            if produced > 0 { return produced }
        }
        return 0
    }
}
