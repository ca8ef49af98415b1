import StreamRules

/// Checks the PES packets of the audio and video streams in one transport stream segment: starts, lengths, times and audio frames.
struct ElementaryStatements {
    private struct Stream {
        var pid: Int
        var type: UInt8
        /// Packets before the first start of a PES packet.
        var leadingCount = 0
        var packetCount = 0
        /// The bytes after PES_packet_length that the field declares, and those that arrived; nil where the field is 0.
        var declared: Int?
        var received = 0
        var brokenStarts = 0
        var wrongLengths = 0
        var foreignIdentifier: UInt8?
        var lateDecodes = 0
        /// The bytes of an ADTS header that may continue in the next packet.
        var head: [UInt8] = []
        /// The bytes of the present audio frame that are still to come.
        var rest = 0
        var isAligned = false
        var frameCount = 0
        var brokenFrames = 0
        var foreignSound: String?
    }

    private static let videoTypes: Set<UInt8> = [0x1b, 0x24, 0xdb]
    private static let headLength = 7
    private static let mostStreams = 16
    private static let wrap = 1 << 33

    private var streams: [Stream] = []
    /// The position in `streams` by packet identifier, plus one.
    private var positions = [UInt8](repeating: 0, count: 8_192)

    /// Adds a stream of the program map table.
    mutating func add(_ type: UInt8, _ pid: Int) {
        guard positions.indices.contains(pid), positions[pid] == 0, streams.count < Self.mostStreams else { return }
        streams.append(Stream(pid: pid, type: type))
        positions[pid] = UInt8(streams.count)
    }

    /// Reads the payload of a packet.
    /// - Parameters:
    ///   - isStart: whether a PES packet begins with the payload.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int, _ pid: Int, isStart: Bool) {
        guard payload < end, positions.indices.contains(pid), positions[pid] > 0 else { return }
        let index = Int(positions[pid]) - 1
        guard isStart else {
            if streams[index].packetCount == 0 {
                streams[index].leadingCount += 1
            } else {
                streams[index].received += end - payload
                readSound(bytes, payload, end, &streams[index])
            }
            return
        }
        begin(bytes, payload, end, &streams[index])
    }

    private func begin(_ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int, _ stream: inout Stream) {
        if let declared = stream.declared, declared != stream.received { stream.wrongLengths += 1 }
        stream.packetCount += 1
        stream.declared = nil
        guard payload + 9 <= end else { return }
        guard bytes[payload] == 0, bytes[payload + 1] == 0, bytes[payload + 2] == 1 else {
            stream.brokenStarts += 1
            return
        }
        let identifier = bytes[payload + 3]
        if Self.videoTypes.contains(stream.type), !(0xe0...0xef).contains(identifier), identifier != 0xfd {
            stream.foreignIdentifier = identifier
        }
        let length = Int(bytes[payload + 4]) << 8 | Int(bytes[payload + 5])
        stream.declared = length > 0 ? length : nil
        stream.received = end - payload - 6
        if bytes[payload + 7] & 0xc0 == 0xc0, payload + 19 <= end {
            let late = (Self.time(bytes, payload + 14) - Self.time(bytes, payload + 9)) & (Self.wrap - 1)
            if late > 0, late < Self.wrap / 2 { stream.lateDecodes += 1 }
        }
        let start = payload + 9 + Int(bytes[payload + 8])
        guard start < end else { return }
        if start + 2 <= end { noteSound(bytes, start, &stream) }
        readSound(bytes, start, end, &stream)
    }

    private static func time(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        let low = Int(bytes[place + 3]) << 7 | Int(bytes[place + 4] >> 1)
        return Int(bytes[place] >> 1 & 0x07) << 30 | Int(bytes[place + 1]) << 22 | Int(bytes[place + 2] >> 1) << 15
            | low
    }

    // MARK: - Audio

    /// Compares the first bytes of a PES packet with the stream type, where the packet begins with a frame.
    private func noteSound(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stream: inout Stream) {
        guard stream.rest == 0, stream.head.isEmpty, stream.foreignSound == nil else { return }
        let (first, second) = (bytes[start], bytes[start + 1])
        let isADTS = first == 0xff && second & 0xf6 == 0xf0
        let isLayered = first == 0xff && second & 0xe0 == 0xe0 && second & 0x06 != 0
        switch stream.type {
        case 0x03, 0x04: if isADTS { stream.foreignSound = "ADTS frames of AAC" }
        case 0x0f: if isLayered { stream.foreignSound = "frames of MPEG audio" }
        case 0x81, 0x87: if isADTS { stream.foreignSound = "ADTS frames of AAC" }
        default: break
        }
    }

    /// Follows the lengths of ADTS frames. After a wrong header, the frames of the next PES packet are looked at.
    private func readSound(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ stream: inout Stream) {
        guard stream.type == 0x0f else { return }
        var place = start
        if !stream.isAligned {
            guard start + 2 <= end, bytes[start] == 0xff, bytes[start + 1] & 0xf6 == 0xf0 else { return }
            stream.isAligned = true
            stream.rest = 0
            stream.head = []
        }
        while place < end, stream.isAligned {
            if stream.rest > 0 {
                let count = min(stream.rest, end - place)
                stream.rest -= count
                place += count
                continue
            }
            stream.head.append(bytes[place])
            place += 1
            guard stream.head.count == Self.headLength else { continue }
            let length = Int(stream.head[3] & 3) << 11 | Int(stream.head[4]) << 3 | Int(stream.head[5] >> 5)
            if stream.head[0] == 0xff, stream.head[1] & 0xf6 == 0xf0, length >= Self.headLength {
                stream.frameCount += 1
                stream.rest = length - Self.headLength
            } else {
                stream.brokenFrames += 1
                stream.isAligned = false
                stream.rest = 0
            }
            stream.head = []
        }
    }

    // MARK: - Result

    /// Returns what the packets violate.
    /// - Parameter isEncrypted: whether the samples are encrypted.
    func violations(isEncrypted: Bool) -> [StatementViolation] {
        var found: [StatementViolation] = []
        for stream in streams {
            let isVideo = Self.videoTypes.contains(stream.type)
            func add(_ statement: Statement, _ message: String) {
                guard !found.contains(where: { $0.statement == statement }) else { return }
                found.append(StatementViolation(statement, message))
            }
            if stream.brokenStarts > 0 {
                add(
                    .packetStart,
                    "\(stream.brokenStarts) of \(stream.packetCount) PES packets in \(stream.pid) have no start code.")
            } else if isVideo, stream.leadingCount > 0 {
                add(
                    .packetStart,
                    "The segment begins in the middle of a PES packet of \(stream.pid): its start is missing.")
            }
            if let identifier = stream.foreignIdentifier {
                add(
                    .streamIdentifier,
                    "The PES packets of the video in \(stream.pid) have the stream_id 0x\(String(identifier, radix: 16))."
                )
            }
            if stream.lateDecodes > 0 {
                add(
                    .decodeAfterPresentation,
                    "\(stream.lateDecodes) of \(stream.packetCount) PES packets in \(stream.pid) have a DTS after their PTS."
                )
            }
            if stream.wrongLengths > 0 {
                add(
                    .packetLength,
                    "\(stream.wrongLengths) of \(stream.packetCount) PES packets in \(stream.pid) have another length "
                        + "than PES_packet_length states.")
            }
            guard !isEncrypted else { continue }
            if let sound = stream.foreignSound {
                add(
                    .streamType,
                    "The PMT names the stream type 0x\(String(stream.type, radix: 16)) for \(stream.pid), which has \(sound)."
                )
            } else if stream.brokenFrames > 0 {
                add(
                    .audioFrames,
                    "The lengths in the ADTS headers of \(stream.pid) do not lead to the next frame \(stream.brokenFrames) "
                        + "times.")
            }
        }
        return found
    }
}
