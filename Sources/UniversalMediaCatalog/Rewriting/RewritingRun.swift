import Foundation

/// One feed while it is rewritten.
struct RewritingRun {
    /// The receiver of items in the current layout.
    enum Destination {
        case spool(Spool)
        /// - Parameter 1: the index of the item's service.
        case closure((MarkupElement, Int) -> Void)
    }

    /// An element that contains items: the document element, or a service.
    struct Container {
        /// Comments before it.
        var before: [MarkupElement.Node] = []
        var shell: MarkupElement
        var nodes: [MarkupElement.Node] = []
        /// Where the items are in the spool.
        var items: [Range<Int>] = []
    }

    let reader: MarkupReader
    let limits: ReadingLimits
    private let destination: Destination

    var kind = FeedKind.catalog
    var layout = CanonicalLayout(.catalog)
    var before: [MarkupElement.Node] = []
    var after: [MarkupElement.Node] = []
    var root = Container(shell: MarkupElement(name: .init(local: "", foreign: nil)))
    var services: [Container] = []
    var isLegacy = false
    private var headCount = 0

    init(_ reader: MarkupReader, _ limits: ReadingLimits, _ destination: Destination) {
        self.reader = reader
        self.limits = limits
        self.destination = destination
    }

    // MARK: Reading

    mutating func read() throws(FeedReader.Failure) {
        var hasRoot = false
        while true {
            switch try reader.next() {
            case .begin(let element):
                hasRoot = true
                try begin(element)
                root.shell = element
                if kind == .manifest { root.shell.nodes = try nodes().nodes } else { try readContainer(\.root) }
            case .comment(let text): hasRoot ? after.append(.comment(text)) : before.append(.comment(text))
            case .instruction(let target, let text):
                let node = MarkupElement.Node.instruction(target: target, text: text)
                hasRoot ? after.append(node) : before.append(node)
            case .finished: return
            case .end, .text: continue
            }
        }
    }

    private mutating func begin(_ element: MarkupElement) throws(FeedReader.Failure) {
        switch element.known {
        case .umcCatalog: kind = .catalog
        case .umcAvailability: kind = .availability
        case .umcPartnerManifest, .partnerManifest: kind = .manifest
        default:
            throw reader.refusal(
                "the document element is `\(element.name.local.prefix(80))`, which is not a feed",
                remedy: "feeds begin with umcCatalog, umcAvailability or umcPartnerManifest; names are case-sensitive",
                at: element.position)
        }
        layout = CanonicalLayout(kind)
    }

    /// Reads up to the end of an element that may contain items.
    private mutating func readContainer(
        _ place: WritableKeyPath<RewritingRun, Container>
    ) throws(FeedReader.Failure) {
        // Comments before an element whose place is not known yet.
        var waiting: [MarkupElement.Node] = []
        while true {
            let event = try reader.next()
            if case .text(let text) = event {
                Self.append(text, to: &waiting)
                continue
            }
            waiting = waiting.map(Self.trimmed)
            switch event {
            case .begin(let element):
                switch element.known {
                case .item:
                    try readItem(element, waiting, place)
                case .service where kind == .availability && place == \.root:
                    services.append(Container(before: waiting, shell: element))
                    try readContainer(\.services[services.count - 1])
                case .channel where kind == .catalog && place == \.root:
                    guard element.attributes.isEmpty else {
                        throw reader.refusal(
                            "`channel` has attributes, which have no place in the current layout",
                            remedy: "move them to the document element", at: element.position)
                    }
                    isLegacy = true
                    self[keyPath: place].nodes += waiting
                    try readContainer(place)
                default:
                    var element = element
                    element.nodes = try nodes().nodes
                    headCount += 1
                    guard headCount <= limits.headElements else {
                        throw reader.refusal(
                            "outside its items the feed has more than \(limits.headElements) elements (limit headElements)",
                            remedy: "check that items are `item` elements in the right place", at: element.position)
                    }
                    self[keyPath: place].nodes += waiting + [.element(element)]
                }
                waiting = []
            case .text: continue
            case .comment(let text): waiting.append(.comment(text))
            case .instruction(let target, let text): waiting.append(.instruction(target: target, text: text))
            case .end, .finished:
                self[keyPath: place].nodes += waiting
                return
            }
        }
    }

    /// Appends a piece of a text between elements. White space at its start is left out, as it changes with the layout.
    private static func append(_ text: String, to nodes: inout [MarkupElement.Node]) {
        if case .text(let part) = nodes.last {
            nodes[nodes.count - 1] = .text(part + text)
        } else if let start = text.utf8.firstIndex(where: { !isXMLSpace($0) }) {
            nodes.append(.text(String(text[start...])))
        }
    }

    /// Returns a text without the white space at its end.
    private static func trimmed(_ node: MarkupElement.Node) -> MarkupElement.Node {
        guard case .text(let text) = node, let end = text.utf8.lastIndex(where: { !isXMLSpace($0) }) else {
            return node
        }
        return .text(String(text[...end]))
    }

    private mutating func readItem(
        _ item: MarkupElement, _ waiting: [MarkupElement.Node], _ place: WritableKeyPath<RewritingRun, Container>
    ) throws(FeedReader.Failure) {
        var item = item
        item.nodes = try nodes().nodes
        let container =
            kind == .availability ? CanonicalLayout.child(.service, of: layout.schema) ?? layout.schema : layout.schema
        item = layout.item(item, in: container)
        guard case .spool(let spool) = destination else {
            if case .closure(let handle) = destination { handle(item, max(0, services.count - 1)) }
            return
        }
        var writer = MarkupWriter(depth: place == \.root ? 1 : 2)
        for node in waiting { writer.line(node) }
        writer.element(item)
        let start = spool.count
        guard spool.append(writer.take()) else {
            throw reader.refusal("the temporary file cannot be written", remedy: "free space on its disk")
        }
        if let last = self[keyPath: place].items.indices.last, self[keyPath: place].items[last].upperBound == start {
            self[keyPath: place].items[last] = self[keyPath: place].items[last].lowerBound..<spool.count
        } else {
            self[keyPath: place].items.append(start..<spool.count)
        }
    }

    /// Reads the contents of an element up to its end.
    private func nodes() throws(FeedReader.Failure) -> (nodes: [MarkupElement.Node], count: Int, bytes: Int) {
        var nodes: [MarkupElement.Node] = []
        var (count, size) = (0, 0)
        while true {
            let event = try reader.next()
            switch event {
            case .begin(var element):
                let inner = try self.nodes()
                element.nodes = inner.nodes
                nodes.append(.element(element))
                count += inner.count
                size += inner.bytes + element.attributes.reduce(0) { $0 + $1.value.utf8.count }
            case .end, .finished: return (nodes, count, size)
            case .text(let text):
                size += text.utf8.count
                // libxml2 divides texts at references and sections.
                if case .text(let part) = nodes.last {
                    nodes[nodes.count - 1] = .text(part + text)
                } else {
                    nodes.append(.text(text))
                }
            case .comment(let text):
                size += text.utf8.count
                nodes.append(.comment(text))
            case .instruction(let target, let text):
                size += text.utf8.count
                nodes.append(.instruction(target: target, text: text))
            }
            count += 1
            guard kind == .manifest || (count <= limits.itemElements && size <= limits.itemBytes) else {
                throw reader.refusal(
                    "an element contains more than \(limits.itemElements) elements or \(limits.itemBytes) bytes "
                        + "(limits itemElements, itemBytes)", remedy: "look for a missing end tag")
            }
            guard count <= limits.headElements, size <= limits.headBytes else {
                throw reader.refusal(
                    "the manifest has more than \(limits.headElements) elements or \(limits.headBytes) bytes "
                        + "(limits headElements, headBytes)", remedy: "divide it")
            }
        }
    }

    // MARK: Writing

    mutating func write(
        _ changes: FeedRewriter.Changes, _ spool: Spool, _ output: (String) throws -> Void
    ) throws {
        var writer = MarkupWriter()
        writer.declaration()
        for node in before { writer.line(node) }
        switch kind {
        case .manifest:
            root.shell.name.local = layout.schema.name.rawValue
            writer.element(layout.arranged(root.shell, as: layout.schema))
        case .catalog:
            prepareCatalog(changes)
            try write(root, [], as: layout.schema, &writer, spool, output)
        case .availability:
            prepareServices(changes)
            let schema = CanonicalLayout.child(.service, of: layout.schema)
            try write(root, services, as: layout.schema, servicesAs: schema, &writer, spool, output)
        }
        for node in after { writer.line(node) }
        try output(writer.take())
    }

    mutating func prepareCatalog(_ changes: FeedRewriter.Changes) {
        root.shell.nodes = root.nodes
        layout.moveText(of: .teamId, to: .teamId, in: &root.shell)
        layout.moveText(of: .catalogId, to: .catalogId, in: &root.shell)
        if isLegacy, let newest = FeedSchema.versions(of: .catalog).last { root.shell.set(.version, newest) }
        if let id = changes.teamID { root.shell.set(.teamId, id) }
        if let id = changes.catalogID { root.shell.set(.catalogId, id) }
        if let locale = changes.defaultLocale {
            let name = MarkupElement.Name(local: ElementName.defaultLocale.rawValue, foreign: nil)
            root.shell.nodes.removeAll { $0.element?.known == .defaultLocale }
            root.shell.nodes.append(.element(MarkupElement(name: name, nodes: [.text(locale)])))
        }
        root.nodes = root.shell.nodes
        root.shell.nodes = []
    }

    mutating func prepareServices(_ changes: FeedRewriter.Changes) {
        for index in services.indices {
            services[index].shell.nodes = services[index].nodes
            layout.moveText(of: .teamId, to: .teamId, in: &services[index].shell)
            services[index].nodes = services[index].shell.nodes
            services[index].shell.nodes = []
            if let id = changes.teamID { services[index].shell.set(.teamId, id) }
            if let id = changes.serviceID { services[index].shell.set(.serviceId, id) }
        }
        // In 2.0, the date may be in the service.
        guard services.count == 1, !root.nodes.contains(where: { $0.element?.known == .lastBuildDate }),
            let date = services[0].nodes.firstIndex(where: { $0.element?.known == .lastBuildDate })
        else { return }
        root.nodes.append(services[0].nodes.remove(at: date))
    }

    /// Writes an element with its head, its items and its services.
    private func write(
        _ container: Container, _ services: [Container], as schema: SchemaElement?,
        servicesAs serviceSchema: SchemaElement? = nil, _ writer: inout MarkupWriter, _ spool: Spool,
        _ output: (String) throws -> Void
    ) throws {
        for node in container.before { writer.line(node) }
        writer.begin(container.shell)
        let groups = layout.arranged(CanonicalLayout.groups(container.nodes), as: schema)
        let hasHead = container.nodes.contains { $0.element != nil }
        for group in groups where group.element != nil {
            for node in group.before { writer.line(node) }
            if let element = group.element { writer.element(element) }
        }
        for range in container.items {
            writer.beginContents()
            try output(writer.take())
            guard try spool.copy(range, output) else {
                throw reader.refusal("the temporary file cannot be read", remedy: "check the disk of TMPDIR")
            }
        }
        for service in services { try write(service, [], as: serviceSchema, &writer, spool, output) }
        let rest = hasHead ? groups.filter { $0.element == nil }.flatMap(\.before) : container.nodes
        for node in rest { writer.line(node) }
        writer.end()
        try output(writer.take())
    }
}
