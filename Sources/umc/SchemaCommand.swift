public import ArgumentParser
import Foundation
import CatalogReports
public import UniversalMediaCatalog

extension FeedKind: ExpressibleByArgument {}

/// `umc schema`: what this project knows of the feeds' structure, as XSD.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Prints an XML schema (XSD) of a feed.",
        discussion: """
            It is not Apple's, which is not public: annotations in it say where each element is known from.

            Examples:
              umc schema catalog > catalog.xsd
              umc schema availability --version 3.0 --namespace urn:example:umc
              xmllint --noout --schema catalog.xsd catalog.xml
            """)

    @Argument(help: "catalog, availability or manifest.") var kind = FeedKind.catalog

    @Option(help: ArgumentHelp("The version of the feed (by default the newest that is known).", valueName: "version"))
    var version: String?

    @Option(help: ArgumentHelp("The target namespace (by default none).", valueName: "uri"))
    var namespace: String?

    func validate() throws {
        if let version, !FeedSchema.versions(of: kind).contains(version) {
            let known = FeedSchema.versions(of: kind).joined(separator: ", ")
            throw ValidationError("Version \(version.prefix(40)) of \(kind.rawValue) is not known; there are \(known).")
        }
        if let namespace, namespace.isEmpty { throw ValidationError("--namespace is a URI.") }
    }

    func run() throws {
        let output = ReportOutput(descriptor: 1)
        output.write(FeedSchema.xsd(kind: kind, version: version, namespace: namespace))
        output.flush()
    }
}
