import StreamRules

/// Checks the packets of a transport stream segment against statements of ISO 13818-1, in one pass over their headers.
struct TransportStatements {
    private(set) var violations: [StatementViolation] = []
    /// The streams of the PMT in words; nil without a PMT.
    private(set) var table: String?
    /// The audio object type of the first ADTS header; nil without one.
    private(set) var audioObjectType: Int?

    private static let packetBytes = 188
    /// In units of 90 kHz. Multiplexers that keep a PCR for each frame may exceed the interval of 0.1 s a little.
    private static let longestInterval = 90_000
    private static let wrap = 1 << 33
    /// In seconds.
    private static let longestSegment = 86_400.0
    /// Packets of a stream at the start of a segment that may announce a discontinuity.
    private static let firstPackets = 8
    private static let mediaTypes: [UInt8: String] = [
        0x1b: "H.264", 0x24: "HEVC", 0x0f: "AAC", 0x11: "AAC", 0x03: "MPEG audio", 0x04: "MPEG audio", 0x81: "AC-3",
        0x87: "Enhanced AC-3", 0xdb: "encrypted H.264", 0xcf: "encrypted AAC", 0xc1: "encrypted AC-3",
        0xc2: "encrypted Enhanced AC-3",
    ]
    private static let videoTypes: Set<UInt8> = [0x1b, 0x24, 0xdb]
    private static let nullPacket = 0x1fff
    private static let fewestPackets = 40
    /// Null packets are reported where they are more than one in this many.
    private static let nullShare = 4
    private static let clearTypes: Set<UInt8> = [0x1b, 0x0f, 0x81, 0x87]

    private struct Clock {
        var last: Int?
        var longest = 0
        var count = 0
        var isBackward = false
        var backward = (0, 0)
    }

    private var counts = [Int](repeating: 0, count: 8_192)
    private var streams: [(type: UInt8, pid: Int)] = []
    private var clockPacket: Int?
    private var mapPacket: Int?
    private var clocks: [Int: Clock] = [:]
    private var isMarked = false
    private var frames = 0
    private var untimed = 0
    private var undelimited = 0
    private var units = FirstFrameUnits()
    private var elements = ElementaryStatements()
    private var packets = 0

    /// - Parameters:
    ///   - isEncrypted: whether the samples are encrypted.
    ///   - seconds: the declared duration.
    init(_ bytes: [UInt8], isEncrypted: Bool, seconds: Double) {
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start + Self.packetBytes <= bytes.count {
                if bytes[start] == 0x47 { read(bytes, start) }
                start += Self.packetBytes
            }
        }
        // Playlists can state any duration.
        judge(isEncrypted, seconds.isFinite ? min(max(seconds, 0), Self.longestSegment) : 0)
    }

    private mutating func add(_ statement: Statement, _ message: String) {
        violations.append(StatementViolation(statement, message))
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) {
        let pid = Int(bytes[start + 1] & 0x1f) << 8 | Int(bytes[start + 2])
        let control = bytes[start + 3]
        let adaptation = control & 0x20 != 0 ? Int(bytes[start + 4]) : 0
        if adaptation > 0 {
            let flags = bytes[start + 5]
            if flags & 0x80 != 0, counts[pid] >= Self.firstPackets { isMarked = true }
            if flags & 0x10 != 0, adaptation >= 7 {
                note(
                    (6..<10).reduce(0) { $0 << 8 | Int(bytes[start + $1]) } << 1 | Int(bytes[start + 10] >> 7), pid,
                    flags & 0x80 != 0)
            }
        }
        counts[pid] += 1
        packets += 1
        if control & 0x10 != 0 {
            let payload = start + 4 + (control & 0x20 != 0 ? 1 + adaptation : 0)
            let isStart = bytes[start + 1] & 0x40 != 0
            units.read(bytes, payload, start + Self.packetBytes, pid, isStart: isStart)
            elements.read(bytes, payload, start + Self.packetBytes, pid, isStart: isStart)
        }
        guard bytes[start + 1] & 0x40 != 0, control & 0x10 != 0 else { return }
        let payload = start + 4 + (control & 0x20 != 0 ? 1 + adaptation : 0)
        let end = start + Self.packetBytes
        guard payload < end else { return }
        if pid == 0, mapPacket == nil {
            readAssociation(bytes, payload + 1 + Int(bytes[payload]), end)
        } else if pid == mapPacket, streams.isEmpty {
            readMap(bytes, payload + 1 + Int(bytes[payload]), end)
        } else if payload + 9 <= end, bytes[payload] == 0, bytes[payload + 1] == 0, bytes[payload + 2] == 1,
            let stream = streams.first(where: { $0.pid == pid }), Self.videoTypes.contains(stream.type)
        {
            readFrame(bytes, payload, end, pid, stream.type)
        } else if audioObjectType == nil, payload + 9 <= end,
            streams.contains(where: { $0.pid == pid && $0.type == 0x0f })
        {
            let place = payload + 9 + Int(bytes[payload + 8])
            if place + 3 <= end, bytes[place] == 0xff, bytes[place + 1] & 0xf6 == 0xf0 {
                audioObjectType = Int(bytes[place + 2] >> 6) + 1
            }
        }
    }

    private mutating func note(_ reference: Int, _ pid: Int, _ isAnnounced: Bool) {
        var clock = clocks[pid] ?? Clock()
        if let last = clock.last, !isAnnounced {
            var step = (reference - last) & (Self.wrap - 1)
            if step >= Self.wrap / 2 { step -= Self.wrap }
            if step < 0, !clock.isBackward {
                clock.isBackward = true
                clock.backward = (last, reference)
            }
            clock.longest = max(clock.longest, step)
        }
        clock.last = reference
        clock.count += 1
        clocks[pid] = clock
    }

    private mutating func readAssociation(_ bytes: UnsafeBufferPointer<UInt8>, _ table: Int, _ end: Int) {
        guard table + 12 <= end, bytes[table] == 0 else { return }
        var place = table + 8
        let last = min(end, table + 3 + (Int(bytes[table + 1] & 0x0f) << 8 | Int(bytes[table + 2])) - 4)
        while place + 4 <= last {
            if bytes[place] != 0 || bytes[place + 1] != 0 {
                mapPacket = Int(bytes[place + 2] & 0x1f) << 8 | Int(bytes[place + 3])
                return
            }
            place += 4
        }
    }

    private mutating func readMap(_ bytes: UnsafeBufferPointer<UInt8>, _ table: Int, _ end: Int) {
        guard table + 12 <= end, bytes[table] == 2 else { return }
        let last = table + 3 + (Int(bytes[table + 1] & 0x0f) << 8 | Int(bytes[table + 2])) - 4
        guard last <= end else { return }
        clockPacket = Int(bytes[table + 8] & 0x1f) << 8 | Int(bytes[table + 9])
        var place = table + 12 + (Int(bytes[table + 10] & 0x0f) << 8 | Int(bytes[table + 11]))
        while place + 5 <= last {
            let pid = Int(bytes[place + 1] & 0x1f) << 8 | Int(bytes[place + 2])
            streams.append((bytes[place], pid))
            elements.add(bytes[place], pid)
            place += 5 + (Int(bytes[place + 3] & 0x0f) << 8 | Int(bytes[place + 4]))
        }
    }

    private mutating func readFrame(
        _ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int, _ pid: Int, _ type: UInt8
    ) {
        frames += 1
        units.begin(bytes, payload, end, pid, isHEVC: type == 0x24)
        if bytes[payload + 7] & 0x80 == 0 { untimed += 1 }
        var place = payload + 9 + Int(bytes[payload + 8])
        // A start code of three or four bytes.
        while place < end, bytes[place] == 0 { place += 1 }
        guard place + 1 < end, bytes[place] == 1 else { return }
        let head = bytes[place + 1]
        let isDelimiter = type == 0x24 ? head >> 1 & 0x3f == 35 : head & 0x1f == 9
        if !isDelimiter { undelimited += 1 }
    }

    private mutating func judge(_ isEncrypted: Bool, _ seconds: Double) {
        guard !streams.isEmpty else { return }
        let media = streams.filter { Self.mediaTypes[$0.type] != nil }
        table = streams.map { "\(Self.mediaTypes[$0.type] ?? "type \($0.type)") in \($0.pid)" }.joined(separator: ", ")
        judgeClock(seconds)
        for stream in media where counts[stream.pid] == 0 && seconds >= 1.5 {
            add(
                .absentStream,
                "The PMT names \(Self.mediaTypes[stream.type] ?? "") in the packets \(stream.pid), of which there are none."
            )
            break
        }
        if Set(streams.map(\.pid)).count < streams.count {
            add(.repeatedStream, "The PMT names a packet identifier twice: \(table ?? "").")
        } else if media.count(where: { Self.videoTypes.contains($0.type) }) > 1 {
            add(.repeatedStream, "The PMT names several video streams: \(table ?? "").")
        }
        let missing = units.missing
        if !missing.isEmpty {
            add(.packetParameterSets, "The first key frame has no \(missing.joined(separator: " and no ")).")
        }
        violations += elements.violations(isEncrypted: isEncrypted)
        let nulls = counts[Self.nullPacket]
        if packets >= Self.fewestPackets, nulls * Self.nullShare > packets {
            add(.nullPackets, "\(nulls) of \(packets) packets are null packets.")
        }
        if isMarked { add(.discontinuityMark, "Packets inside the segment announce a discontinuity.") }
        if frames >= 8, undelimited * 2 > frames {
            add(.accessUnits, "\(undelimited) of \(frames) frames do not begin with an access unit delimiter.")
        }
        if frames >= 8, untimed * 2 > frames {
            add(.missingTimes, "\(untimed) of \(frames) frames have no presentation time.")
        }
        if isEncrypted, let clear = media.first(where: { Self.clearTypes.contains($0.type) }) {
            add(
                .clearStreamType,
                "METHOD is SAMPLE-AES, and the PMT names \(Self.mediaTypes[clear.type] ?? "") with the stream type "
                    + "0x\(String(clear.type, radix: 16, uppercase: true)) of clear media.")
        }
    }

    private mutating func judgeClock(_ seconds: Double) {
        guard !clocks.isEmpty, let named = clockPacket else { return }
        guard let clock = clocks[named] else {
            let found = clocks.keys.sorted().map(String.init).joined(separator: ", ")
            return add(.clockPacket, "The PMT names the packets \(named) for the PCR, which is in \(found).")
        }
        let step = max(clock.longest, counts[named] > 20 && clock.count == 1 ? Int(seconds * 90_000) : 0)
        if clock.isBackward {
            let (before, after) = (Double(clock.backward.0) / 90_000, Double(clock.backward.1) / 90_000)
            add(
                .clockOrder,
                "The PCR goes back from \((before * 1000).rounded() / 1000) s to \((after * 1000).rounded() / 1000) s.")
        } else if step > Self.longestInterval, clock.count == 1 {
            add(.clockInterval, "The segment of \(Int(seconds)) s has one PCR.")
        } else if step > Self.longestInterval {
            add(
                .clockInterval,
                "The PCR is \((Double(clock.longest) / 9_000).rounded() / 10) s after the one before.")
        }
    }
}
