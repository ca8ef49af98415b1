import Foundation
import CatalogTestSupport
import Testing

@testable import UniversalMediaCatalog

/// Compares the strict verdict with that of libxml2 on the XSD generated from the same description.
struct SchemaDifferentialTests {
    static let count = ProcessInfo.processInfo.environment["UMC_SCHEMA_MUTATIONS"].flatMap { Int($0) } ?? 500
    static let seed = ProcessInfo.processInfo.environment["UMC_SCHEMA_SEED"].flatMap { UInt64($0) } ?? 1

    static let legacyCatalog = """
        <?xml version="1.0" encoding="UTF-8"?>
        <umcCatalog version="1.2"><teamId>EXAMPLE001</teamId><totalItemCount>1</totalItemCount>
        <channel><lastBuildDate>2026-03-02T04:00:00Z</lastBuildDate><title>Old</title>
        <catalogId>org.example.old</catalogId><defaultLocale>en-US</defaultLocale>
        <item><contentType>tv_show</contentType><contentId>OLD-1</contentId><pubDate>2020-01-01T00:00:00Z</pubDate>
        <title locale="en-US">Old Show</title><genre>comedy, drama</genre><rating systemCode="us-tv">TV-G</rating>
        <credits><credit role="actor">Nell Invented</credit></credits>
        <tvShowInfo><type>series</type><originalPremiereDate>2019-05-01</originalPremiereDate></tvShowInfo></item>
        </channel></umcCatalog>

        """

    static let oldAvailability = """
        <umcAvailability version="2.0"><service serviceId="org.example.old"><teamId>EXAMPLE001</teamId>
        <serviceType>VOD</serviceType><totalItemCount>1</totalItemCount><lastBuildDate>2020-01-02T00:00:00Z</lastBuildDate>
        <item contentType="movie" contentId="OLD-2" catalogId="org.example.old"><pubDate>2020-01-01T00:00:00Z</pubDate>
        <offers><offer><offeringType>free</offeringType><windowStart>2020-01-01T00:00:00Z</windowStart></offer></offers>
        </item></service></umcAvailability>

        """

    static let sources: [(schema: FeedSchema, text: String)] =
        SampleFeed.allCases.map { (FeedSchema.schema($0.kind), $0.text) }
        + [(FeedSchema.catalog("1.2"), legacyCatalog), (FeedSchema.availability("2.0"), oldAvailability)]

    @Test("umc-validation.md 1: generated XSDs accept the samples, with and without a namespace")
    func samples() throws {
        for (schema, text) in Self.sources {
            let xsd = FeedSchema.xsd(kind: schema.kind, version: schema.version)
            #expect(xsd == FeedSchema.xsd(kind: schema.kind, version: schema.version))
            let other = try #require(LibXML2Schema(xsd))
            let bytes = Array(text.utf8)
            #expect(other.isValid(bytes) == true, "\(other.messages)")
            #expect(schema.verdict(of: bytes) == .valid)
            let spaced = try #require(
                LibXML2Schema(FeedSchema.xsd(kind: schema.kind, version: schema.version, namespace: "urn:example:umc")))
            let root = schema.roots[0].name.rawValue
            let named = Array(
                text.replacingOccurrences(of: "<\(root) ", with: "<\(root) xmlns=\"urn:example:umc\" ").utf8)
            #expect(spaced.isValid(named) == true, "\(spaced.messages)")
            #expect(schema.verdict(of: named, namespace: "urn:example:umc") == .valid)
            #expect(spaced.isValid(bytes) == false)
            #expect(schema.verdict(of: bytes, namespace: "urn:example:umc") == .invalid)
            #expect(other.isValid(named) == false)
            #expect(schema.verdict(of: named) == .invalid)
        }
    }

    @Test(
        "umc-validation.md 1: relative namespaces and unknown values of xml:space are well-formed, other namespaces are not",
        arguments: [
            ("xmlns=\"movie\"", true), ("xmlns:x=\"org.example.other\"", true), ("xml:space=\"tight\"", true),
            ("xmlns=\"[\"", false), ("xmlns:x=\"\"", false),
        ])
    func warnings(attribute: String, isWellFormed: Bool) throws {
        for (schema, text) in Self.sources {
            let other = try #require(LibXML2Schema(FeedSchema.xsd(kind: schema.kind, version: schema.version)))
            for name in [schema.roots[0].name.rawValue, "item", "image"] where text.contains("<\(name) ") {
                let document = Array(text.replacingOccurrences(of: "<\(name) ", with: "<\(name) \(attribute) ").utf8)
                let isValid = other.isValid(document)
                #expect((isValid != nil) == isWellFormed, "\(schema.kind) \(name)")
                let verdict: SchemaVerdict = isValid.map { $0 ? .valid : .invalid } ?? .unreadable
                #expect(schema.verdict(of: document) == verdict, "\(schema.kind) \(name)")
            }
        }
    }

    @Test("umc-validation.md 1: schema verdicts on randomly changed documents equal those of libxml2's XSD validator")
    func mutations() throws {
        let others = try Self.sources.map {
            try #require(LibXML2Schema(FeedSchema.xsd(kind: $0.schema.kind, version: $0.schema.version)))
        }
        var valid = 0
        var unreadable = 0
        var differences = 0
        for number in 0..<Self.count {
            let source = number % Self.sources.count
            let schema = Self.sources[source].schema
            var mutator = FeedMutator(seed: Self.seed &* 1_000_003 &+ UInt64(number))
            let document = mutator.mutated(Array(Self.sources[source].text.utf8))
            let ours = schema.verdict(of: document)
            let theirs = others[source].isValid(document)
            if theirs == true { valid += 1 }
            if theirs == nil { unreadable += 1 }
            guard (ours == .valid) != (theirs ?? false) || (ours == .unreadable && theirs != nil) else { continue }
            differences += 1
            if differences <= 20 {
                Issue.record(
                    """
                    document \(number) (seed \(Self.seed), \(schema.kind) \(schema.version)): ours \(ours), theirs \
                    \(theirs.map { $0 ? "valid" : "invalid" } ?? "unreadable") \(others[source].messages)
                    """)
                if let directory = ProcessInfo.processInfo.environment["UMC_SCHEMA_KEEP"] {
                    try Data(document).write(to: URL(fileURLWithPath: "\(directory)/\(number).xml"))
                }
            }
        }
        print(
            "schema verdicts: \(Self.count) documents, \(valid) valid, \(unreadable) unreadable, \(differences) differ")
        #expect(differences == 0)
        // If mutations break no document, or all of them, the test shows nothing.
        #expect(valid > Self.count / 50 && valid < Self.count * 9 / 10)
    }
}
