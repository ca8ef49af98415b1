import SwiftSyntax

extension Converter {
    func convertImport(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let first = node.path.first else { return .skipChildren }
        let module = first.name.text
        imports.insert(module)
        if firstImport == nil { firstImport = node }
        // `import class UIKit.UIView` names a declaration, `import UIKit.UIGestureRecognizerSubclass` a part of the module.
        let isScoped = node.importKindSpecifier != nil
        switch ModuleTable.treatment(of: module) {
        case .provided where isScoped, .replaced where isScoped:
            if case .replaced(let other) = ModuleTable.treatment(of: module) { edits.replace(first.name, with: other) }
        case .provided:
            if node.path.count > 1 { edits.replace(node.path, with: module) }
        case .replaced(let other):
            edits.replace(node.path, with: other)
        case .absent(let reason, let suggestion):
            edits.replace(node, with: "/* \(node.trimmedText) */")
            removedImports.insert(node.id)
            imports.remove(module)
            report(
                .warning, .moduleImport, at: node, "the import of \(module) becomes a comment: \(reason)",
                suggestion: suggestion)
        case nil where ModuleTable.isPart(node.path.map(\.name.text)):
            edits.replace(node.path, with: module)
        case nil:
            break
        }
        return .skipChildren
    }
}
