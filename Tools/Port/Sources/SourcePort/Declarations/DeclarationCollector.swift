import SwiftSyntax

/// Collects the declarations of one file.
final class DeclarationCollector: SyntaxVisitor {
    private(set) var types: [String: TypeDeclarations] = [:]
    private(set) var optionalMethods: Set<String> = []
    private var enclosing: [String] = []

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        let isPrivate = node.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
        defer {
            if node.attributes.has(anyOf: ["MainActor"]) {
                types[SelectorName.withoutBackticks(node.name.text)]?.isMainActor = true
            }
        }
        return enter(
            node.name.text, inheriting: node.inheritanceClause, isDeclared: true,
            isClass: enclosing.isEmpty && !isPrivate, isClassDeclaration: true)
    }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, inheriting: node.inheritanceClause, isDeclared: true)
    }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, inheriting: node.inheritanceClause, isDeclared: true)
    }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.name.text, inheriting: node.inheritanceClause, isDeclared: true)
    }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        defer { types[SelectorName.withoutBackticks(node.name.text)]?.isProtocol = true }
        return enter(node.name.text, inheriting: node.inheritanceClause, isDeclared: true)
    }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.simpleName, inheriting: node.inheritanceClause, isDeclared: false)
    }

    override func visitPost(_ node: ClassDeclSyntax) { enclosing.removeLast() }
    override func visitPost(_ node: ActorDeclSyntax) { enclosing.removeLast() }
    override func visitPost(_ node: StructDeclSyntax) { enclosing.removeLast() }
    override func visitPost(_ node: EnumDeclSyntax) { enclosing.removeLast() }
    override func visitPost(_ node: ProtocolDeclSyntax) { enclosing.removeLast() }
    override func visitPost(_ node: ExtensionDeclSyntax) { enclosing.removeLast() }

    private func enter(
        _ name: String, inheriting clause: InheritanceClauseSyntax?, isDeclared: Bool, isClass: Bool = false,
        isClassDeclaration: Bool = false
    ) -> SyntaxVisitorContinueKind {
        let name = SelectorName.withoutBackticks(name)
        enclosing.append(name)
        var declarations = TypeDeclarations()
        declarations.isDeclared = isDeclared
        declarations.isClass = isClass
        declarations.classCount = isClassDeclaration ? 1 : 0
        declarations.inherited = clause?.inheritedTypes.map { $0.type.simpleName } ?? []
        types[name, default: TypeDeclarations()].merge(declarations)
        return .visitChildren
    }

    /// Notes what a class overrides, and what an extension declares that may have to be in the body of its class.
    private func note(_ node: DeclSyntax, in type: String) {
        guard let member = ExtensionMember(node) else { return }
        if node.isInExtension {
            types[type]?.extensionMembers.append(member)
        } else if member.isOverride {
            types[type]?.overriddenKeys.insert(member.key)
        }
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let type = enclosing.last, node.isMember else { return .visitChildren }
        let parameters = node.signature.parameterClause.parameters
        let method = MethodDeclaration(
            name: node.name.text, labels: parameters.map(\.firstName.text),
            parameterTypes: parameters.map { $0.type.trimmedText },
            resultType: node.signature.returnClause?.type.trimmedText,
            customName: node.attributes.objectiveCName,
            isObjectiveC: node.attributes.has(anyOf: DroppedAttributes.exposing),
            isStatic: node.modifiers.contains { ["static", "class"].contains($0.name.text) },
            effects: node.signature.effectSpecifiers?.trimmedText)
        note(DeclSyntax(node), in: type)
        types[type]?.methods[SelectorName.withoutBackticks(node.name.text), default: []].append(method)
        if node.modifiers.contains(where: { $0.name.text == "optional" }) {
            optionalMethods.insert(SelectorName.withoutBackticks(node.name.text))
            if OptionalRequirement.becomesOptional(node.signature.returnClause?.type) {
                types[type]?.optionalResults.insert(OptionalRequirement.key(of: node))
            }
        }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let type = enclosing.last, node.isMember else { return .visitChildren }
        note(DeclSyntax(node), in: type)
        if node.modifiers.contains(where: { $0.name.text == "optional" }), let key = OptionalRequirement.key(of: node),
            OptionalRequirement.becomesOptional(node.bindings.first?.typeAnnotation?.type)
        {
            types[type]?.optionalResults.insert(key)
        }
        for binding in node.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
            let property = PropertyDeclaration(customName: node.attributes.objectiveCName)
            types[type]?.properties[SelectorName.withoutBackticks(name)] = property
        }
        return .visitChildren
    }
}
