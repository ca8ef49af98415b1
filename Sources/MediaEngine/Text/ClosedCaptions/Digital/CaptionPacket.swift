/// Assembles CTA-708 packets, and splits them into service blocks (CTA-708 sections 5 and 6).
struct CaptionPacket {
    struct Block: Equatable {
        /// The service number, 1 to 63.
        var service: Int
        var bytes: [UInt8]
    }

    /// The maximum number of data bytes of a packet.
    static let maximumBytes = 127

    private var bytes: [UInt8] = []
    /// Nil if no packet has been started.
    private var length: Int?

    /// - Returns: the blocks of the packet that the construct completes.
    mutating func take(_ triplet: CaptionTriplet) -> [Block] {
        switch triplet.kind {
        case .packetStart:
            let code = Int(triplet.first & 0x3f)
            length = code == 0 ? Self.maximumBytes : 2 * code - 1
            bytes = [triplet.second]
        case .packetData:
            guard length != nil else { return [] }
            bytes += [triplet.first, triplet.second]
        case .line21Field1, .line21Field2: return []
        }
        guard let length, bytes.count >= length else { return [] }
        defer { forget() }
        return Self.blocks(bytes.prefix(length))
    }

    /// Discards the current packet.
    mutating func forget() {
        length = nil
        bytes.removeAll(keepingCapacity: true)
    }

    private static func blocks(_ bytes: ArraySlice<UInt8>) -> [Block] {
        var blocks: [Block] = []
        var rest = bytes
        while let head = rest.popFirst() {
            var service = Int(head >> 5)
            let size = Int(head & 0x1f)
            if service == 7, size > 0 {
                guard let extended = rest.popFirst() else { break }
                service = Int(extended & 0x3f)
            }
            // Service 0 is padding; a truncated block would end within a command.
            guard service > 0, size <= rest.count else { break }
            if size > 0 { blocks.append(Block(service: service, bytes: Array(rest.prefix(size)))) }
            rest = rest.dropFirst(size)
        }
        return blocks
    }
}
