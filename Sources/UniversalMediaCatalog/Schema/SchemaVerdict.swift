/// The result of validating a document strictly against a schema.
public enum SchemaVerdict: String, Sendable {
    case valid, invalid
    /// The document is not well-formed, is not UTF-8, has a document type declaration, or exceeds a limit.
    case unreadable
}

extension FeedSchema {
    /// Validates a document like an XSD validator does with `FeedSchema.xsd`: unknown elements, unknown attributes and any order that
    /// differs from the description make it invalid. Blocks; memory grows only with the contents outside items.
    ///
    /// Documents that use the XSD features `xsi:type` or `xsi:nil` are invalid.
    /// - Parameter namespace: the namespace for which the schema was generated.
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
        if let problem = result.problems.first(where: { $0.kind != .namespace }) {
            if case .root = problem.kind { return .invalid }
            return .unreadable
        }
        guard isValid, result.head?.kind == kind, result.namespace == namespace, !result.foreignNames.areUsed,
            !result.tree.nodes.isEmpty
        else { return .invalid }
        return result.tree.withView { tree in
            var mistakes: [SchemaMistake] = []
            walker.walkDocument(tree[0], result.itemRuns, &mistakes)
            return mistakes.contains(where: \.isOfXSD) ? .invalid : .valid
        }
    }
}
