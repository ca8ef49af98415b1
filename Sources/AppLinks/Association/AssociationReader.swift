/// Reads the `applinks` object of an association file.
struct AssociationReader {
    static let maximumComponents = 5_000
    static let maximumPatternLength = 2_048

    private let links: [String: Any]
    private let variables: [String: [String]]
    private let defaults: Defaults

    private struct Defaults {
        var isCaseSensitive = true
        var isPercentEncoded = true

        func merging(_ object: Any?) -> Defaults {
            let object = object as? [String: Any]
            return Defaults(
                isCaseSensitive: object?["caseSensitive"] as? Bool ?? isCaseSensitive,
                isPercentEncoded: object?["percentEncoded"] as? Bool ?? isPercentEncoded)
        }
    }

    init(_ links: [String: Any]) throws(AssociationError) {
        self.links = links
        variables = (links["substitutionVariables"] as? [String: [String]]) ?? [:]
        defaults = Defaults().merging(links["defaults"])
        for value in variables.values.joined() where value.utf8.count > Self.maximumPatternLength {
            throw AssociationError(.tooLarge)
        }
    }

    func details() throws(AssociationError) -> [AssociationFile.Details] {
        var result: [AssociationFile.Details] = []
        if let list = links["details"] as? [Any] {
            for case let entry as [String: Any] in list {
                let apps = (entry["appIDs"] as? [String] ?? []) + [entry["appID"] as? String].compactMap { $0 }
                result.append(.init(appIDs: apps, components: try components(entry)))
            }
        } else if let table = links["details"] as? [String: Any] {
            // An older form: the details by the identifiers of apps.
            for (app, entry) in table.sorted(by: { $0.key < $1.key }) {
                guard let entry = entry as? [String: Any] else { continue }
                result.append(.init(appIDs: [app], components: try components(entry)))
            }
        } else {
            throw AssociationError(.noLinks)
        }
        guard result.reduce(0, { $0 + $1.components.count }) <= Self.maximumComponents else {
            throw AssociationError(.tooLarge)
        }
        return result
    }

    /// The components of an entry; its paths only where it has none, as on Apple's platforms.
    private func components(_ entry: [String: Any]) throws(AssociationError) -> [AssociationFile.Component] {
        let defaults = defaults.merging(entry["defaults"])
        var result: [AssociationFile.Component] = []
        if let list = entry["components"] as? [Any] {
            for case let object as [String: Any] in list { result.append(try component(object, defaults)) }
        } else {
            for path in entry["paths"] as? [String] ?? [] {
                let isExcluded = path.hasPrefix("NOT ")
                let text = isExcluded ? String(path.dropFirst(4)) : path
                result.append(.init(path: try pattern(text, defaults, [:]), isExcluded: isExcluded))
            }
        }
        return result
    }

    private func component(
        _ object: [String: Any], _ defaults: Defaults
    ) throws(AssociationError) -> AssociationFile.Component {
        let own = defaults.merging(object)
        var component = AssociationFile.Component()
        component.isExcluded = object["exclude"] as? Bool ?? false
        component.isPercentEncoded = own.isPercentEncoded
        if let path = object["/"] as? String { component.path = try pattern(path, own, variables) }
        if let fragment = object["#"] as? String { component.fragment = try pattern(fragment, own, variables) }
        if let query = object["?"] as? String {
            component.query = .whole(try pattern(query, own, variables))
        } else if let items = object["?"] as? [String: Any] {
            var patterns: [String: LinkPattern] = [:]
            for (name, value) in items {
                guard let text = value as? String else { throw AssociationError(.component) }
                patterns[name] = try pattern(text, own, variables)
            }
            component.query = .items(patterns)
        }
        // A condition of another type must not count as none: the component would match every URL.
        for key in ["/", "#"] where object[key] != nil && !(object[key] is String) {
            throw AssociationError(.component)
        }
        if object["?"] != nil, component.query == nil { throw AssociationError(.component) }
        return component
    }

    private func pattern(
        _ text: String, _ defaults: Defaults, _ variables: [String: [String]]
    ) throws(AssociationError) -> LinkPattern {
        guard text.utf8.count <= Self.maximumPatternLength else { throw AssociationError(.tooLarge) }
        return LinkPattern(text, variables: variables, isCaseSensitive: defaults.isCaseSensitive)
    }
}
