/// Names of a feed that are not in the namespace of its document element; each name is listed once, with its number.
package struct ForeignNames {
    package struct Entry {
        var name: String
        /// nil: none.
        var namespace: String?
        var isAttribute: Bool
        /// Whether a feed has an element or attribute of this name, so that a namespace is probably missing or superfluous.
        var isKnown: Bool
        var position: SourcePosition
        var count = 1
    }

    private static let maximum = 50

    private(set) var entries: [Entry] = []
    /// Whether there are such names, or `xsi:type` or `xsi:nil` is used.
    package private(set) var areUsed = false
    /// The entries since `place` was called.
    private var unplaced = 0

    /// Notes that the document uses a feature of XSD that this project's schemas do not have.
    mutating func noteOverride() { areUsed = true }

    mutating func note(
        _ name: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?, isAttribute: Bool, isKnown: Bool
    ) {
        areUsed = true
        let name = String(cString: name)
        let namespace = namespace.map { String(cString: $0) }
        if let index = entries.firstIndex(where: {
            $0.name == name && $0.namespace == namespace && $0.isAttribute == isAttribute
        }) {
            entries[index].count += 1
        } else if entries.count < Self.maximum {
            entries.append(
                Entry(
                    name: String(name.prefix(80)), namespace: namespace.map { String($0.prefix(200)) },
                    isAttribute: isAttribute, isKnown: isKnown, position: .start))
            unplaced += 1
        }
    }

    /// Whether entries have no position yet.
    var needPosition: Bool { unplaced > 0 }

    /// Sets the position of the entries that have none yet.
    mutating func place(at position: SourcePosition) {
        for index in entries.indices.suffix(unplaced) { entries[index].position = position }
        unplaced = 0
    }
}
