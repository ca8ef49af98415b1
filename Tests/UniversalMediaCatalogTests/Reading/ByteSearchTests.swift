import Testing

@testable import UniversalMediaCatalog

@Suite("Byte search in blocks of eight bytes and byte by byte") struct ByteSearchTests {
    private static let noURL: Set<UInt8> = Set(0...32).union([127]).union(Array("\"<>\\".utf8))

    /// Calls a closure with runs of all lengths around a word's, containing bytes near the searched ones.
    private static func runs(_ check: ([UInt8], UnsafeBufferPointer<UInt8>) -> Void) {
        var random = SystemRandomNumberGenerator()
        let near: [UInt8] = [
            0, 9, 10, 11, 32, 33, 34, 35, 60, 61, 62, 63, 64, 91, 92, 93, 126, 127, 128, 137, 138, 160, 162, 255,
        ]
        for length in 0..<40 {
            for round in 0..<200 {
                // Most rounds have at most one relevant byte, so that the cause of a failure is visible.
                var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                for _ in 0..<(round % 4) where length > 0 {
                    bytes[Int.random(in: 0..<length, using: &random)] = near.randomElement(using: &random) ?? 0
                }
                bytes.withUnsafeBufferPointer { check(bytes, $0) }
            }
        }
    }

    @Test("URLs, separators and line feeds are found as by a search byte by byte")
    func sameAsOneByOne() {
        Self.runs { bytes, run in
            #expect(ByteSearch.isURL(run) == bytes.allSatisfy { !Self.noURL.contains($0) }, "\(bytes)")
            #expect(ByteSearch.firstOf(63, 35, in: run) == bytes.firstIndex { $0 == 63 || $0 == 35 }, "\(bytes)")
            #expect(ByteSearch.lineFeeds(run) == bytes.count { $0 == 10 }, "\(bytes)")
            #expect(ByteSearch.last(10, in: run) == bytes.lastIndex(of: 10), "\(bytes)")
        }
    }

    @Test("digits, capital letters, separators of URLs and bytes beyond ASCII are found as by a search byte by byte")
    func kinds() {
        var random = SystemRandomNumberGenerator()
        for length in 0..<40 {
            for round in 0..<200 {
                var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                for _ in 0..<(round % 4) where length > 0 {
                    bytes[Int.random(in: 0..<length, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let first = Int.random(in: 0...length, using: &random)
                func expected(_ isWanted: (UInt8) -> Bool) -> Int? { bytes[first...].firstIndex(where: isWanted) }
                bytes.withUnsafeBufferPointer { run in
                    #expect(ByteSearch.isASCII(run) == bytes.allSatisfy { $0 < 0x80 }, "\(bytes)")
                    #expect(ByteSearch.digit(in: run, from: first) == expected { (48..<58).contains($0) }, "\(bytes)")
                    #expect(
                        ByteSearch.capitalOrBeyondASCII(in: run, from: first)
                            == expected { (65..<91).contains($0) || $0 >= 0x80 }, "\(bytes)")
                    #expect(
                        ByteSearch.urlSeparator(in: run, from: first) == expected { "/?=&".utf8.contains($0) },
                        "\(bytes)")
                    #expect(
                        ByteSearch.slashDotOrX(in: run, from: first) == expected { "/.xX".utf8.contains($0) },
                        "\(bytes)")
                }
            }
        }
    }

    @Test("characters that need a closer look, double slashes and spaces are found as by a search byte by byte")
    func plainPaths() {
        let special = Set("!\"#$%<=>?@\\{|}~\u{7F}".utf8).union(0...32)
        var random = SystemRandomNumberGenerator()
        for length in 0..<40 {
            for round in 0..<400 {
                var bytes = [UInt8](repeating: UInt8(ascii: "/"), count: length)
                for index in 1..<max(1, length) where index % 2 == 1 { bytes[index] = UInt8(ascii: "a") }
                for _ in 0..<(round % 3) where length > 0 {
                    bytes[Int.random(in: 0..<length, using: &random)] = UInt8.random(in: 0..<128, using: &random)
                }
                let isPlain =
                    !bytes.contains(where: special.contains)
                    && !zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "/") && $1 == $0 }
                #expect(bytes.withUnsafeBufferPointer { ByteSearch.isPlainPath($0) } == isPlain, "\(bytes)")
                let hasSpace = bytes.contains { $0 <= 32 }
                #expect(bytes.withUnsafeBufferPointer { ByteSearch.hasNoSpace($0) } == !hasSpace, "\(bytes)")
            }
        }
        let accents = Array("/artwork/am\u{E9}lie/\u{E9}t\u{E9}".utf8)
        #expect(accents.withUnsafeBufferPointer { ByteSearch.isPlainPath($0) })
        // A letter beyond ASCII before the character, in a block of eight bytes and after the last one.
        for byte in special {
            for (before, after) in [(20, 0), (3, 20)] {
                let bytes =
                    [UInt8](repeating: 0xFF, count: before) + [byte]
                    + [UInt8](repeating: UInt8(ascii: "a"), count: after)
                #expect(!bytes.withUnsafeBufferPointer { ByteSearch.isPlainPath($0) }, "\(byte) \(before)")
            }
        }
    }

    @Test(
        "line feeds are counted beyond the capacity of a vector lane", arguments: [2_031, 2_032, 2_033, 4_100, 70_000])
    func manyLineFeeds(_ count: Int) {
        let bytes = [UInt8](repeating: 10, count: count)
        #expect(bytes.withUnsafeBufferPointer { ByteSearch.lineFeeds($0) } == count)
    }

    @Test("an element set distinguishes every name from every other")
    func elementSet() {
        #expect(ElementName.allCases.count <= ElementSet.mostNames)
        for name in ElementName.allCases {
            var set = ElementSet()
            set.insert(name)
            #expect(ElementName.allCases.filter(set.contains) == [name])
        }
    }
}
