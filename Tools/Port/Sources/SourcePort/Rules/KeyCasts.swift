import SwiftSyntax

/// Casts of the keys of dictionaries, of names, and of values. The keys of NSMutableDictionary conform to NSCopying on Apple's platforms, and to
/// Hashable on Linux; a constant of the type CFString casts to the name of a notification on Apple's platforms only, and a text or a number to
/// an object only there.
extension Converter {
    /// `dictionary.setObject(value, forKey: key as NSCopying)` casts the key to AnyHashable.
    func convertKeyCast(_ node: SequenceExprSyntax) {
        let parts = Array(node.elements)
        guard parts.count == 3, let cast = parts[1].as(UnresolvedAsExprSyntax.self),
            cast.questionOrExclamationMark == nil,
            ["NSCopying", "any NSCopying"].contains(parts[2].as(TypeExprSyntax.self)?.type.trimmedText),
            let argument = node.parent?.as(LabeledExprSyntax.self), argument.label?.text == "forKey",
            let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
            call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "setObject"
        else { return }
        edits.replace(parts[2], with: "AnyHashable")
    }

    /// `item.key = AVMetadataKey.commonKeyTitle as NSCopying & NSObjectProtocol` casts the text of the key: keys of metadata are values of Swift,
    /// which only Objective-C turns into objects.
    func convertMetadataKeyCast(_ node: SequenceExprSyntax) {
        let parts = Array(node.elements)
        guard parts.count >= 3, let cast = parts[parts.count - 2].as(UnresolvedAsExprSyntax.self),
            cast.questionOrExclamationMark == nil,
            let key = parts[parts.count - 3].as(MemberAccessExprSyntax.self), key.base?.trimmedText == "AVMetadataKey",
            let type = parts[parts.count - 1].as(TypeExprSyntax.self)?.type,
            type.tokens(viewMode: .sourceAccurate).contains(where: {
                ["NSCopying", "NSObjectProtocol", "NSString"].contains($0.text)
            })
        else { return }
        edits.insert(".rawValue", after: key)
    }

    /// `kSettingsChangedNotification as Notification.Name` makes the name from the constant's text.
    func convertNameCast(_ node: SequenceExprSyntax) {
        let parts = Array(node.elements)
        guard parts.count == 3, let cast = parts[1].as(UnresolvedAsExprSyntax.self),
            cast.questionOrExclamationMark == nil, let constant = parts[0].as(DeclReferenceExprSyntax.self),
            constant.baseName.text.prefixMatch(of: /k[A-Z]/) != nil,
            let type = parts[2].as(TypeExprSyntax.self)?.type.trimmedText,
            ["Notification.Name", "NSNotification.Name"].contains(type)
        else { return }
        edits.replace(node, with: "\(type)(rawValue: \(constant.trimmedText) as String)")
    }

    /// `item.value = text as? NSCopying & NSObjectProtocol` assigns the value of a metadata item without the cast: its type is `Any?` on Linux, where
    /// the cast of a String, a number or Data is nil.
    func convertValueCast(_ node: SequenceExprSyntax) {
        let parts = Array(node.elements)
        guard parts.count == 5, let target = parts[0].as(MemberAccessExprSyntax.self),
            target.declName.baseName.text == "value", parts[1].is(AssignmentExprSyntax.self),
            let cast = parts[3].as(UnresolvedAsExprSyntax.self), cast.questionOrExclamationMark != nil,
            let type = parts[4].as(TypeExprSyntax.self)?.type, Self.isCopyingObject(type)
        else { return }
        edits.replace(cast, with: "as")
        edits.replace(type, with: "Any?")
    }

    private static func isCopyingObject(_ type: TypeSyntax) -> Bool {
        let words = Set(type.tokens(viewMode: .sourceAccurate).map(\.text)).subtracting(["(", ")", "any", "&"])
        return words == ["NSCopying", "NSObjectProtocol"]
    }
}
