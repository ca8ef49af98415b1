import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests which names of credits are compared with which.
struct RareSpellingTests {
    /// Returns the levels and messages about the spelling of credits in a catalog whose items have these directors.
    private func reports(_ items: [[String]]) -> [Finding] {
        var text = "<umcCatalog version=\"3.6\" teamId=\"EXAMPLE001\" catalogId=\"org.example.names\">"
        for (number, names) in items.enumerated() {
            text += "<item contentType=\"movie\" contentId=\"M\(number)\">"
            text += names.map { "<credit role=\"director\">\($0)</credit>" }.joined() + "</item>\n"
        }
        return Validator(options: ValidationOptions()).findings([
            .bytes(Array((text + "</umcCatalog>").utf8), name: "names.xml")
        ]).findings.filter { $0.ruleId == "CAT-CREDIT-SPELLING" }
    }

    /// A family name of eleven letters; no two of them differ in one letter.
    private func family(_ number: Int, ending: String = "sen") -> String {
        let letters = Array("bdfgklmnprst")
        let (first, second) = (letters[number / 12], letters[number % 12])
        return "\(first.uppercased())a\(first)\(second)o\(second)e\(ending)"
    }

    @Test("a name is compared with the first 128 frequent names that have its other words")
    func bound() {
        let usual = (0..<130).map { "Nell \(family($0))" }
        var items: [[String]] = []
        for start in stride(from: 0, to: usual.count, by: 5) {
            items += Array(repeating: Array(usual[start..<min(start + 5, usual.count)]), count: 4)
        }
        for (number, count) in [(0, 1), (127, 1), (128, 0), (129, 0)] {
            let found = reports(items + [["Nell \(family(number, ending: "shen"))"]])
            #expect(found.count == count, "\(number)")
            #expect(found.allSatisfy { $0.message.contains(family(number)) })
        }
    }

    @Test(
        "a misspelt director is a warning where three other items of the show have the usual spelling",
        arguments: [(2, nil), (3, Level.warning)])
    func show(_ count: Int, level: Level?) throws {
        let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
        let names = ["Anchor", "Rope", "Gull"]
        var text = ""
        for number in 0..<3 {
            let name = number < count - 1 ? "Ro Lindemann" : number == count - 1 ? "Ro Lindermann" : "Ada Unreal"
            text += EpisodeNumberTwice.episode(number + 2, number + 2).replacing(tail, with: "")
                .replacing("The Buoy Who Forgot the Sea", with: "The \(names[number]) of the Harbor")
                .replacing("A buoy", with: "The \(names[number])")
                .replacing("<tvEpisodeInfo>", with: "<credit role=\"director\">\(name)</credit><tvEpisodeInfo>")
        }
        let found = try RuleReports.of(
            "CAT-CREDIT-SPELLING", tail, text + tail,
            also: [
                ("<totalItemCount>6<", "<totalItemCount>9<"), (">Tam Notreal<", ">Ro Lindemann<"),
            ])
        #expect(found.map(\.level) == (level.map { [$0] } ?? []))
    }

    @Test(
        "a name with a doubled or missing letter, or with two letters that changed places, is a warning beside a single other item",
        arguments: [
            ("Al Pacinno", "Al Pacino", 1), ("Susan Tyrell", "Susan Tyrrell", 1), ("Brad Ptit", "Brad Pitt", 1),
            ("Liev Schrieber", "Liev Schreiber", 1), ("Jcak Nicholson", "Jack Nicholson", 1),
            ("Ann Kelley", "Ann Kelly", 0), ("Jon Anderson", "Jon Andersen", 0),
            ("Ada Lee", "Ada Le", 0), ("Ann Marie", "Ann Marei", 0), ("Anne Miller", "Ann Miller", 0),
        ])
    func slip(_ name: String, _ other: String, _ count: Int) {
        #expect(reports([[other], [name]]).map(\.level) == Array(repeating: Level.warning, count: count))
        // Two items with each spelling: neither is the usual one.
        #expect(reports([[other], [name], [other], [name]]).map(\.level) == [])
    }
}
