import Foundation
import Synchronization

/// The name of a method, and a function that calls it on an object.
///
/// On Apple's platforms a selector is a name, and an object finds its method by the name at run time. Linux has no such look-up, so a selector
/// here also holds the method, as an unapplied reference such as `Screen.tap(_:)` of type `(Screen) -> (UIButton) -> Void`:
///
/// - No object is captured, so a selector can be stored anywhere without a cycle. The control, timer or recognizer that holds a selector
///   holds its target weakly or strongly as Apple's does.
/// - The class's method table is used for each call: a subclass's override is called. `#selector(super.tap)` therefore is the same as
///   `#selector(tap)`, as on Apple's platforms.
/// - Target and arguments are cast by `as?`. A call whose target has another class, or whose arguments have other types, does nothing but
///   print a line on standard error; on Apple's platforms an unrecognized selector ends the program.
/// - Further arguments than the method takes are left out: a control passes sender and event to each action.
/// - A call of an async method starts a task and does not wait for it. An error that a method throws is printed on standard error,
///   because the caller of a selector cannot catch it. Apple: the error is lost, or is written through a pointer that the caller did not pass.
///
/// Selectors are equal when their names are, so `removeTarget(_:action:for:)` finds the action that `addTarget` was given.
///
/// A selector made from a string alone, as `NSSelectorFromString` returns, calls nothing. `openavkit-port` writes these calls:
///
///     #selector(tap)                     Selector("tap:", Screen.tap)
///     #selector(tap as (Int) -> Void)    Selector("tap:", Screen.tap as (Screen) -> (Int) -> Void)
///     #selector(getter: title)           Selector(getter: "title", \Screen.title)
///
/// `@unchecked Sendable`: the stored function refers to a method or a key path, and captures no object.
public struct Selector: @unchecked Sendable {
    private let name: String
    /// nil: the selector is a name only.
    private let method: Method?

    private struct Method {
        let accepts: (_ target: AnyObject) -> Bool
        let call: (_ target: AnyObject, _ arguments: [Any]) -> Outcome
    }

    private enum Outcome {
        case returned(Any)
        case threw(any Error)
        case mismatch

        init<Result>(of body: () throws -> Result) {
            do { self = .returned(try body()) } catch { self = .threw(error) }
        }
    }

    /// A name that calls nothing.
    public init(_ name: String) {
        self.name = name
        method = nil
    }

    private init<Target>(
        name: String, parameters: Int, of type: Target.Type, _ call: @escaping (Target, [Any]) -> Outcome
    ) {
        // A source that names a method of another module without labels has no name with colons to pass.
        self.name = name.contains(":") ? name : name + String(repeating: ":", count: parameters)
        method = Method(
            accepts: { $0 is Target },
            call: { target, arguments in
                guard let target = target as? Target else { return .mismatch }
                return call(target, arguments)
            })
    }

    /// A method without parameters.
    public init<Target, Result>(_ name: String, _ method: @escaping (Target) -> () throws -> Result) {
        self.init(name: name, parameters: 0, of: Target.self) { target, _ in
            Outcome { try method(target)() }
        }
    }

    public init<Target, First, Result>(_ name: String, _ method: @escaping (Target) -> (First) throws -> Result) {
        self.init(name: name, parameters: 1, of: Target.self) { target, arguments in
            guard let first = Self.argument(0, of: arguments, as: First.self) else {
                return .mismatch
            }
            return Outcome { try method(target)(first) }
        }
    }

    public init<Target, First, Second, Result>(
        _ name: String, _ method: @escaping (Target) -> (First, Second) throws -> Result
    ) {
        self.init(name: name, parameters: 2, of: Target.self) { target, arguments in
            guard let first = Self.argument(0, of: arguments, as: First.self),
                let second = Self.argument(1, of: arguments, as: Second.self)
            else { return .mismatch }
            return Outcome { try method(target)(first, second) }
        }
    }

    public init<Target, First, Second, Third, Result>(
        _ name: String, _ method: @escaping (Target) -> (First, Second, Third) throws -> Result
    ) {
        self.init(name: name, parameters: 3, of: Target.self) { target, arguments in
            guard let first = Self.argument(0, of: arguments, as: First.self),
                let second = Self.argument(1, of: arguments, as: Second.self),
                let third = Self.argument(2, of: arguments, as: Third.self)
            else { return .mismatch }
            return Outcome { try method(target)(first, second, third) }
        }
    }

    public init<Target, First, Second, Third, Fourth, Result>(
        _ name: String, _ method: @escaping (Target) -> (First, Second, Third, Fourth) throws -> Result
    ) {
        self.init(name: name, parameters: 4, of: Target.self) { target, arguments in
            guard let first = Self.argument(0, of: arguments, as: First.self),
                let second = Self.argument(1, of: arguments, as: Second.self),
                let third = Self.argument(2, of: arguments, as: Third.self),
                let fourth = Self.argument(3, of: arguments, as: Fourth.self)
            else { return .mismatch }
            return Outcome { try method(target)(first, second, third, fourth) }
        }
    }

    /// An async method: each call starts a task, and does not wait for it. Target and arguments are retained until the task ends.
    @_disfavoredOverload
    public init<Target, Result>(_ name: String, _ method: @escaping (Target) -> () async throws -> Result) {
        self.init(name: name, parameters: 1, of: Target.self) { target, _ in
            StartedCall.start(name) { _ = try await method(target)() }
            return .returned(())
        }
    }

    @_disfavoredOverload
    public init<Target, First, Result>(
        _ name: String, _ method: @escaping (Target) -> (First) async throws -> Result
    ) {
        self.init(name: name, parameters: 2, of: Target.self) { target, arguments in
            guard let first = Self.argument(0, of: arguments, as: First.self) else { return .mismatch }
            StartedCall.start(name) { _ = try await method(target)(first) }
            return .returned(())
        }
    }

    @_disfavoredOverload
    public init<Target, First, Second, Result>(
        _ name: String, _ method: @escaping (Target) -> (First, Second) async throws -> Result
    ) {
        self.init(name: name, parameters: 3, of: Target.self) { target, arguments in
            guard let first = Self.argument(0, of: arguments, as: First.self),
                let second = Self.argument(1, of: arguments, as: Second.self)
            else { return .mismatch }
            StartedCall.start(name) { _ = try await method(target)(first, second) }
            return .returned(())
        }
    }

    /// The getter of a property.
    public init<Target: AnyObject, Value>(getter name: String, _ property: KeyPath<Target, Value>) {
        self.init(name: name, parameters: 0, of: Target.self) { target, _ in
            .returned(target[keyPath: property])
        }
    }

    /// The setter of a property.
    public init<Target: AnyObject, Value>(
        setter name: String, _ property: ReferenceWritableKeyPath<Target, Value>
    ) {
        self.init(name: name, parameters: 1, of: Target.self) { target, arguments in
            guard let value = Self.argument(0, of: arguments, as: Value.self) else {
                return .mismatch
            }
            target[keyPath: property] = value
            return .returned(())
        }
    }

    /// Whether the selector has a method that `target` has, too.
    package func canBePerformed(by target: AnyObject) -> Bool { method?.accepts(target) ?? false }

    /// Calls the method, or reports on standard error that `target` does not have it.
    /// - Returns: whether the method was called.
    @discardableResult
    package func call(on target: AnyObject, with arguments: [Any] = []) -> Bool {
        result(on: target, with: arguments) != nil
    }

    /// Calls the method and returns its result; nil where `call` returns false.
    package func result(on target: AnyObject, with arguments: [Any] = []) -> Any? {
        switch method?.call(target, arguments) {
        case .returned(let value): return value
        case .threw(let error):
            Reports.print(error, thrownBy: name)
            return ()
        case .mismatch, nil:
            Reports.print(unrecognized: self, of: target, arguments: arguments)
            return nil
        }
    }

    /// The argument, or nil as a value of an optional type where the caller passes fewer arguments.
    private static func argument<Value>(_ index: Int, of arguments: [Any], as type: Value.Type) -> Value? {
        guard index < arguments.count else { return Any?.none as? Value }
        if let missing = arguments[index] as? MissingArgument {
            return Any?.none as? Value ?? missing.substitute as? Value
        }
        return arguments[index] as? Value
    }
}

/// An argument without a value: nil where the method takes an optional one, and otherwise a substitute.
///
/// Apple: a method whose parameter is not optional gets a reference to nothing, which it cannot use.
package struct MissingArgument {
    let substitute: Any

    package init(substitute: Any) { self.substitute = substitute }
}

extension Selector: Hashable {
    public static func == (a: Selector, b: Selector) -> Bool { a.name == b.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Selector: CustomStringConvertible {
    public var description: String { name }
}

extension Selector: ExpressibleByStringLiteral {
    /// A name that calls nothing.
    public init(stringLiteral value: String) { self.init(value) }
}

public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.description }

/// Returns a selector that is a name only.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// A call of an async method.
///
/// `@unchecked Sendable`: the task that calls `body` is the only user of the value. Target and arguments are shared with the caller, as on
/// Apple's platforms, where the method begins on another thread, too, unless its actor is the caller's.
private struct StartedCall: @unchecked Sendable {
    let body: () async throws -> Void

    static func start(_ name: String, _ body: @escaping () async throws -> Void) {
        let call = StartedCall(body: body)
        Task {
            do { try await call.body() } catch { Reports.print(error, thrownBy: name) }
        }
    }
}

/// Messages on standard error about calls that reached no method, and about methods that threw.
private enum Reports {
    /// The messages that were printed, so that a timer does not print one for each call. At most `maximumMessages`.
    private static let printed = Mutex<Set<String>>([])
    private static let maximumMessages = 100

    static func print(unrecognized selector: Selector, of target: AnyObject, arguments: [Any]) {
        let types = arguments.map { "\(Swift.type(of: $0))" }.joined(separator: ", ")
        print(
            """
            [\(Swift.type(of: target)) \(selector)]: the object has no such method for arguments of the types (\(types)); name the method by \
            #selector in a source that openavkit-port converts\n
            """)
    }

    static func print(_ error: any Error, thrownBy name: String) {
        print("The method of the selector \(name) threw an error, which its caller cannot receive: \(error)\n")
    }

    private static func print(_ message: String) {
        let isNew = printed.withLock { $0.count < maximumMessages && $0.insert(message).inserted }
        if isNew { FileHandle.standardError.write(Data(message.utf8)) }
    }
}
