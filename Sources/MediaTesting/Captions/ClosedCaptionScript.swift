/// Generates closed captions as an encoder embeds them: pop-on captions of CTA-608 and windows of CTA-708, some bytes per frame.
///
/// Equal scripts give equal bytes.
public struct ClosedCaptionScript: Sendable, Hashable {
    public struct Caption: Sendable, Hashable {
        /// The number of the first frame that displays the caption and of the first that does not, in display order.
        public var frames: Range<Int>
        /// ASCII; lines are separated by "\n".
        public var text: String

        public init(frames: Range<Int>, text: String) {
            self.frames = frames
            self.text = text
        }
    }

    /// By INSTREAM-ID: "CC1" to "CC4", "SERVICE1" to "SERVICE63".
    public var captions: [String: [Caption]]

    public init(captions: [String: [Caption]]) { self.captions = captions }

    /// Returns a script with one caption every four seconds, displayed for two seconds from second 1 on; its text is the channel and the
    /// start second.
    public static func regular(_ channels: [String], seconds: Int, framesPerSecond: Int) -> ClosedCaptionScript {
        var captions: [String: [Caption]] = [:]
        for channel in channels {
            captions[channel] = stride(from: 1, to: seconds - 2, by: 4).map { second in
                Caption(
                    frames: second * framesPerSecond..<(second + 2) * framesPerSecond, text: "\(channel) at \(second)"
                )
            }
        }
        return ClosedCaptionScript(captions: captions)
    }

    /// Whether a text names a channel: "CC1" to "CC4", "SERVICE1" to "SERVICE63".
    package static func isChannel(_ name: String) -> Bool {
        if name.hasPrefix("SERVICE"), let service = Int(name.dropFirst(7)) { return (1...63).contains(service) }
        return ["CC1", "CC2", "CC3", "CC4"].contains(name)
    }

    /// Returns the `cc_data` constructs of each frame, three bytes each.
    public func constructs(frames count: Int) -> [[UInt8]] {
        var frames = [[UInt8]](repeating: [], count: count)
        for field in 1...2 {
            for (index, pair) in line21(field: field, frames: count).enumerated() {
                frames[index] += [0xfb + UInt8(field), Self.odd(pair.0), Self.odd(pair.1)]
            }
        }
        for (channel, list) in captions.sorted(by: { $0.key < $1.key }) {
            guard channel.hasPrefix("SERVICE"), let service = Int(channel.dropFirst(7)) else { continue }
            for (picture, bytes) in Self.windows(list) where frames.indices.contains(picture) {
                frames[picture] += Self.packet(service, bytes)
            }
        }
        return frames
    }

    static func odd(_ byte: UInt8) -> UInt8 { byte.nonzeroBitCount % 2 == 1 ? byte : byte | 0x80 }

    // MARK: - CTA-608

    /// Returns one byte pair per frame; zeros where there is none. The two channels of a field alternate; their captions must not be loaded
    /// at the same time.
    private func line21(field: Int, frames count: Int) -> [(UInt8, UInt8)] {
        var pairs = [(UInt8, UInt8)](repeating: (0, 0), count: count)
        for channel in [2 * field - 1, 2 * field] {
            // The bit of the second channel; the miscellaneous codes of field 2 have one more bit.
            let base: UInt8 = channel % 2 == 1 ? 0x10 : 0x18
            let control: UInt8 = base + (field == 1 ? 4 : 5)
            func put(_ codes: [(UInt8, UInt8)], from first: Int) {
                for (index, code) in codes.enumerated() where pairs.indices.contains(first + index) {
                    pairs[first + index] = code
                }
            }
            for caption in captions["CC\(channel)"] ?? [] {
                var load: [(UInt8, UInt8)] = [(control, 0x20), (control, 0x20), (control, 0x2e), (control, 0x2e)]
                let lines = caption.text.split(separator: "\n")
                for (index, line) in lines.enumerated() {
                    load += Self.row(15 - lines.count + index + 1, length: line.utf8.count, base: base)
                    let bytes = Array(line.utf8) + (line.utf8.count % 2 == 1 ? [0] : [])
                    for at in stride(from: 0, to: bytes.count, by: 2) { load.append((bytes[at], bytes[at + 1])) }
                }
                // The second channel of a field is loaded just before the first one.
                let start = caption.frames.lowerBound
                put(load, from: channel % 2 == 1 ? start - load.count : start - 2 * load.count - 4)
                let place = channel % 2 == 1 ? 0 : 2
                put([(control, 0x2f), (control, 0x2f)], from: start + place)
                put([(control, 0x2c), (control, 0x2c)], from: caption.frames.upperBound + place)
            }
        }
        return pairs
    }

    /// Returns a preamble and tabs that centre a line in one of the last four rows.
    private static func row(_ row: Int, length: Int, base: UInt8) -> [(UInt8, UInt8)] {
        let column = max(0, (32 - length) / 2)
        let indent = 0x50 | UInt8(column / 4) << 1
        let codes: [Int: (UInt8, UInt8)] = [
            12: (3, 0x00), 13: (3, 0x20), 14: (4, 0x00), 15: (4, 0x20),
        ]
        let (first, second) = codes[row] ?? (4, 0x20)
        let preamble = (base + first, indent | second)
        guard column % 4 > 0 else { return [preamble, preamble] }
        let tab = (base + 7, 0x20 + UInt8(column % 4))
        return [preamble, preamble, tab, tab]
    }

    // MARK: - CTA-708

    /// Returns the commands of windows, each filled before it is displayed, and deleted when the caption ends.
    private static func windows(_ captions: [Caption]) -> [(picture: Int, bytes: [UInt8])] {
        captions.flatMap { caption -> [(Int, [UInt8])] in
            let lines = caption.text.split(separator: "\n")
            let rows = UInt8(max(1, min(15, lines.count)))
            // Anchored at the bottom centre; text centred.
            let define: [UInt8] = [0x98, 0, 74, 105, 0x70 | (rows - 1), 31, 3 << 3 | 1]
            let text = Array(lines.map { Array($0.utf8.prefix(32)) }.joined(separator: [0x0d]))
            // A service block has room for 31 bytes.
            let room = 24
            let chunks = stride(from: 0, to: text.count, by: room).map { Array(text[$0..<min($0 + room, text.count)]) }
            let first = caption.frames.lowerBound - chunks.count
            return chunks.enumerated().map { (first + $0, $0 == 0 ? define + $1 : $1) } + [
                (caption.frames.lowerBound, [0x89, 1]), (caption.frames.upperBound, [0x8c, 1]),
            ]
        }
    }

    /// Returns a packet of one service block, as constructs.
    private static func packet(_ service: Int, _ bytes: [UInt8]) -> [UInt8] {
        var body: [UInt8] =
            service < 7 ? [UInt8(service << 5 | bytes.count)] : [0xe0 | UInt8(bytes.count), UInt8(service & 0x3f)]
        body += bytes
        if body.count % 2 == 0 { body.append(0) }
        var constructs: [UInt8] = [0xff, UInt8((body.count + 1) / 2), body[0]]
        for at in stride(from: 1, to: body.count, by: 2) { constructs += [0xfe, body[at], body[at + 1]] }
        return constructs
    }
}
