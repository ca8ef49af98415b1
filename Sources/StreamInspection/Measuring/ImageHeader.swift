/// The size of an image, as its header states it.
enum ImageHeader {
    /// Returns width and height of a JPEG or PNG image; nil for other content.
    static func size(of bytes: [UInt8]) -> [Int]? {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]), bytes.count >= 24 {
            return [number(bytes, 16, 4), number(bytes, 20, 4)]
        }
        guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
        var place = 2
        while place + 9 <= bytes.count, bytes[place] == 0xff {
            let marker = bytes[place + 1]
            // Fill bytes.
            if marker == 0xff {
                place += 1
                continue
            }
            let isFrame = (0xc0...0xcf).contains(marker) && ![0xc4, 0xc8, 0xcc].contains(marker)
            if isFrame { return [number(bytes, place + 7, 2), number(bytes, place + 5, 2)] }
            place += 2 + number(bytes, place + 2, 2)
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }
}
