import SwiftSyntax

/// Walks the syntax tree of one file, and collects edits and findings. Each construct has an extension in a file of its own.
final class Converter: SyntaxVisitor {
    let source: ParsedSource
    let index: DeclarationIndex
    let settings: Settings
    var edits = Edits()
    /// The modules that the file needs besides Foundation.
    var needs: Set<String> = []
    /// Whether the file names types whose names are those of UIKit's.
    var usesUIKit = false
    /// Whether the file names a type that is certainly one of UIKit's.
    var usesKnownUIKitType = false
    /// The modules that the file imports.
    var imports: Set<String> = []
    var firstImport: ImportDeclSyntax?
    /// The imports of modules that do not exist on Linux.
    var removedImports: Set<SyntaxIdentifier> = []
    /// The names of variables with expectations of key-value observing.
    var expectationNames: Set<String> = []
    /// Attributes that are replaced by the wrapper of a dynamic property.
    var wrapperPlaces: Set<SyntaxIdentifier> = []
    private(set) var findings: [Finding] = []

    init(source: ParsedSource, index: DeclarationIndex, settings: Settings) {
        self.source = source
        self.index = index
        self.settings = settings
        super.init(viewMode: .sourceAccurate)
    }

    func report(
        _ level: Finding.Level, _ rule: Finding.Rule, at node: some SyntaxProtocol, _ message: String,
        suggestion: String
    ) {
        let place = source.locations.location(for: node.positionAfterSkippingLeadingTrivia)
        findings.append(
            Finding(
                level, rule, file: source.file, line: place.line, column: place.column, message: message,
                suggestion: suggestion))
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { convertCondition(node) }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { convertAttribute(node) }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == "dynamic" { edits.remove(node) }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        convertDynamicProperty(node)
        convertOverriddenProperty(node)
        convertOverriddenValue(node)
        if let binding = node.bindings.first, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier {
            convertExtensionMember(node, name: name, modifiers: node.modifiers)
        }
        convertOptionalResult(of: node)
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        noteName(node.baseName.text)
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if let base = node.base { dropQualifier(base, period: node.period, name: node.declName.baseName.text) }
        return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        dropQualifier(node.baseType, period: node.period, name: node.name.text)
        return .visitChildren
    }

    /// `class` in the inheritance clause of a protocol is a deprecated spelling.
    override func visit(_ node: ClassRestrictionTypeSyntax) -> SyntaxVisitorContinueKind {
        edits.replace(node, with: "AnyObject")
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        noteName(node.name.text)
        convertExpectationType(node)
        return .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        declareSendable(node)
        addForwardedMembers(to: node)
        return .visitChildren
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { convertImport(node) }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        constrainToClasses(node)
        convertOptionalRequirements(of: node)
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if !convertObserverMethod(node) { convertExtensionMember(node, name: node.name, modifiers: node.modifiers) }
        convertOptionalResult(of: node)
        isolateTestMethod(node)
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        convertObserverCall(node)
        convertOptionalCall(node)
        convertStringSelector(node)
        convertExpectation(node)
        noteObserving(node)
        convertEmptyTimer(node)
        removeLengthArgument(of: node)
        return .visitChildren
    }

    override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
        convertErrorPattern(node)
        return .visitChildren
    }

    override func visit(_ node: ValueBindingPatternSyntax) -> SyntaxVisitorContinueKind {
        reportErrorPattern(node)
        return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        if commentOutLength(node) || commentOutMissingSetting(node) || convertFormatArgument(node) {
            return .skipChildren
        }
        convertErrorCast(node)
        convertExpectationHandler(node)
        convertKeyCast(node)
        convertMetadataKeyCast(node)
        convertNameCast(node)
        convertValueCast(node)
        return .visitChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        switch node.macroName.text {
        case "selector":
            convertSelector(node)
            needs.insert("Selectors")
        case "keyPath": convertKeyPath(node)
        default: break
        }
        return .visitChildren
    }
}
