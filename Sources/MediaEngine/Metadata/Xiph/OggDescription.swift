/// Reads the comment headers of Ogg files (RFC 3533; RFC 7845 section 5.2).
struct OggDescription {
    /// The maximum size of a comment header, and of the file's part that is searched for the headers.
    private static let maximumHeaderBytes = 48 << 20
    private static let maximumSearchBytes: Int64 = 56 << 20
    private static let maximumPackets = 32
    private static let maximumStreams = 32

    private let bytes: ContainerBytes
    private var description = ContainerDescription()
    /// The unfinished packets of the logical streams, by serial number.
    private var unfinished: [UInt32: [UInt8]] = [:]
    private var packets: [UInt32: Int] = [:]
    private var hasComment = false

    /// - Returns: nil if the bytes are not those of an Ogg file, or contain no comment.
    static func read(_ bytes: ContainerBytes) -> ContainerDescription? {
        var reader = OggDescription(bytes: bytes)
        reader.readPages()
        return reader.hasComment ? reader.description : nil
    }

    private init(bytes: ContainerBytes) { self.bytes = bytes }

    private mutating func readPages() {
        var position: Int64 = 0
        while position < Self.maximumSearchBytes {
            guard let head = bytes.bytes(at: position, count: 27), head.starts(with: [0x4f, 0x67, 0x67, 0x53]),
                let sizes = bytes.bytes(at: position + 27, count: Int(head[26]))
            else { return }
            let serial = head[14..<18].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard unfinished[serial] != nil || unfinished.count < Self.maximumStreams else { return }
            let count = sizes.reduce(0) { $0 + Int($1) }
            position += 27 + Int64(sizes.count)
            guard let body = bytes.bytes(at: position, count: count) else { return }
            position += Int64(count)
            if add(body, sizes, serial) { return }
        }
    }

    /// - Returns: whether the search has ended.
    private mutating func add(_ body: [UInt8], _ sizes: [UInt8], _ serial: UInt32) -> Bool {
        var at = 0
        for size in sizes {
            unfinished[serial, default: []] += body[at..<at + Int(size)]
            at += Int(size)
            guard (unfinished[serial]?.count ?? 0) <= Self.maximumHeaderBytes else {
                description.report("The comment header is longer than \(Self.maximumHeaderBytes) bytes; it is ignored.")
                return true
            }
            guard size < 255 else { continue }
            take(unfinished[serial] ?? [])
            unfinished[serial] = []
            packets[serial, default: 0] += 1
            if hasComment || packets.values.reduce(0, +) >= Self.maximumPackets { return true }
        }
        return false
    }

    private mutating func take(_ packet: [UInt8]) {
        let start: Int
        if packet.starts(with: Array("OpusTags".utf8)) {
            start = 8
        } else if packet.starts(with: [3] + Array("vorbis".utf8)) || packet.starts(with: [0x81] + Array("theora".utf8))
        {
            start = 7
        } else if packet.first.map({ $0 & 0x7f == 4 }) == true, packet.count > 8, !packets.isEmpty {
            // The metadata block of FLAC in Ogg.
            start = 4
        } else {
            return
        }
        hasComment = true
        VorbisComment.add(packet[start...], to: &description)
    }
}
