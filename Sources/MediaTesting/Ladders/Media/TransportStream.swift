/// MPEG transport stream segments (ISO 13818-1) of one or two tracks: H.264, HEVC and AAC.
struct TransportStream: Sendable {
    /// Apple's "MPEG-2 Stream Encryption Format for HTTP Live Streaming": METHOD=SAMPLE-AES.
    struct Protection: Sendable {
        var key: [UInt8]
        var initializationVector: [UInt8]
    }

    var tracks: [MediaTrack]
    var protection: Protection?

    private static let mapIdentifier = 0x1000
    private static func identifier(of track: Int) -> Int { 0x100 + track }
    /// The clock rate of presentation timestamps, which have 33 bits.
    static let clock = 90_000
    /// How far the clock reference is behind the first decode time, so that buffers have time to fill.
    private static let bufferingTime = clock / 10

    /// An ID3 tag with its time, from the programme's start at 90 kHz.
    struct Tag {
        var time: Int
        var bytes: [UInt8]
    }

    private static let tagIdentifier = 0x1f0

    private struct Unit {
        var track: Int
        var sample: MediaTrack.Sample
        var decodeTime: Int
        var presentationTime: Int
    }

    /// Returns a segment that starts with its tables. The packet count of each stream is a multiple of 16, so that continuity counters
    /// continue between any two segments.
    /// - Parameter offset: the timestamp of presentation time 0, at 90 kHz.
    /// - Returns: the bytes, and the end of the first sample's last packet.
    func segment(
        _ number: Int, runs: [FragmentedMovie.Run], offset: Int, tag: Tag? = nil
    ) throws -> (bytes: [UInt8], firstEnd: Int) {
        var packets = PacketWriter(tableCounter: number & 15)
        packets.putTable(associationTable, identifier: 0)
        packets.putTable(try mapTable(hasTags: tag != nil), identifier: Self.mapIdentifier)
        let units = runs.flatMap { run -> [Unit] in
            let scale = tracks[run.track].timescale
            return run.samples.map {
                Unit(
                    track: run.track, sample: $0,
                    decodeTime: ($0.decodeTime + run.shift) * Self.clock / scale + offset,
                    presentationTime: ($0.presentationTime + run.shift) * Self.clock / scale + offset)
            }
        }.sorted { ($0.decodeTime, $0.track) < ($1.decodeTime, $1.track) }
        var firstEnd = 0
        let last = Dictionary(units.indices.map { (units[$0].track, $0) }, uniquingKeysWith: { max($0, $1) })
        for (index, unit) in units.enumerated() {
            let track = tracks[unit.track]
            let payload = try elementary(unit.sample, of: track)
            packets.putElementary(
                payload, streamIdentifier: track.kind == .video ? 0xe0 : 0xc0,
                identifier: Self.identifier(of: unit.track), decodeTime: unit.decodeTime,
                presentationTime: unit.presentationTime,
                // The first track carries the program clock reference.
                clock: unit.track == 0 ? unit.decodeTime - Self.bufferingTime : nil, isSync: unit.sample.isSync,
                isLast: last[unit.track] == index)
            if index == 0 {
                firstEnd = packets.bytes.count
                if let tag {
                    packets.putElementary(
                        tag.bytes, streamIdentifier: 0xbd, identifier: Self.tagIdentifier,
                        decodeTime: tag.time + offset,
                        presentationTime: tag.time + offset, clock: nil, isSync: false, isLast: true)
                }
            }
        }
        return (packets.bytes, firstEnd)
    }

    // MARK: - Elementary streams

    private func elementary(_ sample: MediaTrack.Sample, of track: MediaTrack) throws -> [UInt8] {
        if track.kind == .audio { return try PackedAudio(track: track, protection: protection).frame(sample) }
        let start: [UInt8] = [0, 0, 0, 1]
        var bytes = start + (track.isHEVC ? [0x46, 0x01, 0x50] : [0x09, 0xf0])
        if sample.isSync { for set in try track.parameterSets() { bytes += start + set } }
        for unit in try track.units(of: sample) {
            bytes += start
            if let protection, track.isSlice(track.file[unit.lowerBound]), !track.isHEVC {
                bytes += try Self.sealed(Array(track.file[unit]), with: protection)
            } else {
                bytes += track.file[unit]
            }
        }
        return bytes
    }

    /// Encrypts slices: 32 clear bytes, then one block of ten. The unit keeps its emulation prevention, and gets a second one after
    /// encryption.
    private static func sealed(_ unit: [UInt8], with protection: Protection) throws -> [UInt8] {
        var raw = unit
        guard raw.count > 48 else { return unit }
        // A block is encrypted only where at least one byte follows it.
        try BlockCipher(key: protection.key).encryptPattern(
            &raw, in: 32..<(raw.count - 1), vector: protection.initializationVector, encrypted: 1, skipped: 9)
        return EmulationPrevention.added(to: raw)
    }

    // MARK: - Tables

    private var associationTable: [UInt8] {
        var writer = BoxWriter()
        for value in [1, 0xe000 | Self.mapIdentifier] { writer.put16(value) }
        return Self.section(0, identifier: 1, body: writer.bytes)
    }

    private func mapTable(hasTags: Bool) throws -> [UInt8] {
        var writer = BoxWriter()
        writer.put16(0xe000 | Self.identifier(of: 0))
        writer.put16(0xf000)
        for (index, track) in tracks.enumerated() {
            var descriptors: [UInt8] = []
            let type: Int
            switch (track.kind, track.isHEVC, protection != nil) {
            case (.video, true, false): type = 0x24
            case (.video, false, false): type = 0x1b
            case (.video, false, true):
                type = 0xdb
                descriptors = [0x0f, 4] + Array("zavc".utf8)
            case (.audio, _, false): type = 0x0f
            case (.audio, _, true):
                type = 0xcf
                let setup = Array("apad".utf8) + (try PackedAudio(track: track, protection: nil).setupInformation())
                descriptors = [0x0f, 4] + Array("aacd".utf8) + [0x05, UInt8(setup.count)] + setup
            case (.video, true, true):
                throw StreamMakerError(message: "HEVC in a transport stream has no SAMPLE-AES form; use fMP4")
            }
            writer.put8(type)
            writer.put16(0xe000 | Self.identifier(of: index))
            writer.put16(0xf000 | descriptors.count)
            writer.put(descriptors)
        }
        if hasTags {
            // Apple's "Timed Metadata for HTTP Live Streaming": metadata in PES packets, format ID3.
            let form: [UInt8] = [0xff, 0xff] + Array("ID3 ".utf8) + [0xff] + Array("ID3 ".utf8) + [0, 0x0f]
            writer.put8(0x15)
            writer.put16(0xe000 | Self.tagIdentifier)
            writer.put16(0xf000 | (form.count + 2))
            writer.put([0x26, UInt8(form.count)] + form)
        }
        return Self.section(2, identifier: 1, body: writer.bytes)
    }

    private static func section(_ table: UInt8, identifier: Int, body: [UInt8]) -> [UInt8] {
        var writer = BoxWriter()
        writer.put8(Int(table))
        writer.put16(0xb000 | (body.count + 9))
        writer.put16(identifier)
        writer.put(Array<UInt8>([0xc1, 0, 0]))
        writer.put(body)
        writer.put32(checksum(writer.bytes))
        return writer.bytes
    }

    /// CRC-32 of MPEG tables: polynomial 0x04c11db7, most significant bit first, no final XOR.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xffff_ffff
        for byte in bytes {
            value ^= UInt32(byte) << 24
            for _ in 0..<8 { value = value & 0x8000_0000 != 0 ? value << 1 ^ 0x04c1_1db7 : value << 1 }
        }
        return value
    }
}

/// Writes packets of 188 bytes.
private struct PacketWriter {
    private(set) var bytes: [UInt8] = []
    private var counters: [Int: Int] = [:]
    private let tableCounter: Int

    init(tableCounter: Int) { self.tableCounter = tableCounter }

    mutating func putTable(_ section: [UInt8], identifier: Int) {
        counters[identifier] = tableCounter
        putPacket(
            [0] + section, from: 0, limit: .max, identifier: identifier, starts: true, adaptation: nil, fill: true)
    }

    mutating func putElementary(
        _ payload: [UInt8], streamIdentifier: UInt8, identifier: Int, decodeTime: Int, presentationTime: Int,
        clock: Int?, isSync: Bool, isLast: Bool
    ) {
        let hasDecodeTime = decodeTime != presentationTime
        var stamps = Self.stamp(presentationTime, prefix: hasDecodeTime ? 3 : 2)
        if hasDecodeTime { stamps += Self.stamp(decodeTime, prefix: 1) }
        let length = payload.count + 3 + stamps.count
        let size = streamIdentifier == 0xe0 || length > 0xffff ? 0 : length
        var packet: [UInt8] = [0, 0, 1, streamIdentifier, UInt8(size >> 8), UInt8(size & 0xff), 0x84]
        packet += [hasDecodeTime ? 0xc0 : 0x80, UInt8(stamps.count)] + stamps + payload
        var adaptation: [UInt8]?
        if clock != nil || isSync {
            adaptation = [(isSync ? 0x40 : 0) | (clock != nil ? 0x10 : 0)] + (clock.map(Self.reference) ?? [])
        }
        var left = 1 + max(0, packet.count - 184 + (adaptation.map { $0.count + 1 } ?? 0) + 183) / 184
        if isLast {
            let wanted = left + (16 - (counters[identifier, default: 0] + left) % 16) % 16
            if wanted <= packet.count { left = wanted }
        }
        var offset = 0
        while offset < packet.count {
            // Distribute the payload evenly over the remaining packets.
            let share = (packet.count - offset + left - 1) / max(left, 1)
            offset = putPacket(
                packet, from: offset, limit: isLast ? share : .max, identifier: identifier, starts: offset == 0,
                adaptation: offset == 0 ? adaptation : nil, fill: false)
            left -= 1
        }
    }

    /// The bytes that fill a packet. A slice of an array is copied at once, also in debug builds.
    private static let padding = [UInt8](repeating: 0xff, count: 188)

    /// - Returns: the offset of the remaining payload.
    @discardableResult
    private mutating func putPacket(
        _ payload: [UInt8], from offset: Int, limit: Int, identifier: Int, starts: Bool, adaptation: [UInt8]?,
        fill: Bool
    ) -> Int {
        let counter = counters[identifier, default: 0]
        counters[identifier] = (counter + 1) & 15
        var field = adaptation.map { [UInt8($0.count)] + $0 } ?? []
        let room = 184 - field.count
        let count = min(room, limit, payload.count - offset)
        var missing = room - count
        if missing > 0, !fill {
            if field.isEmpty {
                field = missing == 1 ? [0] : [0, 0]
                missing -= field.count
            }
            field += Self.padding.prefix(missing)
            field[0] = UInt8(field.count - 1)
        }
        bytes += [0x47, (starts ? 0x40 : 0) | UInt8(identifier >> 8), UInt8(identifier & 0xff)]
        bytes.append((field.isEmpty ? 0x10 : 0x30) | UInt8(counter))
        bytes += field
        bytes += payload[offset..<(offset + count)]
        if fill { bytes += Self.padding.prefix(room - count) }
        return offset + count
    }

    private static func stamp(_ time: Int, prefix: UInt8) -> [UInt8] {
        let value = time & 0x1_ffff_ffff
        return [
            prefix << 4 | UInt8(value >> 29 & 0xe) | 1, UInt8(value >> 22 & 0xff), UInt8(value >> 14 & 0xfe) | 1,
            UInt8(value >> 7 & 0xff), UInt8(value << 1 & 0xfe) | 1,
        ]
    }

    private static func reference(_ time: Int) -> [UInt8] {
        let value = time & 0x1_ffff_ffff
        return [
            UInt8(value >> 25), UInt8(value >> 17 & 0xff), UInt8(value >> 9 & 0xff), UInt8(value >> 1 & 0xff),
            UInt8(value << 7 & 0x80) | 0x7e, 0,
        ]
    }
}
