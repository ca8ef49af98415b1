extension ForeignNames {
    /// - Parameter root: the name and the namespace of the document element.
    func problems(root: String, namespace: String?) -> [ReadingProblem] {
        let home = namespace.map { "in the namespace `\($0.prefix(200))`" } ?? "in no namespace"
        return entries.map { entry in
            let place = entry.namespace.map { "in the namespace `\($0)`" } ?? "in no namespace"
            let more = entry.count > 1 ? " (\(entry.count) times)" : ""
            if entry.isAttribute {
                return ReadingProblem(
                    kind: .namespace,
                    message: "the attribute `\(entry.name)` is \(place)\(more); attributes of feeds have none",
                    remedy: "write the attribute without a prefix", position: entry.position, isFatal: false,
                    level: entry.isKnown ? nil : .warning)
            }
            let remedy =
                entry.isKnown
                ? "write it as \(entry.namespace == nil ? "the document element, with its prefix or xmlns" : namespace == nil ? "the document element, without a prefix and without xmlns" : "the document element, in its namespace")"
                : "remove the element: readers ignore it"
            return ReadingProblem(
                kind: .namespace,
                message: "`\(entry.name)` is \(place)\(more), but the document element `\(root)` is \(home)",
                remedy: remedy,
                position: entry.position, isFatal: false, level: entry.isKnown ? nil : .warning)
        }
    }
}
