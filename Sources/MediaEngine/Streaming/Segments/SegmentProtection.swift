import Foundation
import HLS

/// How the bytes of a resource become readable (spec/hls.md section 5; bis section 4.4.4.4).
enum SegmentProtection {
    case clear
    /// AES-128: the whole resource.
    case wholeResource(EncryptionKey)
    /// SAMPLE-AES: samples inside, which the splitter opens.
    case samples(EncryptionKey)

    /// - Parameter keys: those in force, one a KEYFORMAT. Any of them opens the segment; formats that nobody here knows are passed over.
    /// - Throws: `contentIsProtected` where none can be used.
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
                "This stream is protected by \(first.isIdentity ? first.method.rawValue : String(first.format.prefix(80))), which cannot be opened here.",
                url: url)
        }
    }

    var key: EncryptionKey? {
        switch self {
        case .clear: nil
        case .wholeResource(let key), .samples(let key): key
        }
    }

    /// The bytes as a container's reader takes them; encrypted samples stay so.
    /// - Parameter secret: what the key's address brought.
    func opened(_ bytes: [UInt8], secret: [UInt8]?, sequenceNumber: UInt64) throws(MediaError) -> [UInt8] {
        guard case .wholeResource(let key) = self else { return bytes }
        return try SegmentCipher.decryptAES128(
            bytes, key: secret ?? [], iv: key.vector(forSequenceNumber: sequenceNumber))
    }
}
