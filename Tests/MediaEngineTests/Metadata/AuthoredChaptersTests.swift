import Foundation
import Testing

@testable import MediaEngine

@Suite("Chapters to write (issue 17, point 3)") struct AuthoredChaptersTests {
    @Test("titles after the end, and all but the last of those that start together, are named and not written")
    func omissions() {
        var chapters = AuthoredChapters()
        chapters.languages = [
            .init(
                tag: "de",
                titles: [
                    .init(start: 0, text: "a"), .init(start: 0.0002, text: "b"), .init(start: 5, text: "c"),
                    .init(start: 10, text: "d"), .init(start: 20, text: "e"),
                ])
        ]
        chapters.pictures = [.init(start: 30, data: Data())]
        let (written, omissions) = chapters.writable(within: 10)
        #expect(written.languages.first?.titles.map(\.text) == ["b", "c"] && written.pictures.isEmpty)
        #expect(
            omissions == [
                "2 titles in de start at or after the end of the media; they are not written.",
                "1 title in de starts at the same time as the next one; it is not written.",
                "1 picture starts at or after the end of the media; it is not written.",
            ])
        #expect(chapters.writable(within: 0).chapters.languages.first?.titles.count == 4)
    }

    /// A folder with files, which is removed with the closure's end.
    private func withFolder(_ files: [String: Data], _ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chapters-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
        try body(folder)
    }

    private func json(_ text: String) -> Data { Data(text.replacingOccurrences(of: "'", with: "\"").utf8) }

    @Test("chapters of JSON have their languages, the largest image of each, and the order of their times")
    func jsonFile() throws {
        let chapters = json(
            """
            [{'start-time': 20, 'titles': [{'language': 'en', 'title': 'Two'}, {'language': 'de', 'title': 'Zwei'}],
              'images': [{'image-category': 'a', 'pixel-width': 10, 'pixel-height': 10, 'url': 'small.png'},
                         {'image-category': 'a', 'pixel-width': 90, 'pixel-height': 90, 'url': 'large.png'},
                         {'image-category': 'a', 'pixel-width': 20, 'pixel-height': 20, 'url': 'small.png'}]},
             {'start-time': 5, 'titles': [{'language': 'en', 'title': 'One'}],
              'images': [{'image-category': 'a', 'pixel-width': 10, 'pixel-height': 10, 'url': 'small.png'}]},
             {'start-time': 20, 'titles': [{'language': 'en', 'title': 'Again'}]}]
            """)
        try withFolder(["C.JSON": chapters, "small.png": Data([1]), "large.png": Data([2])]) { folder in
            var read = AuthoredChapters()
            try read.add(contentsOf: folder.appendingPathComponent("C.JSON"), locale: nil)
            #expect(read.languages.map(\.tag) == ["en", "de"])
            #expect(read.languages.first?.titles.map(\.text) == ["One", "Two", "Again"])
            #expect(read.languages.last?.titles == [.init(start: 20, text: "Zwei")])
            #expect(read.pictures == [.init(start: 5, data: Data([1])), .init(start: 20, data: Data([2]))])
        }
    }

    @Test("chapters of WebVTT have the language of the caller, or none", arguments: ["fr", nil] as [String?])
    func webVTT(locale: String?) throws {
        let text = Data("WEBVTT\n\n00:00.000 --> 00:05.000\nUn\n\n00:05.000 --> 00:09.000\nDeux\n".utf8)
        try withFolder(["c.vtt": text]) { folder in
            var read = AuthoredChapters()
            try read.add(contentsOf: folder.appendingPathComponent("c.vtt"), locale: locale)
            #expect(read.languages.map(\.tag) == [locale ?? "und"])
            #expect(read.languages.first?.titles == [.init(start: 0, text: "Un"), .init(start: 5, text: "Deux")])
        }
    }

    @Test("a file without chapters, a file of 16 MiB and a picture of another server are rejected")
    func rejected() throws {
        let remote =
            "[{'start-time': 1, 'images': [{'image-category': 'a', 'pixel-width': 9, 'pixel-height': 9,"
            + " 'url': 'https://example.com/a.png'}]}]"
        var large = Data("WEBVTT\n\n00:00.000 --> 00:05.000\nUn\n".utf8)
        large.append(Data(repeating: 10, count: AuthoredChapters.maximumFileBytes))
        try withFolder(["empty.vtt": Data("WEBVTT\n".utf8), "remote.json": json(remote), "large.vtt": large]) {
            folder in
            for (name, code) in [
                ("empty.vtt", MediaError.Code.malformed), ("remote.json", .unsupported),
                ("large.vtt", .resourceTooLarge),
                ("missing.vtt", .fileNotFound),
            ] {
                var read = AuthoredChapters()
                let error = #expect(throws: MediaError.self) {
                    try read.add(contentsOf: folder.appendingPathComponent(name), locale: nil)
                }
                #expect(error?.code == code && read == AuthoredChapters(), "\(name)")
            }
        }
    }
}
