/// Two caption bytes with their type: one construct of `cc_data` (CTA-708 section 4.4).
struct CaptionTriplet: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
        case line21Field1, line21Field2
        /// Continues a CTA-708 packet.
        case packetData
        /// Starts a CTA-708 packet.
        case packetStart
    }

    var kind: Kind
    var first: UInt8
    var second: UInt8

    init(_ kind: Kind, _ first: UInt8, _ second: UInt8) {
        self.kind = kind
        self.first = first
        self.second = second
    }

    /// Nil for constructs that are marked as invalid.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == 3, let head = bytes.first, head & 4 != 0, let kind = Kind(rawValue: head & 3) else {
            return nil
        }
        self.init(kind, bytes[bytes.startIndex + 1], bytes[bytes.startIndex + 2])
    }
}
