import Foundation
import Testing

@testable import Questions

struct QuestionParserTests {
    private func meaning(_ utterance: String, _ language: String = "en") -> Interpretation {
        QuestionParser(languages: [language]).parse(utterance).interpretation
    }

    // MARK: Tables

    @Test("the tables of all languages have an example of each kind of request, which is understood as that kind")
    func examples_areUnderstood() {
        #expect(QuestionParser.supportedLanguages == ["en", "de", "fr", "es", "ja", "ar"])
        for table in Vocabulary.all {
            for kind in Intent.Kind.allCases {
                guard let example = table.examples[kind] else {
                    Issue.record("\(table.language) has no example of \(kind)")
                    continue
                }
                guard case .intent(let intent) = meaning(example, table.language) else {
                    Issue.record("\(table.language): '\(example)' is \(meaning(example, table.language))")
                    continue
                }
                #expect(intent.kind == kind, "\(table.language): '\(example)'")
            }
        }
    }

    @Test("the tables of all languages express every concept that a rule needs, every unit and the same languages")
    func tables_areComplete() {
        let needed = Set(
            IntentRules.all.flatMap { $0.needs.count == 1 ? $0.needs[0].count == 1 ? Array($0.needs[0]) : [] : [] })
        for table in Vocabulary.all {
            for concept in needed.subtracting([.percent]) {
                #expect(table.concepts[concept] != nil, "\(table.language) has no words for \(concept)")
            }
            #expect(table.units.count == 3)
            #expect(Set(table.languageNames.keys) == Set(Vocabulary.english.languageNames.keys), "\(table.language)")
        }
    }

    @Test(
        "a phrase belongs to one concept, unless its meaning depends on the words around it",
        arguments: Vocabulary.all.indices)
    func phrases_areUnique(index: Int) {
        let table = Vocabulary.all[index]
        var owners: [String: Concept] = [:]
        for (concept, phrases) in table.concepts where concept.isStrong {
            for phrase in phrases.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
                if let other = owners[phrase], Set([other, concept]) != [.play, .forward], other != concept {
                    Issue.record("\(table.language): '\(phrase)' is both \(other) and \(concept)")
                }
                owners[phrase] = concept
            }
        }
    }

    // MARK: Text

    @Test(
        "case, punctuation, accents, vowel marks and the forms of digits and letters do not matter",
        arguments: [
            ("en", "  WHAT did—she SAY?!  ", "what did she say"), ("de", "Zurück, ＳＣＨＮＥＬＬ", "zuruck schnell"),
            ("fr", "Qu’est-ce qu'elle a dit ?", "qu est ce qu elle a dit"), ("es", "¿Qué ha dicho?", "que ha dicho"),
            ("ja", "ﾄﾞｲﾂ語 で　再生！", "どいつ語で再生"), ("ja", "か が ヴ", "かがゔ"), ("ar", "مَن هُم المُمَثِّلون؟", "من هم ممثلون"),
            ("ar", "بالألمانيّة، أضِفْ إلـى", "مانيه اضف الي"), ("ar", "١٢:٣٠ ٫ ٤٥", "12:30 45"),
            ("en", "1,000 s 1,5 10s 2×", "1000 s 1.5 10 s 2 x"),
            ("en", "a:b. 1: 2 .5", "a b 1 2 5"),
        ])
    func text_isNormalized(language: String, text: String, normalized: String) throws {
        let table = try #require(Vocabulary.all.first { $0.language == language })
        #expect(NormalizedText.normalize(text, table.writing) == normalized)
    }

    // MARK: Numbers and times

    @Test(
        "intervals are understood in digits and in words",
        arguments: [
            ("en", "back 90 seconds", -90.0), ("en", "back twenty-five seconds", -25),
            ("en", "forward one hundred and twenty seconds", 120),
            ("en", "back an hour and a half", -5400), ("en", "forward 1.5 minutes", 90),
            ("en", "back 1h 20m 5s", -4805), ("en", "back 30", -30),
            ("en", "go back a few seconds", -10), ("en", "one and a half minutes back", -90),
            ("en", "back 2 minutes 30", -150),
            ("de", "einundzwanzig Sekunden zurück", -21), ("de", "eineinhalb Minuten vor", 90),
            ("de", "eine Dreiviertelstunde zurück", .nan),
            ("de", "2 Minuten 30 zurück", -150), ("de", "hundertzwanzig Sekunden vor", 120),
            ("fr", "recule de quatre-vingt-dix-sept secondes", -97), ("fr", "avance d'une heure et demie", 5400),
            ("fr", "recule de vingt et une minutes", -1260), ("fr", "avance de soixante-dix secondes", 70),
            ("fr", "recule de 1,5 minute", -90),
            ("es", "retrocede treinta y cinco segundos", -35), ("es", "avanza media hora", 1800),
            ("es", "retrocede hora y media", -5400),
            ("es", "avanza dos horas y veinte minutos", 8400), ("ja", "二十五秒戻して", -25), ("ja", "百二十秒戻して", -120),
            ("ja", "１時間半進めて", 5400), ("ja", "さんじゅう秒戻して", -30), ("ar", "ارجع خمسة وعشرين ثانية", -25),
            ("ar", "قدم ساعتين", 7200),
            ("ar", "ارجع ساعة ونصف", -5400), ("ar", "ارجع ثلاث عشرة ثانية", -13), ("ar", "قدم ١٫٥ دقيقة", 90),
        ])
    func intervals_areUnderstood(language: String, utterance: String, seconds: Double) {
        let interpretation = meaning(utterance, language)
        // NaN: not understood, and then no other interval either.
        if seconds.isNaN {
            if case .intent = interpretation { Issue.record("'\(utterance)' is \(interpretation)") }
        } else {
            #expect(interpretation == .intent(.skip(seconds: seconds)), "'\(utterance)'")
        }
    }

    @Test(
        "positions are clock times, a unit before its number, and times after a word for the target",
        arguments: [
            ("en", "1:20:00", 4800.0), ("en", "go to 1:20", 80), ("en", "go to 90:00", 5400),
            ("en", "go to 20 minutes", 1200),
            ("en", "back to the 5 minute mark", 300), ("de", "geh zu Minute 20", 1200),
            ("de", "zurück auf 1:20:00", 4800),
            ("fr", "va à 1 h 20", 4800), ("es", "ve al minuto 20", 1200), ("ja", "1時間20分のところへ", 4800),
            ("ar", "اذهب إلى الدقيقة 20", 1200),
        ])
    func positions_areUnderstood(language: String, utterance: String, seconds: Double) {
        #expect(meaning(utterance, language) == .intent(.seek(toSeconds: seconds)), "'\(utterance)'")
    }

    @Test(
        "speeds are factors, words and percentages",
        arguments: [
            ("speed 1.5", 1.5), ("play at 2x", 2), ("half speed", 0.5), ("double speed", 2), ("play at 150 %", 1.5),
            ("normal speed", 1),
            ("2 times slower", 0.5), ("two times faster", 2),
        ])
    func speeds_areUnderstood(utterance: String, rate: Double) {
        #expect(meaning(utterance) == .intent(.setRate(rate)), "'\(utterance)'")
    }

    // MARK: Meanings

    @Test("the time of a question about the dialogue is how far it goes back")
    func dialogue_withTime() {
        #expect(meaning("what did she say 20 seconds ago") == .intent(.repeatDialogue(seconds: 20)))
        #expect(meaning("repeat the last 30 seconds") == .intent(.skip(seconds: -30)))
        #expect(meaning("who said that") == .unknown(.noMatch))
    }

    @Test("an utterance with two meanings names both, and gives an example of each")
    func ambiguity_namesMeanings() {
        #expect(meaning("subtitles") == .ambiguous([.captions(.on), .captions(.off)]))
        #expect(meaning("German") == .ambiguous([.audio(language: "de"), .captions(.language("de"))]))
        #expect(meaning("30 seconds") == .ambiguous([.skip(seconds: 30), .skip(seconds: -30)]))
        #expect(meaning("speed") == .ambiguous([.changeRate(.faster), .changeRate(.slower)]))
        #expect(meaning("play it again") == .ambiguous([.restart, .repeatDialogue(seconds: 10)]))
        #expect(meaning("skip") == .ambiguous([.skip(seconds: 10), .move(.next, .episode)]))
        let question = QuestionParser(languages: ["de"]).parse("Untertitel")
        #expect(question.examples == ["Untertitel ein", "Untertitel aus"])
    }

    @Test("words that a request does not account for prevent it: nothing is done by half")
    func unaccountedWords_prevent() {
        for utterance in [
            "pause and go back 10 seconds", "don't pause", "play Casablanca", "skip the intro",
            "go to chapter 3 in German", "faster subtitles",
            "go to 1:20 or 1:30", "go to 1:2:3:4", "back 1.2.3 seconds",
        ] {
            #expect(meaning(utterance) == .unknown(.noMatch), "'\(utterance)' is \(meaning(utterance))")
        }
    }

    // MARK: Limits

    @Test("an utterance is limited in length, and times, speeds and chapters in their range")
    func limits() {
        #expect(meaning("") == .unknown(.empty))
        #expect(meaning(" ?!\u{200F}\u{0301} ") == .unknown(.empty))
        let longest = "pause" + String(repeating: " ", count: QuestionParser.maximumLength - 5)
        #expect(meaning(longest) == .intent(.pause))
        #expect(meaning(longest + " ") == .unknown(.tooLong))
        #expect(meaning("e" + String(repeating: "\u{0301}", count: 1_000_000)) == .unknown(.tooLong))
        #expect(meaning("back 24 hours") == .intent(.skip(seconds: -86_400)))
        #expect(meaning("back 25 hours") == .unknown(.outOfRange))
        #expect(meaning("back 0 seconds") == .unknown(.outOfRange))
        #expect(meaning("speed 100") == .unknown(.outOfRange))
        #expect(meaning("speed 0") == .unknown(.outOfRange))
        #expect(meaning("chapter 0") == .unknown(.outOfRange))
        #expect(meaning("back \(String(repeating: "9", count: 280)) s") == .unknown(.outOfRange))
        #expect(meaning("go to \(String(repeating: "9", count: 280)):00") == .unknown(.outOfRange))
        #expect(meaning("chapter 1\(String(repeating: "0", count: 30))") == .unknown(.noMatch))
    }

    // MARK: Languages

    @Test("an utterance is read in the asker's languages in their order, and in English where none has a table")
    func languages_inOrder() {
        let parser = QuestionParser(languages: ["de-AT", "sv", "fr_FR", "de"])
        #expect(parser.parse("zurück").language == "de")
        #expect(
            parser.parse("Recule de 20 secondes")
                == Question(
                    language: "fr", interpretation: .intent(.skip(seconds: -20)), examples: []))
        #expect(parser.parse("qwerty").language == "de")
        #expect(parser.parse("Untertitel").language == "de")
        #expect(QuestionParser(languages: ["sv", ""]).parse("go back").language == "en")
        #expect(QuestionParser(languages: []).parse("pause").language == "en")
    }
}
