import Foundation
import Testing

@testable import UniversalMediaCatalog

@Suite struct ShortReadTests {
    /// A source that returns a few bytes at a time, as pipes may.
    private final class DribblingSource: ByteSource {
        let name = "feed.xml"
        let byteCount: Int? = nil
        private let bytes: [UInt8]
        private let step: Int
        private(set) var bytesTaken = 0

        init(_ text: String, step: Int) {
            bytes = Array(text.utf8)
            self.step = step
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let rest = bytes[bytesTaken...].prefix(min(step, buffer.count))
            buffer.copyBytes(from: rest)
            bytesTaken += rest.count
            return rest.count
        }

    }

    @Test("a feed read in chunks of any length gives the same items", arguments: [1, 2, 3, 7, 61, 4_096])
    func chunks(_ step: Int) {
        // Long enough for several reads of the library.
        let item = "<item contentType=\"movie\" contentId=\"M-1\"><title locale=\"en-US\">A &amp; B</title></item>\n"
        let text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<umcCatalog version=\"3.0\">\n"
            + String(repeating: item, count: 500) + "</umcCatalog>\n"
        var items = 0
        let document = FeedParser.run(source: DribblingSource(text, step: step), limits: ReadingLimits()) { batch in
            items += batch.items.count
            return true
        }
        #expect(document.problems.isEmpty, "\(document.problems.map(\.message))")
        #expect(items == 500)
        #expect(document.byteCount == text.utf8.count)
    }
}
