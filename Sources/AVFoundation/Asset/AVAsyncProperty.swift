public import Foundation

/// A property that can be loaded, whatever it belongs to and whatever it is.
open class AVAnyAsyncProperty: CustomStringConvertible, @unchecked Sendable {
    // Sendable as its one property never changes; subclasses only add a @Sendable closure.
    /// The name under which `statusOfValue(forKey:error:)` knows it.
    package let key: String

    init(key: String) { self.key = key }

    public var description: String { key }
}

/// A property of a certain class that can be loaded.
open class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {}

/// A property of a certain class and type that can be loaded, such as `.duration`.
public class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    /// How far loading has come.
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
