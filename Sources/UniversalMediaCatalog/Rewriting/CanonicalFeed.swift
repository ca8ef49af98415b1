/// A feed in the current layout, without its items.
package struct CanonicalFeed {
    package let kind: FeedKind
    /// The document element with its attributes and the elements of the head; all of a manifest.
    package let root: MarkupElement
    /// The services of an availability feed, with their attributes and the elements of their heads.
    package let services: [MarkupElement]

    /// Reads a feed in constant memory. Blocks the calling thread.
    /// - Parameter item: receives each item in the current layout, with the index of its service.
    /// - Throws: `FeedReader.Failure` with the position of what cannot be read.
    package static func read(
        _ input: FeedInput, limits: ReadingLimits = ReadingLimits(), item: (MarkupElement, Int) -> Void
    ) throws -> CanonicalFeed {
        let reader = try MarkupReader(input, limits: limits)
        return try withoutActuallyEscaping(item) { item in
            var run = RewritingRun(reader, limits, .closure(item))
            try run.read()
            switch run.kind {
            case .catalog: run.prepareCatalog(.init())
            case .availability: run.prepareServices(.init())
            case .manifest: run.root.shell = run.layout.arranged(run.root.shell, as: run.layout.schema)
            }
            return CanonicalFeed(
                kind: run.kind, root: run.root.whole, services: run.services.map(\.whole))
        }
    }
}

extension RewritingRun.Container {
    fileprivate var whole: MarkupElement {
        var element = shell
        element.nodes += nodes
        return element
    }
}
