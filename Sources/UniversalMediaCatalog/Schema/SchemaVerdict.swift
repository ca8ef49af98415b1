/// What a strict reader of a schema says of a document.
public enum SchemaVerdict: String, Sendable {
    case valid, invalid
    /// It is not well-formed, is not UTF-8, has a document type, or is beyond a limit.
    case unreadable
}

extension FeedSchema {
    /// Judges a document as an XSD validator does with `FeedSchema.xsd`: elements and attributes that are not known, and any other order
    /// than that of the description, make it invalid. Blocks; memory grows with what is outside items alone.
    ///
    /// Of what an XSD has besides, `xsi:type` and `xsi:nil` are taken for invalid.
    /// - Parameter namespace: that the schema was made for.
    public func verdict(of document: [UInt8], namespace: String? = nil) -> SchemaVerdict {
        let walker = SchemaWalker(program: program)
        var isValid = true
        let source = MemorySource(document, name: "document")
        let result = FeedParser.run(source: source, limits: ReadingLimits()) { batch in
            guard let item = program.item else { return true }
            batch.tree.withView { tree in
                var mistakes: [SchemaMistake] = []
                for entry in batch.items where isValid {
                    walker.walk(tree[entry.node], item, &mistakes)
                    if mistakes.contains(where: \.isOfXSD) { isValid = false }
                    mistakes.removeAll(keepingCapacity: true)
                }
            }
            return true
        }
        if let problem = result.problems.first {
            if case .root = problem.kind { return .invalid }
            return .unreadable
        }
        guard isValid, result.head?.kind == kind, result.namespace == namespace, !result.hasForeignNames,
            !result.tree.nodes.isEmpty
        else { return .invalid }
        return result.tree.withView { tree in
            var mistakes: [SchemaMistake] = []
            walker.walkDocument(tree[0], result.itemRuns, &mistakes)
            return mistakes.contains(where: \.isOfXSD) ? .invalid : .valid
        }
    }
}
