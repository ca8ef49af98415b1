import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct ImageFileNameTests {
    private func name(_ url: String) -> (name: ImageFileName, file: String) {
        Array(url.utf8).withUnsafeBufferPointer { bytes in
            let name = ImageFileName(FeedText(bytes: bytes))
            return (name, FeedText(bytes: bytes)[name.range].string)
        }
    }

    @Test(
        "the file name of a URL is between its last slash and its query",
        arguments: [
            ("https://img.example.org/a/tile.jpg", "tile.jpg", true),
            ("https://img.example.org/a/tile.jpg?w=10/20", "tile.jpg", false),
            ("https://img.example.org/a/", "", true), ("https://img.example.org", "img.example.org", true),
            ("https://img.example.org//a.png", "a.png", false),
            ("https://img.example.org/a%20b.png", "a%20b.png", false),
            ("https://a@img.example.org/b.png", "b.png", false), ("https:/", "", true), ("", "", true),
            ("http?://a/b.png", "", false),
        ])
    func parts(_ url: String, _ file: String, _ isPlain: Bool) {
        let found = name(url)
        #expect(found.file == file)
        #expect(found.name.isPlain == isPlain)
    }

    @Test("the first and the last full stop of the file name are found, and an x before a digit")
    func dots() {
        let url = "https://img.example.org/v1.2/tile.640x360.jpg"
        let found = name(url).name
        #expect(found.firstDot == 33)
        #expect(found.lastDot == 41)
        #expect(found.mayHaveSize)
        let without = name("https://img.example.org/v1.2x3/tile-x").name
        #expect(without.firstDot == nil)
        #expect(without.lastDot == nil)
        #expect(!without.mayHaveSize)
    }
}
