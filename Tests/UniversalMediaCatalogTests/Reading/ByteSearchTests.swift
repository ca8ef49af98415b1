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

    @Test(
        "line feeds are counted beyond the capacity of a vector lane", arguments: [2_031, 2_032, 2_033, 4_100, 70_000])
    func manyLineFeeds(_ count: Int) {
        let bytes = [UInt8](repeating: 10, count: count)
        #expect(bytes.withUnsafeBufferPointer { ByteSearch.lineFeeds($0) } == count)
    }

    @Test("an element set distinguishes every name from every other")
    func elementSet() {
        #expect(ElementName.allCases.count <= 128)
        for name in ElementName.allCases {
            var set = ElementSet()
            set.insert(name)
            #expect(ElementName.allCases.filter(set.contains) == [name])
        }
    }
}
