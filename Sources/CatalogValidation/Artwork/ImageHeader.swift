import CZlib

/// Format, size and colour type of an image, read from its first bytes.
struct ImageHeader: Sendable, Hashable {
    enum Format: String, Sendable { case jpeg = "JPEG", png = "PNG" }
    enum Color: Sendable { case gray, rgb, palette, cmyk }

    var format: Format
    var width: Int
    var height: Int
    var color: Color
    var hasAlpha: Bool

    /// The result of parsing the first bytes of a file.
    enum Reading: Sendable, Hashable {
        case image(ImageHeader)
        /// The signature is that of an image; the header continues beyond the bytes given.
        case needsMore
        /// The signature is that of a JPEG or PNG, and the header is invalid. The text describes the defect.
        case damaged(String)
        /// The file has another format, named by the text.
        case other(String)
    }

    /// Numbers of bytes to read, tried in turn. Profiles and thumbnails may precede the size of a JPEG.
    static let headBytes = [64 << 10, 1 << 20]

    /// - Parameter isWhole: whether the bytes are the whole file.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Reading {
        let result: Reading
        if starts(bytes, [0xFF, 0xD8, 0xFF]) {
            result = jpeg(bytes)
        } else if starts(bytes, signature) {
            result = png(bytes, isWhole: isWhole)
        } else {
            return .other(ImageSniffer.name(bytes))
        }
        if result == .needsMore, isWhole { return .damaged("it ends within its header") }
        return result
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ prefix: [UInt8]) -> Bool {
        bytes.count >= prefix.count && bytes.starts(with: prefix)
    }

    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int {
        var result = 0
        for index in start..<start + count { result = result << 8 | Int(bytes[index]) }
        return result
    }

    // MARK: JPEG

    private static func jpeg(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading {
        var next = 2
        for _ in 0..<10_000 {
            guard next + 1 < bytes.count else { return .needsMore }
            guard bytes[next] == 0xFF else { return .damaged("a marker is missing between segments") }
            let marker = bytes[next + 1]
            switch marker {
            // Fill bytes, and markers without a segment.
            case 0xFF: next += 1
            case 0x01, 0xD0...0xD7: next += 2
            case 0xD8: return .damaged("a second image begins before the frame header")
            case 0xD9, 0xDA, 0x00: return .damaged("the image data begins before the frame header")
            default:
                guard next + 4 <= bytes.count else { return .needsMore }
                let length = number(bytes, next + 2, 2)
                guard length >= 2 else { return .damaged("a segment is shorter than its own length") }
                if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
                    return frame(bytes, next + 4, length - 2)
                }
                next += 2 + length
            }
        }
        return .damaged("it has more than 10,000 segments before the frame header")
    }

    private static func frame(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ length: Int) -> Reading {
        guard length >= 6 else { return .damaged("its frame header is too short") }
        guard start + 6 <= bytes.count else { return .needsMore }
        let height = number(bytes, start + 1, 2)
        let width = number(bytes, start + 3, 2)
        let components = Int(bytes[start + 5])
        guard width > 0, height > 0 else { return .damaged("its size is \(width)x\(height)") }
        guard length == 6 + 3 * components else { return .damaged("its frame header has a wrong length") }
        let color: Color
        switch components {
        case 1: color = .gray
        case 3: color = .rgb
        case 4: color = .cmyk
        default: return .damaged("it has \(components) components")
        }
        return .image(ImageHeader(format: .jpeg, width: width, height: height, color: color, hasAlpha: false))
    }

    // MARK: PNG

    private static func png(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> Reading {
        guard bytes.count >= 33 else { return .needsMore }
        guard number(bytes, 8, 4) == 13, number(bytes, 12, 4) == 0x4948_4452 else {
            return .damaged("its first chunk is not IHDR")
        }
        let sum = Int(crc32(0, bytes.baseAddress.map { $0 + 12 }, 17))
        guard sum == number(bytes, 29, 4) else { return .damaged("the checksum of its header is wrong") }
        let width = number(bytes, 16, 4)
        let height = number(bytes, 20, 4)
        guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else {
            return .damaged("its size is \(width)x\(height)")
        }
        var header = ImageHeader(format: .png, width: width, height: height, color: .rgb, hasAlpha: false)
        switch bytes[25] {
        case 0: header.color = .gray
        case 2: header.color = .rgb
        case 3: header.color = .palette
        case 4: (header.color, header.hasAlpha) = (.gray, true)
        case 6: (header.color, header.hasAlpha) = (.rgb, true)
        default: return .damaged("its colour type is \(bytes[25])")
        }
        guard [1, 2, 4, 8, 16].contains(bytes[24]) else { return .damaged("its bit depth is \(bytes[24])") }
        return header.hasAlpha ? .image(header) : transparency(bytes, header, isWhole: isWhole)
    }

    /// Searches for tRNS, by which the other colour types declare transparency before the image data.
    private static func transparency(
        _ bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader, isWhole: Bool
    ) -> Reading {
        var next = 33
        for _ in 0..<10_000 {
            guard next + 8 <= bytes.count else { return isWhole ? .damaged("it contains no image data") : .needsMore }
            let length = number(bytes, next, 4)
            guard length < 1 << 31 else { return .damaged("a chunk is longer than the format allows") }
            switch number(bytes, next + 4, 4) {
            case 0x7452_4E53:
                var header = header
                header.hasAlpha = true
                return .image(header)
            case 0x4944_4154: return .image(header)
            case 0x4945_4E44: return .damaged("it contains no image data")
            default: next += 12 + length
            }
        }
        return .damaged("it has more than 10,000 chunks before the image data")
    }

    // MARK: The end

    /// Returns whether a complete file ends with the end marker of its format.
    /// - Parameter tail: its last bytes, up to 1,024.
    func endsProperly(_ tail: [UInt8]) -> Bool {
        switch format {
        // Some programs append bytes after the end marker.
        case .jpeg: zip(tail, tail.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
        case .png:
            tail.indices.contains { tail[$0...].starts(with: [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]) }
        }
    }
}
