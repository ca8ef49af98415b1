import Foundation
import Testing

@testable import HLS

@Suite("Session data resources (hls.md sections 4 and 9)")
struct SessionDataTests {
    private func chapters(_ text: String) throws -> [SessionChapter] { try SessionChapter.parse(Array(text.utf8)) }

    @Test("hls.md 9: chapters: every property, in the file's order, up to the next start where there is no duration")
    func everything() throws {
        let list = try chapters(
            #"""
            [{"chapter":1,"start-time":0,"titles":[{"language":"en","title":"Birth"},{"language":"und","title":"1"}],
              "images":[{"image-category":"sq","pixel-width":100,"pixel-height":50,"url":"a.jpg"}],
              "metadata":[{"key":"k","value":{"a":[1,true,null,"x"]},"language":"en"}]},
             {"start-time":500.1,"duration":20},{"start-time":600}]
            """#)
        #expect(list.map(\.start) == [0, 500.1, 600])
        #expect(list.map(\.duration) == [500.1, 20, nil])
        #expect(list[0].titles.map(\.title) == ["Birth", "1"])
        #expect(list[0].images.first?.width == 100)
        #expect(
            list[0].metadata.first?.value == .object(["a": .list([.number(1), .boolean(true), .null, .text("x")])]))
    }

    @Test(
        "a malformed chapter is dropped, the others stay [hls.md 9: malformed chapter]",
        arguments: [
            #"{}"#, #"7"#, #"{"start-time":-1}"#, #"{"start-time":"0"}"#, #"{"start-time":1,"duration":0}"#,
            #"{"start-time":1,"chapter":0}"#, #"{"start-time":1,"titles":[{"title":"no language"}]}"#,
            #"{"start-time":1,"images":[{"url":"a.jpg"}]}"#, #"{"start-time":1e300}"#,
        ])
    func malformed(entry: String) throws {
        #expect(try chapters("[\(entry),{\"start-time\":3}]").map(\.start) == [3])
    }

    @Test(
        "JSON that is not an array gives no chapters [hls.md 9: chapters that are no array]",
        arguments: ["", "{}", "null", "[", String(repeating: "[", count: 100_000)])
    func noArray(text: String) {
        #expect(throws: PlaylistError.self) { try chapters(text) }
    }

    @Test("rendition names are returned in the viewer's language")
    func names() throws {
        let names = try LocalizedNames.parse(Array(#"{"English":{"de":"Englisch","pt-BR":"Inglês"}}"#.utf8))
        #expect(names.name(for: "English", languages: ["fr", "de-AT"]) == "Englisch")
        #expect(names.name(for: "English", languages: ["pt-BR"]) == "Inglês")
        #expect(names.name(for: "English", languages: ["ja"]) == nil)
        #expect(names.name(for: "Français", languages: ["de"]) == nil)
        #expect(throws: PlaylistError.self) { try LocalizedNames.parse(Array("[]".utf8)) }
    }
}
