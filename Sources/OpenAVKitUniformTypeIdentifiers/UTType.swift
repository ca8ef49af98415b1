public import Foundation

/// A type of data, such as `public.mpeg-4`, among those that media apps use.
///
/// Apple: asks the system and its installed apps. Here: a table of media, images, text and archives; a type that the client names by an
/// identifier outside of it is unknown, unless it is declared with `init(exportedAs:conformingTo:)` or `init(importedAs:conformingTo:)`.
public struct UTType: Hashable, Sendable, Codable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier, in lower case except for dynamic ones.
    public let identifier: String
    /// Identifiers of the types that a client has declared; nil for types of the table.
    private let declaredParents: [String]?

    init(known identifier: String) {
        self.identifier = identifier
        declaredParents = nil
    }

    private init(identifier: String, parents: [UTType]) {
        self.identifier = identifier
        declaredParents = parents.map(\.identifier)
    }

    /// nil unless the type is in the table, or is a dynamic one. Case is ignored.
    public init?(_ identifier: String) {
        if let tag = DynamicType.tag(identifier) {
            self.init(identifier: identifier, parents: [UTType(known: tag.parent)])
            return
        }
        guard let entry = TypeTable.shared.entry(identifier) else { return nil }
        self.init(known: entry.identifier)
    }

    /// The preferred type with this extension, which may be unknown: then a dynamic type.
    /// - Parameter supertype: a type to which the result conforms.
    /// - Returns: nil for an empty extension, and where no type and no dynamic one can conform to `supertype`.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The preferred type with this MIME type, whose parameters are ignored. An unknown one gives a dynamic type.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The preferred type with this tag.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let found = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
        self = found
    }

    /// All types with this tag, the preferred one first; a dynamic one if the tag is unknown.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        guard let tag = TypeTable.normalized(tag, tagClass) else { return [] }
        let parent = supertype ?? .data
        let known = TypeTable.shared.identifiers(tag: tag, tagClass: tagClass).map(UTType.init(known:))
            .filter { $0.conforms(to: parent) }
        if !known.isEmpty { return known }
        guard let identifier = DynamicType.identifier(tag: tag, tagClass: tagClass, parent: parent.identifier) else {
            return []
        }
        return [UTType(identifier: identifier, parents: [parent])]
    }

    /// A type that the client defines.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(importedAs: identifier, conformingTo: parentType)
    }

    /// A type that another app defines.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        if let known = UTType(identifier) {
            self = known
        } else {
            self.init(identifier: identifier.lowercased(), parents: [parentType ?? .data])
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(importedAs: try container.decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }

    private var entry: TypeTable.Entry? { declaredParents == nil ? TypeTable.shared.entry(identifier) : nil }

    /// The extension for files of this type.
    public var preferredFilenameExtension: String? {
        if let entry { return entry.extensions.first }
        return tags[.filenameExtension]?.first
    }

    public var preferredMIMEType: String? {
        if let entry { return entry.mimeTypes.first }
        return tags[.mimeType]?.first
    }

    /// The name of the type in English.
    public var localizedDescription: String? { entry?.name }

    /// All extensions and MIME types, the preferred ones first.
    public var tags: [UTTagClass: [String]] {
        if let entry {
            return [.filenameExtension: entry.extensions, .mimeType: entry.mimeTypes].filter { !$0.value.isEmpty }
        }
        guard let tag = DynamicType.tag(identifier) else { return [:] }
        return [tag.tagClass: [tag.tag]]
    }

    /// All types to which this type conforms, without itself.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var rest = declaredParents ?? entry?.parents ?? []
        while let identifier = rest.popLast() {
            let parent = UTType(importedAs: identifier)
            if found.insert(parent).inserted { rest += parent.entry?.parents ?? [] }
        }
        return found
    }

    /// Whether this type is `type` or one of its subtypes.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }
    public func isSubtype(of type: UTType) -> Bool { self != type && supertypes.contains(type) }
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    /// Whether the identifier stands for an unknown tag.
    public var isDynamic: Bool { identifier.hasPrefix("dyn.") }
    /// Whether the type is in the table.
    public var isDeclared: Bool { entry != nil }
    /// Whether the identifier begins with `public.`.
    public var isPublic: Bool { identifier.hasPrefix("public.") }
    /// nil: the table has no versions.
    public var version: Int? { nil }
    /// nil: the table has no references.
    public var referenceURL: URL? { nil }

    public var description: String { identifier }
    public var debugDescription: String {
        "\(identifier)\(isDynamic ? " (dynamic)" : isDeclared ? "" : " (not declared)")"
    }

    public static func == (a: UTType, b: UTType) -> Bool { a.identifier == b.identifier }
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension URL {
    /// Appends a component, with the preferred extension of a type unless it has one of that type.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        let url = appendingPathComponent(partialName)
        return url.appendingPathExtension(for: contentType)
    }

    /// Appends the preferred extension of a type, unless the URL has an extension of that type or the type has none.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        let current = pathExtension.lowercased()
        let tags = contentType.tags[.filenameExtension] ?? []
        guard let preferred = tags.first, !tags.contains(current) else { return self }
        return appendingPathExtension(preferred)
    }
}
