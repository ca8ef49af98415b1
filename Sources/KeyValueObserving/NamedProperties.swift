/// The properties of a class by their keys for Objective-C, such as `muted` for `isMuted`.
///
/// `@unchecked Sendable`: key paths are immutable.
public struct _NamedProperties: @unchecked Sendable {
    private var properties: [String: (name: String, path: AnyKeyPath)] = [:]

    public init() {}

    /// - Parameter paths: key paths by the Swift names of the properties, with which they report accesses and changes. A property such as
    ///   `isMuted` is also found by the key `muted`.
    public init<Root: AnyObject>(of type: Root.Type, _ paths: [String: PartialKeyPath<Root>]) {
        for (name, path) in paths {
            properties[name] = (name, path)
            if let key = Self.key(of: name) { properties[key] = (name, path) }
        }
    }

    /// Adds the properties of a superclass.
    public func adding(_ other: _NamedProperties) -> _NamedProperties {
        var result = self
        result.properties.merge(other.properties) { own, _ in own }
        return result
    }

    /// The key for Objective-C of a name with the prefix `is`: `muted` for `isMuted`, `HDRActive` for `isHDRActive`.
    private static func key(of name: String) -> String? {
        let rest = name.dropFirst(2)
        guard name.hasPrefix("is"), let first = rest.first, first.isUppercase else { return nil }
        if let second = rest.dropFirst().first, second.isUppercase { return String(rest) }
        return first.lowercased() + rest.dropFirst()
    }

    /// Whether there is a property of this name or key.
    public func contains(_ key: String) -> Bool { properties[key] != nil }

    func path(of key: String) -> AnyKeyPath? { properties[key]?.path }

    /// The name with which the property reports changes.
    func name(of key: String) -> String { properties[key]?.name ?? key }
}
