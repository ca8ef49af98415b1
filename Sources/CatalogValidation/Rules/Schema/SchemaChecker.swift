import UniversalMediaCatalog

/// Validates feeds against the schema, and reports the mistakes under the ids of the schema rules.
struct SchemaChecker: Sendable {
    private let isOff: Bool

    /// A checker that reports nothing.
    static let off = SchemaChecker(isOff: true)

    private init(isOff: Bool) { self.isOff = isOff }

    /// - Parameter excludedRules: ids of rules that are not applied.
    init(excludedRules: Set<String>) {
        isOff = RuleBook.schemaRules.allSatisfy { excludedRules.contains($0.info.id) }
    }

    /// Returns the schema for a feed's layout. The declared version is checked by another rule.
    private static func shape(of head: FeedHead) -> SchemaShape {
        switch head.kind {
        case .catalog: head.isLegacy ? .legacyCatalog : .catalog
        case .availability: head.version.hasPrefix("2.") ? .availability2 : .availability
        case .manifest: .manifest
        }
    }

    /// Returns the schema for the items of a feed; nil where none applies.
    func itemSchema(of head: FeedHead) -> ItemSchema? {
        guard !isOff else { return nil }
        let shape = Self.shape(of: head)
        return shape.program.item.map { ItemSchema(shape: shape, element: $0) }
    }

    /// Validates the part of a feed outside its items.
    func check(_ document: DocumentView, _ findings: inout Findings) {
        guard !isOff else { return }
        let shape = Self.shape(of: document.head)
        var mistakes: [SchemaMistake] = []
        SchemaWalker(program: shape.program).walkDocument(document.root, document.itemRuns, &mistakes)
        // In an incomplete feed, missing elements may be in the unread part.
        if !document.isComplete { mistakes.removeAll { $0.kind == .missing || $0.kind == .missingAttribute } }
        if !mistakes.isEmpty { SchemaReporter(shape: shape).report(mistakes, &findings) }
    }
}

/// The schema for the items of one feed. The items of a batch share one value, because threads contend for the counters of references.
struct ItemSchema {
    private let shape: SchemaShape
    private let walker: SchemaWalker
    /// The index of the item's description.
    private let element: Int

    fileprivate init(shape: SchemaShape, element: Int) {
        self.shape = shape
        walker = SchemaWalker(program: shape.program)
        self.element = element
    }

    /// Validates an item.
    func check(_ item: FeedNode, _ findings: inout Findings) {
        var mistakes: [SchemaMistake] = []
        walker.walk(item, element, &mistakes)
        if !mistakes.isEmpty { SchemaReporter(shape: shape).report(mistakes, &findings) }
    }
}

/// The schema of one layout, with the mistakes that other rules report.
final class SchemaShape: Sendable {
    let program: SchemaProgram
    /// Kinds of mistakes that other rules report, by element number.
    let silentElements: [CanonicalRules.Kinds]
    /// Kinds of mistakes that other rules report, by attribute number.
    let silentAttributes: [CanonicalRules.Kinds]
    /// The first element of each slot, by slot number.
    let slotElements: [Int]

    /// Whether ids are elements instead of attributes.
    let isLegacy: Bool

    init(_ schema: FeedSchema) {
        isLegacy = schema.version.hasPrefix("1.") && schema.kind == .catalog
        let program = schema.program
        self.program = program
        silentElements = CanonicalRules.silent(for: program.paths)
        var attributePaths: [String] = []
        var slotElements = [Int](repeating: 0, count: program.describedSlots.count)
        for (number, element) in program.described.enumerated() {
            attributePaths += element.attributes.map { "\(program.paths[number])/@\($0.name.rawValue)" }
            for slot in element.slots.indices {
                slotElements[program.elements[number].firstSlot + slot] =
                    program.row(element.slots[slot].elements[0].name, in: number) ?? 0
            }
        }
        silentAttributes = CanonicalRules.silent(for: attributePaths)
        self.slotElements = slotElements
    }

    static let catalog = SchemaShape(.catalog())
    static let legacyCatalog = SchemaShape(.catalog("1.2"))
    static let availability = SchemaShape(.availability())
    static let availability2 = SchemaShape(.availability("2.0"))
    static let manifest = SchemaShape(.manifest())
}
