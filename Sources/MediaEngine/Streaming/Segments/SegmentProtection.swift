import Foundation
import HLS

/// The encryption of a resource (spec/hls.md section 5; bis section 4.4.4.4).
enum SegmentProtection {
    case clear
    /// AES-128: the whole resource is encrypted.
    case wholeResource(EncryptionKey)
    /// SAMPLE-AES: only samples are encrypted; the splitter decrypts them.
    case samples(EncryptionKey)

    /// - Parameter keys: the keys in effect, one per KEYFORMAT. Any of them decrypts the segment; unknown formats are ignored.
    /// - Throws: `contentIsProtected` if none can be used.
    init(_ keys: [EncryptionKey], url: URL) throws(MediaError) {
        let inForce = keys.filter { $0.method != .none }
        guard let first = inForce.first else {
            self = .clear
            return
        }
        if let key = inForce.first(where: { $0.isIdentity && $0.method == .aes128 }) {
            self = .wholeResource(key)
        } else if let key = inForce.first(where: { $0.isIdentity && $0.method == .sampleAES }) {
            self = .samples(key)
        } else {
            throw MediaError(
                .contentIsProtected,
                "This stream is protected by \(first.isIdentity ? first.method.rawValue : String(first.format.prefix(80))), which is not supported.",
                url: url)
        }
    }

    var key: EncryptionKey? {
        switch self {
        case .clear: nil
        case .wholeResource(let key), .samples(let key): key
        }
    }

    /// Returns the bytes for the demuxer; encrypted samples remain encrypted.
    /// - Parameter secret: the key's bytes.
    func opened(_ bytes: [UInt8], secret: [UInt8]?, sequenceNumber: UInt64) throws(MediaError) -> [UInt8] {
        guard case .wholeResource(let key) = self else { return bytes }
        return try SegmentCipher.decryptAES128(
            bytes, key: secret ?? [], iv: key.vector(forSequenceNumber: sequenceNumber))
    }
}
