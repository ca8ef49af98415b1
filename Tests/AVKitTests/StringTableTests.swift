import AVFoundation
import Foundation
import Localization
import Testing

@testable import AVKit

/// Runs tests with English texts, independent of the machine's language.
struct EnglishTexts: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await ViewerLanguages.$override.withValue(["en"]) { try await function() }
    }
}

extension Trait where Self == EnglishTexts {
    static var english: Self { EnglishTexts() }
}

struct StringTableTests {
    @Test("each language has every text, with the same placeholders as English", arguments: StringTable.all)
    func complete(table: StringTable) throws {
        for key in TextKey.allCases {
            let text = try #require(table.texts[key], "\(table.language): \(key)")
            #expect(!text.isEmpty, "\(table.language): \(key)")
            #expect(values(in: text) == values(in: StringTable.english[key]), "\(table.language): \(key)")
        }
    }

    @Test("each language has the plural forms that its rule requires", arguments: StringTable.all)
    func plurals(table: StringTable) {
        for key in CountedTextKey.allCases {
            for category in table.plural.categories {
                let text = table.counted[key]?[category] ?? ""
                #expect(!text.isEmpty, "\(table.language): \(key) \(category)")
                // Arabic writes one and two with words.
                if table.language == "ar", category == .one || category == .two { continue }
                #expect(values(in: text) == ["{0}"], "\(table.language): \(key) \(category)")
            }
        }
    }

    @Test("every language except English has a sentence for each kind of failure, followed by the error's own text")
    func failures() {
        for table in StringTable.all where table.language != "en" {
            #expect(Set(table.failures.keys) == Set(FailureKind.allCases), "\(table.language)")
        }
        let error = URLError(.fileDoesNotExist, userInfo: [NSLocalizedDescriptionKey: "there is no file"])
        let german = FailureText.describe(error, in: .german)
        #expect(german.message == "Die Datei oder Adresse gibt es nicht.")
        #expect(german.cause == "There is no file.")
        #expect(FailureText.describe(error, in: .english).message == "There is no file.")
        #expect(FailureText.describe(AVError(.decodeFailed), in: .french).message.hasPrefix("L\u{2019}image"))
    }

    private func values(in text: String) -> Set<String> { Set(["{0}", "{1}", "{2}"].filter(text.contains)) }

    @Test("0, 1 and 2 take the CLDR plural forms of each language")
    func pluralForms() {
        #expect([0, 1, 2].map { StringTable.english.text(.seconds, $0) } == ["0 seconds", "1 second", "2 seconds"])
        #expect([0, 1, 2].map { StringTable.german.text(.seconds, $0) } == ["0 Sekunden", "1 Sekunde", "2 Sekunden"])
        #expect([0, 1, 2].map { StringTable.french.text(.seconds, $0) } == ["0 seconde", "1 seconde", "2 secondes"])
        #expect([0, 1, 2].map { StringTable.japanese.text(.seconds, $0) } == ["0秒", "1秒", "2秒"])
        let arabic = [0, 1, 2, 3, 10, 11, 99, 100, 103, 111].map { StringTable.arabic.text(.seconds, $0) }
        #expect(
            arabic == [
                "0 ثانية", "ثانية واحدة", "ثانيتان", "3 ثوانٍ", "10 ثوانٍ", "11 ثانية", "99 ثانية", "100 ثانية",
                "103 ثوانٍ", "111 ثانية",
            ])
    }

    @Test("the first preferred language with a table is selected, otherwise English")
    func choice() {
        #expect(StringTable.table(for: ["de-AT", "fr"]).language == "de")
        #expect(StringTable.table(for: ["xx", "fr-CA", "de"]).language == "fr")
        #expect(StringTable.table(for: ["xx"]).language == "en")
        #expect(StringTable.table(for: []).language == "en")
    }

    @Test("a title that contains braces is displayed unchanged")
    func braces() {
        #expect(StringTable.english.chapter(3, title: "{0} and {1}") == "Chapter 3 \u{00B7} {0} and {1}")
        #expect(StringTable.english.cannotBePlayed("a{") == "\u{201C}a{\u{201D} cannot be played")
        #expect(StringTable.english.cannotBePlayed(nil) == "This item cannot be played")
    }

    @Test("times, speeds and ad breaks are written in the viewer's language")
    func german() {
        ViewerLanguages.$override.withValue(["de"]) {
            #expect(TimeText.spoken(3661) == "1 Stunde, 1 Minute, 1 Sekunde")
            #expect(AVPlaybackSpeed.numericName(of: 1.25) == "1,25×")
            var content = BreakContent(index: 1, count: 2, remaining: 12)
            content.skip = .later(4)
            #expect(content.text == "Werbung 1 von 2 \u{00B7} 0:12")
            #expect(content.spoken == "Werbung 1 von 2, noch 12 Sekunden")
            #expect(content.skipText == "Überspringen in 4")
        }
    }

    @Test("every label of the controls is in the viewer's language")
    @MainActor func controls() {
        ViewerLanguages.$override.withValue(["de"]) {
            let view = ControlsView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
            view.layoutIfNeeded()
            #expect(view.button(.play)?.accessibilityLabel == "Abspielen")
            #expect(view.button(.back)?.accessibilityLabel == "10 Sekunden zurück")
            #expect(view.scrubber.accessibilityLabel == "Zeit")
            let english = Set(StringTable.english.texts.values).subtracting(StringTable.german.texts.values)
            for target in view.pointerTargets {
                #expect(!english.contains(target.accessibilityLabel ?? ""), "\(target.accessibilityLabel ?? "")")
            }
        }
    }
}
