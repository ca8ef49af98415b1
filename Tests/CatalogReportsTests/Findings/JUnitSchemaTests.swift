import Foundation
import CatalogTestSupport
import Testing

@testable import CatalogReports
@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests JUnit reports, which have no official schema, against the common part of Jenkins' and Ant's formats.
struct JUnitSchemaTests {
    /// Elements, their order and attributes in both formats; `system-out` of a case exists only in Jenkins' format.
    private static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:simpleType name="seconds"><xs:restriction base="xs:decimal">
            <xs:pattern value="[0-9]+(\\.[0-9]+)?"/></xs:restriction></xs:simpleType>
          <xs:simpleType name="moment"><xs:restriction base="xs:dateTime">
            <xs:pattern value="[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}"/></xs:restriction></xs:simpleType>
          <xs:simpleType name="name"><xs:restriction base="xs:token"><xs:minLength value="1"/></xs:restriction></xs:simpleType>
          <xs:complexType name="outcome"><xs:simpleContent><xs:extension base="xs:string">
            <xs:attribute name="type" type="xs:string" use="required"/>
            <xs:attribute name="message" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
          <xs:element name="testsuites"><xs:complexType>
            <xs:sequence><xs:element name="testsuite" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
              <xs:sequence><xs:element name="testcase" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
                <xs:choice minOccurs="0">
                  <xs:element name="error" type="outcome"/><xs:element name="failure" type="outcome"/>
                  <xs:element name="system-out" type="xs:string"/></xs:choice>
                <xs:attribute name="name" type="name" use="required"/>
                <xs:attribute name="classname" type="name" use="required"/>
                <xs:attribute name="time" type="seconds" use="required"/></xs:complexType></xs:element></xs:sequence>
              <xs:attribute name="name" type="name" use="required"/>
              <xs:attribute name="id" type="xs:int" use="required"/>
              <xs:attribute name="package" type="xs:token" use="required"/>
              <xs:attribute name="timestamp" type="moment" use="required"/>
              <xs:attribute name="hostname" type="name" use="required"/>
              <xs:attribute name="tests" type="xs:int" use="required"/>
              <xs:attribute name="failures" type="xs:int" use="required"/>
              <xs:attribute name="errors" type="xs:int" use="required"/>
              <xs:attribute name="skipped" type="xs:int"/>
              <xs:attribute name="time" type="seconds" use="required"/></xs:complexType></xs:element></xs:sequence>
            <xs:attribute name="name" type="xs:string"/>
            <xs:attribute name="tests" type="xs:int"/><xs:attribute name="failures" type="xs:int"/>
            <xs:attribute name="errors" type="xs:int"/><xs:attribute name="time" type="seconds"/>
          </xs:complexType></xs:element>
        </xs:schema>
        """

    private func report(_ name: String, _ seconds: Double, failOn: Level = .error) -> String {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        let text = SampleFeed.catalog.text.replacing(
            "A retired mapmaker", with: "A &lt;b&gt;RETIRED\u{202E} mapmaker!!!")
        var (findings, summary) = Validator(options: options).findings([
            .bytes(Array(text.utf8), name: name), .file("/nonexistent/a.xml"),
        ])
        #expect(findings.count > 1)
        findings[0].message += "\u{0}\u{1B}]]>\r\n\u{FFFF}"
        summary.seconds = seconds
        var format = ReportOptions()
        format.format = .junit
        format.failOn = failOn
        format.now = options.now
        let output = ReportOutput()
        var report = FindingReport(format, to: output)
        for finding in findings { _ = report.add(finding) }
        report.finish(summary)
        return output.text
    }

    @Test(
        "reports conform to the formats of Jenkins and Ant for any feed name and duration",
        arguments: [
            ("catalog.xml", 0.25), ("<standard input>", 0.000_012), (" a \"b\"\t'c'&.xml", 1e9), ("é\u{1}漢", 0),
        ])
    func isValid(_ name: String, _ seconds: Double) throws {
        let schema = try #require(LibXML2Schema(Self.schema))
        for level in Level.allCases {
            let text = report(name, seconds, failOn: level)
            #expect(schema.isValid(Array(text.utf8)) == true, "\(schema.messages)")
            #expect(schema.isValid(Array(text.replacing(" time=", with: " zeit=").utf8)) == false)
        }
    }

    @Test("totals are the sums of the suites' numbers")
    func sums() throws {
        let text = report("catalog.xml", 1)
        func numbers(_ name: String) -> [Int] {
            text.split(separator: "\(name)=\"").dropFirst().compactMap { Int($0.prefix { $0 != "\"" }) }
        }
        for name in ["tests", "failures", "errors"] {
            let all = numbers(" \(name)")
            #expect(all.count == 3)
            #expect(all.first == all.dropFirst().reduce(0, +), "\(name)")
        }
        #expect(numbers(" tests").first == text.split(separator: "<testcase ").count - 1)
        #expect(numbers(" failures").first == text.split(separator: "<failure ").count - 1)
        #expect(numbers(" errors").first == text.split(separator: "<error ").count - 1)
    }
}
