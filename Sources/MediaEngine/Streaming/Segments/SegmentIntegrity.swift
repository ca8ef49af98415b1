import Foundation

/// What a segment's container tells of it before any sample is read: whether it is whole, and whether it can be read without a key.
enum SegmentIntegrity {
    /// - Returns: what is wrong where the bytes end too early; servers cut files short and say nothing.
    static func damage(of content: SegmentContent) -> MediaError? {
        let (bytes, start) = (content.bytes, content.initLength)
        if start < bytes.count, bytes[start] != TransportTables.sync, !BoxReader.isFragmented(bytes, at: start) {
            // Behind an init section of boxes come boxes: a demuxer reads over anything else and finds nothing.
            var reader = BoxReader(bytes, in: start..<bytes.count)
            guard start > 0, BoxReader.isFragmented(bytes), reader.next() == nil else { return nil }
            return MediaError(.malformed, "A segment is no media of its stream's container.", url: content.piece.url)
        }
        return damage(of: SegmentStructure(bytes[min(start, bytes.count)...]), url: content.piece.url)
    }

    /// The same of a segment all of whose bytes have come.
    static func damage(of structure: SegmentStructure, url: URL) -> MediaError? {
        if structure.count == 0 { return MediaError(.empty, "A segment has no bytes.", url: url) }
        switch structure.ending {
        case .whole: return nil
        case .cut: return MediaError(.truncated, "A segment is cut off.", url: url)
        case .spoilt:
            return MediaError(
                .malformed, "A segment's packets do not begin where they should: it is damaged.", url: url)
        }
    }

    /// Bytes at the beginning of a segment that show whether it is text.
    private static let textBytes = 512

    /// Checks a segment whose init section and key are not at hand, as it came from its server.
    /// - Throws: `empty`; `formatNotRecognized` for text that is no WebVTT.
    static func checkIsMedia(_ bytes: [UInt8], url: URL) throws(MediaError) {
        guard !bytes.isEmpty else { throw MediaError(.empty, "A segment has no bytes.", url: url) }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        guard hasText(bytes), !text.starts(with: "WEBVTT".utf8) else { return }
        throw MediaError(
            .formatNotRecognized,
            "The server sent text in place of a segment; it may want a sign-in, or the segment is gone.", url: url)
    }

    private static func hasText(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(textBytes)
        guard !head.contains(where: { $0 < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].contains($0) || $0 == 0x7f }) else {
            return false
        }
        // The last character may be cut.
        return (0..<4).contains {
            String(validating: head.dropLast(bytes.count > textBytes ? $0 : 0), as: UTF8.self) != nil
        }
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
        try checkProtection(of: content.bytes, url: content.piece.url)
    }

    /// - Parameter boxes: a fragment's, without a key.
    static func checkProtection(of boxes: [UInt8], url: URL) throws(MediaError) {
        guard BoxReader.find(["moof", "traf", "senc"], in: boxes) != nil else { return }
        throw MediaError(
            .contentIsProtected, "The samples of this stream are encrypted, and its playlist names no key for them.",
            url: url)
    }
}
