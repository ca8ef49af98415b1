/// Elements of a feed in a temporary file, from which single ones are read again.
package final class ItemStore {
    private let spool: Spool
    private var ends: [Int] = []

    /// - Returns: nil if no temporary file can be created.
    package init?() {
        guard let spool = Spool() else { return nil }
        self.spool = spool
    }

    package var count: Int { ends.count }

    /// Appends an element; its number is the number of elements before it.
    /// - Returns: false if the disk is full.
    package func append(_ element: MarkupElement) -> Bool {
        var writer = MarkupWriter()
        writer.element(element)
        guard spool.append(writer.take()) else { return false }
        ends.append(spool.count)
        return true
    }

    /// Returns an element; white space and positions may differ from those of the feed.
    /// - Throws: `FeedReader.Failure` if the file cannot be read.
    package func element(_ number: Int) throws -> MarkupElement {
        var text = ""
        let failure = FeedReader.Failure(
            file: "the temporary file", position: nil, message: "an item cannot be read again",
            remedy: "check the disk of TMPDIR")
        guard try spool.copy((number == 0 ? 0 : ends[number - 1])..<ends[number], { text += $0 }) else { throw failure }
        var limits = ReadingLimits()
        limits.depth = 200
        let reader = try MarkupReader(.bytes(Array(text.utf8), name: failure.file), limits: limits)
        guard case .begin(let element) = try reader.next() else { throw failure }
        return try Self.contents(of: element, reader)
    }

    private static func contents(of element: MarkupElement, _ reader: MarkupReader) throws -> MarkupElement {
        var element = element
        while true {
            switch try reader.next() {
            case .begin(let child): element.nodes.append(.element(try contents(of: child, reader)))
            case .text(let text):
                if case .text(let part) = element.nodes.last {
                    element.nodes[element.nodes.count - 1] = .text(part + text)
                } else {
                    element.nodes.append(.text(text))
                }
            case .comment(let text): element.nodes.append(.comment(text))
            case .instruction(let target, let text): element.nodes.append(.instruction(target: target, text: text))
            case .end, .finished: return element
            }
        }
    }
}
