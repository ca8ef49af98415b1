public import Foundation

/// A loadable property of any class and any type.
open class AVAnyAsyncProperty: CustomStringConvertible, @unchecked Sendable {
    // Sendable: the one property never changes; subclasses only add a @Sendable closure.
    /// The key of the property in `statusOfValue(forKey:error:)`.
    package let key: String

    init(key: String) { self.key = key }

    public var description: String { key }
}

/// A loadable property of a given class.
open class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {}

/// A loadable property of a given class and value type, such as `.duration`.
public class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    /// The loading status of a property.
    public enum Status {
        case notYetLoaded
        case loading
        case loaded(Value)
        case failed(NSError)
    }

    /// Reads the value of a loaded property, without blocking.
    let read: @Sendable (Root) throws -> Value

    init(_ key: String, _ read: @escaping @Sendable (Root) throws -> Value) {
        self.read = read
        super.init(key: key)
    }
}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}
