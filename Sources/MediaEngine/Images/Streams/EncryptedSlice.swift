/// A byte range of a resource that is encrypted as a whole with AES-128 (spec/hls.md section 5): each block depends on the previous one.
struct EncryptedSlice {
    private static let block = Int64(SegmentCipher.blockBytes)

    private let wanted: Range<Int64>
    /// The range to request: whole blocks, with the block before them, which is their initialization vector.
    let request: Range<Int64>

    /// - Parameter wanted: not empty, and far from the limits of `Int64`.
    init(_ wanted: Range<Int64>) {
        self.wanted = wanted
        let first = wanted.lowerBound / Self.block * Self.block
        let (rounded, overflowed) = wanted.upperBound.addingReportingOverflow(Self.block - 1)
        let end = overflowed ? wanted.upperBound : rounded / Self.block * Self.block
        request = max(0, first - Self.block)..<end
    }

    /// - Parameters:
    ///   - bytes: the response to `request`.
    ///   - iv: the initialization vector of the resource, for a range at its start.
    func opened(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) throws(MediaError) -> [UInt8] {
        let begins = wanted.lowerBound < Self.block
        let vector = begins ? iv : Array(bytes.prefix(SegmentCipher.blockBytes))
        let sealed = begins ? bytes : Array(bytes.dropFirst(SegmentCipher.blockBytes))
        let plain = try SegmentCipher.decryptBlocks(sealed, key: key, iv: vector)
        let skipped = Int(wanted.lowerBound - request.lowerBound) - (begins ? 0 : SegmentCipher.blockBytes)
        return Array(plain.dropFirst(skipped).prefix(wanted.count))
    }
}
