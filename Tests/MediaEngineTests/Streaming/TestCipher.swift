import CFFmpeg
import Synchronization

/// AES-128-CBC with padding, as used by packagers.
enum TestCipher {
    static func encrypt(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) -> [UInt8] {
        guard let cipher = av_aes_alloc() else { return [] }
        defer { av_free(UnsafeMutableRawPointer(cipher)) }
        av_aes_init(cipher, key, 128, 0)
        let padding = 16 - bytes.count % 16
        var plain = bytes + [UInt8](repeating: UInt8(padding), count: padding)
        var vector = vector
        plain.withUnsafeMutableBufferPointer { buffer in
            av_aes_crypt(cipher, buffer.baseAddress, buffer.baseAddress, Int32(buffer.count / 16), &vector, 0)
        }
        return plain
    }
}

/// The values that a listener has received, on any thread.
final class ReportLog: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
