import UniversalMediaCatalog

/// A receiver of the words found by a scan.
protocol WordSink {
    /// Receives a word of letters and digits and its byte range.
    mutating func word(_ key: UInt64, _ start: Int, _ end: Int)
    /// Receives two neighbouring characters of a script that is written without spaces, or nearly so: kana, Han, Hangul.
    mutating func pair(_ key: UInt64, _ start: Int)
    /// Called at punctuation that ends a phrase.
    mutating func interruption()
}

/// One pass over the bytes of a text, which finds the kinds of characters and the words.
///
/// Case is ignored for ASCII, Latin-1 and Cyrillic. Invalid UTF-8 is tolerated.
enum TextScanner {
    /// - Returns: the kinds of characters in the text.
    @inline(__always) @discardableResult
    static func scan<Sink: WordSink>(_ text: FeedText, _ sink: inout Sink) -> TextFeatures {
        let bytes = text.bytes
        let count = bytes.count
        var features: UInt64 = 0
        /// Not 0 if a word has such characters.
        var (capitals, smalls, digits): (UInt64, UInt64, UInt64) = (0, 0, 0)
        var previous: UInt8 = 0
        var key = seed
        var wordStart = -1
        /// The preceding character of a script without spaces; 0: none.
        var neighbour: UInt64 = 0
        /// The index after a character that would begin doubly encoded UTF-8.
        var suspectEnd = -1
        var index = 0
        TextFeatures.table.withUnsafeBufferPointer { table in
            letters.withUnsafeBufferPointer { letters in
                while index < count {
                    var byte = bytes[index]
                    var letter = letters[Int(byte)]
                    if letter > 2 {
                        if wordStart < 0 {
                            wordStart = index
                            neighbour = 0
                            if previous == UInt8(ascii: ".") { features |= TextFeatures.innerDot.rawValue }
                        }
                        // Most words take one round.
                        repeat {
                            let run = LetterRun(LetterRun.load(bytes, index))
                            guard run.count > 0 else { break }
                            key = mixed(key, run.folded)
                            capitals |= run.capitals
                            smalls |= run.smalls
                            digits |= run.digits
                            index &+= run.count
                            guard run.count == 8 else { break }
                        } while index < count
                        previous = bytes[index &- 1]
                        guard index < count else { break }
                        byte = bytes[index]
                        letter = letters[Int(byte)]
                    }
                    features |= table[Int(byte)]
                    if letter < 2 {
                        if wordStart >= 0 {
                            sink.word(key, wordStart, index)
                            wordStart = -1
                            key = seed
                        }
                        neighbour = 0
                        if letter == 1 {
                            sink.interruption()
                            if previous == 32
                                ? byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".")
                                : previous == UInt8(ascii: "!") && byte == previous
                            {
                                features |= TextFeatures.loosePunctuation.rawValue
                            }
                        }
                        if byte == 32, previous == 32 { features |= TextFeatures.doubleSpace.rawValue }
                        previous = byte
                        index += 1
                        continue
                    }
                    // Beyond ASCII.
                    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                    let end = min(index + length, count)
                    let second = index + 1 < count ? bytes[index + 1] : 0
                    if index == suspectEnd, byte == 0xC2 || byte == 0xE2 || byte &- 0xC5 < 2 || byte == 0xCB {
                        features |= TextFeatures.suspectPair.rawValue
                    }
                    if byte == 0xC3, second &- 0x82 < 0x33 { suspectEnd = end }
                    let isSpaceless = byte &- 0xE3 < 11 && !(byte == 0xE3 && second == 0x80)
                    let isLetter =
                        byte &- 0xC3 < 0x1D && !(byte == 0xC3 && (second == 0x97 || second == 0xB7))
                        || byte == 0xE0 || byte == 0xE1
                    if isLetter {
                        if wordStart < 0 {
                            wordStart = index
                            neighbour = 0
                        }
                        let lower = Self.lower(byte, second)
                        key = (key << 7 | key >> 57) ^ UInt64(lower.0)
                        key = (key << 7 | key >> 57) ^ UInt64(lower.1)
                        if length == 3, index + 2 < count { key = (key << 7 | key >> 57) ^ UInt64(bytes[index + 2]) }
                    } else {
                        if wordStart >= 0 {
                            sink.word(key, wordStart, index)
                            wordStart = -1
                            key = seed
                        }
                        if isSpaceless {
                            let third = index + 2 < count ? bytes[index + 2] : 0
                            let character = UInt64(byte) << 16 | UInt64(second) << 8 | UInt64(third)
                            if neighbour != 0 {
                                sink.pair((neighbour << 24 | character) | 1 << 63, index - 3)
                            }
                            neighbour = character
                        } else {
                            neighbour = 0
                            // Other punctuation, such as apostrophes and special spaces, does not end a phrase.
                            let third = index + 2 < count ? bytes[index + 2] : 0
                            if byte == 0xE2, second == 0x80 {
                                if third == 0xA6 || third == 0x93 || third == 0x94 { sink.interruption() }
                            } else if byte == 0xEF {
                                sink.interruption()
                                if second == 0xBF, third == 0xBD { features |= TextFeatures.replacement.rawValue }
                            }
                        }
                    }
                    previous = byte
                    index = end
                }
            }
        }
        if wordStart >= 0 { sink.word(key, wordStart, count) }
        if capitals != 0 { features |= TextFeatures.upper.rawValue }
        if smalls != 0 { features |= TextFeatures.lower.rawValue }
        if digits != 0 { features |= TextFeatures.digit.rawValue }
        return TextFeatures(rawValue: features)
    }

    private static let seed: UInt64 = 0x2545_F491_4F6C_DD1D

    /// Returns the key of a word extended by up to eight letters and digits.
    @inline(__always) private static func mixed(_ key: UInt64, _ letters: UInt64) -> UInt64 {
        let product = (key ^ letters) &* 0x9FB2_1C65_1E98_DF25
        return product ^ product >> 32
    }

    @inline(__always) private static func lower(_ byte: UInt8, _ second: UInt8) -> (UInt8, UInt8) {
        switch byte {
        case 0xC3 where second &- 0x80 < 0x1F: (byte, second | 0x20)
        case 0xD0 where second &- 0x90 < 0x10: (byte, second + 0x20)
        case 0xD0 where second &- 0xA0 < 0x10: (0xD1, second - 0x20)
        default: (byte, second)
        }
    }

    /// For each byte: 0: between words; 1: ends a phrase; 2: not ASCII; more: an ASCII letter or digit, in lower case.
    private static let letters: ContiguousArray<UInt8> = {
        var table = ContiguousArray<UInt8>(repeating: 0, count: 256)
        for byte in UInt8.min...UInt8.max {
            table[Int(byte)] =
                byte >= 0x80 ? 2 : isLetter(byte) || isDigit(byte) ? UniversalMediaCatalog.lowercased(byte) : 0
        }
        for byte in ".,!?;:()[]{}\"|/".utf8 { table[Int(byte)] = 1 }
        return table
    }()
}
