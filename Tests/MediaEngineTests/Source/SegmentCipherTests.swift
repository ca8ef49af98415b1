import Testing

@testable import MediaEngine

@Suite struct SegmentCipherTests {
    // NIST SP 800-38A, F.2.1: CBC-AES128, the first two blocks; then a block of padding with the same key.
    let key = Self.bytes("2b7e151628aed2a6abf7158809cf4f3c")
    let iv = Self.bytes("000102030405060708090a0b0c0d0e0f")
    let cipherText = Self.bytes("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2")
    let plainText = Self.bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap { $0.hexDigitValue.map { UInt8($0) } }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func error(_ bytes: [UInt8], key: [UInt8]? = nil, iv: [UInt8]? = nil) -> MediaError? {
        do {
            _ = try SegmentCipher.decryptAES128(bytes, key: key ?? self.key, iv: iv ?? self.iv)
            return nil
        } catch {
            return error
        }
    }

    @Test("hls 5: a segment is decrypted and its padding removed [hls.md 5: AES-128]")
    func known() throws {
        // In CBC the last block's padding depends on the previous block; a wrong vector only corrupts the first block.
        let last = Array(repeating: UInt8(16), count: 16)
        let vector = zip(zip(iv, plainText), last).map { $0.0 ^ $0.1 ^ $1 }
        #expect(try SegmentCipher.decryptAES128(Array(cipherText.prefix(16)), key: key, iv: vector) == [])
        let three = plainText.prefix(13) + [3, 3, 3]
        let short = zip(zip(iv, plainText), three).map { $0.0 ^ $0.1 ^ $1 }
        #expect(
            try SegmentCipher.decryptAES128(Array(cipherText.prefix(16)), key: key, iv: short)
                == Array(plainText.prefix(13)))
        // The output of openssl enc -aes-128-cbc for the two blocks, with padding.
        let sealed = cipherText + Self.bytes(Self.sealedPadding)
        #expect(try SegmentCipher.decryptAES128(sealed, key: key, iv: iv) == plainText)
    }

    private static let sealedPadding = "55e21d7100b988ffec32feeafaf23538"

    @Test("bad input: invalid lengths and paddings are descriptive errors")
    func damaged() {
        #expect(error([])?.code == .truncated)
        #expect(error(Array(cipherText.dropLast()))?.code == .truncated)
        #expect(error(cipherText)?.detail == "padding of 81")
        #expect(error(cipherText, key: [1, 2])?.detail == "2 bytes")
        #expect(error(cipherText, iv: [])?.message.contains("vector") == true)
        let mixed = plainText.prefix(13) + [3, 2, 3]
        let vector = zip(zip(iv, plainText), mixed).map { $0.0 ^ $0.1 ^ $1 }
        #expect(error(Array(cipherText.prefix(16)), iv: vector)?.detail == "padding of 3")
    }
}
