/// The PES packets of one audio or video stream in a transport stream segment, as they arrive.
struct ElementaryStream {
    let pid: Int
    let type: UInt8
    /// Packets before the first start of a PES packet.
    private(set) var leadingCount = 0
    private(set) var packetCount = 0
    /// The bytes after PES_packet_length that the field declares, and those that arrived; nil where the field is 0.
    private var declared: Int?
    private var received = 0
    private(set) var brokenStarts = 0
    private(set) var wrongLengths = 0
    private(set) var foreignIdentifier: UInt8?
    private(set) var lateDecodes = 0
    /// The bytes of an ADTS header that may continue in the next packet.
    private var head: [UInt8] = []
    /// The bytes of the present audio frame that are still to come.
    private var rest = 0
    private var isAligned = false
    private(set) var brokenFrames = 0
    private(set) var foreignSound: String?

    private static let videoTypes: Set<UInt8> = [0x1b, 0x24, 0xdb]
    private static let headLength = 7
    private static let wrap = 1 << 33

    let isVideo: Bool

    init(pid: Int, type: UInt8) {
        self.pid = pid
        self.type = type
        isVideo = Self.videoTypes.contains(type)
    }

    /// Reads the payload of a packet.
    /// - Parameter isStart: whether a PES packet begins with the payload.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int, isStart: Bool) {
        if isStart { return begin(bytes, payload, end) }
        guard packetCount > 0 else { return leadingCount += 1 }
        received += end - payload
        readSound(bytes, payload, end)
    }

    private mutating func begin(_ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int) {
        if let declared, declared != received { wrongLengths += 1 }
        packetCount += 1
        declared = nil
        guard payload + 9 <= end else { return }
        guard bytes[payload] == 0, bytes[payload + 1] == 0, bytes[payload + 2] == 1 else {
            brokenStarts += 1
            return
        }
        let identifier = bytes[payload + 3]
        if isVideo, !(0xe0...0xef).contains(identifier), identifier != 0xfd { foreignIdentifier = identifier }
        let length = Int(bytes[payload + 4]) << 8 | Int(bytes[payload + 5])
        declared = length > 0 ? length : nil
        received = end - payload - 6
        if bytes[payload + 7] & 0xc0 == 0xc0, payload + 19 <= end {
            let late = (Self.time(bytes, payload + 14) - Self.time(bytes, payload + 9)) & (Self.wrap - 1)
            if late > 0, late < Self.wrap / 2 { lateDecodes += 1 }
        }
        let start = payload + 9 + Int(bytes[payload + 8])
        guard start < end else { return }
        if start + 2 <= end { noteSound(bytes, start) }
        readSound(bytes, start, end)
    }

    private static func time(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        let low = Int(bytes[place + 3]) << 7 | Int(bytes[place + 4] >> 1)
        return Int(bytes[place] >> 1 & 0x07) << 30 | Int(bytes[place + 1]) << 22 | Int(bytes[place + 2] >> 1) << 15
            | low
    }

    // MARK: - Audio

    /// Compares the first bytes of a PES packet with the stream type, where the packet begins with a frame.
    private mutating func noteSound(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) {
        guard rest == 0, head.isEmpty, foreignSound == nil else { return }
        let (first, second) = (bytes[start], bytes[start + 1])
        let isADTS = first == 0xff && second & 0xf6 == 0xf0
        let isLayered = first == 0xff && second & 0xe0 == 0xe0 && second & 0x06 != 0
        switch type {
        case 0x03, 0x04: if isADTS { foreignSound = "ADTS frames of AAC" }
        case 0x0f: if isLayered { foreignSound = "frames of MPEG audio" }
        case 0x81, 0x87: if isADTS { foreignSound = "ADTS frames of AAC" }
        default: break
        }
    }

    /// Follows the lengths of ADTS frames. After a wrong header, the frames of the next PES packet are looked at.
    private mutating func readSound(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        guard type == 0x0f else { return }
        var place = start
        if !isAligned {
            guard start + 2 <= end, bytes[start] == 0xff, bytes[start + 1] & 0xf6 == 0xf0 else { return }
            isAligned = true
            rest = 0
            head.removeAll(keepingCapacity: true)
        }
        while place < end, isAligned {
            if rest > 0 {
                let count = min(rest, end - place)
                rest -= count
                place += count
                continue
            }
            head.append(bytes[place])
            place += 1
            guard head.count == Self.headLength else { continue }
            let length = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5] >> 5)
            if head[0] == 0xff, head[1] & 0xf6 == 0xf0, length >= Self.headLength {
                rest = length - Self.headLength
            } else {
                brokenFrames += 1
                isAligned = false
                rest = 0
            }
            head.removeAll(keepingCapacity: true)
        }
    }
}
