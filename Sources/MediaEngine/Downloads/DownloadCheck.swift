import Foundation

/// Checks the files of a download before they are kept, as playback checks segments.
enum DownloadCheck {
    /// Containers of packed audio, by their first bytes: ID3 tags, MPEG audio and AAC, AC-3.
    private static func isPackedAudio(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "ID3".utf8) || bytes.count > 1 && bytes[0] == 0xff && bytes[1] & 0xe0 == 0xe0
            || bytes.starts(with: [0x0b, 0x77])
    }

    private static func isWebPage(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.drop { $0 <= 0x20 }.prefix(16), as: UTF8.self).lowercased()
        return start.hasPrefix("<!doctype") || start.hasPrefix("<html")
    }

    /// - Throws: where the bytes are neither boxes with tracks, nor the tables of a transport stream, nor the header of WebVTT.
    private static func checkHasTracks(_ bytes: [UInt8], url: URL) throws(MediaError) {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        // The header of WebVTT segments may be in an initialization section, too.
        let isText = (bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]).starts(with: "WEBVTT".utf8)
        guard isText || BoxReader.find(["moov"], in: bytes) != nil || TransportTables.isStream(bytes) else {
            throw MediaError(
                .formatNotRecognized,
                "An initialization section has no tracks, so that no segment can be played; it is damaged, or the URL is wrong.",
                url: url)
        }
    }

    /// Returns the damage of a segment that playback survives: a cut end, packets at the wrong places; nil for whole segments, and for other
    /// files.
    /// - Throws: where the resource is no media at all: it is empty, a web page, noise, or not decryptable because of its length.
    static func damage(of bytes: [UInt8], _ resource: DownloadManifest.Resource) throws(MediaError) -> MediaError? {
        switch resource.kind {
        case .key where bytes.count != SegmentCipher.blockBytes:
            throw MediaError(
                .wrongKey, "The key of a segment does not have 16 bytes; the playlist's key URL is wrong.",
                detail: "\(bytes.count) bytes", url: resource.url)
        case .initSection where resource.isEncrypted != true && bytes.isEmpty:
            throw MediaError(.empty, "An initialization section has no bytes.", url: resource.url)
        case .initSection:
            // Cipher text is not text by chance.
            try SegmentIntegrity.checkIsMedia(bytes, url: resource.url, "an initialization section")
            if resource.isEncrypted == false { try checkHasTracks(bytes, url: resource.url) }
            return nil
        case .segment: break
        default: return nil
        }
        if resource.isEncrypted == true {
            // Cipher text is not text by chance.
            try SegmentIntegrity.checkIsMedia(bytes, url: resource.url)
            guard bytes.count % SegmentCipher.blockBytes == 0 else { return SegmentCipher.incomplete(bytes.count) }
            return nil
        }
        guard !["vtt", "webvtt"].contains(resource.url.pathExtension.lowercased()) else {
            // Segments of captions may be empty, and their header may be in an initialization section.
            if isWebPage(bytes) { try SegmentIntegrity.checkIsMedia(bytes, url: resource.url) }
            return nil
        }
        try SegmentIntegrity.checkIsMedia(bytes, url: resource.url)
        if bytes.starts(with: "WEBVTT".utf8) || bytes.starts(with: [0xef, 0xbb, 0xbf]) || isPackedAudio(bytes) {
            return nil
        }
        guard BoxReader.isFragmented(bytes) || TransportTables.isStream(bytes) else {
            return MediaError(
                .formatNotRecognized, "A segment is in no known container; it is damaged, or encrypted without a key.",
                url: resource.url)
        }
        return SegmentIntegrity.corruption(of: SegmentStructure(bytes[...]), url: resource.url)
    }
}
