import Questions
import Testing

@testable import QuestionBus

struct AnswerTextTests {
    @Test("every language has every sentence, with the same places for values", arguments: AnswerTexts.all.indices)
    func texts_areComplete(index: Int) {
        let table = AnswerTexts.all[index]
        for key in AnswerTexts.Key.allCases {
            guard let text = table.texts[key], let english = AnswerTexts.english.texts[key] else {
                Issue.record("\(table.language) lacks \(key)")
                continue
            }
            for place in ["{0}", "{1}"] {
                #expect(text.contains(place) == english.contains(place), "\(table.language) \(key): \(text)")
            }
        }
        #expect(QuestionParser.supportedLanguages.contains(table.language))
    }

    @Test(
        "durations are words in the number that the language requires",
        arguments: [
            ("en", 1.0, "1 second"), ("en", 5_405, "1 hour 30 minutes"), ("en", 0, "0 seconds"),
            ("de", 61, "1 Minute 1 Sekunde"),
            ("fr", 3_600, "1 heure"), ("es", 150, "2 minutos 30 segundos"), ("ja", 4_800, "1時間20分"),
            ("ar", 2, "ثانيتان"),
            ("ar", 125, "دقيقتان و5 ثوان"), ("ar", 3_660, "ساعة ودقيقة"), ("ar", 660, "11 دقيقة"),
            ("en", 1e300, "277777 hours 46 minutes"),
        ])
    func durations(language: String, seconds: Double, text: String) {
        #expect(Phrasing(language: language).duration(seconds) == text)
    }

    @Test("positions, numbers and names of languages are written as the language does")
    func values() {
        #expect(Phrasing(language: "en").clock(4_805) == "1:20:05")
        #expect(Phrasing(language: "en").clock(125) == "2:05")
        #expect(Phrasing(language: "de").number(1.5) == "1,5")
        #expect(Phrasing(language: "fr").languageName("de") == "allemand")
        #expect(Phrasing(language: "en").languageName("") == "und")
    }

    @Test("an utterance that is not understood is answered with utterances that are")
    func explanation_hasExamples() {
        let unknown = QuestionAnswerer.explanation(of: QuestionParser(languages: ["en"]).parse("order a pizza"))
        #expect(unknown.outcome == .notUnderstood)
        #expect(
            unknown.text
                == "That was not understood; say, for example, “What did she say?”, “Who is in this?”, “Go back 20 seconds”, “Turn on the subtitles”."
        )
        let ambiguous = QuestionAnswerer.explanation(of: QuestionParser(languages: ["ja"]).parse("字幕"))
        #expect(ambiguous.text == "いくつかの意味があります。「字幕をつけて」、「字幕を消して」と言ってください。")
        let long = QuestionAnswerer.explanation(
            of: QuestionParser(languages: ["en"]).parse(String(repeating: "a ", count: 500)))
        #expect(long.text.hasPrefix("That was too long; say"))
    }
}
