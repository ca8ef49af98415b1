import Foundation

/// Validates the container of a segment: whether it is complete, and whether its samples can be read without a key.
enum SegmentIntegrity {
    /// - Returns: the error if the bytes end too early; some servers truncate files without an error.
    static func corruption(of content: SegmentContent) -> MediaError? {
        let (bytes, start) = (content.bytes, content.initLength)
        if start < bytes.count, bytes[start] != TransportTables.sync, !BoxReader.isFragmented(bytes, at: start) {
            // Boxes must follow an initialization section of boxes: a demuxer would skip anything else and find no samples.
            var reader = BoxReader(bytes, in: start..<bytes.count)
            guard start > 0, BoxReader.isFragmented(bytes), reader.next() == nil else { return nil }
            return MediaError(.malformed, "A segment is not in its stream's container format.", url: content.chunk.url)
        }
        return corruption(of: SegmentStructure(bytes[min(start, bytes.count)...]), url: content.chunk.url)
    }

    /// Checks the structure of a segment that has arrived completely.
    static func corruption(of structure: SegmentStructure, url: URL) -> MediaError? {
        if structure.count == 0 { return MediaError(.empty, "A segment has no bytes.", url: url) }
        switch structure.ending {
        case .whole: return nil
        case .cut: return MediaError(.truncated, "A segment is truncated.", url: url)
        case .lostSync:
            return MediaError(
                .malformed, "A segment's packets do not start at the expected offsets: it is damaged.", url: url)
        }
    }

    /// The number of bytes at the start of a segment that are checked for text.
    private static let textBytes = 512

    /// Checks a segment as received from its server, without its initialization section and key.
    /// - Parameter expected: the noun of the error.
    /// - Throws: `empty`; `formatNotRecognized` for text that is not WebVTT.
    static func checkIsMedia(
        _ bytes: [UInt8], url: URL, _ expected: String = "a segment"
    ) throws(MediaError) {
        guard !bytes.isEmpty else { throw MediaError(.empty, "A segment has no bytes.", url: url) }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        guard hasText(bytes), !text.starts(with: "WEBVTT".utf8) else { return }
        throw MediaError(
            .formatNotRecognized,
            "The server sent text instead of \(expected); it may require a sign-in, or the resource is gone.",
            url: url)
    }

    private static func hasText(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(textBytes)
        guard !head.contains(where: { $0 < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].contains($0) || $0 == 0x7f }) else {
            return false
        }
        // The last character may be truncated.
        return (0..<4).contains {
            String(validating: head.dropLast(bytes.count > textBytes ? $0 : 0), as: UTF8.self) != nil
        }
    }

    /// The error for samples with missing data: transport stream packets with continuity errors.
    static func corruptPacketsError(_ count: Int, of chunk: MediaChunk) -> MediaError {
        MediaError(
            .malformed, "Video or audio data of a segment is missing or damaged.", detail: "\(count) samples",
            url: chunk.url)
    }

    /// - Throws: `contentIsProtected` if samples are encrypted and the playlist declares no key.
    static func checkProtection(of content: SegmentContent) throws(MediaError) {
        guard content.sampleKey == nil, content.initLength > 0, content.initLength <= content.bytes.count else {
            return
        }
        try checkProtection(of: content.bytes, url: content.chunk.url)
    }

    /// - Parameter boxes: the boxes of a fragment without a key.
    static func checkProtection(of boxes: [UInt8], url: URL) throws(MediaError) {
        guard BoxReader.find(["moof", "traf", "senc"], in: boxes) != nil else { return }
        throw MediaError(
            .contentIsProtected, "The samples of this stream are encrypted, and its playlist declares no key for them.",
            url: url)
    }
}
