import SwiftSyntax

/// The declarations of a set of files, by the last part of their type's name.
///
/// The converter has no types: it looks up here which methods a class has, what it inherits from, and which requirements of protocols are
/// optional. Names that are not found are assumed to belong to another module.
public struct DeclarationIndex: Sendable {
    private var types: [String: TypeDeclarations] = [:]
    private(set) var optionalMethods: Set<String> = []

    public init() {}

    /// Adds the declarations of a file. Files that do not parse are left out.
    public mutating func add(_ source: ParsedSource) {
        guard source.syntaxErrors.isEmpty else { return }
        let collector = DeclarationCollector(viewMode: .sourceAccurate)
        collector.walk(source.tree)
        optionalMethods.formUnion(collector.optionalMethods)
        for (name, declarations) in collector.types {
            types[name, default: TypeDeclarations()].merge(declarations)
        }
    }

    func declares(type name: String) -> Bool { types[name]?.isDeclared ?? false }

    /// The result of a look-up along the superclasses of a class.
    enum Lookup<Found> {
        case found(Found)
        /// Every superclass is known, and none has it.
        case missing
        /// A superclass or an adopted type is of another module.
        case unknown
    }

    func methods(named name: String, in type: String) -> Lookup<[MethodDeclaration]> {
        lookup(in: type) { $0.methods[name] }
    }

    func property(named name: String, in type: String) -> Lookup<PropertyDeclaration> {
        lookup(in: type) { $0.properties[name] }
    }

    /// Whether the superclasses of a class, without the class itself, declare a method.
    func isInherited(method name: String, by type: String) -> Bool {
        for parent in types[type]?.inherited ?? [] where parent != type {
            if case .found = methods(named: name, in: parent) { return true }
        }
        return false
    }

    /// Whether a class has one of `classes` of other modules as a superclass.
    func hasSuperclass(in classes: Set<String>, _ type: String) -> Bool {
        var pending = [type]
        var visited: Set<String> = []
        while let name = pending.popLast() {
            guard visited.insert(name).inserted else { continue }
            if name != type, classes.contains(name), types[name]?.isDeclared != true { return true }
            pending += types[name]?.inherited ?? []
        }
        return false
    }

    /// The only class with an instance method of a name of Objective-C; nil if there are none or several.
    func onlyMethod(objectiveCName name: String) -> (type: String, method: MethodDeclaration)? {
        var found: (String, MethodDeclaration)?
        for (type, declarations) in types where declarations.isClass {
            for method in declarations.methods.values.joined()
            where method.objectiveCName == name && !method.isStatic && method.isObjectiveC {
                guard found == nil else { return nil }
                found = (type, method)
            }
        }
        return found
    }

    /// The method of a class with a name of Objective-C, such as `tap:`.
    func method(objectiveCName name: String, in type: String) -> MethodDeclaration? {
        let found = lookup(in: type) { declarations -> MethodDeclaration? in
            declarations.methods.values.joined().first { $0.objectiveCName == name }
        }
        if case .found(let method) = found { return method }
        return nil
    }

    private func lookup<Found>(in type: String, _ find: (TypeDeclarations) -> Found?) -> Lookup<Found> {
        var pending = [type]
        var visited: Set<String> = []
        var isKnown = true
        while let name = pending.popLast() {
            guard visited.insert(name).inserted else { continue }
            if let declarations = types[name], let found = find(declarations) { return .found(found) }
            if let declarations = types[name], declarations.isDeclared {
                pending += declarations.inherited
            } else if !Self.rootTypes.contains(name) {
                isKnown = false
            }
        }
        return isKnown ? .missing : .unknown
    }

    /// Types of other modules that have no methods to which selectors refer.
    private static let rootTypes: Set<String> = [
        "NSObject", "NSObjectProtocol", "AnyObject", "Sendable", "Equatable", "Hashable", "Identifiable",
        "CustomStringConvertible",
    ]
}

/// The declarations of one type and of its extensions.
struct TypeDeclarations: Sendable {
    /// Whether the type itself was found, not only extensions of it.
    var isDeclared = false
    /// Whether it is a class that other files can name: not nested, and neither private nor fileprivate.
    var isClass = false
    var inherited: [String] = []
    var methods: [String: [MethodDeclaration]] = [:]
    var properties: [String: PropertyDeclaration] = [:]

    mutating func merge(_ other: TypeDeclarations) {
        isDeclared = isDeclared || other.isDeclared
        isClass = isClass || other.isClass
        inherited += other.inherited
        methods.merge(other.methods) { $0 + $1 }
        properties.merge(other.properties) { first, _ in first }
    }
}

struct MethodDeclaration: Sendable, Equatable {
    /// As written, with back-ticks where the source has them.
    let name: String
    /// `_` for a parameter without label.
    let labels: [String]
    let parameterTypes: [String]
    /// nil: Void.
    let resultType: String?
    /// The name in `@objc(name)`.
    let customName: String?
    let isObjectiveC: Bool
    let isStatic: Bool

    var objectiveCName: String { customName ?? SelectorName.objectiveC(base: name, labels: labels) }

    /// The name with its labels, such as `tap(_:)`; `tap` for a method without parameters.
    var fullName: String { labels.isEmpty ? name : "\(name)(\(labels.map { $0 + ":" }.joined()))" }

    /// The type of the unapplied method, such as `(Screen) -> (UIButton) -> Void`.
    func unappliedType(in type: String) -> String {
        "(\(type)) -> (\(parameterTypes.joined(separator: ", "))) -> \(resultType ?? "Void")"
    }
}

struct PropertyDeclaration: Sendable, Equatable {
    /// The name in `@objc(name)`.
    let customName: String?
}
