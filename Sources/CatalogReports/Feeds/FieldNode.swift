import Foundation
import UniversalMediaCatalog

/// An element of a feed for a comparison: without comments, white space and the order of attributes.
struct FieldNode: Hashable {
    /// The name, with the prefix of a foreign namespace.
    var name: String
    /// The values that distinguish it from elements of the same name, such as the locale of a title.
    var key: String
    var attributes: [String: String]
    var text: String
    var children: [FieldNode]
    /// Distinguishes the bytes of equal texts, such as letters with and without combining accents; 0: ASCII.
    private var byteHash = 0

    /// The name with the key, such as `title[en-US]`.
    var label: String { key.isEmpty ? name : "\(name)[\(key)]" }

    init(_ element: MarkupElement) {
        func spelling(_ name: MarkupElement.Name) -> String {
            name.foreign.map { $0.prefix.isEmpty ? name.local : "\($0.prefix):\(name.local)" } ?? name.local
        }
        name = spelling(element.name)
        var attributes: [String: String] = [:]
        for attribute in element.attributes {
            attributes[spelling(attribute.name)] = attribute.value
        }
        children = element.elements.map { FieldNode($0) }
        let own = element.nodes.reduce(into: "") { text, node in if case .text(let part) = node { text += part } }
        text = own.trimmingCharacters(in: .whitespacesAndNewlines)
        var keys: [String] = []
        for name in Self.keys[name] ?? [] {
            if let value = attributes.removeValue(forKey: name) { keys.append(value) }
        }
        if let child = Self.keyChildren[name], let index = children.firstIndex(where: { $0.name == child }),
            children[index].attributes.isEmpty, children[index].children.isEmpty
        {
            keys.append(children[index].text)
            children.remove(at: index)
        }
        key = keys.joined(separator: ", ")
        self.attributes = attributes
        let values = [text] + attributes.sorted { $0.key < $1.key }.map(\.value)
        guard values.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) else { return }
        var hasher = Hasher()
        for value in values { for byte in value.utf8 { hasher.combine(byte) } }
        byteHash = hasher.finalize()
    }

    /// All values in one line, for an element that was added or removed.
    var summary: String {
        var parts: [String] = []
        if !text.isEmpty { parts.append(text) }
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            parts.append(attributes.count == 1 && text.isEmpty && children.isEmpty ? value : "\(name) \(value)")
        }
        for child in children {
            let inner = child.summary
            parts.append(
                Self.wrappers.contains(child.name) ? inner : "\(child.label)\(inner.isEmpty ? "" : " \(inner)")")
        }
        return parts.joined(separator: ", ")
    }

    /// Attributes that distinguish elements of one name.
    private static let keys: [String: [String]] = [
        "title": ["locale", "type", "isPhonetic"], "description": ["locale", "type"], "keyword": ["locale"],
        "name": ["locale", "type"], "city": ["locale"], "rating": ["systemCode"], "artwork": ["type", "locales"],
        "credit": ["role"], "externalId": ["system"], "relatedItem": ["relationship"],
        "locator": ["platform", "action"], "restriction": ["type", "relationship"],
        "originalReleaseDate": ["territory"], "competitor": ["role"], "catalog": ["catalogId"],
        "brand": ["brandId"], "service": ["serviceId"],
    ]
    private static let keyChildren = [
        "offer": "offeringType", "serviceOffer": "offeringType", "linearOffer": "windowStart",
    ]
    /// Elements that only enclose others, and are left out of paths.
    static let wrappers: Set<String> = [
        "locators", "offers", "linearOffers", "serviceOffers", "restrictions", "playableProperties", "credits",
        "competitors", "movieInfo", "tvShowInfo", "tvSeasonInfo", "tvEpisodeInfo", "sportingEventInfo", "extraInfo",
        "services", "brands", "catalogs",
    ]
}

/// One field whose value differs.
struct FieldChange: Equatable {
    /// Names of the elements and the attribute on the path, without keys.
    var names: [String]
    /// The path for readers, such as `offer[free]/windowEnd`.
    var path: String
    /// nil: the field was added.
    var old: String?
    /// nil: the field was removed.
    var new: String?
    /// Whether only the order of equal elements differs.
    var isOrder = false

    /// Returns the changes from one element to another of the same name.
    static func between(_ old: FieldNode, _ new: FieldNode) -> [FieldChange] {
        var changes: [FieldChange] = []
        compare(old, new, [], "", &changes)
        return changes
    }

    private static func compare(
        _ old: FieldNode, _ new: FieldNode, _ names: [String], _ path: String, _ changes: inout [FieldChange]
    ) {
        guard old != new else { return }
        if !old.text.utf8.elementsEqual(new.text.utf8) {
            changes.append(
                FieldChange(
                    names: names, path: path.isEmpty ? new.label : path, old: old.text.isEmpty ? nil : old.text,
                    new: new.text.isEmpty ? nil : new.text))
        }
        for name in Set(old.attributes.keys).union(new.attributes.keys).sorted() {
            let (before, after) = (old.attributes[name], new.attributes[name])
            guard before.map({ Array($0.utf8) }) != after.map({ Array($0.utf8) }) else { continue }
            changes.append(
                FieldChange(names: names + [name], path: joined(path, "@\(name)"), old: before, new: after))
        }
        var labels: [String] = []
        var olds: [String: [FieldNode]] = [:]
        var news: [String: [FieldNode]] = [:]
        for child in new.children {
            if news[child.label] == nil { labels.append(child.label) }
            news[child.label, default: []].append(child)
        }
        for child in old.children {
            if olds[child.label] == nil, news[child.label] == nil { labels.append(child.label) }
            olds[child.label, default: []].append(child)
        }
        if let change = territoryChange(olds, news, names, path) {
            changes.append(change.change)
            for label in change.labels { (olds[label], news[label]) = (nil, nil) }
        }
        for label in labels { compare(olds[label] ?? [], news[label] ?? [], names, path, &changes) }
    }

    /// Returns the change of the territory of a release date, where nothing else of it changed, and the labels of its old and its new element.
    private static func territoryChange(
        _ olds: [String: [FieldNode]], _ news: [String: [FieldNode]], _ names: [String], _ path: String
    ) -> (change: FieldChange, labels: [String])? {
        func dates(_ nodes: [String: [FieldNode]], otherThan others: [String: [FieldNode]]) -> [FieldNode] {
            nodes.filter { others[$0.key] == nil }.values.joined().filter { $0.name == "originalReleaseDate" }
        }
        let (gone, come) = (dates(olds, otherThan: news), dates(news, otherThan: olds))
        guard gone.count == 1, come.count == 1, let old = gone.first, let new = come.first, old.text == new.text,
            old.attributes == new.attributes, old.children == new.children
        else { return nil }
        let change = FieldChange(
            names: names + ["originalReleaseDate", "territory"], path: joined(path, "originalReleaseDate/@territory"),
            old: old.key.isEmpty ? nil : old.key, new: new.key.isEmpty ? nil : new.key)
        return (change, [old.label, new.label])
    }

    /// Compares the elements with one label.
    private static func compare(
        _ olds: [FieldNode], _ news: [FieldNode], _ names: [String], _ path: String, _ changes: inout [FieldChange]
    ) {
        guard olds != news, let sample = news.first ?? olds.first else { return }
        let isWrapper = FieldNode.wrappers.contains(sample.name)
        let names = isWrapper ? names : names + [sample.name]
        let path = isWrapper ? path : joined(path, sample.label)
        var (gone, come) = (olds, [FieldNode]())
        for node in news {
            if let index = gone.firstIndex(of: node) { gone.remove(at: index) } else { come.append(node) }
        }
        if gone.isEmpty, come.isEmpty {
            func list(_ nodes: [FieldNode]) -> String { nodes.map(\.summary).joined(separator: ", ") }
            changes.append(FieldChange(names: names, path: path, old: list(olds), new: list(news), isOrder: true))
        }
        for (old, new) in zip(gone, come) { compare(old, new, names, path, &changes) }
        for node in gone.dropFirst(come.count) { lost(node, isWrapper, names, path, wasThere: true, &changes) }
        for node in come.dropFirst(gone.count) { lost(node, isWrapper, names, path, wasThere: false, &changes) }
    }

    /// Adds an element that exists on one side only; of an enclosing element, each child.
    private static func lost(
        _ node: FieldNode, _ isWrapper: Bool, _ names: [String], _ path: String, wasThere: Bool,
        _ changes: inout [FieldChange]
    ) {
        guard !isWrapper || node.children.isEmpty else {
            for child in node.children {
                let isInner = FieldNode.wrappers.contains(child.name)
                lost(
                    child, isInner, isInner ? names : names + [child.name], isInner ? path : joined(path, child.label),
                    wasThere: wasThere, &changes)
            }
            return
        }
        let value = node.summary
        changes.append(
            FieldChange(
                names: names, path: path.isEmpty ? node.label : path, old: wasThere ? value : nil,
                new: wasThere ? nil : value))
    }

    private static func joined(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path)/\(name)" }
}
