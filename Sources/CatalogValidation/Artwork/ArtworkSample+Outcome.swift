import CZlib

extension ArtworkSample {
    /// The inspection result for the sample's URL.
    var outcome: ArtworkInspector.Outcome {
        switch self {
        case .status(let status): return ArtworkFetcher.refusal(status)
        case .typed(let type):
            return .file(
                .init(
                    reading: Self.reading(Self.png(3840, 2160).bytes), byteCount: 1_024, contentType: type,
                    isFetched: true))
        default:
            let bytes = bytes
            return .file(.init(reading: Self.reading(bytes), byteCount: bytes.count))
        }
    }

    private static func reading(_ bytes: [UInt8]) -> ImageHeader.Reading {
        bytes.withUnsafeBufferPointer { ImageHeader.read($0, isWhole: true) }
    }

    /// The bytes of the sample's file, without image data.
    var bytes: [UInt8] {
        switch self {
        case .jpeg(let width, let height, let components):
            var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
            bytes += [0xFF, 0xC0, 0, 8 + 3 * components, 8] + Self.big(height, 2) + Self.big(width, 2) + [components]
            for component in 0..<components { bytes += [component + 1, 0x11, 0] }
            return bytes + [0xFF, 0xDA, 0xFF, 0xD9]
        case .png(let width, let height, let hasAlpha):
            let header = Self.big(width, 4) + Self.big(height, 4) + [8, hasAlpha ? 6 : 2, 0, 0, 0]
            return ImageHeader.signature + Self.chunk("IHDR", header) + Self.chunk("IDAT", [])
                + Self.chunk("IEND", [])
        case .gif(let width, let height):
            return Array("GIF89a".utf8) + [
                UInt8(truncatingIfNeeded: width), UInt8(truncatingIfNeeded: width >> 8),
                UInt8(truncatingIfNeeded: height), UInt8(truncatingIfNeeded: height >> 8), 0, 0, 0,
            ]
        case .status, .typed: return []
        }
    }

    static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return big(data.count, 4) + body + big(Int(crc32(0, body, UInt32(body.count))), 4)
    }
}
