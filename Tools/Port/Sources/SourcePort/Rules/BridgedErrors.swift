import SwiftSyntax

/// Casts of errors to NSError. On Apple's platforms every error casts; on Linux a pattern and a dynamic cast match only errors of some types,
/// while `as NSError` and `as NSError?` convert each.
extension Converter {
    /// `catch let error as NSError where error.code == 1 { … }` binds the error, and converts it in the clause and in the body.
    func convertErrorPattern(_ node: CatchClauseSyntax) {
        guard node.catchItems.count == 1, let item = node.catchItems.first, let pattern = item.pattern,
            let name = Self.nameOfBoundNSError(pattern)
        else { return }
        edits.replace(pattern, with: "let \(name)")
        if let condition = item.whereClause?.condition {
            let finder = NameFinder(name)
            finder.walk(condition)
            for place in finder.places { edits.replace(place, with: "(\(name) as NSError)") }
        }
        let finder = NameFinder(name)
        finder.walk(node.body.statements)
        guard !finder.places.isEmpty else { return }
        edits.insert(" let \(name) = \(name) as NSError;", after: node.body.leftBrace)
    }

    /// A pattern of `switch` or `if case` remains: it is right for values of the type NSError.
    func reportErrorPattern(_ node: ValueBindingPatternSyntax) {
        guard !node.parentIsCatch, let name = Self.nameOfBoundNSError(PatternSyntax(node)) else { return }
        report(
            .warning, .cast, at: node,
            "this pattern matches NSError, AVError, URLError and CocoaError, but no error of another Swift type",
            suggestion: "bind the error by 'case let \(name)', and convert it with '\(name) as NSError'")
    }

    /// `error as? NSError` and `error as! NSError` become a cast to an error, which is converted.
    func convertErrorCast(_ node: SequenceExprSyntax) {
        for (mark, type) in zip(node.elements.dropFirst(), node.elements.dropFirst(2)) {
            guard let cast = mark.as(UnresolvedAsExprSyntax.self), let question = cast.questionOrExclamationMark,
                type.as(TypeExprSyntax.self)?.type.trimmedText == "NSError"
            else { continue }
            edits.replace(cast, with: "as Any as\(question.text)")
            edits.replace(type, with: "any Error as NSError\(question.text == "?" ? "?" : "")")
        }
    }

    /// `error as CVarArg`, an argument of a format, becomes a call that converts any value. On Apple's platforms every error is an object.
    /// - Returns: whether it was converted.
    func convertFormatArgument(_ node: SequenceExprSyntax) -> Bool {
        let parts = Array(node.elements)
        guard parts.count == 3, let cast = parts[1].as(UnresolvedAsExprSyntax.self),
            cast.questionOrExclamationMark == nil,
            ["CVarArg", "any CVarArg"].contains(parts[2].as(TypeExprSyntax.self)?.type.trimmedText),
            parts[0].is(DeclReferenceExprSyntax.self) || parts[0].is(MemberAccessExprSyntax.self)
        else { return false }
        edits.replace(node, with: "_formatArgument(\(parts[0].trimmedText))")
        needs.insert("Selectors")
        return true
    }

    private static func nameOfBoundNSError(_ pattern: PatternSyntax) -> String? {
        guard let binding = pattern.as(ValueBindingPatternSyntax.self), binding.bindingSpecifier.text == "let",
            let sequence = binding.pattern.as(ExpressionPatternSyntax.self)?.expression.as(SequenceExprSyntax.self)
        else { return nil }
        let parts = Array(sequence.elements)
        guard parts.count == 3, let cast = parts[1].as(UnresolvedAsExprSyntax.self),
            cast.questionOrExclamationMark == nil,
            parts[2].as(TypeExprSyntax.self)?.type.trimmedText == "NSError"
        else { return nil }
        let name = parts[0].as(PatternExprSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier
        return name?.text ?? parts[0].as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}

extension ValueBindingPatternSyntax {
    fileprivate var parentIsCatch: Bool { parent?.is(CatchItemSyntax.self) == true }
}

/// Finds the uses of a name.
private final class NameFinder: SyntaxVisitor {
    private let name: String
    private(set) var places: [DeclReferenceExprSyntax] = []

    init(_ name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
        if node.baseName.text == name, !isMember { places.append(node) }
        return .visitChildren
    }
}
