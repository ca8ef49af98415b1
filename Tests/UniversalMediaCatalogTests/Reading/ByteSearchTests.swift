import Testing

@testable import UniversalMediaCatalog

@Suite("Runs of bytes, eight at a time and one by one") struct ByteSearchTests {
    private static let noAddress: Set<UInt8> = Set(0...32).union([127]).union(Array("\"<>\\".utf8))

    /// Runs of every length about the word's, of bytes that are near those looked for.
    private static func runs(_ check: ([UInt8], UnsafeBufferPointer<UInt8>) -> Void) {
        var random = SystemRandomNumberGenerator()
        let near: [UInt8] = [
            0, 9, 10, 11, 32, 33, 34, 35, 60, 61, 62, 63, 64, 91, 92, 93, 126, 127, 128, 137, 138, 160, 162, 255,
        ]
        for length in 0..<40 {
            for round in 0..<200 {
                // Most rounds have one byte of interest at most, so that what is at fault is seen.
                var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                for _ in 0..<(round % 4) where length > 0 {
                    bytes[Int.random(in: 0..<length, using: &random)] = near.randomElement(using: &random) ?? 0
                }
                bytes.withUnsafeBufferPointer { check(bytes, $0) }
            }
        }
    }

    @Test("addresses, marks and line feeds are found as one by one")
    func sameAsOneByOne() {
        Self.runs { bytes, run in
            #expect(ByteSearch.isAddress(run) == bytes.allSatisfy { !Self.noAddress.contains($0) }, "\(bytes)")
            #expect(ByteSearch.firstOf(63, 35, in: run) == bytes.firstIndex { $0 == 63 || $0 == 35 }, "\(bytes)")
            #expect(ByteSearch.lineFeeds(run) == bytes.count { $0 == 10 }, "\(bytes)")
            #expect(ByteSearch.last(10, in: run) == bytes.lastIndex(of: 10), "\(bytes)")
        }
    }

    @Test("more line feeds than a lane can count are counted", arguments: [2_031, 2_032, 2_033, 4_100, 70_000])
    func manyLineFeeds(_ count: Int) {
        let bytes = [UInt8](repeating: 10, count: count)
        #expect(bytes.withUnsafeBufferPointer { ByteSearch.lineFeeds($0) } == count)
    }

    @Test("a set of elements tells every name from every other")
    func elementSet() {
        #expect(ElementName.allCases.count <= 128)
        for name in ElementName.allCases {
            var set = ElementSet()
            set.insert(name)
            #expect(ElementName.allCases.filter(set.contains) == [name])
        }
    }
}
