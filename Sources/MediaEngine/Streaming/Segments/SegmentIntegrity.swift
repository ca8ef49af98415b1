/// What a segment's container tells of it before any sample is read: whether it is whole, and whether it can be read without a key.
enum SegmentIntegrity {
    private static let transportPacketBytes = 188
    private static let transportSync: UInt8 = 0x47

    /// - Returns: what is wrong where the bytes end too early; servers cut files short and say nothing.
    static func damage(of content: SegmentContent) -> MediaError? {
        let (bytes, start) = (content.bytes, content.initLength)
        guard start < bytes.count else {
            return MediaError(.empty, "A segment has no bytes.", url: content.piece.url)
        }
        let cut = MediaError(.truncated, "A segment is cut off.", url: content.piece.url)
        if bytes[start] == transportSync {
            guard (bytes.count - start) % transportPacketBytes == 0 else { return cut }
            let isSpoilt = stride(from: start, to: bytes.count, by: transportPacketBytes).contains {
                bytes[$0] != transportSync
            }
            guard isSpoilt else { return nil }
            return MediaError(
                .malformed, "A segment's packets do not begin where they should: it is damaged.",
                url: content.piece.url)
        }
        guard BoxReader.isFragmented(bytes, at: start) else {
            // Behind an init section of boxes come boxes: a demuxer reads over anything else and finds nothing.
            var reader = BoxReader(bytes, in: start..<bytes.count)
            guard start > 0, BoxReader.isFragmented(bytes), reader.next() == nil else { return nil }
            return MediaError(.malformed, "A segment is no media of its stream's container.", url: content.piece.url)
        }
        var reader = BoxReader(bytes, in: start..<bytes.count)
        var hasMedia = false
        while let box = reader.next() { hasMedia = hasMedia || box.type == "mdat" }
        // Less than a box's header behind the last one is nobody's loss.
        return hasMedia && reader.rest < 8 ? nil : cut
    }

    /// Samples that the container's reader found pieces missing of: packets of a transport stream that do not count on.
    static func torn(_ count: Int, of piece: MediaPiece) -> MediaError {
        MediaError(
            .malformed, "Pieces of a segment's pictures or sound are missing or damaged.", detail: "\(count) samples",
            url: piece.url)
    }

    /// - Throws: `contentIsProtected` where samples are encrypted and the playlist names no key.
    static func checkProtection(of content: SegmentContent) throws(MediaError) {
        guard content.sampleKey == nil, content.initLength > 0, content.initLength <= content.bytes.count else {
            return
        }
        guard BoxReader.find(["moof", "traf", "senc"], in: content.bytes) != nil else { return }
        throw MediaError(
            .contentIsProtected, "The samples of this stream are encrypted, and its playlist names no key for them.",
            url: content.piece.url)
    }
}
