import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct BeginningsTests {
    private static let phrases: [StaticString] = [
        "Rated ", "Cast: ", "Copyright 19", "Copyright (", "Director: ", "Directed by: ", "Mit ", "tbd:",
    ]

    private func place(_ text: String, in beginnings: Beginnings) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { beginnings.place(in: FeedText(bytes: $0)) }
    }

    @Test("each phrase is found with and without text behind it, and not when its last byte is missing or differs")
    func everyPhrase() {
        let beginnings = Beginnings(Self.phrases)
        for (number, phrase) in Self.phrases.map({ "\($0)" }).enumerated() {
            #expect(place(phrase, in: beginnings) == number)
            #expect(place(phrase + "x", in: beginnings) == number)
            #expect(place(String(phrase.dropLast()), in: beginnings) == nil)
            #expect(place(phrase.dropLast() + "~", in: beginnings) == nil)
            #expect(place(" " + phrase, in: beginnings) == nil)
        }
    }

    @Test("phrases in another letter case are found only if the case is ignored")
    func letterCase() {
        let lower: [StaticString] = ["directed by ", "no_image", "tbd -"]
        for (number, phrase) in lower.map({ "\($0)" }).enumerated() {
            #expect(place(phrase.uppercased(), in: Beginnings(ignoringCase: lower)) == number)
            #expect(place(phrase.uppercased(), in: Beginnings(lower)) == nil)
        }
    }

    @Test("a text of fewer than four bytes begins with no phrase")
    func short() {
        for text in ["", "t", "tb", "tbd"] { #expect(place(text, in: Beginnings(Self.phrases)) == nil) }
    }
}
