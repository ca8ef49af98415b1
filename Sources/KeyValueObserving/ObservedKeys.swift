/// The keys of a class that a key path may name.
///
/// A key path has no text on Linux. `KeyValueObservable._observableKeys` finds most keys by the equality of key paths. The key path of a
/// property that a final class overrides equals no other; then the type of the value narrows the choice.
struct ObservedKeys: Sendable {
    let names: [String]
    /// Whether the path names exactly one property.
    let isExact: Bool

    /// - Returns: nil for a class that has no observable properties.
    init?<Root: AnyObject, Value>(of keyPath: KeyPath<Root, Value>) {
        guard let observable = Root.self as? any KeyValueObservable.Type else { return nil }
        let all = observable._observableKeys
        if let name = all[keyPath] {
            (names, isExact) = ([name], true)
            return
        }
        let alike = all.filter { type(of: $0.key).valueType == Value.self }.map(\.value)
        // No property of the class has this type, so the key path continues through one of its properties.
        names = (alike.isEmpty ? Array(all.values) : alike).sorted()
        isExact = alike.count == 1
    }
}

/// Whether two values are known to be equal; values that cannot be compared differ.
func areEqual<Value>(_ a: Value, _ b: Value) -> Bool {
    guard let a = a as? any Equatable else { return false }
    func compare<Comparable: Equatable>(_ a: Comparable) -> Bool { (b as? Comparable) == a }
    return compare(a)
}
