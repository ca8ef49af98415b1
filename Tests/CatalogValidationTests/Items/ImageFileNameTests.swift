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

    @Test(
        "the file name of a URL in the folder of another one is that of the URL alone",
        arguments: [
            "tile.jpg", "tile.640x360.jpg", "tile", "tile-x", "extra.jpg", "a.b.c", "x9", "9X", "logo_2X4.png", ".",
            "x",
            "cover_artwork_horizontal.jpg",
        ])
    func sameFolder(_ file: String) throws {
        for folder in ["https://img.example.org/a/", "https://img.example.org/", "https://img.example.org/v1.2x3/b/"] {
            let (first, second) = (Array((folder + "logo.png").utf8), Array((folder + file).utf8))
            try first.withUnsafeBufferPointer { first in
                try second.withUnsafeBufferPointer { second in
                    let (other, url) = (FeedText(bytes: first), FeedText(bytes: second))
                    let found = try #require(ImageFileName(url, like: other, ImageFileName(other)))
                    let alone = ImageFileName(url)
                    #expect(found.isPlain == alone.isPlain && found.isASCII == alone.isASCII)
                    #expect(found.range == alone.range && found.mayHaveSize == alone.mayHaveSize)
                    #expect(found.firstDot == alone.firstDot && found.lastDot == alone.lastDot)
                }
            }
        }
    }

    @Test(
        "URLs in different folders, and those that need a closer look, are not in the folder of another one",
        arguments: [
            ("https://img.example.org/a/tile.jpg", "https://img.example.org/b/tile.jpg"),
            ("https://img.example.org/a/tile.jpg", "https://img.example.org/a/b/tile.jpg"),
            ("https://img.example.org/a/tile.jpg", "https://img.example.org/a//tile.jpg"),
            ("https://img.example.org/a/tile.jpg", "https://img.example.org/a/"),
            ("https://img.example.org/a/tile.jpg", "https://img.example.org/a/tile.jpg?w=10"),
            ("https://img.example.org/a/tile.jpg", "https://img.example.org/a/étoile.jpg"),
            ("https://img.example.org/é/tile.jpg", "https://img.example.org/é/logo.jpg"),
            ("https://img.example.org/a/tile.jpg?w=10", "https://img.example.org/a/logo.jpg"),
            ("https:/", "https:/a.jpg"), ("", ""),
        ])
    func otherFolder(_ first: String, _ second: String) {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                let other = FeedText(bytes: first)
                #expect(ImageFileName(FeedText(bytes: second), like: other, ImageFileName(other)).map(\.range) == nil)
            }
        }
    }
}
