public import ArgumentParser
import Foundation
import CatalogReports
public import UniversalMediaCatalog

extension FeedKind: ExpressibleByArgument {}

/// `umc schema`: prints the known structure of feeds as an XSD.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Prints an XML schema (XSD) of a feed.",
        discussion: """
            It is not Apple's schema, which is not public: its annotations give the evidence for each element.

            Examples:
              umc schema catalog > catalog.xsd
              umc schema availability --feed-version 3.0 --namespace urn:example:umc
              xmllint --noout --schema catalog.xsd catalog.xml
            """)

    @Argument(help: "catalog, availability or manifest.") var kind = FeedKind.catalog

    @Option(help: ArgumentHelp("The version of the feed (default: the newest known).", valueName: "version"))
    var feedVersion: String?

    @Option(help: ArgumentHelp("The target namespace (default: none).", valueName: "uri"))
    var namespace: String?

    func validate() throws {
        if let feedVersion, !FeedSchema.versions(of: kind).contains(feedVersion) {
            let known = FeedSchema.versions(of: kind).joined(separator: ", ")
            throw ValidationError(
                "Version \(feedVersion.prefix(40)) of \(kind.rawValue) is not known; known versions: \(known).")
        }
        if let namespace, namespace.isEmpty { throw ValidationError("--namespace must be a URI.") }
    }

    func run() throws {
        try FeedCommand.writing(nil) {
            $0.write(FeedSchema.xsd(kind: kind, version: feedVersion, namespace: namespace))
        }
    }
}
