import CDesktop
import Foundation

/// A billing identifier as it is stored and published: a salted hash.
///
/// The hash is PBKDF2 with HMAC-SHA-256, 4096 rounds and 32 bytes, of the identifier's UTF-8 and the salt's 16 bytes; both are written in
/// hexadecimal. A reader checks whether an identifier of a feed is the registered one, and cannot read the identifier.
package struct BillingHash: Codable, Sendable, Hashable {
    package static let rounds = 4096
    static let saltBytes = 16
    static let hashBytes = 32

    package let hash: String
    package let salt: String

    /// Hashes an identifier with a new salt.
    init(_ identifier: String) {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<Self.saltBytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
        self.salt = Self.hexadecimal(salt)
        hash = Self.hexadecimal(Self.derive(identifier, salt: salt, rounds: Self.rounds))
    }

    /// - Returns: nil if the texts are not a hash and a salt.
    package init?(hash: String, salt: String) {
        guard Self.bytes(hash)?.count == Self.hashBytes, Self.bytes(salt)?.count == Self.saltBytes else { return nil }
        self.hash = hash
        self.salt = salt
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let hash = try container.decode(String.self, forKey: .hash)
        guard let value = BillingHash(hash: hash, salt: try container.decode(String.self, forKey: .salt)) else {
            throw DecodingError.dataCorruptedError(forKey: .hash, in: container, debugDescription: "not a hash")
        }
        self = value
    }

    /// Returns whether this is the hash of an identifier. Takes some milliseconds.
    package func matches(_ identifier: String) -> Bool {
        guard let salt = Self.bytes(salt) else { return false }
        return Self.hexadecimal(Self.derive(identifier, salt: salt, rounds: Self.rounds)) == hash
    }

    // MARK: Bytes

    /// PBKDF2 of RFC 8018 with HMAC-SHA-256, for one block of output.
    static func derive(_ identifier: String, salt: [UInt8], rounds: Int) -> [UInt8] {
        let key = Array(identifier.utf8)
        // The inner and outer states of the key are computed once and copied for each round.
        guard let keyed = g_hmac_new(G_CHECKSUM_SHA256, key, gsize(key.count)) else { return [] }
        defer { g_hmac_unref(keyed) }
        func authenticate(_ message: [UInt8]) -> [UInt8] {
            guard let copy = g_hmac_copy(keyed) else { return [] }
            defer { g_hmac_unref(copy) }
            g_hmac_update(copy, message, gssize(message.count))
            var digest = [UInt8](repeating: 0, count: hashBytes)
            var length = gsize(digest.count)
            g_hmac_get_digest(copy, &digest, &length)
            return digest
        }
        var block = authenticate(salt + [0, 0, 0, 1])
        var result = block
        for _ in 1..<max(rounds, 1) {
            block = authenticate(block)
            for index in result.indices { result[index] ^= block[index] }
        }
        return result
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2), digits.count <= 256 else { return nil }
        func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
