import CFFmpeg

/// The encryption of whole segments (RFC 8216, section 4.3.2.4: METHOD=AES-128).
enum SegmentCipher {
    static let blockBytes = 16

    /// AES-128 in CBC mode, with the padding of PKCS #7 taken off.
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - iv: 16 bytes.
    static func decryptAES128(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) throws(MediaError) -> [UInt8] {
        var plain = try decryptBlocks(bytes, key: key, iv: iv)
        let padding = Int(plain.last ?? 0)
        guard (1...blockBytes).contains(padding), plain.suffix(padding).allSatisfy({ $0 == UInt8(padding) }) else {
            throw MediaError(
                .wrongKey, "A segment cannot be decrypted: its key or initialization vector is another.",
                detail: "padding of \(padding)")
        }
        plain.removeLast(padding)
        return plain
    }

    /// The same of a part, which has no padding.
    static func decryptBlocks(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) throws(MediaError) -> [UInt8] {
        guard key.count == blockBytes else {
            throw MediaError(
                .wrongKey, "The key of a segment does not have 16 bytes; the playlist's key address is wrong.",
                detail: "\(key.count) bytes")
        }
        guard iv.count == blockBytes else {
            throw MediaError(
                .malformed, "The initialization vector of a segment does not have 16 bytes.",
                detail: "\(iv.count) bytes")
        }
        let (blocks, rest) = bytes.count.quotientAndRemainder(dividingBy: blockBytes)
        guard rest == 0, blocks > 0, let count = Int32(exactly: blocks) else {
            throw MediaError(
                .truncated, "An encrypted segment is no whole number of blocks; it is cut off or not encrypted.",
                detail: "\(bytes.count) bytes")
        }
        guard let cipher = av_aes_alloc() else { throw MediaError(.outOfMemory, "There is not enough memory.") }
        defer { av_free(UnsafeMutableRawPointer(cipher)) }
        guard av_aes_init(cipher, key, 128, 1) >= 0 else {
            throw MediaError(.unknown, "The cipher of a segment could not be set up.", detail: "av_aes_init")
        }
        var plain = bytes
        // FFmpeg writes the last block's cipher text into the vector.
        var vector = iv
        plain.withUnsafeMutableBufferPointer { buffer in
            av_aes_crypt(cipher, buffer.baseAddress, buffer.baseAddress, count, &vector, 1)
        }
        return plain
    }
}
