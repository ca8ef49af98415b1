/// The types of the NAL units before the first slice of a transport stream segment.
struct FirstFrameUnits {
    /// Parameter sets and messages before the first slice are shorter.
    private static let mostBytes = 16_384

    private var pid: Int?
    private var isHEVC = false
    private var isComplete = false
    private var window: UInt32 = 0xffff_ffff
    private var count = 0
    private var types: Set<UInt8> = []
    private var slice: UInt8?

    /// Starts with the first PES packet of video.
    mutating func begin(
        _ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int, _ pid: Int, isHEVC: Bool
    ) {
        guard self.pid == nil else { return }
        self.pid = pid
        self.isHEVC = isHEVC
        scan(bytes, min(end, payload + 9 + Int(bytes[payload + 8])), end)
    }

    /// Continues with the payload of a packet, up to the next frame.
    mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ payload: Int, _ end: Int, _ pid: Int, isStart: Bool
    ) {
        guard pid == self.pid, !isComplete, payload < end else { return }
        if isStart {
            isComplete = true
        } else {
            scan(bytes, payload, end)
        }
    }

    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        for place in start..<end where !isComplete {
            // The three bytes before a NAL unit are its start code.
            if window & 0xff_ffff == 1 { note(bytes[place]) }
            window = window << 8 | UInt32(bytes[place])
            count += 1
            if count > Self.mostBytes { isComplete = true }
        }
    }

    private mutating func note(_ head: UInt8) {
        let type = isHEVC ? head >> 1 & 0x3f : head & 0x1f
        if isHEVC ? type < 32 : (1...5).contains(type) {
            slice = type
            isComplete = true
        } else {
            types.insert(type)
        }
    }

    /// The names of the parameter sets that a key frame lacks; empty where the first frame is not a key frame.
    var missing: [String] {
        let needed: [(type: UInt8, name: String)] =
            isHEVC ? [(32, "VPS"), (33, "SPS"), (34, "PPS")] : [(7, "SPS"), (8, "PPS")]
        guard let slice, isHEVC ? (16...21).contains(slice) : slice == 5 else { return [] }
        return needed.filter { !types.contains($0.type) }.map(\.name)
    }
}
