import CFFmpeg

/// Salted, iterated SHA-256 of a short secret, such as a passcode that is stored in a file.
package enum PasswordHash {
    /// The number of iterations of new hashes.
    package static let standardRounds = 50_000

    /// Returns 32 bytes; nil if memory is exhausted. Takes some tens of milliseconds with `standardRounds`.
    package static func hash(_ secret: String, salt: [UInt8], rounds: Int) -> [UInt8]? {
        guard let context = av_sha_alloc() else { return nil }
        defer { av_free(UnsafeMutableRawPointer(context)) }
        let tail = salt + Array(secret.utf8)
        var digest: [UInt8] = []
        for _ in 0..<max(1, rounds) {
            guard av_sha_init(context, 256) >= 0 else { return nil }
            if !digest.isEmpty { av_sha_update(context, digest, digest.count) }
            av_sha_update(context, tail, tail.count)
            if digest.isEmpty { digest = [UInt8](repeating: 0, count: 32) }
            av_sha_final(context, &digest)
        }
        return digest
    }
}
