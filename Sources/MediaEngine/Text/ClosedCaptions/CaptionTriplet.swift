/// Two bytes of captions and what they belong to: one construct of `cc_data` (CTA-708 section 4.4).
struct CaptionTriplet: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
        case line21Field1, line21Field2
        /// Goes on with a packet of CTA-708.
        case packetData
        /// Begins one.
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

    /// nil for constructs that are marked as void.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == 3, let head = bytes.first, head & 4 != 0, let kind = Kind(rawValue: head & 3) else {
            return nil
        }
        self.init(kind, bytes[bytes.startIndex + 1], bytes[bytes.startIndex + 2])
    }
}
