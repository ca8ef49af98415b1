/// How the segments after an EXT-X-KEY are encrypted (bis section 4.4.4.4).
public struct EncryptionKey: Sendable, Hashable {
    public struct Method: RawRepresentable, Sendable, Hashable, Codable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let none = Method(rawValue: "NONE")
        /// Whole segments, CBC with PKCS 7 padding.
        public static let aes128 = Method(rawValue: "AES-128")
        public static let sampleAES = Method(rawValue: "SAMPLE-AES")
        public static let sampleAESCTR = Method(rawValue: "SAMPLE-AES-CTR")
        public static let aes256GCM = Method(rawValue: "AES-256-GCM")
        /// Not in the specification but in use: whole segments with keys of 32 bytes.
        public static let aes256 = Method(rawValue: "AES-256")
        public static let aes256CTR = Method(rawValue: "AES-256-CTR")

        static let known: Set<Method> = [.none, .aes128, .sampleAES, .sampleAESCTR, .aes256GCM, .aes256, .aes256CTR]
        /// Whether the method is known. Data encrypted with an unknown method must never reach a decoder.
        public var isKnown: Bool { Self.known.contains(self) }
    }

    public var method: Method
    /// The URI as written, with variables replaced; relative to the playlist.
    public var uri: String?
    /// 16 bytes. nil: the media sequence number of the segment, big-endian.
    public var initializationVector: [UInt8]?
    /// KEYFORMAT: the format of the key resource; `identity` is the key itself.
    public var format: String
    public var formatVersions: [UInt]
    /// Whether KEYFORMAT and KEYFORMATVERSIONS are present rather than defaults.
    public var statesFormat = false
    public var statesVersions = false
    public var line: Int

    public static let identityFormat = "identity"
    public var isIdentity: Bool { format == Self.identityFormat }

    /// Compares the values used for decryption, ignoring the line number.
    public static func == (left: EncryptionKey, right: EncryptionKey) -> Bool {
        left.method == right.method && left.uri == right.uri && left.initializationVector == right.initializationVector
            && left.format == right.format && left.formatVersions == right.formatVersions
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(uri)
        hasher.combine(initializationVector)
        hasher.combine(format)
    }

    /// Returns the initialization vector: the attribute, else the media sequence number as 128 bits.
    public func vector(forSequenceNumber number: UInt64) -> [UInt8] {
        if let initializationVector { return initializationVector }
        return [UInt8](repeating: 0, count: 8) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
