import CoreMedia

/// The format and size of an encoded picture, from its first bytes.
struct ImageSignature: Sendable, Hashable {
    enum Format: String { case jpeg, png, gif, bmp, webp, tiff, heif }

    /// The maximum width and height, in pixels, of pictures that can be shown.
    static let maximumSide = 16_384

    var format: Format
    /// In pixels; nil if the first bytes do not contain the size.
    var size: (width: Int, height: Int)? { dimensions.map { ($0.width, $0.height) } }

    private struct Dimensions: Hashable {
        var width: Int
        var height: Int
    }
    private var dimensions: Dimensions?

    /// Nil if the bytes are not those of a known format.
    init?(_ bytes: [UInt8]) {
        func text(_ at: Int, _ text: String) -> Bool {
            bytes.count >= at + text.utf8.count && bytes[at..<at + text.utf8.count].elementsEqual(text.utf8)
        }
        func little(_ at: Int, _ count: Int) -> Int? {
            guard bytes.count >= at + count else { return nil }
            return bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func big(_ at: Int, _ count: Int) -> Int? { bytes.number(at: at, count: count, before: bytes.count) }
        if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            format = .jpeg
            dimensions = Self.frameSize(bytes)
        } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            format = .png
            if let width = big(16, 4), let height = big(20, 4) { dimensions = Dimensions(width: width, height: height) }
        } else if text(0, "GIF8") {
            format = .gif
            if let width = little(6, 2), let height = little(8, 2) {
                dimensions = Dimensions(width: width, height: height)
            }
        } else if text(0, "BM"), bytes.count >= 26 {
            format = .bmp
            if let width = little(18, 4), let height = little(22, 4) {
                dimensions = Dimensions(width: width, height: Int(Int32(truncatingIfNeeded: height).magnitude))
            }
        } else if text(0, "RIFF"), text(8, "WEBP") {
            format = .webp
        } else if text(0, "II*\0") || text(0, "MM\0*") {
            format = .tiff
        } else if text(4, "ftyp"), ["heic", "heix", "mif1", "avif"].contains(where: { text(8, $0) }) {
            format = .heif
        } else {
            return nil
        }
    }

    /// Returns the size in the frame header of a JPEG.
    private static func frameSize(_ bytes: [UInt8]) -> Dimensions? {
        var at = 2
        while at + 9 < bytes.count, bytes[at] == 0xff {
            let marker = bytes[at + 1]
            if marker == 0xff {
                at += 1
                continue
            }
            if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
                return Dimensions(
                    width: Int(bytes[at + 7]) << 8 | Int(bytes[at + 8]),
                    height: Int(bytes[at + 5]) << 8 | Int(bytes[at + 6]))
            }
            at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
        }
        return nil
    }

    var dataType: String {
        switch format {
        case .jpeg: kCMMetadataBaseDataType_JPEG
        case .png: kCMMetadataBaseDataType_PNG
        case .gif: kCMMetadataBaseDataType_GIF
        case .bmp: kCMMetadataBaseDataType_BMP
        case .webp, .tiff, .heif: kCMMetadataBaseDataType_RawData
        }
    }

    /// "jpeg 320x320, 2034 bytes".
    func summary(byteCount: Int) -> String {
        "\(format.rawValue)\(size.map { " \($0.width)x\($0.height)" } ?? ""), \(byteCount) bytes"
    }
}
