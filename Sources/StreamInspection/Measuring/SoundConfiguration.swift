/// The AudioSpecificConfig of AAC (ISO 14496-3 section 1.6.2.1).
struct SoundConfiguration {
    private(set) var objectType = 0
    /// In hertz; 0 where the configuration does not state it.
    private(set) var rate = 0
    /// The rate after spectral band replication.
    private(set) var extensionRate: Int?
    /// 0 where the configuration lists the channels by element.
    private(set) var channels = 0

    private static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]
    private static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 24, 8, 0]

    private var bytes: [UInt8]
    private var position = 0

    /// - Parameter descriptor: the content of an `esds` box.
    /// - Returns: nil where the box has no DecoderSpecificInfo.
    init?(descriptor: ArraySlice<UInt8>) {
        guard let specific = Self.specific(in: Array(descriptor.dropFirst(4))) else { return nil }
        bytes = specific
        objectType = readType()
        rate = readRate()
        channels = Self.channelCounts[read(4)]
        if objectType == 5 || objectType == 29 {
            extensionRate = readRate()
            // Parametric stereo.
            if objectType == 29, channels == 1 { channels = 2 }
            objectType = readType()
        }
        guard position <= bytes.count * 8 else { return nil }
    }

    /// Returns the DecoderSpecificInfo of an elementary stream descriptor.
    private static func specific(in bytes: [UInt8]) -> [UInt8]? {
        var place = 0
        while place < bytes.count {
            let tag = bytes[place]
            place += 1
            var size = 0
            for _ in 0..<4 where place < bytes.count {
                let byte = bytes[place]
                place += 1
                size = size << 7 | Int(byte & 0x7f)
                if byte & 0x80 == 0 { break }
            }
            switch tag {
            case 3:
                guard place + 3 <= bytes.count else { return nil }
                let flags = bytes[place + 2]
                place += 3 + (flags & 0x80 != 0 ? 2 : 0)
                if flags & 0x40 != 0, place < bytes.count { place += 1 + Int(bytes[place]) }
                if flags & 0x20 != 0 { place += 2 }
            case 4: place += 13
            case 5:
                guard size >= 2, place + size <= bytes.count else { return nil }
                return Array(bytes[place..<place + size])
            default: place += size
            }
        }
        return nil
    }

    private mutating func read(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            let bit = position / 8 < bytes.count ? Int(bytes[position / 8] >> (7 - position % 8) & 1) : 0
            value = value << 1 | bit
            position += 1
        }
        return value
    }

    private mutating func readType() -> Int {
        let type = read(5)
        return type == 31 ? 32 + read(6) : type
    }

    private mutating func readRate() -> Int {
        let index = read(4)
        return index == 15 ? read(24) : Self.rates.indices.contains(index) ? Self.rates[index] : 0
    }
}
