import SwiftSyntax

/// A type around an expression.
struct EnclosingType {
    enum Kind { case reference, value, other }
    /// As it is written at the declaration, such as `Inner`, or `Outer.Inner` in an extension.
    let reference: String
    /// The last part of the name, for look-ups.
    let name: String
    let kind: Kind
    var isExtension = false
}

extension SyntaxProtocol {
    /// The types around this node, from the inside out.
    var enclosingTypes: [EnclosingType] {
        ancestors.compactMap { node -> EnclosingType? in
            if let type = node.as(ClassDeclSyntax.self) { return EnclosingType(type.name, .reference) }
            if let type = node.as(ActorDeclSyntax.self) { return EnclosingType(type.name, .reference) }
            if let type = node.as(StructDeclSyntax.self) { return EnclosingType(type.name, .value) }
            if let type = node.as(EnumDeclSyntax.self) { return EnclosingType(type.name, .value) }
            if let type = node.as(ProtocolDeclSyntax.self) { return EnclosingType(type.name, .other) }
            if let type = node.as(ExtensionDeclSyntax.self) {
                return EnclosingType(
                    reference: type.extendedType.trimmedText, name: type.extendedType.simpleName, kind: .other,
                    isExtension: true)
            }
            return nil
        }
    }
}

extension EnclosingType {
    fileprivate init(_ name: TokenSyntax, _ kind: Kind) {
        self.init(reference: name.text, name: SelectorName.withoutBackticks(name.text), kind: kind)
    }
}

extension Converter {
    /// The class to which a method of an expression without base belongs: the innermost one that declares the method, else the innermost
    /// class or extension.
    func enclosingClass(of node: some SyntaxProtocol, declaring method: String) -> EnclosingType? {
        let types = node.enclosingTypes
        let declaring = types.first { type in
            if case .found = index.methods(named: method, in: type.name) { true } else { false }
        }
        return declaring ?? types.first { $0.kind == .reference || $0.kind == .other }
    }
}
