import Foundation
import UniversalMediaCatalog

/// The older one of two compared feeds.
struct ComparedFeed {
    struct Digest {
        var hash: Int
        /// Number of the item in the store.
        var number: Int
    }

    let kind: FeedKind
    /// The document element, and each service by its id, without items and the date of the build.
    let heads: [String: FieldNode]
    let build: FeedDateTime?
    let store: ItemStore
    private(set) var items: [String: Digest] = [:]
    /// The keys of the items in their order.
    private(set) var order: [String] = []

    init(_ input: FeedInput, _ limits: ReadingLimits) throws {
        let full = FeedReader.Failure(
            file: input.name, position: nil, message: "no temporary file can be written",
            remedy: "free space on the disk that TMPDIR names")
        guard let store = ItemStore() else { throw full }
        var items: [String: Digest] = [:]
        var order: [String] = []
        var occurrences: [String: Int] = [:]
        var isFull = false
        func add(_ element: MarkupElement) {
            let item = ComparedItem(element)
            let key = Self.key(item.id, &occurrences)
            items[key] = Digest(hash: item.fields.hashValue, number: store.count)
            order.append(key)
            if !store.append(element) { isFull = true }
        }
        let feed = try CanonicalFeed.read(input, limits: limits) { element, _ in if !isFull { add(element) } }
        for part in ComparedItem.elements(of: feed) where !isFull { add(part) }
        guard !isFull else { throw full }
        kind = feed.kind
        heads = Self.heads(of: feed)
        build = feed.root.build
        self.store = store
        self.items = items
        self.order = order
    }

    /// Distinguishes items with one id by their order.
    static func key(_ id: String, _ occurrences: inout [String: Int]) -> String {
        let number = occurrences[id, default: 0] + 1
        occurrences[id] = number
        return number == 1 ? id : "\(id)\u{0}\(number)"
    }

    static func heads(of feed: CanonicalFeed) -> [String: FieldNode] {
        let root = feed.kind == .manifest ? feed.root.without([.catalogs: .catalog, .brands: .brand]) : feed.root
        var heads = ["": FieldNode(root)]
        if feed.services.count == 1 {
            // A feed usually has one service: another id is a change of it.
            heads[""]?.children += FieldNode(feed.services[0]).children
            for attribute in feed.services[0].attributes {
                heads[""]?.attributes[attribute.name.local] = attribute.value
            }
        } else {
            for (index, service) in feed.services.enumerated() {
                heads[place(service, index)] = FieldNode(service)
            }
        }
        for place in heads.keys {
            let dates = heads[place]?.children.indices.filter { heads[place]?.children[$0].name == "lastBuildDate" }
            // Each build has another date.
            for index in dates ?? [] { heads[place]?.children[index].text = "" }
        }
        return heads
    }

    /// The key of a service among several.
    static func place(_ service: MarkupElement, _ index: Int) -> String { service[.serviceId] ?? "#\(index + 1)" }
}

extension MarkupElement {
    /// Returns the element without the entries of lists, and without lists that contain nothing else.
    func without(_ entries: [ElementName: ElementName]) -> MarkupElement {
        var result = self
        result.nodes = nodes.compactMap { node in
            guard let list = node.element, let entry = list.known.flatMap({ entries[$0] }) else { return node }
            var rest = list
            rest.nodes.removeAll { $0.element?.known == entry }
            let isEmpty = rest.attributes.isEmpty && rest.elements.isEmpty && rest.text.allSatisfy(\.isWhitespace)
            return isEmpty ? nil : .element(rest)
        }
        return result
    }

    /// The text with the date of a feed's build.
    var buildText: String? {
        elements.first { $0.known == .lastBuildDate }?.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The date of a feed's build.
    var build: FeedDateTime? {
        elements.first { $0.known == .lastBuildDate }.flatMap {
            FeedDateTime($0.text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}

/// An item of a feed, or a catalog, brand or service of a manifest.
struct ComparedItem {
    let id: String
    let type: String
    /// The first title, or the id.
    let title: String
    let fields: FieldNode
    /// Whether one of its offers has no end.
    private let isOpen: Bool

    init(_ element: MarkupElement) {
        let isItem = element.known == .item
        let ids: [AttributeName] = isItem ? [.contentId] : [.catalogId, .brandId, .serviceId]
        id = ids.lazy.compactMap { element[$0] }.first ?? ""
        type = isItem ? element[.contentType] ?? "unknown" : element.name.local
        title =
            element.elements.first { $0.known == .title }?.text.trimmingCharacters(in: .whitespacesAndNewlines) ?? id
        var fields = FieldNode(isItem ? element : element.without([.services: .service]))
        for index in fields.children.indices where isItem && fields.children[index].name == "pubDate" {
            // A different date alone is not a change.
            if FeedDateTime(fields.children[index].text) != nil { fields.children[index].text = "a date-time" }
        }
        self.fields = fields
        let offers = element.elements.first { $0.known == .offers }?.elements ?? []
        isOpen = offers.contains { offer in !offer.elements.contains { $0.known == .windowEnd } }
    }

    var stillOffered: String {
        isOpen ? ", although one of its offers has no end: removing an item does not end its offers" : ""
    }

    static func parts(of feed: CanonicalFeed) -> [ComparedItem] { elements(of: feed).map(ComparedItem.init) }

    /// Returns the catalogs, brands and services of a manifest.
    static func elements(of feed: CanonicalFeed) -> [MarkupElement] {
        guard feed.kind == .manifest else { return [] }
        func children(_ element: MarkupElement, _ list: ElementName, _ name: ElementName) -> [MarkupElement] {
            element.elements.filter { $0.known == list }.flatMap(\.elements).filter { $0.known == name }
        }
        let brands = children(feed.root, .brands, .brand)
        return children(feed.root, .catalogs, .catalog) + brands + brands.flatMap { children($0, .services, .service) }
    }
}

extension FieldNode {
    /// The duration in the details block.
    var durationText: String? {
        children.lazy.compactMap { $0.children.first { $0.name == "duration" }?.text }.first
    }
}
