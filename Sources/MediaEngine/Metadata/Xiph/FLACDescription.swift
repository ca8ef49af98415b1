/// Reads the metadata blocks of FLAC files (RFC 9639 section 8).
enum FLACDescription {
    /// The limit of blocks; the rest is ignored.
    private static let maximumBlocks = 1_024

    /// - Parameter start: the offset of the stream marker, after ID3 tags.
    /// - Returns: nil if there is no stream marker.
    static func read(_ bytes: ContainerBytes, from start: Int64) -> ContainerDescription? {
        guard bytes.prefix(at: start, count: 4).elementsEqual("fLaC".utf8) else { return nil }
        var description = ContainerDescription()
        var position = start + 4
        for _ in 0..<maximumBlocks {
            guard let head = bytes.bytes(at: position, count: 4) else { break }
            let count = head[1...3].reduce(0) { $0 << 8 | Int($1) }
            position += 4
            switch head[0] & 0x7f {
            case 4, 6:
                guard let body = bytes.bytes(at: position, count: count) else {
                    description.report("A metadata block at byte \(position) ends after the file; it is ignored.")
                    return description
                }
                if head[0] & 0x7f == 4 {
                    VorbisComment.add(body[...], to: &description)
                } else {
                    FLACPicture.add(body, to: &description)
                }
            default: break
            }
            position += Int64(count)
            if head[0] & 0x80 != 0 { break }
        }
        return description
    }
}
