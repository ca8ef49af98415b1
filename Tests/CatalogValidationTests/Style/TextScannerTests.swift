import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests the scan of words, which classifies eight bytes at a time.
struct TextScannerTests {
    private struct Words: WordSink {
        var found: [(key: UInt64, range: Range<Int>)] = []
        mutating func word(_ key: UInt64, _ start: Int, _ end: Int) { found.append((key, start..<end)) }
        mutating func pair(_ key: UInt64, _ start: Int) {}
        mutating func interruption() {}
    }

    private func scan(_ bytes: [UInt8]) -> (words: Words, features: TextFeatures) {
        var words = Words()
        let features = bytes.withUnsafeBufferPointer { TextScanner.scan(FeedText(bytes: $0), &words) }
        return (words, features)
    }

    private func isPartOfWord(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    @Test("words and kinds of letters in ASCII texts of any length equal those found byte by byte")
    func ascii() {
        var state: UInt64 = 3
        func random(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        // The bytes next to the ranges of letters and digits, and some within.
        let bounds = Array("/09:@AMZ[`amz{ .\u{0}\u{10}\u{19}\u{7F}".utf8)
        for round in 0..<4_000 {
            let text = (0..<round % 40).map { _ in
                random(3) == 0 ? bounds[Int(random(UInt64(bounds.count)))] : UInt8(97 + random(26))
            }
            var expected: [Range<Int>] = []
            for (index, byte) in text.enumerated() where isPartOfWord(byte) {
                if let last = expected.last, last.upperBound == index {
                    expected[expected.count - 1] = last.lowerBound..<index + 1
                } else {
                    expected.append(index..<index + 1)
                }
            }
            let (words, features) = scan(text)
            #expect(words.found.map(\.range) == expected, "\(text)")
            #expect(features.contains(.upper) == text.contains { $0 &- 65 < 26 }, "\(text)")
            #expect(features.contains(.lower) == text.contains { $0 &- 97 < 26 }, "\(text)")
            #expect(features.contains(.digit) == text.contains(where: isDigit), "\(text)")
        }
    }

    @Test("a word has the same key in any letter case and at any place of a text, and other words have others")
    func keys() {
        let words = [
            "a", "b", "ab", "ba", "lighthouse", "lighthousf", "lighthouses", "eightful", "eightfulx",
            "abcdefghijklmnop",
            "abcdefghijklmnopq", "abcdefghijklmnoq", "0", "00", "000", "été", "éte", "ete", "cafétéria", "caféteria",
            "1984",
        ]
        var keys: [UInt64: String] = [:]
        for word in words {
            let key = scan(Array(word.utf8)).words.found.first?.key
            #expect(key != nil)
            guard let key else { continue }
            #expect(keys[key] == nil, "\(word) has the key of \(keys[key] ?? "")")
            keys[key] = word
            for length in 0..<12 {
                let text =
                    String(repeating: "-", count: length) + word.uppercased()
                    + String(repeating: " ", count: 12 - length)
                #expect(scan(Array(text.utf8)).words.found.map(\.key) == [key], "\(text)")
                #expect(
                    scan(Array((String(repeating: "-", count: length) + word).utf8)).words.found.map(\.key) == [key])
            }
        }
    }
}
