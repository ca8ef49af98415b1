/// The schema of one kind of feed in one version: its elements and attributes, their order, number and contents.
///
/// Apple's own schemas are not public. This schema contains what is known or was decided by this project;
/// evidence tags give the source (umc-catalog.md 0).
public struct FeedSchema: Sendable {
    public let kind: FeedKind
    public let version: String
    /// The document element and its alternative names.
    package let roots: [SchemaElement]
    package let program: SchemaProgram

    private init(_ kind: FeedKind, _ version: String, _ roots: [SchemaElement], _ program: SchemaProgram) {
        self.kind = kind
        self.version = version
        self.roots = roots
        self.program = program
    }

    /// Returns the versions known from public evidence, the newest last (umc-catalog.md C9).
    public static func versions(of kind: FeedKind) -> [String] {
        switch kind {
        case .catalog: ["1.1", "1.2", "3.5", "3.6"]
        case .availability: ["2.0", "3.0"]
        case .manifest: ["1.0"]
        }
    }

    /// - Parameter version: 1.x has ids as elements and a `channel` (umc-catalog.md 2); all others are equal.
    public static func catalog(_ version: String = "3.6") -> FeedSchema {
        version.hasPrefix("1.")
            ? FeedSchema(.catalog, version, [CatalogSchema.legacyRoot], legacyCatalogProgram)
            : FeedSchema(.catalog, version, [CatalogSchema.root], catalogProgram)
    }

    /// - Parameter version: 2.x may have the team as an element and the build date in the service (umc-availability.md 2).
    public static func availability(_ version: String = "3.0") -> FeedSchema {
        version.hasPrefix("2.")
            ? FeedSchema(.availability, version, [AvailabilitySchema.root2], availability2Program)
            : FeedSchema(.availability, version, [AvailabilitySchema.root], availabilityProgram)
    }

    public static func manifest(_ version: String = "1.0") -> FeedSchema {
        FeedSchema(.manifest, version, ManifestSchema.roots, manifestProgram)
    }

    /// - Parameter version: nil: the newest.
    public static func schema(_ kind: FeedKind, version: String? = nil) -> FeedSchema {
        let version = version ?? versions(of: kind).last ?? ""
        return switch kind {
        case .catalog: catalog(version)
        case .availability: availability(version)
        case .manifest: manifest(version)
        }
    }

    /// Returns the schema as an XSD 1.0 document; equal arguments give equal documents.
    /// - Parameters:
    ///   - version: nil: the newest.
    ///   - namespace: the namespace of all elements; nil: none.
    public static func xsd(kind: FeedKind, version: String? = nil, namespace: String? = nil) -> String {
        XSDWriter(schema: schema(kind, version: version), namespace: namespace).text
    }

    private static let catalogProgram = SchemaProgram([CatalogSchema.root])
    private static let legacyCatalogProgram = SchemaProgram([CatalogSchema.legacyRoot])
    private static let availabilityProgram = SchemaProgram([AvailabilitySchema.root])
    private static let availability2Program = SchemaProgram([AvailabilitySchema.root2])
    private static let manifestProgram = SchemaProgram(ManifestSchema.roots)
}
