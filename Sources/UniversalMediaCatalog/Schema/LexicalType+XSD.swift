extension LexicalType {
    /// The name of the type in an XSD.
    var xsdName: String {
        switch self {
        case .nothing: "nothing"
        case .text(let maximum): "text\(maximum)"
        case .identifier: "identifier"
        case .dateTime: "dateTime"
        case .date: "date"
        case .locale: "locale"
        case .localeList: "localeList"
        case .localeRanges: "localeRanges"
        case .list: "list"
        case .boolean: "boolean"
        case .integer(let range): "integer\(range.lowerBound)to\(range.upperBound)"
        case .webURL: "webURL"
        case .absoluteURL: "absoluteURL"
        case .country: "country"
        case .currency: "currency"
        case .enumeration(let name, _), .anyCase(let name, _): name
        case .code: "code"
        case .version: "version"
        case .teamID: "teamID"
        case .catalogID: "catalogID"
        case .period: "period"
        case .digits: "digits"
        }
    }

    /// The lines of the type definition in an XSD.
    var xsdDefinition: [String] {
        let facets: (base: String, lines: [String]) =
            switch self {
            case .nothing: ("token", [facet("length", "0")])
            case .text(let maximum): ("token", [facet("minLength", "1"), facet("maxLength", "\(maximum)")])
            case .code: ("token", [facet("minLength", "1"), facet("maxLength", "64")])
            case .identifier: ("string", [facet("maxLength", "255"), facet("pattern", #"\S(.*\S)?"#)])
            case .dateTime:
                (
                    "dateTime",
                    [
                        facet(
                            "pattern",
                            #"[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}(\.[0-9]{1,12})?"#
                                + #"(Z|[+\-]((0[0-9]|1[0-3]):[0-5][0-9]|14:00))?"#)
                    ]
                )
            case .date: ("date", [facet("pattern", "[0-9]{4}-[0-9]{2}-[0-9]{2}")])
            case .locale:
                ("token", [facet("pattern", Self.localePattern)] + Self.irregularPatterns.map { facet("pattern", $0) })
            case .localeList: ("token", [facet("pattern", Self.listPattern(Self.rangePattern(wildcards: false)))])
            case .localeRanges: ("token", [facet("pattern", Self.listPattern(Self.rangePattern(wildcards: true)))])
            case .list: ("token", [facet("pattern", Self.listPattern(#"[^\s,]+"#))])
            case .boolean: ("boolean", [])
            case .integer(let range):
                (
                    "integer",
                    [
                        facet("pattern", "[0-9]{1,18}"), facet("minInclusive", "\(range.lowerBound)"),
                        facet("maxInclusive", "\(range.upperBound)"),
                    ]
                )
            case .webURL: ("token", [facet("pattern", #"[hH][tT][tT][pP][sS]?://\S+"#)])
            case .absoluteURL: ("token", [facet("pattern", #"[A-Za-z][A-Za-z0-9+.\-]*:\S+"#)])
            case .country: ("token", [facet("pattern", "[A-Z]{2}")])
            case .currency: ("token", [facet("pattern", "[A-Z]{3}")])
            case .enumeration(_, let values): ("token", values.map { facet("enumeration", "\($0)") })
            case .anyCase(_, let values): ("token", values.map { facet("pattern", Self.anyCase("\($0)")) })
            case .version: ("token", [facet("pattern", #"[0-9]+\.[0-9]+"#)])
            case .teamID: ("token", [facet("pattern", "[A-Z0-9]{10}")])
            case .catalogID: ("token", [facet("pattern", #"[A-Za-z0-9._\-]{1,255}"#)])
            case .period:
                (
                    "token",
                    [
                        facet("pattern", "P[0-9]{1,5}D"), facet("pattern", "P([0-9]{1,5}D)?T" + Self.hoursPattern),
                    ]
                )
            case .digits: ("token", [facet("pattern", "[0-9]{1,20}")])
            }
        guard !facets.lines.isEmpty else {
            return [
                "<xs:simpleType name=\"\(xsdName)\">", "  <xs:restriction base=\"xs:\(facets.base)\"/>",
                "</xs:simpleType>",
            ]
        }
        return ["<xs:simpleType name=\"\(xsdName)\">", "  <xs:restriction base=\"xs:\(facets.base)\">"]
            + facets.lines.map { "    " + $0 } + ["  </xs:restriction>", "</xs:simpleType>"]
    }

    private func facet(_ name: String, _ value: String) -> String {
        "<xs:\(name) value=\"\(XSDWriter.escaped(value))\"/>"
    }

    private static let hoursPattern =
        "([0-9]{1,5}H([0-9]{1,5}M)?([0-9]{1,5}S)?|[0-9]{1,5}M([0-9]{1,5}S)?|[0-9]{1,5}S)"

    /// Returns `part{minimum,maximum}` without a quantifier: libxml2 accepts wrong texts if quantifiers occur inside repeated parts.
    private static func times(_ part: String, _ minimum: Int, _ maximum: Int) -> String {
        let optional = (minimum..<maximum).reduce("") { inner, _ in "(\(part)\(inner))?" }
        return String(repeating: part, count: minimum) + optional
    }

    private static let letter = "[A-Za-z]"
    private static let alphanumeric = "[A-Za-z0-9]"

    /// RFC 5646, 2.1: language, script, region, variants, extensions, private use.
    private static let localePattern: String = {
        let language = "\(times(letter, 2, 3))\(times("(-" + times(letter, 3, 3) + ")", 0, 3))|\(times(letter, 4, 8))"
        let script = "(-\(times(letter, 4, 4)))?"
        let region = "(-(\(times(letter, 2, 2))|[0-9][0-9][0-9]))?"
        let variants = "(-(\(times(alphanumeric, 5, 8))|[0-9]\(times(alphanumeric, 3, 3))))*"
        // An equivalent of `(-s(-e)+)*`, which libxml2 matches wrongly.
        let singleton = "-[A-WYZa-wyz0-9]"
        let part = "-\(times(alphanumeric, 2, 8))"
        let extensions = "(\(singleton)\(part)(\(singleton)\(part)|\(part))*)?"
        let privateUse = "[xX](-\(times(alphanumeric, 1, 8)))+"
        return "(\(language))\(script)\(region)\(variants)\(extensions)(-\(privateUse))?|\(privateUse)"
    }()

    private static let irregularPatterns = LocaleSyntax.irregular.map { anyCase("\($0)") }

    private static func rangePattern(wildcards: Bool) -> String {
        let first = times(letter, 1, 8)
        let next = times(alphanumeric, 1, 8)
        return wildcards ? #"(\#(first)|\*)(-(\#(next)|\*))*"# : "\(first)(-\(next))*"
    }

    private static func listPattern(_ part: String) -> String { "\(part)( ?, ?\(part))*" }

    /// Returns a pattern that matches a code in any letter case.
    private static func anyCase(_ word: String) -> String {
        word.map { $0.isLetter ? "[\($0.lowercased())\($0.uppercased())]" : $0 == "-" ? "\\-" : "\($0)" }.joined()
    }
}
