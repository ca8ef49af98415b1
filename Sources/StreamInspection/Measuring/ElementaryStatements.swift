import StreamRules

/// Checks the PES packets of the audio and video streams in one transport stream segment: starts, lengths, times and audio frames.
struct ElementaryStatements {
    private static let mostStreams = 16

    private var streams: [ElementaryStream] = []
    /// The position in `streams` by packet identifier, plus one.
    private var positions = [UInt8](repeating: 0, count: 8_192)

    /// Adds a stream of the program map table.
    mutating func add(_ type: UInt8, _ pid: Int) {
        guard positions.indices.contains(pid), positions[pid] == 0, streams.count < Self.mostStreams else { return }
        streams.append(ElementaryStream(pid: pid, type: type))
        positions[pid] = UInt8(streams.count)
    }

    /// Reads the payload of a packet.
    /// - Parameter isStart: whether a PES packet begins with the payload.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int, _ pid: Int, isStart: Bool) {
        guard payload < end, positions.indices.contains(pid), positions[pid] > 0 else { return }
        streams[Int(positions[pid]) - 1].read(bytes, payload, end, isStart: isStart)
    }

    // MARK: - Result

    /// Returns what the packets violate.
    /// - Parameter isEncrypted: whether the samples are encrypted.
    func violations(isEncrypted: Bool) -> [StatementViolation] {
        var found: [StatementViolation] = []
        for stream in streams {
            func add(_ statement: Statement, _ message: String) {
                guard !found.contains(where: { $0.statement == statement }) else { return }
                found.append(StatementViolation(statement, message))
            }
            if stream.brokenStarts > 0 {
                add(
                    .packetStart,
                    "\(stream.brokenStarts) of \(stream.packetCount) PES packets in \(stream.pid) have no start code.")
            } else if stream.isVideo, stream.leadingCount > 0 {
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
