import UniversalMediaCatalog

/// Compares feeds with the description of them, and reports what is found under the ids of the schema's rules.
struct SchemaChecker: Sendable {
    private let isOff: Bool

    /// Finds nothing.
    static let off = SchemaChecker(isOff: true)

    private init(isOff: Bool) { self.isOff = isOff }

    /// - Parameter leftOut: ids of rules that do not count.
    init(leftOut: Set<String>) {
        isOff = RuleBook.schemaRules.allSatisfy { leftOut.contains($0.info.id) }
    }

    /// The layout of a feed decides, not the version that it says it has: that is another rule's.
    private static func shape(of head: FeedHead) -> SchemaShape {
        switch head.kind {
        case .catalog: head.isLegacy ? .legacyCatalog : .catalog
        case .availability: head.version.hasPrefix("2.") ? .availability2 : .availability
        case .manifest: .manifest
        }
    }

    /// An item.
    func check(_ item: FeedNode, _ head: FeedHead, _ findings: inout Findings) {
        guard !isOff else { return }
        let shape = Self.shape(of: head)
        guard let element = shape.program.item else { return }
        var mistakes: [SchemaMistake] = []
        SchemaWalker(program: shape.program).walk(item, element, &mistakes)
        if !mistakes.isEmpty { SchemaReporter(shape: shape).report(mistakes, &findings) }
    }

    /// What is outside items.
    func check(_ document: DocumentView, _ findings: inout Findings) {
        guard !isOff else { return }
        let shape = Self.shape(of: document.head)
        var mistakes: [SchemaMistake] = []
        SchemaWalker(program: shape.program).walkDocument(document.root, document.itemRuns, &mistakes)
        // What was not read is not missing.
        if !document.isComplete { mistakes.removeAll { $0.kind == .missing || $0.kind == .missingAttribute } }
        if !mistakes.isEmpty { SchemaReporter(shape: shape).report(mistakes, &findings) }
    }
}

/// The tables for one layout, with what other rules report.
final class SchemaShape: Sendable {
    let program: SchemaProgram
    /// By number of element.
    let silentElements: [CanonicalRules.Kinds]
    /// By number of attribute.
    let silentAttributes: [CanonicalRules.Kinds]
    /// By number of slot: its first element's.
    let slotElements: [Int]

    /// Its ids are elements.
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
