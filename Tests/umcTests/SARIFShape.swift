import Foundation

/// The requirements of the SARIF 2.1.0 schema (errata 01) for the objects in our reports: members, types, enumerations, minimums.
enum SARIFShape {
    indirect enum Kind: Sendable {
        case text, boolean, bag
        case integer(minimum: Int)
        case oneOf([String])
        /// A URI as in RFC 3986, absolute or relative.
        case uri(isAbsolute: Bool)
        case object(String)
        case list(Kind, isUnique: Bool)
        case texts
    }

    struct Object: Sendable {
        var required: [String] = []
        /// At least one of these is required as well.
        var alternatives: [String] = []
        var members: [String: Kind]
    }

    private static let level = Kind.oneOf(["none", "note", "warning", "error"])

    static let objects: [String: Object] = [
        "log": Object(
            required: ["version", "runs"],
            members: [
                "$schema": .uri(isAbsolute: true), "version": .oneOf(["2.1.0"]),
                "runs": .list(.object("run"), isUnique: false),
            ]),
        "run": Object(
            required: ["tool"],
            members: [
                "tool": .object("tool"), "invocations": .list(.object("invocation"), isUnique: false),
                "results": .list(.object("result"), isUnique: false),
                "columnKind": .oneOf(["utf16CodeUnits", "unicodeCodePoints"]),
            ]),
        "tool": Object(required: ["driver"], members: ["driver": .object("toolComponent")]),
        "toolComponent": Object(
            required: ["name"],
            members: [
                "name": .text, "version": .text, "semanticVersion": .text, "informationUri": .uri(isAbsolute: true),
                "rules": .list(.object("reportingDescriptor"), isUnique: true),
            ]),
        "reportingDescriptor": Object(
            required: ["id"],
            members: [
                "id": .text, "deprecatedIds": .list(.text, isUnique: true), "name": .text,
                "shortDescription": .object("multiformatMessageString"),
                "fullDescription": .object("multiformatMessageString"), "help": .object("multiformatMessageString"),
                "helpUri": .uri(isAbsolute: true), "defaultConfiguration": .object("reportingConfiguration"),
            ]),
        "reportingConfiguration": Object(members: ["enabled": .boolean, "level": level]),
        "multiformatMessageString": Object(required: ["text"], members: ["text": .text, "markdown": .text]),
        "message": Object(
            alternatives: ["text", "id"],
            members: ["text": .text, "markdown": .text, "id": .text, "arguments": .list(.text, isUnique: false)]),
        "invocation": Object(
            required: ["executionSuccessful"],
            members: [
                "executionSuccessful": .boolean, "exitCode": .integer(minimum: .min),
                "toolExecutionNotifications": .list(.object("notification"), isUnique: false),
            ]),
        "notification": Object(
            required: ["message"], members: ["level": level, "message": .object("message"), "timeUtc": .text]),
        "result": Object(
            required: ["message"],
            members: [
                "ruleId": .text, "ruleIndex": .integer(minimum: -1), "level": level, "message": .object("message"),
                "kind": .oneOf(["notApplicable", "pass", "fail", "review", "open", "informational"]),
                "locations": .list(.object("location"), isUnique: false), "partialFingerprints": .texts,
            ]),
        "location": Object(members: [
            "physicalLocation": .object("physicalLocation"),
            "logicalLocations": .list(.object("logicalLocation"), isUnique: true), "message": .object("message"),
        ]),
        "logicalLocation": Object(members: ["name": .text, "fullyQualifiedName": .text, "kind": .text]),
        "physicalLocation": Object(
            alternatives: ["address", "artifactLocation"],
            members: ["artifactLocation": .object("artifactLocation"), "region": .object("region")]),
        "artifactLocation": Object(members: ["uri": .uri(isAbsolute: false), "uriBaseId": .text]),
        "region": Object(
            alternatives: ["startLine", "charOffset", "byteOffset"],
            members: [
                "startLine": .integer(minimum: 1), "startColumn": .integer(minimum: 1), "endLine": .integer(minimum: 1),
                "endColumn": .integer(minimum: 1),
            ]),
    ]

    /// Returns the violations of the schema in a report.
    static func complaints(_ text: String) -> [String] {
        guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else {
            return ["the report is not JSON"]
        }
        var complaints: [String] = []
        check(root, .object("log"), "", &complaints)
        return complaints
    }

    private static func check(_ value: Any, _ kind: Kind, _ path: String, _ complaints: inout [String]) {
        switch kind {
        case .text: if !(value is String) { complaints.append("\(path) is not a string") }
        // Foundation bridges JSON numbers to Booleans and vice versa.
        case .boolean: if !isBoolean(value) { complaints.append("\(path) is not a Boolean") }
        case .integer(let minimum):
            guard let number = value as? Int, !isBoolean(value), number >= minimum else {
                return complaints.append("\(path) is \(value), not an integer from \(minimum)")
            }
        case .oneOf(let names):
            guard let name = value as? String, names.contains(name) else {
                return complaints.append("\(path) is \(value), not one of \(names)")
            }
        case .uri(let isAbsolute): checkURI(value, isAbsolute, path, &complaints)
        case .bag:
            guard let bag = value as? [String: Any] else { return complaints.append("\(path) is not an object") }
            if let tags = bag["tags"] { check(tags, .list(.text, isUnique: true), "\(path)/tags", &complaints) }
        case .texts:
            if !(value is [String: String]) { complaints.append("\(path) contains values that are not strings") }
        case .list(let element, let isUnique):
            guard let list = value as? [Any] else { return complaints.append("\(path) is not an array") }
            for (index, entry) in list.enumerated() { check(entry, element, "\(path)/\(index)", &complaints) }
            let texts = list.compactMap { try? JSONSerialization.data(withJSONObject: [$0], options: .sortedKeys) }
            if isUnique, Set(texts).count < list.count { complaints.append("\(path) contains duplicates") }
        case .object(let name): checkObject(value, name, path, &complaints)
        }
    }

    private static func checkObject(_ value: Any, _ name: String, _ path: String, _ complaints: inout [String]) {
        guard let members = value as? [String: Any], let object = objects[name] else {
            return complaints.append("\(path) is not a \(name)")
        }
        for required in object.required where members[required] == nil {
            complaints.append("\(path) has no \(required)")
        }
        if !object.alternatives.isEmpty, !object.alternatives.contains(where: { members[$0] != nil }) {
            complaints.append("\(path) has none of \(object.alternatives)")
        }
        for (member, value) in members {
            if let kind = member == "properties" ? .bag : object.members[member] {
                check(value, kind, "\(path)/\(member)", &complaints)
            } else {
                complaints.append("\(path) has \(member), which a \(name) does not have")
            }
        }
    }

    private static func checkURI(_ value: Any, _ isAbsolute: Bool, _ path: String, _ complaints: inout [String]) {
        let text = value as? String ?? "\u{0}"
        let pattern = /([A-Za-z][A-Za-z0-9+.-]*:)?([A-Za-z0-9._~:\/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*/
        guard let match = text.wholeMatch(of: pattern), !isAbsolute || match.1 != nil else {
            return complaints.append("\(path) is \(text), not a URI")
        }
    }

    private static func isBoolean(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? (value is Bool)
    }
}
