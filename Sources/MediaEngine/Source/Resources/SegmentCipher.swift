import CFFmpeg

/// The encryption of whole segments (RFC 8216, section 4.3.2.4: METHOD=AES-128).
enum SegmentCipher {
    static let blockBytes = 16

    /// Decrypts AES-128 in CBC mode, and removes the PKCS #7 padding.
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - iv: 16 bytes.
    static func decryptAES128(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) throws(MediaError) -> [UInt8] {
        Array(try withoutPadding(try decryptBlocks(bytes, key: key, iv: iv)[...]))
    }

    /// Decrypts a part of a resource, which has no padding.
    static func decryptBlocks(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) throws(MediaError) -> [UInt8] {
        let (blocks, rest) = bytes.count.quotientAndRemainder(dividingBy: blockBytes)
        let decryption = try SegmentDecryption(key: key, iv: iv)
        guard rest == 0, blocks > 0 else { throw incomplete(bytes.count) }
        var plain = bytes
        decryption.decrypt(&plain)
        return plain
    }

    static func incomplete(_ count: Int) -> MediaError {
        MediaError(
            .truncated, "An encrypted segment is not a whole number of blocks; it is truncated or not encrypted.",
            detail: "\(count) bytes")
    }

    /// Returns the plain text without the padding at its end.
    /// - Throws: `wrongKey` if the padding is not valid.
    static func withoutPadding(_ plain: ArraySlice<UInt8>) throws(MediaError) -> ArraySlice<UInt8> {
        let padding = Int(plain.last ?? 0)
        guard (1...blockBytes).contains(padding), plain.suffix(padding).allSatisfy({ $0 == UInt8(padding) }) else {
            throw MediaError(
                .wrongKey, "A segment cannot be decrypted: the key or initialization vector is wrong.",
                detail: "padding of \(padding)")
        }
        return plain.dropLast(padding)
    }
}

/// Decrypts AES-128 in CBC mode, block by block. Used by one thread at a time.
final class SegmentDecryption {
    private let cipher: OpaquePointer
    /// The last cipher text block, which FFmpeg stores here.
    private var vector: [UInt8]

    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - iv: 16 bytes.
    init(key: [UInt8], iv: [UInt8]) throws(MediaError) {
        guard key.count == SegmentCipher.blockBytes else {
            throw MediaError(
                .wrongKey, "The key of a segment does not have 16 bytes; the playlist's key URL is wrong.",
                detail: "\(key.count) bytes")
        }
        guard iv.count == SegmentCipher.blockBytes else {
            throw MediaError(
                .malformed, "The initialization vector of a segment does not have 16 bytes.",
                detail: "\(iv.count) bytes")
        }
        guard let cipher = av_aes_alloc() else { throw MediaError(.outOfMemory, "There is not enough memory.") }
        guard av_aes_init(cipher, key, 128, 1) >= 0 else {
            av_free(UnsafeMutableRawPointer(cipher))
            throw MediaError(.unknown, "The cipher of a segment could not be set up.", detail: "av_aes_init")
        }
        self.cipher = cipher
        vector = iv
    }

    deinit { av_free(UnsafeMutableRawPointer(cipher)) }

    /// Decrypts the complete blocks of the bytes in place; the remainder is not changed.
    func decrypt(_ bytes: inout [UInt8]) {
        let count = bytes.count / SegmentCipher.blockBytes
        bytes.withUnsafeMutableBufferPointer { buffer in
            av_aes_crypt(cipher, buffer.baseAddress, buffer.baseAddress, Int32(clamping: count), &vector, 1)
        }
    }
}
