/// Mutates text as networks, packagers and attackers do: lines are deleted, duplicated and swapped; bytes and numbers change.
enum Mutation {
    static func apply(to text: [UInt8], others: [[UInt8]], _ random: inout Randomness) -> [UInt8] {
        var bytes = text
        for _ in 0...random.below(6) {
            switch random.below(9) {
            case 0...3: bytes = lines(bytes, others: others, &random)
            case 4: changeBytes(&bytes, &random)
            case 5: number(&bytes, &random)
            case 6: if !bytes.isEmpty { bytes.removeSubrange(random.below(bytes.count)...) }
            case 7: insert(&bytes, &random)
            default: token(&bytes, &random)
            }
        }
        return bytes
    }

    private static func lines(_ bytes: [UInt8], others: [[UInt8]], _ random: inout Randomness) -> [UInt8] {
        var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map(Array.init)
        let at = random.below(lines.count)
        switch random.below(5) {
        case 0: lines.remove(at: at)
        case 1: lines.insert(lines[at], at: at)
        case 2: lines.swapAt(at, random.below(lines.count))
        case 3:
            let other = others[random.below(others.count)].split(separator: 0x0a).map(Array.init)
            if !other.isEmpty { lines.insert(other[random.below(other.count)], at: at) }
        default: changeBytes(&lines[at], &random)
        }
        return Array(lines.joined(separator: [0x0a]))
    }

    private static func changeBytes(_ bytes: inout [UInt8], _ random: inout Randomness) {
        guard !bytes.isEmpty else { return }
        for _ in 0...random.below(4) {
            bytes[random.below(bytes.count)] = random.oneIn(2) ? UInt8(random.below(256)) : odd[random.below(odd.count)]
        }
    }

    private static let odd = Array("\"=,:@{}$#\n\r\t /-.+0xX\u{0}".utf8)

    /// Replaces a run of digits by an edge case.
    private static func number(_ bytes: inout [UInt8], _ random: inout Randomness) {
        let places = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
        guard !places.isEmpty else { return }
        let start = places[random.below(places.count)]
        var end = start
        while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
        bytes.replaceSubrange(start..<end, with: numbers[random.below(numbers.count)].utf8)
    }

    private static let numbers = [
        "0", "-1", "1", "2147483647", "4294967296", "9223372036", "9223372037", "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "99999999999999999999999", "0.0000000001", "1e9", "", ".", "60",
        "24",
    ]

    private static func insert(_ bytes: inout [UInt8], _ random: inout Randomness) {
        let piece = pieces[random.below(pieces.count)]
        bytes.insert(contentsOf: piece.utf8, at: random.below(bytes.count + 1))
    }

    private static let pieces = [
        "{$token}", "{$", "}", "\u{feff}", "é", "\n#EXT-X-DISCONTINUITY\n", "\n#EXTINF:9,\nx\n",
        "\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n",
        ",A=\"", "[[[[[[[[", "{\"", "\n#EXT-X-ENDLIST\n", "\n#EXT-X-DEFINE:NAME=\"token\",VALUE=\"{$token}\"\n", "@",
        "\r\n",
    ]

    /// Duplicates a part of the text at another position.
    private static func token(_ bytes: inout [UInt8], _ random: inout Randomness) {
        guard bytes.count > 1 else { return }
        let start = random.below(bytes.count)
        let piece = Array(bytes[start..<min(bytes.count, start + 1 + random.below(60))])
        bytes.insert(contentsOf: piece, at: random.below(bytes.count))
    }
}
