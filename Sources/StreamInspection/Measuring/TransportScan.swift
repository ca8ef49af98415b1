/// The packets of a transport stream segment (ISO 13818-1 section 2.4.3), without their contents: synchronization, continuity, programs.
struct TransportScan {
    private static let packetBytes = 188
    private static let sync: UInt8 = 0x47

    /// Positions where a packet should start and does not.
    private(set) var lostSyncCount = 0
    /// Packets whose continuity counter does not follow.
    private(set) var continuityErrors = 0
    private(set) var programCount = 0
    /// Bytes after the last whole packet.
    private(set) var trailingBytes = 0
    /// Packets that their sender marked as faulty.
    private(set) var transportErrors = 0
    /// Packets whose adaptation field is longer than the packet.
    private(set) var fieldErrors = 0
    /// Whether packets are scrambled.
    private(set) var isScrambled = false
    /// Whether media starts before the first program association and program map table.
    private(set) var startsWithMedia = false
    /// Whether a packet of media was found.
    private(set) var hasMedia = false
    /// Whether a program clock reference was found.
    private(set) var hasClock = false
    /// Packets of media that begin after their decode time, by the clock reference before them.
    private(set) var lateFrameCount = 0
    /// The most by which a decode time is before the clock reference, in units of 90 kHz.
    private(set) var latest = 0
    /// Packets of media with a decode time after a clock reference.
    private(set) var clockedFrameCount = 0
    /// The least time from the clock reference to the decode times after it, in units of 90 kHz.
    private(set) var leastLead = Int.max
    /// Identifiers of packets that carry audio or video, and that the program map table does not name.
    private(set) var undeclaredPackets: Set<Int> = []
    /// The identifier of the first packet, where no table names it, or there are no tables.
    private(set) var foreignPacket: Int?
    /// Tables before the first media whose checksum is wrong.
    private(set) var tableErrors = 0

    /// Whether the bytes are packets: at least two of the first four start with a sync byte.
    static func isStream(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= packetBytes else { return false }
        let places = stride(from: 0, to: min(bytes.count, 4 * packetBytes), by: packetBytes)
        return places.count { bytes[$0] == sync } * 2 >= places.count { _ in true } + 1
    }

    /// Returns the byte at which the first packet begins, where it is not the first byte; nil where there are no packets.
    static func displacement(of bytes: [UInt8]) -> Int? {
        let count = 8
        guard bytes.count >= (count + 1) * packetBytes else { return nil }
        return (1..<packetBytes).first { offset in (0..<count).allSatisfy { bytes[offset + $0 * packetBytes] == sync } }
    }

    init(_ bytes: [UInt8]) {
        trailingBytes = bytes.count % Self.packetBytes
        var counters = [UInt8](repeating: 0xff, count: 8_192)
        var mapPacket: Int?
        var hasMap = false
        var declared: Set<Int> = []
        var clock: Int?
        defer {
            if programCount == 0 || !declared.isEmpty {
                foreignPacket = Self.foreignPacket(bytes, declared, mapPacket)
            }
        }
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start + Self.packetBytes <= bytes.count {
                defer { start += Self.packetBytes }
                guard bytes[start] == Self.sync else {
                    lostSyncCount += 1
                    continue
                }
                let pid = Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2])
                let control = bytes[start + 3]
                if bytes[start + 1] & 0x80 != 0 { transportErrors += 1 }
                if control & 0xc0 != 0, pid != 0x1fff { isScrambled = true }
                if control & 0x20 != 0, Int(bytes[start + 4]) > Self.packetBytes - 5 { fieldErrors += 1 }
                if pid == 0, programCount == 0 {
                    programCount = Self.programs(bytes, start)
                    mapPacket = Self.mapPacket(bytes, start)
                }
                if let reference = Self.clock(bytes, start) {
                    clock = reference
                    hasClock = true
                }
                let begins = Self.startingPayload(bytes, start)
                if pid == mapPacket, let payload = begins, declared.isEmpty {
                    declared = Self.declaredPackets(bytes, payload, start + Self.packetBytes)
                } else if let payload = begins, Self.isMedia(bytes, payload, start + Self.packetBytes) {
                    if !declared.isEmpty, !declared.contains(pid), programCount == 1 { undeclaredPackets.insert(pid) }
                    note(Self.decodeTime(bytes, payload, start + Self.packetBytes), clock)
                }
                if !hasMedia, let payload = begins {
                    if pid == mapPacket { hasMap = true }
                    if payload + 3 <= start + Self.packetBytes, bytes[payload] == 0, bytes[payload + 1] == 0,
                        bytes[payload + 2] == 1
                    {
                        hasMedia = true
                        startsWithMedia = programCount == 0 || !hasMap
                    } else if pid == 0 || pid == Self.servicePacket || pid == mapPacket,
                        Self.hasWrongChecksum(bytes, payload, start + Self.packetBytes)
                    {
                        tableErrors += 1
                    }
                }
                // Null packets have no order, and packets without payload do not count.
                guard pid != 0x1fff, control & 0x10 != 0 else { continue }
                let counter = control & 0x0f
                let last = counters[pid]
                counters[pid] = counter
                guard last != 0xff, counter != (last + 1) & 0x0f else { continue }
                // A packet may be sent twice, and a discontinuity may be announced.
                let isAnnounced = control & 0x20 != 0 && bytes[start + 4] > 0 && bytes[start + 5] & 0x80 != 0
                if counter != last, !isAnnounced { continuityErrors += 1 }
            }
        }
    }

    /// Identifiers up to this one, and that of null packets, belong to tables.
    private static let lastReserved = 0x1f

    private static func foreignPacket(_ bytes: [UInt8], _ declared: Set<Int>, _ mapPacket: Int?) -> Int? {
        guard bytes.count >= packetBytes, bytes[0] == sync else { return nil }
        let pid = Int(bytes[1] & 0x1f) << 8 | Int(bytes[2])
        return pid <= lastReserved || pid == 0x1fff || pid == mapPacket || declared.contains(pid) ? nil : pid
    }

    private mutating func note(_ decodeTime: Int?, _ clock: Int?) {
        guard let decodeTime, let clock else { return }
        // Both have 33 bits, and start again at 0.
        let wrap = 1 << 33
        var late = (clock - decodeTime) & (wrap - 1)
        if late >= wrap / 2 { late -= wrap }
        clockedFrameCount += 1
        leastLead = min(leastLead, -late)
        guard late > Self.clockTolerance else { return }
        lateFrameCount += 1
        latest = max(latest, late)
    }

    /// Frames may be late by this much in units of 90 kHz before they are counted: multiplexers without buffering are.
    private static let clockTolerance = 90_000

    /// Returns the program clock reference of a packet in units of 90 kHz.
    private static func clock(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        guard bytes[start + 3] & 0x20 != 0, bytes[start + 4] >= 7, bytes[start + 5] & 0x10 != 0 else { return nil }
        let high = (6..<10).reduce(0) { $0 << 8 | Int(bytes[start + $1]) }
        return high << 1 | Int(bytes[start + 10] >> 7)
    }

    /// Whether a payload begins a packet of an audio or video stream.
    private static func isMedia(_ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int) -> Bool {
        payload + 9 <= end && bytes[payload] == 0 && bytes[payload + 1] == 0 && bytes[payload + 2] == 1
            && (0xc0...0xef).contains(bytes[payload + 3])
    }

    /// Returns the decode time of a packet of media, or its presentation time where it has no other.
    private static func decodeTime(_ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int) -> Int? {
        let flags = bytes[payload + 7] & 0xc0
        guard flags & 0x80 != 0 else { return nil }
        let place = payload + 9 + (flags == 0xc0 ? 5 : 0)
        guard place + 5 <= end else { return nil }
        let low = Int(bytes[place + 3]) << 7 | Int(bytes[place + 4] >> 1)
        let middle = Int(bytes[place + 1]) << 22 | Int(bytes[place + 2] >> 1) << 15
        return Int(bytes[place] >> 1 & 0x07) << 30 | middle | low
    }

    /// Returns the packet identifiers of a program map table that ends in its first packet; empty otherwise.
    private static func declaredPackets(
        _ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int
    ) -> Set<Int> {
        let table = payload + 1 + Int(bytes[payload])
        guard table + 12 <= end, bytes[table] == 2 else { return [] }
        let last = table + 3 + (Int(bytes[table + 1] & 0x0f) << 8 | Int(bytes[table + 2])) - 4
        guard last <= end else { return [] }
        var place = table + 12 + (Int(bytes[table + 10] & 0x0f) << 8 | Int(bytes[table + 11]))
        var found: Set<Int> = []
        while place + 5 <= last {
            found.insert(Int(bytes[place + 1] & 0x1f) << 8 | Int(bytes[place + 2]))
            place += 5 + (Int(bytes[place + 3] & 0x0f) << 8 | Int(bytes[place + 4]))
        }
        return found
    }

    /// The identifier of packets with the service description table.
    private static let servicePacket = 0x11

    /// Returns where the payload of a packet starts that begins a table or a packet of media; nil where it begins none.
    private static func startingPayload(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        guard bytes[start + 1] & 0x40 != 0, bytes[start + 3] & 0x10 != 0 else { return nil }
        let payload = start + 4 + (bytes[start + 3] & 0x20 != 0 ? 1 + Int(bytes[start + 4]) : 0)
        return payload < start + packetBytes ? payload : nil
    }

    /// Returns whether a table that ends in its first packet has a wrong CRC (ISO 13818-1 annex A).
    private static func hasWrongChecksum(_ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int) -> Bool {
        let table = payload + 1 + Int(bytes[payload])
        guard table + 3 <= end else { return false }
        let length = Int(bytes[table + 1] & 0x0f) << 8 | Int(bytes[table + 2])
        guard bytes[table + 1] & 0x80 != 0, length > 4, table + 3 + length <= end else { return false }
        var remainder: UInt32 = .max
        for byte in bytes[table..<(table + 3 + length)] {
            remainder ^= UInt32(byte) << 24
            for _ in 0..<8 { remainder = remainder & 0x8000_0000 != 0 ? remainder << 1 ^ 0x04c1_1db7 : remainder << 1 }
        }
        return remainder != 0
    }

    /// Returns the identifier of the packets with the program map table of the first program.
    private static func mapPacket(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        let end = start + packetBytes
        guard var place = startingPayload(bytes, start) else { return nil }
        place += 1 + Int(bytes[place])
        guard place + 8 <= end, bytes[place] == 0 else { return nil }
        let length = Int(bytes[place + 1] & 0x0f) << 8 | Int(bytes[place + 2])
        let last = min(end, place + 3 + length - 4)
        place += 8
        while place + 4 <= last {
            if bytes[place] != 0 || bytes[place + 1] != 0 {
                return Int(bytes[place + 2] & 0x1f) << 8 | Int(bytes[place + 3])
            }
            place += 4
        }
        return nil
    }

    /// The number of programs in a packet of the program association table.
    private static func programs(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        let end = start + packetBytes
        var place = start + 4
        if bytes[start + 3] & 0x20 != 0 { place += 1 + Int(bytes[start + 4]) }
        guard bytes[start + 1] & 0x40 != 0, place < end else { return 0 }
        place += 1 + Int(bytes[place])
        guard place + 8 <= end, bytes[place] == 0 else { return 0 }
        let length = Int(bytes[place + 1] & 0x0f) << 8 | Int(bytes[place + 2])
        let last = min(end, place + 3 + length - 4)
        place += 8
        var count = 0
        while place + 4 <= last {
            if bytes[place] != 0 || bytes[place + 1] != 0 { count += 1 }
            place += 4
        }
        return count
    }
}
