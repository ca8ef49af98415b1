import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct LanguageTests {
    private func withText<Result>(_ string: String, _ body: (FeedText) -> Result) -> Result {
        Array(string.utf8).withUnsafeBufferPointer { body(FeedText(bytes: $0)) }
    }

    private static let texts: [(Language, String)] = [
        ("en", "A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that nobody has drawn."),
        (
            "fr",
            "Une cartographe reconstruit un phare avec de vieilles cartes et découvre une côte que personne n'a dessinée."
        ),
        (
            "de",
            "Eine Kartografin baut aus alten Karten einen Leuchtturm und entdeckt eine Küste, die noch niemand gezeichnet hat."
        ),
        (
            "es",
            "Una cartógrafa jubilada reconstruye un faro con mapas viejos y descubre una costa que nadie ha dibujado hasta hoy."
        ),
        (
            "it",
            "Una cartografa in pensione ricostruisce un faro con le vecchie carte e scopre una costa che nessuno ha mai disegnato."
        ),
        (
            "pt",
            "Uma cartógrafa aposentada reconstrói um farol com mapas antigos e descobre uma costa que ninguém desenhou até hoje."
        ),
        (
            "nl",
            "Een gepensioneerde kaartenmaker bouwt met oude kaarten een vuurtoren en ontdekt een kust die niemand heeft getekend."
        ),
        (
            "sv",
            "En pensionerad kartritare bygger upp en fyr av gamla sjökort och hittar en kust som ingen har ritat före henne."
        ),
        (
            "pl",
            "Emerytowana kartografka odbudowuje latarnię ze starych map i odkrywa wybrzeże, którego nikt nie narysował przed nią."
        ),
        (
            "ru",
            "Бывшая картографша строит маяк из старых карт и находит берег, который никто до неё не рисовал, но все о нём слышали."
        ),
        (
            "tr",
            "Emekli bir haritacı eski haritalardan bir deniz feneri yapar ve daha önce kimsenin çizmediği bir kıyı bulur, ama çok geç."
        ),
        ("ja", "引退した地図職人が古い海図で灯台を建て直し、誰も描いたことのない海岸を見つけて、そこへ旅立つことを決意する物語である。"),
        ("zh", "一位退休的制图师用旧海图重建了一座灯塔，并在那里发现了一片从未有人描绘过的海岸，她的人生从此彻底改变，家人也随她远行。"),
        ("ko", "은퇴한 지도 제작자가 낡은 해도로 등대를 다시 짓고, 아무도 그린 적 없는 해안을 발견하여 그곳으로 떠나기로 결심하는 이야기이다."),
    ]

    @Test("umc-validation.md 3.3 STY-LANG: languages are distinguished", arguments: texts.indices)
    func guess(_ index: Int) throws {
        let (language, string) = Self.texts[index]
        let guess = withText(string) { LanguageGuess($0, features: TextScan($0, language: []).features) }
        let found = try #require(guess)
        #expect(found.language == language)
        #expect(found.confidence > 0.9)
    }

    @Test("umc-validation.md 3.3 STY-LANG: lists of names give no confident language")
    func nothing() {
        for string in [
            "Kay Johnson, Reginald Denny, Lillian Roth, Roland Young, Dorothy Davenport, Emory Johnson, Rod La Rocque",
            "Tora! Tora! Tora! Banzai, Godzilla, Mothra, Rodan, King Ghidorah, Gamera, Gappa, Daimajin, Matango",
        ] {
            let guess = withText(string) { LanguageGuess($0, features: TextScan($0, language: []).features) }
            #expect(guess == nil || guess!.confidence <= 0.9)
        }
    }

    @Test("a scan finds phrases across spaces, hyphens and apostrophes in any case, but not across sentences")
    func phrases() {
        func found(_ string: String, _ classes: WordClasses) -> [String] {
            withText(string) { text in
                let seen = TextScan(text, language: []).classes
                let matches = TextScan.matches(classes, in: text).map { text[$0.range].string }
                // The first pass must not miss a match of the second.
                #expect(matches.isEmpty || !seen.isDisjoint(with: classes), "\(string)")
                return matches
            }
        }
        #expect(found("An AWARD-Winning tale", .superlative) == ["AWARD-Winning"])
        #expect(found("Watch. Now they come", .promotion) == [])
        #expect(found("They watch now and then", .promotion) == ["watch now"])
        #expect(found("ABONNEZ-VOUS vite", .promotion) == ["ABONNEZ-VOUS"])
        #expect(found("В эфире НОВЫЙ Сезон", .loosePromotion) == ["НОВЫЙ Сезон"])
        #expect(found("ÉPISODE 3", .episode) == ["ÉPISODE"])
        #expect(found("本日、今すぐ視聴してください", .promotion) == ["今すぐ視聴"])
        #expect(found("今すぐ視野を広げる", .promotion) == [])
        #expect(found("for an Apple Original film", .appleBrand) == ["Apple Original film"])
    }

    @Test("invalid UTF-8 and incomplete characters do not crash the scan")
    func foreignBytes() {
        var state: UInt64 = 7
        for round in 0..<3_000 {
            var bytes: [UInt8] = []
            for _ in 0..<round % 40 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(UInt8(truncatingIfNeeded: state >> 33) | (round % 3 == 0 ? 0x80 : 0))
            }
            bytes.withUnsafeBufferPointer { buffer in
                let text = FeedText(bytes: buffer)
                let scan = TextScan(text, language: LanguageSet("en"))
                #expect(scan.wordCount <= bytes.count)
                _ = TextScan.matches(WordClasses(rawValue: .max), in: text)
                _ = TitleParts.all(of: text)
                _ = text.sentence(around: 0..<bytes.count)
                _ = LanguageGuess(text, features: scan.features)
            }
        }
    }

    @Test("umc-validation.md 3.3 STY-MOJIBAKE: words encoded twice are found, and correctly encoded words are not")
    func mojibake() {
        let words = [
            "préservé", "Été", "déjà vu", "Küste", "Größe", "niño", "coração", "città", "“quoted”", "it’s", "naïve",
            "Łódź między",
            "Příběh", "smörgås", "Привет мир", "紙の灯台", "종이 등대", "Ελλάδα", "שלום", "مرحبا", "señor £5",
        ]
        // Windows-1252; undefined bytes map to control characters.
        let special: [UInt8: UInt32] = [
            0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021,
            0x88: 0x2C6, 0x89: 0x2030,
            0x8A: 0x160, 0x8B: 0x2039, 0x8C: 0x152, 0x8E: 0x17D, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D,
            0x95: 0x2022,
            0x96: 0x2013, 0x97: 0x2014, 0x98: 0x2DC, 0x99: 0x2122, 0x9A: 0x161, 0x9B: 0x203A, 0x9C: 0x153, 0x9E: 0x17E,
            0x9F: 0x178,
        ]
        for word in words {
            #expect(Mojibake.sequence(Array(word.unicodeScalars)) == nil, "\(word)")
            for windows in [true, false] {
                let twice = word.utf8.compactMap { byte in
                    Unicode.Scalar(windows ? special[byte] ?? UInt32(byte) : UInt32(byte))
                }
                let string = String(String.UnicodeScalarView(twice))
                let features = withText(string) { TextScan($0, language: []).features }
                #expect(features.contains(.suspectPair), "\(string)")
                #expect(Mojibake.sequence(twice) != nil, "\(string)")
            }
        }
    }
}
