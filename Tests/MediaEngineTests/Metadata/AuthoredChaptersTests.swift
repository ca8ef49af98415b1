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
}
