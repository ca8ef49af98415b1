import CZlib

/// Decompresses data of zlib's format.
enum DeflatedBytes {
    private static let blockSize = 16 << 10

    /// Returns nil if the data is damaged, or longer than `maximum` bytes when decompressed.
    static func inflate(_ bytes: ArraySlice<UInt8>, maximum: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflate_gzip_init(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var input = Array(bytes)
        return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
            stream.next_in = input.baseAddress
            stream.avail_in = uInt(input.count)
            return content(&stream, maximum: maximum)
        }
    }

    private static func content(_ stream: inout z_stream, maximum: Int) -> [UInt8]? {
        var result: [UInt8] = []
        var block = [UInt8](repeating: 0, count: blockSize)
        var status = Z_OK
        while status == Z_OK {
            let room = block.withUnsafeMutableBufferPointer { block -> Int in
                stream.next_out = block.baseAddress
                stream.avail_out = uInt(block.count)
                status = CZlib.inflate(&stream, Z_NO_FLUSH)
                return Int(stream.avail_out)
            }
            result += block[..<(blockSize - room)]
            guard result.count <= maximum, status == Z_STREAM_END || room < blockSize else { return nil }
        }
        return status == Z_STREAM_END ? result : nil
    }
}
