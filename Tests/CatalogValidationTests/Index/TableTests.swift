import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct TableTests {
    @Test("numbers are found among many with equal hashes", arguments: [UInt64(1), 7, 1 << 40])
    func slots(_ classes: UInt64) {
        var table = SlotTable()
        func hash(_ number: Int) -> UInt64 { UInt64(number) % classes }
        for number in 0..<600 { table.insert(number, hash(number), hashOf: hash) }
        #expect(table.count == 600)
        for number in 0..<600 {
            #expect(table.find(hash(number)) { $0 == number } == number)
        }
        #expect(table.find(hash(3)) { $0 == 600 } == nil)
    }

    @Test("the first of equal entries is found")
    func first() {
        var table = SlotTable(minimumCapacity: 4)
        for number in [5, 3, 9] { table.insert(number, 42) { _ in 42 } }
        #expect(table.find(42) { _ in true } == 5)
    }

    @Test("a text of any length is stored once and found by its bytes")
    func texts() {
        let table = TextTable()
        let long = String(repeating: "a", count: 100_000)
        let words = (0..<30_000).map { "id-\($0)-é" } + [long, long + "b"]
        let symbols = words.map { table.intern($0) }
        #expect(Set(symbols).count == words.count)
        #expect(words.map { table.intern($0) } == symbols)
        #expect(words.map { table.find($0) } == symbols)
        #expect(table[symbols[29_999]] == "id-29999-é")
        #expect(table.find("ID-1-é") == 0)
        #expect(table.intern("") == 0)
        #expect(table.memory < 30_000 * 40 + 1 << 20)
    }

    @Test("a chunked array behaves like an array")
    func chunks() {
        var array = ChunkedArray<Int>()
        for number in 0..<10_000 { array.append(number) }
        array[4_096] = -1
        #expect(array.count == 10_000)
        #expect(array[4_095] == 4_095 && array[4_096] == -1 && array[9_999] == 9_999)
    }

    @Test(
        "folded titles ignore apostrophes, accents and case",
        arguments: [
            ("The Mapmaker's Harbor", "the mapmakers harbor", true), ("Amélie", "Amelie", true),
            ("L’été d’Agnès", "Lete dAgnes", true), ("Łódź", "Lodz", true), ("Harbor", "Harbour", false),
            ("紙の灯台", "紙の灯", false), ("Cafe\u{301}", "Café", true),
        ])
    func folding(_ left: String, _ right: String, _ areEqual: Bool) {
        func key(_ text: String, _ language: String = "en") -> UInt64 {
            var text = text
            return text.withUTF8 { TitleFolding(FeedText(bytes: $0), language: LanguageMask(language)).key }
        }
        #expect((key(left) == key(right)) == areEqual)
        #expect(key(left) != key(left, "fr"))
    }

    @Test("languages are identified by their primary subtag, in any case")
    func languages() {
        #expect(LanguageMask("en-US") == LanguageMask("EN"))
        #expect(LanguageMask("nb-NO") == LanguageMask("no"))
        #expect(LanguageMask("xx") == .other)
        #expect(LanguageMask("") == [])
        #expect(LanguageMask("ja").union(LanguageMask("fr")).codes == ["fr", "ja"])
    }
}
