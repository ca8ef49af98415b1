/// The tables that describe a transport stream: packets of PID 0 (PAT) and of the program map tables (PMT) that it lists.
struct TransportTables {
    static let packetBytes = 188
    /// The number of bytes at the start of a resource that are searched.
    static let headBytes: Int64 = 32 * 188
    static let sync: UInt8 = 0x47

    /// The packets as in the stream.
    let bytes: [UInt8]

    static func isStream(_ bytes: [UInt8]) -> Bool {
        bytes.count >= packetBytes && bytes[0] == sync && (bytes.count == packetBytes || bytes[packetBytes] == sync)
    }

    /// Nil if the first packets do not contain both tables.
    init?(in stream: [UInt8]) {
        var found: [UInt8] = []
        var maps: Set<Int> = []
        var hasMap = false
        for start in stride(from: 0, to: min(stream.count, Int(Self.headBytes)), by: Self.packetBytes) {
            guard start + Self.packetBytes <= stream.count, stream[start] == Self.sync else { break }
            let packet = stream[start..<start + Self.packetBytes]
            let pid = Int(packet[start + 1] & 0x1f) << 8 | Int(packet[start + 2])
            if pid == 0 {
                maps.formUnion(Self.maps(of: Array(packet)))
            } else if maps.contains(pid) {
                hasMap = true
            } else {
                continue
            }
            found += packet
        }
        guard hasMap else { return nil }
        bytes = found
    }

    /// Returns the PIDs of the program map tables listed in a packet of the program association table (ISO 13818-1 section 2.4.4.3).
    private static func maps(of packet: [UInt8]) -> Set<Int> {
        var place = 4
        // An adaptation field precedes the payload.
        if packet[3] & 0x20 != 0 { place += 1 + Int(packet[4]) }
        guard packet[1] & 0x40 != 0, packet[3] & 0x10 != 0, place < packet.count else { return [] }
        place += 1 + Int(packet[place])
        guard place + 8 <= packet.count, packet[place] == 0 else { return [] }
        let length = Int(packet[place + 1] & 0x0f) << 8 | Int(packet[place + 2])
        let end = min(packet.count, place + 3 + length - 4)
        var result: Set<Int> = []
        place += 8
        while place + 4 <= end {
            let program = Int(packet[place]) << 8 | Int(packet[place + 1])
            if program != 0 { result.insert(Int(packet[place + 2] & 0x1f) << 8 | Int(packet[place + 3])) }
            place += 4
        }
        return result
    }
}
