import UniversalMediaCatalog

/// Names the format of files that are neither JPEG nor PNG, by their first bytes.
enum ImageSniffer {
    static func name(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard !bytes.isEmpty else { return "an empty file" }
        if has(bytes, 0, "GIF8") { return "a GIF" }
        if has(bytes, 0, "RIFF"), has(bytes, 8, "WEBP") { return "a WebP" }
        if has(bytes, 0, "II*\0") || has(bytes, 0, "MM\0*") { return "a TIFF" }
        if has(bytes, 0, "BM") { return "a BMP" }
        if has(bytes, 4, "ftyp") {
            if has(bytes, 8, "avif") || has(bytes, 8, "avis") { return "an AVIF" }
            if has(bytes, 8, "hei") || has(bytes, 8, "mif1") || has(bytes, 8, "hev") { return "a HEIF" }
            return "a video or another ISO media file"
        }
        if has(bytes, 4, "jP  ") { return "a JPEG 2000" }
        if has(bytes, 4, "JXL ") || bytes.starts(with: [0xFF, 0x0A]) { return "a JPEG XL" }
        if has(bytes, 0, "8BPS") { return "a Photoshop file" }
        if has(bytes, 0, "%PDF") { return "a PDF" }
        if has(bytes, 0, "%!PS") { return "an EPS" }
        if has(bytes, 0, "PK") { return "a ZIP archive" }
        if bytes.starts(with: [0x1F, 0x8B]) { return "a gzip file" }
        return text(bytes)
    }

    private static func has(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count >= start + count else { return false }
        return text.withUTF8Buffer { UnsafeBufferPointer(rebasing: bytes[start..<start + count]).elementsEqual($0) }
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let head = bytes.prefix(1_024)
        guard !head.contains(0) else { return "not an image" }
        let text = String(decoding: head, as: UTF8.self).lowercased()
        if text.contains("<html") || text.contains("<!doctype html") { return "a web page" }
        if text.contains("<svg") { return "an SVG" }
        let isText = head.allSatisfy { $0 >= 32 && $0 < 127 || isXMLSpace($0) }
        return isText ? "a text file" : "not an image"
    }
}
