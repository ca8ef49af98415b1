import Testing

@testable import UniversalMediaCatalog

struct VocabularyTests {
    static func with<Result>(_ text: String, _ body: (FeedText) -> Result) -> Result {
        Array(text.utf8).withUnsafeBufferPointer { body(FeedText(bytes: $0)) }
    }

    @Test("umc-catalog.md 3.5: genres are found as spelt and after normalisation")
    func genres() {
        for known in ["drama", "sci_fi", "Sci-Fi", "Kids & Family", "TRUE CRIME", "talk-show"] {
            #expect(Self.with(known) { Genres.isKnown($0) }, "\(known)")
        }
        for unknown in ["dramma", "", "Komödie", "sci", "-"] {
            #expect(!Self.with(unknown) { Genres.isKnown($0) }, "\(unknown)")
        }
        #expect(Genres.table.nearest(to: "documentry") == "documentary")
        #expect(Genres.table.nearest(to: "zzz") == nil)
    }

    @Test("umc-catalog.md 3.6: rating systems are found in any case, values only as spelt")
    func ratings() {
        #expect(Self.with("MPAA") { RatingSystem.named($0)?.territory } == "US")
        #expect(Self.with("se-movie") { RatingSystem.named($0)?.kind } == .both)
        #expect(Self.with("mpaa2") { RatingSystem.named($0) } == nil)
        #expect(Self.with("Barntillåten") { RatingSystem.all.last { $0.territory == "SE" }?.has($0) } == true)
        #expect(Self.with("barntillåten") { RatingSystem.all.last { $0.territory == "SE" }?.has($0) } == false)
        #expect(Set(RatingSystem.all.map(\.code)).count == RatingSystem.all.count)
        for system in RatingSystem.all {
            let severities = system.values.compactMap(\.severity)
            #expect(severities == severities.sorted(), "\(system.code)")
            #expect(Countries.all.contains(Substring(system.territory)), "\(system.code)")
        }
    }

    @Test("umc-catalog.md 4: countries are ISO 3166-1 alpha-2 in upper case")
    func countries() {
        #expect(Countries.all.count == 249)
        for code in ["US", "GB", "NZ", "AX", "ZW"] { #expect(Self.with(code, Countries.isCode), "\(code)") }
        for code in ["UK", "us", "USA", "", "XK", "U", "ÄÖ", "EU"] {
            #expect(!Self.with(code, Countries.isCode), "\(code)")
        }
        #expect(Self.with("uk") { Countries.nearest(to: $0) } == "GB")
        #expect(Self.with("us") { Countries.nearest(to: $0) } == "US")
        #expect(Self.with("Narnia") { Countries.nearest(to: $0) } == nil)
    }

    @Test(
        "umc-catalog.md 4: language tags are checked for syntax, and their languages and regions for existence",
        arguments: [
            ("en", nil), ("en-US", nil), ("EN-us", nil), ("zh-Hans-CN", nil), ("es-419", nil), ("fil-PH", nil),
            ("sr-Latn", nil), ("de-CH-1996", nil), ("sl-rozaj-biske", nil), ("zh-yue-HK", nil), ("yue", nil),
            ("en-u-ca-gregory", nil), ("x-private", nil), ("en-x-a", nil), ("i-klingon", nil), ("iw", nil),
            ("", .empty), (" ", .empty), ("en_US", .underscore), ("pt_BR", .underscore), ("en-", .malformed),
            ("-en", .malformed), ("e", .malformed), ("en--US", .malformed), ("en US", .malformed), ("en-u", .malformed),
            ("english-language", .malformed), ("French", .malformed), ("xx", .unknownLanguage), ("12", .malformed),
            ("én", .malformed),
            ("zz-US", .unknownLanguage), ("en-UK", .unknownRegion), ("eng", .shorterLanguage("en")),
            ("ger-DE", .shorterLanguage("de")), ("sr-Latn-YU", .unknownRegion), ("en-US,fr-FR", .malformed),
            ("zh-Chinese", .unknownVariant), ("en-oxendict", nil),
            ("FR", .country), ("US", .country), ("EN", nil), ("fr", nil), ("Fr", nil),
        ] as [(String, LanguageTag.Fault?)])
    func languages(_ tag: String, _ fault: LanguageTag.Fault?) {
        #expect(Self.with(tag) { LanguageTag.fault($0) } == fault)
    }

    @Test(
        "umc-catalog.md 3.9: external ids are checked against the syntax of their system",
        arguments: [
            (.imdb, "tt0133093", true), (.imdb, "tt013309", false), (.imdb, "nm0000206", false),
            (.imdb, "tt10872600", true),
            (.tms, "MV006135120000", true), (.tms, "EP00613512", true), (.tms, "XX00613512", false),
            (.tms, "MV0061", false), (.tmdb, "603", true), (.tmdb, "movie/603", false), (.tvdb, "", false),
            (.isan, "0000-0001-8CFA-0000-I-0000-0000-K", true), (.isan, "0000", false), (.house, "PLH-1", true),
            (.house, "", false), (.eidr, "10.5240/7791-8534-2C23-9030-8610-5", true),
            (.eidr, "10.5240/7791-8534-2c23-9030-8610-5", false), (.eidr, "10.5240/7791-8534-2C23-9030-8610", false),
        ] as [(ExternalIDSystem, String, Bool)])
    func externalIDs(_ system: ExternalIDSystem, _ id: String, _ isRight: Bool) {
        #expect((Self.with(id) { system.fault($0) } == nil) == isRight, "\(id)")
    }

    @Test("ISO 7064 MOD 37,36: changing a digit of an EIDR or swapping two changes its check character")
    func eidr() {
        let suffix = Array("7791-8534-2C23-9030-8610".utf8)
        func check(_ bytes: [UInt8]) -> UInt8 {
            bytes.withUnsafeBufferPointer { ExternalIDSystem.eidrCheckCharacter(FeedText(bytes: $0)) }
        }
        let right = check(suffix)
        #expect(right == UInt8(ascii: "5"))
        for index in suffix.indices where suffix[index] != UInt8(ascii: "-") {
            for digit in Array("0123456789ABCDEF".utf8) where digit != suffix[index] {
                var changed = suffix
                changed[index] = digit
                #expect(check(changed) != right)
            }
        }
        #expect(
            Self.with("10.5240/7791-8534-2C23-9030-8610-6") { ExternalIDSystem.eidr.fault($0) } == .checkCharacter("5"))
    }

    @Test("lists are split at commas")
    func commaLists() {
        #expect(Self.with(" en, fr-FR,,de ") { $0.commaList.map(\.string) } == ["en", "fr-FR", "", "de"])
        #expect(Self.with("") { $0.commaList.map(\.string) } == [""])
    }

    @Test("a table finds its words of each length, and no word that differs from one of them in a byte")
    func wordsOfEachLength() {
        let words = (1...40).map { length in String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
        }
        let table = WordTable(words.enumerated().map { ($1, $0) })
        for (number, word) in words.enumerated() {
            let spelling = Array(word.utf8)
            func found(_ bytes: [UInt8]) -> (exact: Int?, anyCase: Int?) {
                bytes.withUnsafeBufferPointer { (table[FeedText(bytes: $0)], table.ignoringCase(FeedText(bytes: $0))) }
            }
            #expect(found(spelling) == (number, number))
            for index in spelling.indices {
                var other = spelling
                other[index] ^= 32
                #expect(found(other) == (nil, number), "\(word), byte \(index)")
                other[index] = UInt8(ascii: "_")
                #expect(found(other) == (nil, nil), "\(word), byte \(index)")
            }
        }
    }
}
