public import Foundation

extension NSObjectProtocol where Self: NSObject {
    /// Returns the value of a property by its name, as an object of Foundation where there is one: a number as NSNumber, also for an
    /// enumeration with integers.
    ///
    /// Apple: every property that Objective-C sees. Here: the observable properties of the framework's classes, and stored properties of
    /// other classes. Any other key is reported on standard error, and gives nil; on Apple's platforms it ends the program.
    public func value(forKey key: String) -> Any? {
        KeyValueCoding.value(of: self, key: key)
    }

    /// Returns the value of a path such as `currentItem.status`; nil where a part of it is nil.
    public func value(forKeyPath keyPath: String) -> Any? {
        KeyValueCoding.value(of: self, path: keyPath)
    }

    /// Sets a property by its name: an observable property of the framework's classes, or a property of a client that is observable by the
    /// conversion of `dynamic`. Any other key, and a value of another type, is reported on standard error and has no effect.
    public func setValue(_ value: Any?, forKey key: String) {
        guard !KeyValueCoding.set(value, of: self, key: key) else { return }
        KeyValueCoding.report(self, "has no property '\(key)' that can be set by its name to \(value ?? "nil")")
    }

    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        let keys = keyPath.split(separator: ".").map(String.init)
        guard let last = keys.last else { return }
        let target =
            keys.count > 1 ? KeyValueCoding.value(of: self, path: keys.dropLast().joined(separator: ".")) : self
        (target as? NSObject)?.setValue(value, forKey: last)
    }

    /// Returns no keys. Reading a property shows on which others it depends: a client's method of this name, which calls that of `super`, needs
    /// no effect.
    public static func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [] }

    /// Returns true: changes of every property are reported.
    public static func automaticallyNotifiesObservers(forKey key: String) -> Bool { true }

    /// Reports a read of an observable property that a subclass overrides. `openavkit-port` writes it into such getters.
    public func _access(_ key: String) {
        guard let observable = self as? any KeyValueObservable else { return }
        observable._keyValueObservers.access(type(of: observable)._namedProperties.name(of: key))
    }
}

/// Properties by their names.
enum KeyValueCoding {
    /// The value at the end of a path. Reads each property in order, so that an access recorder sees all of them.
    static func value(of object: NSObject, path: String) -> Any? {
        var value: Any? = object
        for key in path.split(separator: ".") {
            guard let object = value as? NSObject else { return nil }
            value = self.value(of: object, key: String(key))
        }
        return value
    }

    static func value(of object: NSObject, key: String) -> Any? {
        if let observable = object as? any KeyValueObservable {
            let properties = type(of: observable)._namedProperties
            // For changes that a subclass reports by `didChangeValue(forKey:)`.
            observable._keyValueObservers.access(properties.name(of: key))
            if let path = properties.path(of: key) { return objectValue(of: object[keyPath: path] as Any) }
        }
        if let property = storedProperty(key, of: object) {
            return objectValue(of: (property as? any DynamicProperty)?.dynamicValue ?? property)
        }
        report(object, "has no property '\(key)' that can be read by its name")
        return nil
    }

    static func set(_ value: Any?, of object: NSObject, key: String) -> Bool {
        if let observable = object as? any KeyValueObservable,
            let path = type(of: observable)._namedProperties.path(of: key)
        {
            return setter(of: path, object: object)?(value) ?? false
        }
        guard let property = storedProperty(key, of: object) as? any DynamicProperty else { return false }
        return property.setDynamicValue(value)
    }

    /// A function that sets a property to a value of its type; nil for a property that cannot be set.
    private static func setter(of path: AnyKeyPath, object: NSObject) -> ((Any?) -> Bool)? {
        func opened<Root, Value>(_: Root.Type, _: Value.Type) -> ((Any?) -> Bool)? {
            guard let path = path as? ReferenceWritableKeyPath<Root, Value>, let root = object as? Root else {
                return nil
            }
            return { value in
                guard let value = converted(value, to: Value.self) else { return false }
                root[keyPath: path] = value
                return true
            }
        }
        func openedRoot<Root>(_ root: Root.Type) -> ((Any?) -> Bool)? {
            func openedValue<Value>(_ value: Value.Type) -> ((Any?) -> Bool)? { opened(root, value) }
            return _openExistential(type(of: path).valueType, do: openedValue)
        }
        return _openExistential(type(of: path).rootType, do: openedRoot)
    }

    /// A value as one of a property's type: itself, nil, or an enumeration's case by its number.
    static func converted<Value>(_ value: Any?, to type: Value.Type) -> Value? {
        guard let value else { return Any?.none as? Value }
        if let value = value as? Value { return value }
        guard let number = value as? NSNumber else { return nil }
        if let value = (number as Any) as? Value { return value }
        return (type as? any RawRepresentable<Int>.Type)?.init(rawValue: number.intValue) as? Value
    }

    /// A stored property of the object or a superclass, by its name or as the storage of a property wrapper.
    private static func storedProperty(_ name: String, of object: NSObject) -> Any? {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let present = mirror {
            for child in present.children where child.label == name || child.label == "_\(name)" { return child.value }
            mirror = present.superclassMirror
        }
        return nil
    }

    /// The value as Objective-C would box it; nil for nil.
    static func objectValue(of value: Any) -> Any? {
        switch value {
        case let number as NSNumber: return number
        case let value as any RawRepresentable<Int>: return NSNumber(value: value.rawValue)
        case let value as any RawRepresentable<UInt>: return NSNumber(value: value.rawValue)
        case let value as any RawRepresentable<String>: return value.rawValue
        default: break
        }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { objectValue(of: $0.value) }
    }

    static func report(_ object: NSObject, _ message: String) {
        FileHandle.standardError.write(Data("\(type(of: object)) \(message)\n".utf8))
    }
}
