import SwiftSyntax

/// The declarations of a set of files, by the last part of their type's name.
///
/// The converter has no types: it looks up here which methods a class has, what it inherits from, and which requirements of protocols are
/// optional. Names that are not found are assumed to belong to another module.
public struct DeclarationIndex: Sendable {
    private var types: [String: TypeDeclarations] = [:]
    private(set) var optionalMethods: Set<String> = []
    private var keysOfOptionalResults: Set<String> = []
    private var namesOfOptionalResults: Set<String> = []
    /// The members of each class that its subclasses override.
    private var overridden: [String: Set<String>] = [:]

    public init() {}

    /// The declarations of files that are converted together.
    public init(of sources: some Sequence<ParsedSource>) {
        for source in sources { add(source) }
        findOverriddenMembers()
    }

    /// Adds the declarations of a file. Files that do not parse are left out.
    private mutating func add(_ source: ParsedSource) {
        guard source.syntaxErrors.isEmpty else { return }
        let collector = DeclarationCollector(viewMode: .sourceAccurate)
        collector.walk(source.tree)
        optionalMethods.formUnion(collector.optionalMethods)
        for (name, declarations) in collector.types {
            types[name, default: TypeDeclarations()].merge(declarations)
            keysOfOptionalResults.formUnion(declarations.optionalResults)
            for key in declarations.optionalResults where key.contains("(") {
                namesOfOptionalResults.insert(String(key.prefix { $0 != "(" }))
            }
        }
    }

    func isProtocol(_ name: String) -> Bool { types[name]?.isProtocol ?? false }

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

    /// Whether a class or one of its superclasses is declared with the attribute `@MainActor`.
    func isMainActor(_ type: String) -> Bool { supertypes(of: type).contains { types[$0]?.isMainActor == true } }

    /// Whether a type has a property of this name.
    func declares(property name: String) -> Bool { types.values.contains { $0.properties[name] != nil } }

    /// The members that are to be declared in the body of a class, because an extension cannot override, nor declare what subclasses override.
    func forwardedMembers(of type: String) -> [ExtensionMember] {
        guard let declarations = types[type], declarations.classCount == 1 else { return [] }
        return declarations.extensionMembers.filter { isForwarded($0, of: type) }
    }

    func isForwarded(_ member: ExtensionMember, of type: String) -> Bool {
        guard types[type]?.classCount == 1 else { return false }
        return member.isOverride || member.isOpen || overridden[type]?.contains(member.key) == true
    }

    private mutating func findOverriddenMembers() {
        overridden = [:]
        let extended = types.filter { !$0.value.extensionMembers.isEmpty }.map(\.key)
        guard !extended.isEmpty else { return }
        for (name, declarations) in types where !declarations.overriddenKeys.isEmpty {
            let parents = supertypes(of: name)
            for type in extended where type != name && parents.contains(type) {
                overridden[type, default: []].formUnion(declarations.overriddenKeys)
            }
        }
    }

    /// Whether an optional requirement of this name, without labels, has become one with an optional result.
    func hasOptionalResult(ofMethod name: String) -> Bool { namesOfOptionalResults.contains(name) }

    /// Whether a type adopts a protocol whose optional requirement of this key has become one with an optional result.
    func hasOptionalResult(_ key: String, in type: String) -> Bool {
        keysOfOptionalResults.contains(key)
            && supertypes(of: type).contains { types[$0]?.optionalResults.contains(key) == true }
    }

    /// Whether a type or a type that it inherits from adopts a protocol of another module.
    func adopts(oneOf protocols: Set<String>, _ type: String) -> Bool {
        guard types[type] != nil else { return false }
        return !supertypes(of: type).isDisjoint(with: protocols)
    }

    /// The type itself and the types that it inherits from or adopts, as far as they are known.
    private func supertypes(of type: String) -> Set<String> {
        var pending = [type]
        var visited: Set<String> = []
        while let name = pending.popLast() {
            guard visited.insert(name).inserted else { continue }
            pending += types[name]?.inherited ?? []
        }
        return visited
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
    var isProtocol = false
    /// Whether the type is declared with the attribute `@MainActor`.
    var isMainActor = false
    /// The number of classes of this name.
    var classCount = 0
    var inherited: [String] = []
    /// The members that `MemberForwarding` moves from extensions of the class into its body.
    var extensionMembers: [ExtensionMember] = []
    /// The optional requirements of a protocol, by `OptionalRequirement.key`, whose results become optional.
    var optionalResults: Set<String> = []
    var methods: [String: [MethodDeclaration]] = [:]
    var properties: [String: PropertyDeclaration] = [:]
    /// The members that the class overrides in its body, by `ExtensionMember.key`.
    var overriddenKeys: Set<String> = []

    mutating func merge(_ other: TypeDeclarations) {
        isDeclared = isDeclared || other.isDeclared
        isClass = isClass || other.isClass
        isProtocol = isProtocol || other.isProtocol
        isMainActor = isMainActor || other.isMainActor
        classCount += other.classCount
        inherited += other.inherited
        extensionMembers += other.extensionMembers
        optionalResults.formUnion(other.optionalResults)
        methods.merge(other.methods) { $0 + $1 }
        overriddenKeys.formUnion(other.overriddenKeys)
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

    /// `async`, `throws` or both, as written; nil for neither.
    let effects: String?

    var objectiveCName: String {
        let completion: SelectorName.Completion? =
            effects.map { $0.hasPrefix("async") ? .handler : .error }
        return customName ?? SelectorName.objectiveC(base: name, labels: labels, completion: completion)
    }

    /// The name with its labels, such as `tap(_:)`; `tap` for a method without parameters.
    var fullName: String { labels.isEmpty ? name : "\(name)(\(labels.map { $0 + ":" }.joined()))" }

    /// The type of the unapplied method, such as `(Screen) -> (UIButton) -> Void`.
    func unappliedType(in type: String) -> String {
        "(\(type)) -> (\(parameterTypes.joined(separator: ", "))) \(effects.map { $0 + " " } ?? "")-> \(resultType ?? "Void")"
    }
}

struct PropertyDeclaration: Sendable, Equatable {
    /// The name in `@objc(name)`.
    let customName: String?
}
