import CFFmpeg

/// AES-128 in CBC mode, using libavutil.
struct BlockCipher {
    private let key: [UInt8]

    init(key: [UInt8]) throws {
        guard key.count == 16 else {
            throw StreamMakerError(message: "an AES-128 key has 16 bytes, this one has \(key.count)")
        }
        self.key = key
    }

    /// Encrypts whole blocks of `bytes` in place; `range` must hold a multiple of 16 bytes.
    func encrypt(_ bytes: inout [UInt8], in range: Range<Int>, vector: [UInt8]) {
        encryptPattern(&bytes, in: range, vector: vector, encrypted: range.count / 16, skipped: 0)
    }

    /// Encrypts `encrypted` blocks, skips `skipped`, and so on; the CBC chain continues over the gaps. A partial block at the end stays
    /// clear.
    func encryptPattern(
        _ bytes: inout [UInt8], in range: Range<Int>, vector: [UInt8], encrypted: Int, skipped: Int
    ) {
        guard encrypted > 0, let cipher = av_aes_alloc() else { return }
        defer { av_free(UnsafeMutableRawPointer(cipher)) }
        var chain = vector
        av_aes_init(cipher, key, 128, 0)
        bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var offset = range.lowerBound
            while offset + 16 <= range.upperBound {
                let blocks = min(encrypted, (range.upperBound - offset) / 16)
                av_aes_crypt(cipher, base + offset, base + offset, Int32(blocks), &chain, 0)
                offset += 16 * (blocks + skipped)
            }
        }
    }

    /// Encrypts a whole resource with PKCS #7 padding (METHOD=AES-128).
    func sealed(_ bytes: [UInt8], vector: [UInt8]) -> [UInt8] {
        let padding = 16 - bytes.count % 16
        var padded = bytes + repeatElement(UInt8(padding), count: padding)
        encrypt(&padded, in: 0..<padded.count, vector: vector)
        return padded
    }
}
