import SwiftSyntax

/// `#selector(f)` becomes `Selector("f:", Screen.f(_:))`: the name for Objective-C, and the method that is called, not bound to an object.
extension Converter {
    func convertSelector(_ node: MacroExpansionExprSyntax) {
        guard node.arguments.count == 1, let argument = node.arguments.first else {
            return leaveSelector(node, "it has no single method", suggestion: "name one method")
        }
        let expression = argument.expression.withoutParentheses
        switch argument.label?.text {
        case "getter": convertAccessor(node, expression, isSetter: false)
        case "setter": convertAccessor(node, expression, isSetter: true)
        default: convertMethodSelector(node, expression)
        }
    }

    private func convertMethodSelector(_ node: MacroExpansionExprSyntax, _ expression: ExprSyntax) {
        var method = expression
        var castType: TypeSyntax?
        if let sequence = expression.as(SequenceExprSyntax.self) {
            let parts = Array(sequence.elements)
            guard parts.count == 3, parts[1].is(UnresolvedAsExprSyntax.self),
                let type = parts[2].as(TypeExprSyntax.self)
            else {
                return leaveSelector(
                    node, "'\(expression.trimmedText)' is not a method", suggestion: "name one method")
            }
            method = parts[0].withoutParentheses
            castType = type.type
        }
        guard let target = methodTarget(of: method) else {
            return leaveSelector(
                node, "'\(expression.trimmedText)' is not a method of a class or of an object",
                suggestion: "name the method with its class, as in #selector(Screen.tap(_:))")
        }
        guard let reference = typeReference(for: target, at: node) else { return }
        var cast = castType.map { castText($0, of: target, in: reference.text) }
        var member = target.member
        var name: String?
        if let labels = target.labels { name = SelectorName.objectiveC(base: target.baseName, labels: labels) }
        if let lookupName = reference.lookupName {
            switch chosenMethod(
                target, in: lookupName,
                parameterTypes: castType?.parameterTypes(isUnapplied: reference.castIsUnapplied(target)))
            {
            case .found(let chosen):
                guard !chosen.isStatic else {
                    return leaveSelector(
                        node, "'\(target.baseName)' is a method of the class, and no object has it",
                        suggestion: "call it from a method of an object, and name that one")
                }
                name = chosen.objectiveCName
                if cast == nil, target.labels == nil, isOverloaded(target.baseName, in: lookupName) {
                    if chosen.labels.isEmpty {
                        cast = chosen.unappliedType(in: reference.text)
                    } else {
                        member = chosen.fullName
                    }
                }
            case .missing:
                return leaveSelector(
                    node, "'\(lookupName)' and its superclasses have no method '\(target.member)'",
                    suggestion: "declare the method, or correct its name")
            case .unknown: break
            }
        }
        let cleanName = name ?? SelectorName.withoutBackticks(target.baseName)
        let castSuffix = cast.map { " as \($0)" } ?? ""
        edits.replace(node, with: "Selector(\"\(cleanName)\", \(reference.text).\(member)\(castSuffix))")
    }

    private func leaveSelector(_ node: some SyntaxProtocol, _ reason: String, suggestion: String) {
        report(.error, .selector, at: node, "the selector is left as it was: \(reason)", suggestion: suggestion)
    }

    // Methods

    /// What a selector names.
    private struct MethodTarget {
        enum Base {
            /// No base, `self`, `super` or `Self`.
            case enclosing
            case type(ExprSyntax)
            case object(ExprSyntax)
        }

        let base: Base
        /// As written, with the labels.
        let member: String
        let baseName: String
        /// nil: written without labels.
        let labels: [String]?

        init(_ base: Base, _ name: DeclReferenceExprSyntax) {
            self.base = base
            member = name.trimmedText
            baseName = name.baseName.text
            labels = name.argumentNames?.arguments.map(\.name.text)
        }
    }

    private func methodTarget(of expression: ExprSyntax) -> MethodTarget? {
        if let name = expression.as(DeclReferenceExprSyntax.self) {
            return MethodTarget(.enclosing, name)
        }
        guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base?.withoutParentheses else {
            return nil
        }
        if base.is(SuperExprSyntax.self) { return MethodTarget(.enclosing, access.declName) }
        if let name = base.as(DeclReferenceExprSyntax.self), ["self", "Self"].contains(name.baseName.text) {
            return MethodTarget(.enclosing, access.declName)
        }
        if base.isOptionalChain { return nil }
        return MethodTarget(isType(base) ? .type(base) : .object(base), access.declName)
    }

    /// Whether an expression names a type: its last name is declared as one, or begins with a capital letter as types do.
    private func isType(_ expression: ExprSyntax) -> Bool {
        if expression.is(GenericSpecializationExprSyntax.self) { return true }
        guard let name = expression.lastName.map(SelectorName.withoutBackticks) else { return false }
        return index.declares(type: name) || name.drop { $0 == "_" }.first?.isUppercase == true
    }

    private struct TypeReference {
        let text: String
        /// nil: the type is known to the compiler only.
        let lookupName: String?

        /// Whether a type after `as` already begins with the class: it does where the source names the class.
        func castIsUnapplied(_ target: MethodTarget) -> Bool {
            if case .type = target.base { true } else { false }
        }
    }

    private func typeReference(for target: MethodTarget, at node: MacroExpansionExprSyntax) -> TypeReference? {
        switch target.base {
        case .enclosing:
            guard let type = enclosingClass(of: node, declaring: SelectorName.withoutBackticks(target.baseName)) else {
                leaveSelector(
                    node, "there is no class around it",
                    suggestion: "name the method with its class, as in #selector(Screen.tap(_:))")
                return nil
            }
            return TypeReference(text: type.reference, lookupName: type.name)
        case .type(let type):
            return TypeReference(
                text: type.trimmedText, lookupName: type.lastName.map(SelectorName.withoutBackticks))
        case .object(let object):
            let isTypeOf = object.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedText == "type"
            return TypeReference(
                text: isTypeOf ? object.trimmedText : "type(of: \(object.trimmedText))", lookupName: nil)
        }
    }

    private func castText(_ type: TypeSyntax, of target: MethodTarget, in reference: String) -> String {
        switch target.base {
        case .type: type.trimmedText
        case .enclosing, .object: "(\(reference)) -> \(type.trimmedText)"
        }
    }

    private func isOverloaded(_ name: String, in type: String) -> Bool {
        guard case .found(let methods) = index.methods(named: SelectorName.withoutBackticks(name), in: type) else {
            return false
        }
        return methods.count > 1
    }

    private func chosenMethod(
        _ target: MethodTarget, in type: String, parameterTypes: [String]?
    ) -> DeclarationIndex.Lookup<MethodDeclaration> {
        switch index.methods(named: SelectorName.withoutBackticks(target.baseName), in: type) {
        case .missing: return .missing
        case .unknown: return .unknown
        case .found(let methods):
            var candidates = methods
            if let labels = target.labels { candidates = methods.filter { $0.labels == labels } }
            if let parameterTypes {
                let matching = candidates.filter { $0.parameterTypes == parameterTypes }
                if !matching.isEmpty { candidates = matching }
            }
            if candidates.count > 1 {
                candidates = candidates.filter(\.isObjectiveC) + candidates.filter { !$0.isObjectiveC }
            }
            return candidates.first.map { .found($0) } ?? (target.labels == nil ? .unknown : .missing)
        }
    }

    // Properties

    private func convertAccessor(_ node: MacroExpansionExprSyntax, _ expression: ExprSyntax, isSetter: Bool) {
        guard let target = methodTarget(of: expression) else {
            return leaveSelector(
                node, "'\(expression.trimmedText)' is not a property of a class",
                suggestion: "name the property with its class, as in #selector(getter: Screen.title)")
        }
        let root: String
        switch target.base {
        case .enclosing:
            guard let type = node.enclosingTypes.first(where: { $0.kind != .value }) else {
                return leaveSelector(
                    node, "there is no class around it", suggestion: "name the property with its class")
            }
            root = type.reference
        case .type(let type): root = type.trimmedText
        case .object:
            return leaveSelector(
                node, "the class of '\(expression.trimmedText)' is known to the compiler only",
                suggestion: "name the property with its class, as in #selector(getter: Screen.title)")
        }
        let key = propertyKey(target.baseName, in: root.split(separator: ".").last.map(String.init) ?? root)
        let name = isSetter ? SelectorName.setter(key) : propertyGetter(target.baseName)
        edits.replace(
            node, with: "Selector(\(isSetter ? "setter" : "getter"): \"\(name)\", \\\(root).\(target.member))")
    }

    private func propertyGetter(_ name: String) -> String { SelectorName.withoutBackticks(name) }

    /// The key of a property for Objective-C: a client's property has its Swift name, or the one in `@objc(name)`.
    func propertyKey(_ name: String, in type: String) -> String {
        switch index.property(named: SelectorName.withoutBackticks(name), in: type) {
        case .found(let property): property.customName ?? SelectorName.withoutBackticks(name)
        case .missing, .unknown: SelectorName.key(ofAppleProperty: name)
        }
    }

    // Selectors made from strings

    /// `Selector("tap:")` is converted where a class around it has a method of that name. Others name no method that could be called.
    func convertStringSelector(_ node: FunctionCallExprSyntax) {
        guard let callee = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            ["Selector", "NSSelectorFromString"].contains(callee), node.arguments.count == 1,
            let argument = node.arguments.first,
            argument.label == nil || argument.label?.text == "stringLiteral"
        else { return }
        let expression = argument.expression.withoutParentheses
        guard let name = expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
            return leaveSelector(
                node, "its name is known at run time only",
                suggestion: "use #selector with the method that is to be called")
        }
        for type in node.enclosingTypes {
            guard let method = index.method(objectiveCName: name, in: type.name), !method.isStatic else { continue }
            let cast =
                method.labels.isEmpty && isOverloaded(method.name, in: type.name)
                ? " as \(method.unappliedType(in: type.reference))" : ""
            return edits.replace(node, with: "Selector(\"\(name)\", \(type.reference).\(method.fullName)\(cast))")
        }
        if let (type, method) = index.onlyMethod(objectiveCName: name) {
            let cast =
                method.labels.isEmpty && isOverloaded(method.name, in: type)
                ? " as \(method.unappliedType(in: type))" : ""
            return edits.replace(node, with: "Selector(\"\(name)\", \(type).\(method.fullName)\(cast))")
        }
        leaveSelector(
            node,
            "no class around it, and not exactly one class, has a method '\(name)', so that nothing could be called",
            suggestion: "use #selector with the method that is to be called")
    }
}

extension ExprSyntax {
    /// The last name of a chain such as `Outer.Inner`.
    var lastName: String? {
        if let name = self.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
        if let access = self.as(MemberAccessExprSyntax.self) { return access.declName.baseName.text }
        if let generic = self.as(GenericSpecializationExprSyntax.self) { return generic.expression.lastName }
        return nil
    }

    var isOptionalChain: Bool {
        if self.is(OptionalChainingExprSyntax.self) { return true }
        if let access = self.as(MemberAccessExprSyntax.self) { return access.base?.isOptionalChain ?? true }
        return false
    }
}

extension TypeSyntax {
    /// The parameter types of a function type; with `isUnapplied`, those of the function that it returns.
    fileprivate func parameterTypes(isUnapplied: Bool) -> [String]? {
        var type = self
        while let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first {
            type = element.type
        }
        guard let function = type.as(FunctionTypeSyntax.self) else { return nil }
        if isUnapplied { return function.returnClause.type.parameterTypes(isUnapplied: false) }
        return function.parameters.map { $0.type.trimmedText }
    }
}
