import CatalogTestSupport
import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Compares the findings of the validator with libxml2's opinion about the XSD that `umc schema` prints.
struct SchemaAgreementTests {
    /// Rules about the shape of a document that an XSD states as well.
    private static let ofXSD: Set<String> = [
        "DOC-ORDER", "DOC-UNKNOWN", "DOC-NAMESPACE", "SCH-MISSING", "SCH-REPEATED", "SCH-VALUE", "SCH-EMPTY",
        "SCH-TEXT",
    ]

    private func findings(_ text: String) -> [Finding] {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        return Validator(options: options).findings([.bytes(Array(text.utf8), name: "feed.xml")]).findings
    }

    @Test(
        "a mix-up of namespaces that the schema rejects is a finding",
        arguments: [
            ("<umcCatalog ", "<umcCatalog xmlns=\"urn:x\" ", ""),
            ("<genre>drama</genre>", "<x:genre xmlns:x=\"urn:x\">drama</x:genre>", ""),
            ("<genre>drama</genre>", "<genre xmlns=\"urn:x\">drama</genre>", ""),
            ("<umcCatalog ", "<u:umcCatalog xmlns:u=\"urn:x\" ", "u:"),
            ("<rating systemCode=\"mpaa\">", "<rating xmlns:p=\"urn:p\" p:systemCode=\"mpaa\">", ""),
            ("<genre>drama</genre>", "<genre>drama</genre><p:mood xmlns:p=\"urn:p\">dark</p:mood>", ""),
            ("<title locale=\"fr-FR\">", "<title xml:lang=\"fr\" locale=\"fr-FR\">", ""),
        ])
    func namespaces(_ old: String, _ new: String, _ prefix: String) throws {
        var text = SampleFeed.catalog.text.replacing(old, with: new)
        if !prefix.isEmpty { text = text.replacing("</umcCatalog>", with: "</\(prefix)umcCatalog>") }
        let schema = try #require(LibXML2Schema(FeedSchema.xsd(kind: .catalog)))
        #expect(schema.isValid(Array(text.utf8)) == false)
        #expect(FeedSchema.catalog().verdict(of: Array(text.utf8)) == .invalid)
        let found = findings(text).filter { $0.ruleId == "DOC-NAMESPACE" }
        #expect(found.contains { $0.level > .info && ($0.line ?? 0) > 0 }, "\(found)")
    }

    @Test("a document in one namespace has no finding if that namespace is expected")
    func expected() {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        options.namespace = "urn:x"
        let text = SampleFeed.catalog.text.replacing("<umcCatalog ", with: "<umcCatalog xmlns=\"urn:x\" ")
        let found = Validator(options: options).findings([.bytes(Array(text.utf8), name: "feed.xml")]).findings
        #expect(found.filter { $0.level > .info }.map(\.message) == [])
        let other = Validator(options: options).findings([.bytes(Array(SampleFeed.catalog.text.utf8), name: "feed.xml")]
        ).findings
        #expect(other.filter { $0.level == .error }.map(\.ruleId) == ["DOC-NAMESPACE"])
    }

    @Test("a text that the schema accepts has no finding about its shape", arguments: SampleFeed.allCases)
    func shape(_ kind: SampleFeed) throws {
        let schema = try #require(LibXML2Schema(FeedSchema.xsd(kind: kind.kind)))
        let lines = kind.text.split(separator: "\n", omittingEmptySubsequences: false)
        for index in lines.indices.dropFirst(3) {
            // Each line in turn is left out, is repeated, or changes places with the next one.
            for change in 0..<3 {
                var changed = lines
                switch change {
                case 0: changed.remove(at: index)
                case 1: changed.insert(lines[index], at: index)
                default: if index + 1 < lines.count { changed.swapAt(index, index + 1) }
                }
                let text = changed.joined(separator: "\n")
                guard let isValid = schema.isValid(Array(text.utf8)) else { continue }
                let found = findings(text)
                if isValid {
                    #expect(
                        found.filter { Self.ofXSD.contains($0.ruleId) }.map(\.message) == [], "line \(index), \(change)"
                    )
                } else {
                    #expect(!found.isEmpty, "line \(index), \(change): \(schema.messages)")
                }
            }
        }
    }
}
