import Foundation

/// The encoding of a text from before Unicode, guessed from the frequency of its letters. The names are those of iconv.
enum EncodingGuess {
    /// The bytes that are examined.
    private static let sampleCount = 64 << 10
    /// The characters beyond ASCII that a guess needs: fewer are decoded as Western European letters.
    private static let neededCharacters = 8

    /// - Parameter decode: returns nil where the bytes are not valid in the encoding with the name.
    /// - Returns: nil for the languages of Western Europe, and where no encoding is likely.
    static func name(of bytes: Data, decode: (Data, String) -> String?) -> String? {
        let runs = Runs(bytes.prefix(sampleCount))
        guard runs.highCount >= neededCharacters else { return nil }
        // The letters of a short Thai text may form pairs that are Chinese characters.
        let thai = narrow.first { $0.name == thaiName && hasThaiOrder(bytes.prefix(sampleCount)) }
        let isThai = thai.flatMap { thai in
            decode(bytes, thai.name).map { thai.share(in: $0) >= thai.neededShare }
        }
        for candidate in wide where isThai != true && candidate.accepts(runs) {
            guard let text = decode(bytes, candidate.name), candidate.share(in: text) >= candidate.neededShare else {
                continue
            }
            return candidate.name
        }
        // Text in another alphabet has more letters beyond ASCII than within, apart from its markup.
        if runs.highCount * 2 > runs.letterCount {
            let scores = narrow.compactMap { candidate -> (name: String, share: Double)? in
                guard let text = decode(bytes, candidate.name) else { return nil }
                let share = candidate.share(in: text)
                return share >= candidate.neededShare ? (candidate.name, share) : nil
            }
            if let best = scores.max(by: { $0.share < $1.share }) { return best.name }
        }
        return isCentralEuropean(runs) ? "CP1250" : nil
    }

    /// An encoding, and the characters that are frequent in texts which use it.
    private struct Candidate: Sendable {
        var name: String
        /// The most frequent characters, or the ranges of all of them.
        var frequent: Set<Unicode.Scalar> = []
        var ranges: [ClosedRange<UInt32>] = []
        /// The share of characters beyond ASCII that must be frequent ones.
        var neededShare: Double
        /// Checks the bytes, where a wrong encoding would decode them too.
        var accepts: @Sendable (Runs) -> Bool = { _ in true }

        func share(in text: String) -> Double {
            var (all, matching) = (0, 0)
            for scalar in text.unicodeScalars where scalar.value >= 0xA0 {
                all += 1
                if frequent.contains(scalar) || ranges.contains(where: { $0.contains(scalar.value) }) { matching += 1 }
            }
            return all == 0 ? 0 : Double(matching) / Double(all)
        }
    }

    private static let kana: ClosedRange<UInt32> = 0x3040...0x30FF
    private static let kanji: ClosedRange<UInt32> = 0x4E00...0x9FFF
    private static let punctuation: [ClosedRange<UInt32>] = [0x3000...0x303F, 0xFF00...0xFF65, 0x2010...0x2026]

    /// The encodings with two bytes a character, the most distinctive one first.
    private static let wide: [Candidate] = [
        Candidate(name: "EUC-JP", ranges: [0x3040...0x30FF], neededShare: 0.3) { $0.isPaired },
        Candidate(name: "CP949", ranges: [0xAC00...0xD7A3], neededShare: 0.8) {
            $0.isPaired && $0.leads(in: 0xB0...0xC8) > 0.8
        },
        Candidate(name: "GB18030", ranges: [kanji] + punctuation, neededShare: 0.9) {
            // The characters of GB 2312 that are in use fill most rows, those of the first level being more frequent.
            $0.isPaired && $0.leads(in: 0xA1...0xF7) > 0.95 && $0.leads(in: 0xB0...0xD7) > 0.5
        },
        Candidate(name: "BIG5", ranges: [kanji] + punctuation, neededShare: 0.95) {
            !$0.isPaired && $0.bigFiveLeads > 0.8
        },
    ]

    private static let thaiName = "TIS-620"

    /// Whether the bytes are Thai letters in the order in which Thai has them: marks follow a consonant or other marks, and the vowels that are
    /// written before a consonant precede one.
    private static func hasThaiOrder(_ bytes: Data) -> Bool {
        var previous: UInt8 = 0
        var hasMark = false
        for byte in bytes {
            let isConsonant = (0xA1...0xCE).contains(byte)
            if (0xE0...0xE4).contains(previous), !isConsonant { return false }
            switch byte {
            case 0x80...0xA0, 0xDB...0xDE, 0xFC...: return false
            case 0xD1, 0xD4...0xDA, 0xE7...0xEE:
                switch previous {
                case 0xA1...0xCE, 0xD1, 0xD4...0xD9, 0xE7...0xEE: hasMark = true
                default: return false
                }
            default: break
            }
            previous = byte
        }
        return hasMark
    }

    /// The encodings with one byte a character.
    private static let narrow: [Candidate] = [
        Candidate(name: "CP1251", frequent: scalars("оеаинтсрвлкмдпуя"), neededShare: 0.6),
        Candidate(name: "KOI8-R", frequent: scalars("оеаинтсрвлкмдпуя"), neededShare: 0.6),
        Candidate(name: "CP1253", frequent: scalars("αοιετσνηυρπκμλςάέίό"), neededShare: 0.6),
        Candidate(name: "CP1255", frequent: scalars("יוהלאמתרבשנםדחק"), neededShare: 0.6),
        Candidate(name: "CP1256", frequent: scalars("اليمونرتبةعدسفهك"), neededShare: 0.6),
        Candidate(name: thaiName, frequent: scalars("านรอกเงยลมวดท่้ีสะั"), neededShare: 0.6),
    ]

    private static func scalars(_ letters: String) -> Set<Unicode.Scalar> { Set(letters.unicodeScalars) }

    /// Returns whether the text is likely Polish, Czech, Slovak or Hungarian: their letters are where Windows-1252 has signs, or letters that no
    /// Western European language combines.
    private static func isCentralEuropean(_ runs: Runs) -> Bool {
        // Windows-1252 has the superscripts ¹ and ³ and the sign ¿ in place of ą, ł and ż.
        let polish = runs.between([0xB9, 0xB3, 0xBF, 0x9C])
        // The places of š and ž are the same, but no Western European language has them beside ø, ì and ù.
        let czech = min(runs.count([0x9A, 0x9E, 0x8A, 0x8E]), runs.count([0xF8, 0xEC, 0xE8, 0xF9]))
        // õ, in place of ő, comes with ã or ç in Portuguese and with ä in Estonian.
        let hungarian = runs.count([0xE3, 0xE4, 0xE7]) == 0 ? runs.count([0xF5]) : 0
        // Ť, ť and Ź, which Windows-1252 leaves undefined.
        let undefined = runs.count([0x8D, 0x9D, 0x8F])
        return undefined > 0 || max(polish, czech, hungarian) >= 2
    }
}

extension EncodingGuess {
    /// What the bytes beyond ASCII have in common.
    struct Runs {
        /// The number of bytes beyond ASCII.
        private(set) var highCount = 0
        /// The number of ASCII letters.
        private(set) var letterCount = 0
        private var counts = [Int](repeating: 0, count: 256)
        private var leadCounts = [Int](repeating: 0, count: 256)
        private var betweenCounts = [Int](repeating: 0, count: 256)
        private var runCount = 0
        private var oddRuns = 0
        private var bigFivePairs = 0
        private var bigFiveFrequent = 0
        private var bigFiveErrors = 0

        init(_ bytes: Data) {
            let bytes = Array(bytes)
            var length = 0
            for (index, byte) in bytes.enumerated() {
                counts[Int(byte)] += 1
                guard byte >= 0x80 else {
                    if Self.isLetter(byte) { letterCount += 1 }
                    end(&length)
                    continue
                }
                highCount += 1
                if length.isMultiple(of: 2) { leadCounts[Int(byte)] += 1 }
                length += 1
                if index > 0, index + 1 < bytes.count, Self.areLetters(bytes[index - 1], bytes[index + 1]) {
                    betweenCounts[Int(byte)] += 1
                }
            }
            end(&length)
            countBigFive(bytes)
        }

        private mutating func end(_ length: inout Int) {
            guard length > 0 else { return }
            runCount += 1
            if !length.isMultiple(of: 2) { oddRuns += 1 }
            length = 0
        }

        private mutating func countBigFive(_ bytes: [UInt8]) {
            var index = 0
            while index + 1 < bytes.count {
                defer { index += 1 }
                guard bytes[index] >= 0x80 else { continue }
                let (lead, trail) = (bytes[index], bytes[index + 1])
                guard (0xA1...0xF9).contains(lead), (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail)
                else {
                    bigFiveErrors += 1
                    continue
                }
                bigFivePairs += 1
                if (0xA1...0xC6).contains(lead) { bigFiveFrequent += 1 }
                index += 1
            }
        }

        private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

        /// Whether two bytes are letters, one of them of ASCII, the other one of ASCII or Windows-1252.
        private static func areLetters(_ one: UInt8, _ other: UInt8) -> Bool {
            isLetter(one) && (other >= 0xC0 || isLetter(other)) || isLetter(other) && one >= 0xC0
        }

        /// Whether all bytes beyond ASCII form pairs, as in the encodings whose second bytes are beyond ASCII too.
        var isPaired: Bool { runCount > 0 && oddRuns * 50 <= runCount }

        /// The share of first bytes of pairs in a range.
        func leads(in range: ClosedRange<Int>) -> Double {
            let all = leadCounts.reduce(0, +)
            return all == 0 ? 0 : Double(leadCounts[range].reduce(0, +)) / Double(all)
        }

        /// The share of pairs in the rows of Big5's frequent characters; 0 if bytes are not valid in it.
        var bigFiveLeads: Double {
            bigFiveErrors > 0 || bigFivePairs == 0 ? 0 : Double(bigFiveFrequent) / Double(bigFivePairs)
        }

        func count(_ bytes: [Int]) -> Int { bytes.reduce(0) { $0 + counts[$1] } }

        /// The number of these bytes between letters.
        func between(_ bytes: [Int]) -> Int { bytes.reduce(0) { $0 + betweenCounts[$1] } }
    }
}
