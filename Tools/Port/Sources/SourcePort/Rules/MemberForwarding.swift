import SwiftSyntax

/// A method or computed property of an extension, as its class can declare it.
///
/// Members of extensions that Objective-C knows can override, and can be overridden, also in other modules if they are open. Others cannot: the body of the class gets a member that
/// calls the one of the extension, which gets another name.
///
///     extension Screen { override func close() { super.close() } }
///
/// becomes
///
///     class Screen: UIViewController { …; override func close() { _inExtension_close() } }
///     extension Screen { func _inExtension_close() { super.close() } }
struct ExtensionMember: Sendable, Equatable {
    static let prefix = "_inExtension_"

    /// The name, with the labels of a method.
    let key: String
    let isOverride: Bool
    /// Whether classes of other modules can override it.
    let isOpen: Bool
    /// The declaration for the body of the class.
    let text: String

    /// nil: something else, or a member that cannot be forwarded.
    init?(_ node: DeclSyntax) {
        if let function = node.as(FunctionDeclSyntax.self) {
            self.init(function)
        } else if let variable = node.as(VariableDeclSyntax.self) {
            self.init(variable)
        } else {
            return nil
        }
    }

    private init?(_ node: FunctionDeclSyntax) {
        let parameters = node.signature.parameterClause.parameters
        guard node.genericParameterClause == nil, node.body != nil, !Self.isPrivate(node.modifiers),
            node.name.tokenKind.isIdentifier
        else { return nil }
        var arguments: [String] = []
        for parameter in parameters {
            let name = parameter.secondName ?? parameter.firstName
            guard name.text != "_", parameter.ellipsis == nil else { return nil }
            let label = parameter.firstName.text == "_" ? "" : "\(parameter.firstName.text): "
            let isInout = parameter.type.trimmedText.hasPrefix("inout ")
            arguments.append(label + (isInout ? "&" : "") + Self.reference(name.text))
        }
        let effects = node.signature.effectSpecifiers
        let prefix = (effects?.throwsClause == nil ? "" : "try ") + (effects?.asyncSpecifier == nil ? "" : "await ")
        key = OptionalRequirement.key(of: node)
        isOverride = Self.isOverride(node.modifiers)
        isOpen = Self.isOpen(node.modifiers)
        text =
            Self.text(of: node.attributes) + Self.text(of: node.modifiers)
            + "func \(node.name.text)\(node.signature.oneLine) "
            + "{ \(prefix)\(Self.newName(node.name))(\(arguments.joined(separator: ", "))) }"
    }

    private init?(_ node: VariableDeclSyntax) {
        guard node.bindings.count == 1, let binding = node.bindings.first, let block = binding.accessorBlock,
            block.isComputed, let type = binding.typeAnnotation?.type, !Self.isPrivate(node.modifiers),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
        else { return nil }
        key = SelectorName.withoutBackticks(name.text)
        isOverride = Self.isOverride(node.modifiers)
        isOpen = Self.isOpen(node.modifiers)
        var hasSetter = false
        if case .accessors(let accessors) = block.accessors {
            let isSimple = accessors.allSatisfy { accessor in
                ["get", "set"].contains(accessor.accessorSpecifier.text) && accessor.effectSpecifiers == nil
            }
            guard isSimple else { return nil }
            hasSetter = accessors.contains { $0.accessorSpecifier.text == "set" }
        }
        let newName = Self.newName(name)
        let body = hasSetter ? "get { \(newName) } set { \(newName) = newValue }" : newName
        text =
            Self.text(of: node.attributes) + Self.text(of: node.modifiers)
            + "var \(name.text): \(type.oneLine) { \(body) }"
    }

    /// The name of the member that stays in the extension.
    static func newName(_ name: TokenSyntax) -> String { prefix + SelectorName.withoutBackticks(name.text) }

    private static func isOverride(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.contains { $0.name.text == "override" }
    }

    private static func isOpen(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.contains { $0.name.text == "open" }
    }

    /// The attributes that a caller sees.
    private static func text(of attributes: AttributeListSyntax) -> String {
        attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { ["available", "discardableResult", "MainActor"].contains($0.name) }
            .map { $0.oneLine.trimmingSuffix(while: \.isWhitespace) + " " }.joined()
    }

    private static func isPrivate(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
    }

    private static func text(of modifiers: DeclModifierListSyntax) -> String {
        // Without `lazy`, SwiftSyntax's `filter` makes a list of syntax, with a copy of all members of the class.
        modifiers.lazy.filter { $0.name.text != "dynamic" }.map { $0.trimmedText + " " }.joined()
    }

    /// A parameter whose name is a word of the language, such as `for`, is named with back-ticks in an expression.
    private static func reference(_ name: String) -> String {
        let isWord = Keywords.reserved.contains(name)
        return isWord ? "`\(name)`" : name
    }
}

/// Words of the language that are names of parameters only.
private enum Keywords {
    static let reserved: Set<String> = [
        "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum", "extension",
        "for",
        "func", "guard", "if", "import", "in", "init", "is", "let", "operator", "protocol", "repeat", "return",
        "static",
        "struct", "switch", "throw", "try", "typealias", "var", "where", "while",
    ]
}

extension TokenKind {
    fileprivate var isIdentifier: Bool { if case .identifier = self { true } else { false } }
}

extension DeclSyntaxProtocol {
    /// Whether the declaration is a direct member of an extension, outside of `#if`.
    var isInExtension: Bool {
        guard let item = parent?.as(MemberBlockItemSyntax.self) else { return false }
        return item.parent?.parent?.parent?.is(ExtensionDeclSyntax.self) == true
    }

    /// Whether the declaration is in `#if` in an extension.
    fileprivate var isInConditionOfExtension: Bool {
        for node in ancestors {
            if node.is(IfConfigDeclSyntax.self) { return node.enclosingTypes.first?.isExtension == true }
            if node.is(MemberBlockSyntax.self) { return false }
        }
        return false
    }
}

extension SyntaxProtocol {
    /// The text without comments and line breaks.
    var oneLine: String {
        var text = ""
        for token in tokens(viewMode: .sourceAccurate) {
            if !text.isEmpty, !token.leadingTrivia.isEmpty, !text.hasSuffix(" ") { text += " " }
            text += token.text
            if !token.trailingTrivia.isEmpty { text += " " }
        }
        return text.trimmingSuffix(while: \.isWhitespace)
    }
}

extension Converter {
    /// Renames a member of an extension that its class declares in its body.
    func convertExtensionMember(_ node: some DeclSyntaxProtocol, name: TokenSyntax, modifiers: DeclModifierListSyntax) {
        let override = modifiers.first { $0.name.text == "override" }
        let open = modifiers.first { $0.name.text == "open" }
        guard let type = node.enclosingTypes.first, type.isExtension else { return }
        guard node.isInExtension, let member = ExtensionMember(DeclSyntax(node)) else {
            if let override, node.isInExtension || node.isInConditionOfExtension {
                report(
                    .error, .override, at: override,
                    "the override is left as it was: an extension cannot override without Objective-C",
                    suggestion: "move '\(name.text)' into the body of '\(type.name)'")
            }
            return
        }
        guard index.isForwarded(member, of: type.name) else {
            if let override {
                report(
                    .error, .override, at: override,
                    "the override is left as it was: an extension cannot override, and the class is not among the files",
                    suggestion: "move '\(name.text)' into a subclass")
            }
            if let open { edits.replace(open, with: "public") }
            return
        }
        if let override { edits.remove(override) }
        if let open { edits.replace(open, with: "public") }
        edits.replace(name, with: ExtensionMember.newName(name))
    }

    /// Declares the members in the body of the class.
    func addForwardedMembers(to node: ClassDeclSyntax) {
        let type = SelectorName.withoutBackticks(node.name.text)
        let members = index.forwardedMembers(of: type).filter { member in
            !isConvertedOverride(key: member.key, in: type, member.isOverride)
        }
        guard !members.isEmpty else { return }
        let brace = node.memberBlock.rightBrace
        let isOnOwnLine = brace.leadingTrivia.contains { $0.isNewline }
        let separator = isOnOwnLine || node.memberBlock.members.isEmpty ? "" : "; "
        edits.insert(separator + members.map(\.text).joined(separator: "; ") + " ", before: brace)
    }
}

extension String {
    func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        guard let end = lastIndex(where: { !isTrimmed($0) }) else { return "" }
        return String(self[...end])
    }
}
