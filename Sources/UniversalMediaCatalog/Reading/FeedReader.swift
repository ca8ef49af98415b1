/// Reads feeds as Swift values, item by item and in constant memory.
///
/// Reading is lenient: invalid values are left out, and `Validator` reports them. Blocks the calling thread.
public struct FeedReader: Sendable {
    public var limits: ReadingLimits

    public init(limits: ReadingLimits = ReadingLimits()) { self.limits = limits }

    /// A part of a feed, in document order. A head precedes its items.
    public enum Event: Sendable {
        case catalog(CatalogHead)
        case catalogItem(CatalogItem)
        case availability(AvailabilityHead)
        case availabilityItem(AvailabilityItem)
        case manifest(PartnerManifest)
    }

    /// The reason why a feed was not read, or not to its end.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public var file: String
        /// Position of the problem; nil for a problem with the whole feed.
        public var position: SourcePosition?
        public var message: String
        public var remedy: String

        package init(file: String, position: SourcePosition?, message: String, remedy: String) {
            self.file = file
            self.position = position
            self.message = message
            self.remedy = remedy
        }

        public var description: String {
            let place = position.map { "\(file):\($0.line):\($0.column)" } ?? file
            // The message of a feed that cannot be opened names the file already.
            return message.hasPrefix("\(file): ") ? "\(message); \(remedy)" : "\(place): \(message); \(remedy)"
        }
    }

    /// - Parameter handle: receives each event on the calling thread; returns whether to continue.
    /// - Returns: the number of items read.
    @discardableResult
    public func read(_ input: FeedInput, _ handle: (Event) throws -> Bool) throws -> Int {
        let source: any ByteSource
        do throws(FeedInputError) { source = try input.open(limits) } catch {
            throw Failure(file: input.name, position: nil, message: error.message, remedy: error.remedy)
        }
        return try withoutActuallyEscaping(handle) { handle in
            var stopped = false
            var failure: (any Error)?
            func emit(_ event: Event) -> Bool {
                do { stopped = try !handle(event) } catch {
                    failure = error
                    stopped = true
                }
                return !stopped
            }
            var currentService = -1
            func emitHead(_ tree: FeedTree, _ head: FeedHead, service: Int) -> Bool {
                guard currentService != service else { return true }
                currentService = service
                return tree.withView { view in
                    switch head.kind {
                    case .catalog: emit(.catalog(CatalogHead(view[0])))
                    case .availability: emit(.availability(AvailabilityHead(view[0], serviceIndex: service)))
                    case .manifest: emit(.manifest(PartnerManifest(view[0])))
                    }
                }
            }
            var headTree = FeedTree()
            let document = withoutActuallyEscaping({ (batch: FeedBatch) -> Bool in
                if let tree = batch.headTree { headTree = tree }
                return batch.tree.withView { view in
                    for item in batch.items {
                        guard emitHead(headTree, batch.head, service: item.service) else { return false }
                        let event: Event? =
                            switch batch.head.kind {
                            case .catalog:
                                .catalogItem(CatalogItem(item: view[item.node]))
                            case .availability:
                                .availabilityItem(AvailabilityItem(item: view[item.node]))
                            case .manifest: nil
                            }
                        if let event, !emit(event) { return false }
                    }
                    return true
                }
            }) { FeedParser.run(source: source, limits: limits, emit: $0) }
            if let failure { throw failure }
            if stopped { return document.itemCount }
            if let problem = document.problems.first(where: \.isFatal) {
                throw Failure(
                    file: input.name, position: problem.position, message: problem.message, remedy: problem.remedy)
            }
            if let head = document.head, !document.tree.nodes.isEmpty, currentService < 0 {
                _ = emitHead(document.tree, head, service: 0)
                if let failure { throw failure }
            }
            return document.itemCount
        }
    }

    /// Reads a whole catalog.
    public func catalog(_ input: FeedInput) throws -> Catalog {
        var catalog = Catalog(head: CatalogHead())
        var found = false
        try read(input) { event in
            switch event {
            case .catalog(let head):
                catalog.head = head
                found = true
            case .catalogItem(let item): catalog.items.append(item)
            default: return false
            }
            return true
        }
        guard found else { throw wrongKind(input, "catalog") }
        return catalog
    }

    /// Reads a whole availability feed; of several services in one feed, only the first.
    public func availability(_ input: FeedInput) throws -> Availability {
        var availability = Availability(head: AvailabilityHead())
        var found = 0
        try read(input) { event in
            switch event {
            case .availability(let head):
                found += 1
                if found == 1 { availability.head = head }
            case .availabilityItem(let item): if found == 1 { availability.items.append(item) }
            default: return false
            }
            return true
        }
        guard found > 0 else { throw wrongKind(input, "availability feed") }
        return availability
    }

    public func manifest(_ input: FeedInput) throws -> PartnerManifest {
        var manifest: PartnerManifest?
        try read(input) { event in
            if case .manifest(let found) = event { manifest = found }
            return false
        }
        guard let manifest else { throw wrongKind(input, "manifest") }
        return manifest
    }

    private func wrongKind(_ input: FeedInput, _ wanted: String) -> Failure {
        Failure(
            file: input.name, position: nil, message: "this is not a feed of the kind \(wanted)",
            remedy: "check its document element, and pass the right file")
    }
}
